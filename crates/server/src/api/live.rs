//! The changes of a game, sent as they happen, over a `WebSocket`.
//!
//! Every message is whole: it says how the game stands, not what changed. A connection that is slow
//! misses states in between and nothing else; one that was broken off begins with the present one.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{
    CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code,
};
use axum::response::Response;
use katarenga_rules::Side;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at, timeout};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{PathParam, Visitor};
use super::messages::MessageDto;
use super::{App, Client};
use crate::error::{ApiError, ErrorBody};
use crate::fair_queue::Requester;
use crate::live_games::{LiveGame, PresenceGuard, Snapshot, Subscription};
use crate::presence::Presence;
use crate::rate_limits::ConcurrencyPermit;
use katarenga_play::game::GameDto;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(follow_game))
}

/// The largest frame that is accepted, in bytes. Clients have nothing to send.
const MAX_FRAME_BYTES: usize = 8 * 1024;

/// The read buffer of a connection, in bytes. The default of 128 KB would be half a gigabyte for a few
/// thousand players.
const READ_BUFFER: usize = 1024;

/// The size of most games as JSON, so that their text is seldom moved while it grows.
const USUAL_GAME_BYTES: usize = 8 * 1024;

/// How often a heartbeat is sent, and after how long a silence the client counts as gone.
const HEARTBEAT: Duration = Duration::from_secs(20);
const SILENCE_TIMEOUT: Duration = Duration::from_secs(45);

/// How long a client may take to accept a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// The least time between two messages on presence.
const PRESENCE_THROTTLE: Duration = Duration::from_secs(1);

/// A message on the `WebSocket` of a game.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
enum LiveMessage {
    /// How the game stands: at once, and after whatever is done.
    Game {
        /// The game.
        game: Box<GameDto>,
    },
    /// Who is connected: at once, and when that changes.
    Presence {
        /// Whether White is.
        white: bool,
        /// Whether Black is.
        black: bool,
        /// How many look on.
        watchers: u32,
    },
    /// What the players wrote, for them alone: all of it at once, then what is new.
    Messages {
        /// By their numbers.
        messages: Vec<MessageDto>,
    },
    /// The connection is alive: every 20 seconds.
    Beat,
    /// The game was deleted.
    Gone,
    /// The server ends; it will be back.
    Bye,
}

/// Hear of what is new in a game, over a `WebSocket`
///
/// The computer searches only while a client is connected. Send nothing: a connection that does is
/// closed.
#[utoipa::path(
    get, path = "/api/games/{id}/live", tag = "games", params(("id" = String, Path, description = "The id of the game")),
    responses(
        (status = SWITCHING_PROTOCOLS, body = LiveMessage), (status = 400, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 429, body = ErrorBody)
    )
)]
async fn follow_game(
    State(app): State<App>,
    client: Client,
    PathParam(id): PathParam,
    Visitor(visitor): Visitor,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|why| ApiError::invalid(&why.body_text()))?;
    let live_game = app.live_game(&id).await?;
    let snapshot = live_game.snapshot().ok_or_else(ApiError::not_found)?;
    let permit = app.followers.acquire(client.address)?;
    let visitor_permit = visitor.map(|visitor| app.followers.acquire(visitor)).transpose()?;
    let sides: Vec<Side> =
        visitor.into_iter().flat_map(|visitor| snapshot.session.head.sides_of(visitor)).collect();
    let upgrade = upgrade
        .max_frame_size(MAX_FRAME_BYTES)
        .max_message_size(MAX_FRAME_BYTES)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let permits = (permit, visitor_permit);
        Connection::new(app, (live_game, client, visitor), sides, permits, socket).run().await;
    }))
}

/// The places that a connection takes: of an address, and of a visitor.
type Permits = (ConcurrencyPermit, Option<ConcurrencyPermit>);

/// The connection is over.
struct Disconnected;

/// A connection to a live game.
struct Connection {
    app: App,
    live_game: Arc<LiveGame>,
    visitor: Option<i64>,
    requester: Requester,
    games: Subscription,
    presence: watch::Receiver<Presence>,
    /// Those of players who may write to each other.
    messages: Option<watch::Receiver<u64>>,
    /// The number of the last message that was sent.
    last_sent: i64,
    socket: WebSocket,
    last_received: Instant,
    /// Released with the connection.
    _guards: (PresenceGuard, Permits),
}

impl Connection {
    fn new(
        app: App,
        (live_game, client, visitor): (Arc<LiveGame>, Client, Option<i64>),
        sides: Vec<Side>,
        permits: Permits,
        socket: WebSocket,
    ) -> Self {
        let has_chat = live_game.snapshot().is_some_and(|snapshot| snapshot.session.head.has_chat);
        let is_player = !sides.is_empty();
        let (games, presence) = (live_game.subscribe(), live_game.presence_updates());
        let messages = (has_chat && is_player).then(|| live_game.messages());
        let attending = live_game.join(sides);
        let (last_sent, last_received) = (0, Instant::now());
        let guards = (attending, permits);
        Self {
            app,
            live_game,
            visitor,
            requester: client.requester(visitor),
            games,
            presence,
            messages,
            last_sent,
            socket,
            last_received,
            _guards: guards,
        }
    }

    /// Sends changes until either side disconnects.
    async fn run(mut self) {
        // Whatever ends it, the other side will come back if it wants to.
        let _ = self.send_updates().await;
        let frame = CloseFrame { code: close_code::AWAY, reason: "".into() };
        let _ = timeout(SEND_TIMEOUT, self.socket.send(Frame::Close(Some(frame)))).await;
    }

    async fn send_updates(&mut self) -> Result<(), Disconnected> {
        self.send_game().await?;
        self.send_presence().await?;
        self.send_messages().await?;
        let mut closing = self.app.closing.clone();
        let mut beat = every(HEARTBEAT);
        let mut throttle = every(PRESENCE_THROTTLE);
        loop {
            tokio::select! {
                () = self.games.changed() => self.send_game().await?,
                _ = throttle.tick() => if self.presence.has_changed().unwrap_or(false) {
                    self.send_presence().await?;
                },
                () = changed(&mut self.messages) => self.send_messages().await?,
                _ = beat.tick() => self.beat().await?,
                frame = self.socket.recv() => self.receive(frame.as_ref())?,
                () = closed(&mut closing) => return self.send_json(&LiveMessage::Bye).await,
            }
        }
    }

    async fn send_json(&mut self, message: &LiveMessage) -> Result<(), Disconnected> {
        let mut text = Vec::with_capacity(match message {
            LiveMessage::Game { .. } => USUAL_GAME_BYTES,
            _ => 0,
        });
        serde_json::to_writer(&mut text, message).map_err(|_| Disconnected)?;
        let text = Utf8Bytes::try_from(text).map_err(|_| Disconnected)?;
        self.send_frame(Frame::Text(text)).await
    }

    /// A client that takes too long is disconnected; when it reconnects it gets the present state.
    async fn send_frame(&mut self, frame: Frame) -> Result<(), Disconnected> {
        timeout(SEND_TIMEOUT, self.socket.send(frame))
            .await
            .map_err(|_| Disconnected)?
            .map_err(|_| Disconnected)
    }

    async fn send_game(&mut self) -> Result<(), Disconnected> {
        let Some(snapshot) = self.games.latest() else {
            self.send_json(&LiveMessage::Gone).await?;
            return Err(Disconnected);
        };
        self.attend(&snapshot);
        let game = Box::new(self.app.game_dto(&snapshot, self.visitor));
        self.send_json(&LiveMessage::Game { game }).await
    }

    /// The computer searches for connected clients.
    fn attend(&self, snapshot: &Arc<Snapshot>) {
        if snapshot.session.computer_to_move().is_some() {
            self.app.computers.ensure_search(&self.live_game, snapshot, self.requester);
        }
    }

    async fn send_presence(&mut self) -> Result<(), Disconnected> {
        let Presence { players: [white, black], watchers } = *self.presence.borrow_and_update();
        self.send_json(&LiveMessage::Presence { white, black, watchers }).await
    }

    async fn send_messages(&mut self) -> Result<(), Disconnected> {
        let (Some(messages), Some(snapshot)) = (&mut self.messages, self.live_game.snapshot())
        else {
            return Ok(());
        };
        messages.mark_unchanged();
        let found = self.app.store.messages(&snapshot.session.head.id, self.last_sent).await;
        let found = found.map_err(|_| Disconnected)?;
        let Some(last) = found.last() else { return Ok(()) };
        self.last_sent = last.number;
        self.send_json(&LiveMessage::Messages {
            messages: found.into_iter().map(Into::into).collect(),
        })
        .await
    }

    /// Sends a heartbeat: a ping for the client's WebSocket, a message for its program.
    async fn beat(&mut self) -> Result<(), Disconnected> {
        if self.last_received.elapsed() > SILENCE_TIMEOUT {
            return Err(Disconnected);
        }
        self.send_json(&LiveMessage::Beat).await?;
        self.send_frame(Frame::Ping(Bytes::new())).await
    }

    fn receive(&mut self, frame: Option<&Result<Frame, axum::Error>>) -> Result<(), Disconnected> {
        match frame {
            Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {
                self.last_received = Instant::now();
                Ok(())
            }
            Some(Ok(Frame::Text(_) | Frame::Binary(_) | Frame::Close(_)) | Err(_)) | None => {
                Err(Disconnected)
            }
        }
    }
}

/// Ticks from the next time on.
fn every(period: Duration) -> Interval {
    let mut interval = interval_at(Instant::now() + period, period);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    interval
}

/// Waits until the server ends.
async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Waits for what may never come.
async fn changed(messages: &mut Option<watch::Receiver<u64>>) {
    match messages {
        // The sender lives as long as the connection.
        Some(messages) => drop(messages.changed().await),
        None => std::future::pending().await,
    }
}
