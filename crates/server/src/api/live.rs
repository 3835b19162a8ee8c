//! What is new at a table, told as it happens, over a `WebSocket`.
//!
//! Every message is whole: it says how the game stands, not what changed. A connection that is slow
//! misses states in between and nothing else; one that was broken off begins with the present one.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use katarenga_rules::Side;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at, timeout};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{Named, Visitor};
use super::game::GameShape;
use super::messages::MessageShape;
use super::{App, Client};
use crate::error::{ApiError, ErrorBody};
use crate::limits::RoomPlace;
use crate::seats::Asker;
use crate::tables::{Attending, Follower, Presence, Shown, Table};

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(live))
}

/// The largest frame that is taken, in bytes. Nobody has anything to say here.
const LARGEST_FRAME: usize = 8 * 1024;

/// What is set aside for each connection to read into, in bytes: hardly anything comes. The usual
/// 128 KB would be half a gigabyte for a few thousand players.
const READ_BUFFER: usize = 1024;

/// How often each side of a connection shows that it is alive, and after how long a silence it is
/// taken for dead.
const BEAT: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(45);

/// How long a message may take on its way.
const SLOW: Duration = Duration::from_secs(10);

/// How much time passes at least between two messages on who is there.
const CALM: Duration = Duration::from_secs(1);

/// What is told.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
enum News {
    /// How the game stands: at once, and after whatever is done.
    Game {
        /// The game.
        game: Box<GameShape>,
    },
    /// Who is there: at once, and when somebody comes or has gone.
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
        messages: Vec<MessageShape>,
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
/// The computer thinks only while somebody is connected. Send nothing: a connection that does is
/// closed.
#[utoipa::path(
    get, path = "/api/games/{id}/live", tag = "games", params(("id" = String, Path,)),
    responses(
        (status = SWITCHING_PROTOCOLS, body = News), (status = 400, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 429, body = ErrorBody)
    )
)]
async fn live(
    State(app): State<App>,
    client: Client,
    Named(id): Named,
    Visitor(visitor): Visitor,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|why| ApiError::invalid(&why.body_text()))?;
    let table = app.table(&id).await?;
    let shown = table.shown().ok_or_else(ApiError::not_found)?;
    let place = app.waiting.enter(client.address)?;
    let own_place = visitor.map(|visitor| app.waiting.enter(visitor)).transpose()?;
    let sides: Vec<Side> =
        visitor.into_iter().flat_map(|visitor| shown.session.head.sides_of(visitor)).collect();
    let upgrade = upgrade
        .max_frame_size(LARGEST_FRAME)
        .max_message_size(LARGEST_FRAME)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let places = (place, own_place);
        Connection::new(app, (table, client, visitor), sides, places, socket).run().await;
    }))
}

/// The places that a connection takes: of an address, and of a visitor.
type Places = (RoomPlace, Option<RoomPlace>);

/// The connection is over.
struct Over;

/// A connection to a table.
struct Connection {
    app: App,
    table: Arc<Table>,
    visitor: Option<i64>,
    asker: Asker,
    games: Follower,
    presence: watch::Receiver<Presence>,
    /// Those of players who may write to each other.
    messages: Option<watch::Receiver<u64>>,
    /// The number of the last message that was told.
    told: i64,
    socket: WebSocket,
    heard: Instant,
    /// Given back with the connection.
    _here: (Attending, Places),
}

impl Connection {
    fn new(
        app: App,
        (table, client, visitor): (Arc<Table>, Client, Option<i64>),
        sides: Vec<Side>,
        places: Places,
        socket: WebSocket,
    ) -> Self {
        let has_chat = table.shown().is_some_and(|shown| shown.session.head.has_chat);
        let is_player = !sides.is_empty();
        let (games, presence) = (table.follow(), table.attendance());
        let messages = (has_chat && is_player).then(|| table.messages());
        let attending = table.attend(sides);
        let (told, heard) = (0, Instant::now());
        let here = (attending, places);
        Self {
            app,
            table,
            visitor,
            asker: client.asks(visitor),
            games,
            presence,
            messages,
            told,
            socket,
            heard,
            _here: here,
        }
    }

    /// Tells what is new until either side has enough.
    async fn run(mut self) {
        // Whatever ends it, the other side will come back if it wants to.
        let _ = self.tell_all().await;
        let frame = CloseFrame { code: close_code::AWAY, reason: "".into() };
        let _ = timeout(SLOW, self.socket.send(Frame::Close(Some(frame)))).await;
    }

    async fn tell_all(&mut self) -> Result<(), Over> {
        self.tell_game().await?;
        self.tell_presence().await?;
        self.tell_messages().await?;
        let mut closing = self.app.closing.clone();
        let mut beat = every(BEAT);
        let mut calm = every(CALM);
        loop {
            tokio::select! {
                () = self.games.changed() => self.tell_game().await?,
                _ = calm.tick() => if self.presence.has_changed().unwrap_or(false) {
                    self.tell_presence().await?;
                },
                () = changed(&mut self.messages) => self.tell_messages().await?,
                _ = beat.tick() => self.beat().await?,
                frame = self.socket.recv() => self.hear(frame.as_ref())?,
                () = closed(&mut closing) => return self.tell(&News::Bye).await,
            }
        }
    }

    async fn tell(&mut self, news: &News) -> Result<(), Over> {
        let text = serde_json::to_string(news).map_err(|_| Over)?;
        self.send(Frame::Text(text.into())).await
    }

    /// Whoever takes too long is let go, and finds everything as it is when they are back.
    async fn send(&mut self, frame: Frame) -> Result<(), Over> {
        timeout(SLOW, self.socket.send(frame)).await.map_err(|_| Over)?.map_err(|_| Over)
    }

    async fn tell_game(&mut self) -> Result<(), Over> {
        let Some(shown) = self.games.look() else {
            self.tell(&News::Gone).await?;
            return Err(Over);
        };
        self.attend(&shown);
        let game = Box::new(GameShape::new(&shown, self.visitor));
        self.tell(&News::Game { game }).await
    }

    /// Whoever looks at a game has the computer think.
    fn attend(&self, shown: &Arc<Shown>) {
        if shown.session.computer_to_move().is_some() {
            self.app.computers.attend(&self.table, shown, self.asker);
        }
    }

    async fn tell_presence(&mut self) -> Result<(), Over> {
        let Presence { players: [white, black], watchers } = *self.presence.borrow_and_update();
        self.tell(&News::Presence { white, black, watchers }).await
    }

    async fn tell_messages(&mut self) -> Result<(), Over> {
        let (Some(messages), Some(shown)) = (&mut self.messages, self.table.shown()) else {
            return Ok(());
        };
        messages.mark_unchanged();
        let found = self.app.store.messages(&shown.session.head.id, self.told).await;
        let found = found.map_err(|_| Over)?;
        let Some(last) = found.last() else { return Ok(()) };
        self.told = last.number;
        self.tell(&News::Messages { messages: found.into_iter().map(Into::into).collect() }).await
    }

    /// Shows that this side is alive, to the program at the other end and to whoever reads there.
    async fn beat(&mut self) -> Result<(), Over> {
        if self.heard.elapsed() > SILENCE {
            return Err(Over);
        }
        self.tell(&News::Beat).await?;
        self.send(Frame::Ping(Bytes::new())).await
    }

    fn hear(&mut self, frame: Option<&Result<Frame, axum::Error>>) -> Result<(), Over> {
        match frame {
            Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {
                self.heard = Instant::now();
                Ok(())
            }
            Some(Ok(Frame::Text(_) | Frame::Binary(_) | Frame::Close(_)) | Err(_)) | None => {
                Err(Over)
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
        // The table stays as long as the connection.
        Some(messages) => drop(messages.changed().await),
        None => std::future::pending().await,
    }
}
