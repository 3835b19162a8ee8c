//! One game between two players, each with a connection.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use hyper::StatusCode;
use rand::{Rng, RngExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::header::COOKIE;

use crate::Error;
use crate::client::Client;
use crate::ledger::Ledger;

/// How long a request waits for its answer before it is sent again, and how long until then.
const MOVE_TIMEOUT: Duration = Duration::from_secs(10);
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// How long things took.
#[derive(Default)]
pub(crate) struct Times {
    answers: Mutex<Vec<Duration>>,
    events: Mutex<Vec<Duration>>,
}

impl Times {
    /// What came before doesn't count.
    pub(crate) fn begin(&self) {
        lock(&self.answers).clear();
        lock(&self.events).clear();
    }

    /// From sending a move to its answer, in order.
    pub(crate) fn answers(&self) -> Vec<Duration> {
        sorted(&self.answers)
    }

    /// From sending a move to the news of it at the other player, in order.
    pub(crate) fn events(&self) -> Vec<Duration> {
        sorted(&self.events)
    }
}

fn sorted(times: &Mutex<Vec<Duration>>) -> Vec<Duration> {
    let mut times = lock(times).clone();
    times.sort_unstable();
    times
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a client has to know of a game.
#[derive(Clone, Deserialize)]
struct Game {
    revision: i64,
    position: Position,
    outcome: Option<Value>,
}

#[derive(Clone, Deserialize)]
struct Position {
    turn: String,
    paths: Vec<Vec<String>>,
}

/// What comes over a connection.
#[derive(Deserialize)]
struct LiveMessage {
    r#type: String,
    game: Option<Game>,
}

/// What is known of the game being played.
struct Known {
    id: String,
    game: Option<Game>,
    /// The latest revision each player has heard of over their connection, and when.
    heard: [Option<(i64, Instant)>; 2],
    /// The revision that a move on its way will have, when it was sent, and who is to hear of it.
    sent: Option<(i64, Instant, usize)>,
}

/// One game between two players.
pub(crate) struct SimulatedGame {
    client: Client,
    kind: String,
    number: usize,
    /// White's and Black's.
    cookies: [String; 2],
    known: Mutex<Known>,
    /// Whether something is on its way.
    busy: AtomicBool,
    connections: Mutex<Vec<JoinHandle<()>>>,
    ledger: Arc<Ledger>,
    times: Arc<Times>,
    /// The seed of the game; it grows with each.
    seed: u64,
}

impl SimulatedGame {
    /// Creates a game and connects both players.
    pub(crate) async fn create(
        client: Client,
        kind: &str,
        number: usize,
        seed: u64,
        ledger: Arc<Ledger>,
        times: Arc<Times>,
    ) -> Result<Arc<Self>, Error> {
        let (id, cookies) = agree(&client, kind, number, ["", ""]).await?;
        let known = Known { id, game: None, heard: [None; 2], sent: None };
        let this = Arc::new(Self {
            client,
            kind: kind.to_owned(),
            number,
            cookies,
            known: Mutex::new(known),
            busy: AtomicBool::default(),
            connections: Mutex::default(),
            ledger,
            times,
            seed,
        });
        this.connect();
        Ok(this)
    }

    /// Opens both connections.
    fn connect(self: &Arc<Self>) {
        let id = lock(&self.known).id.clone();
        let connect = |side| tokio::spawn(self.clone().listen(side, id.clone()));
        *lock(&self.connections) = vec![connect(0), connect(1)];
    }

    /// Ends both connections.
    pub(crate) fn leave(&self) {
        for connection in lock(&self.connections).drain(..) {
            connection.abort();
        }
    }

    /// How White is known.
    pub(crate) fn cookie(&self) -> &str {
        &self.cookies[0]
    }

    /// The game that is being played.
    pub(crate) fn game(&self) -> String {
        lock(&self.known).id.clone()
    }

    /// Whether something is on its way.
    pub(crate) fn is_busy(&self) -> bool {
        self.busy.load(Relaxed)
    }

    /// Whether both players have heard of the game since a moment, or one has just begun another.
    pub(crate) fn is_in_step(&self, since: Instant) -> bool {
        let heard = lock(&self.known).heard;
        heard.iter().all(|heard| heard.is_some_and(|(_, at)| at >= since))
    }

    /// Hears what is new, for as long as the table is there.
    async fn listen(self: Arc<Self>, side: usize, id: String) {
        loop {
            // Whatever broke it off, it is opened again.
            let _ = self.connection(side, &id).await;
            sleep(RETRY_DELAY + Duration::from_millis(self.number as u64 % 300)).await;
        }
    }

    async fn connection(&self, side: usize, id: &str) -> Result<(), Error> {
        let address = format!("ws://{}/api/games/{id}/live", self.client.address());
        let mut request = address.into_client_request()?;
        request.headers_mut().insert(COOKIE, self.cookies[side].parse()?);
        let (mut socket, _) = connect_async(request).await?;
        while let Some(message) = socket.next().await {
            match message? {
                Message::Text(text) => self.receive(side, id, &serde_json::from_str(&text)?),
                Message::Ping(content) => socket.send(Message::Pong(content)).await?,
                Message::Close(_) => break,
                _ => {}
            }
        }
        Ok(())
    }

    fn receive(&self, side: usize, id: &str, message: &LiveMessage) {
        let ("game", Some(game)) = (message.r#type.as_str(), &message.game) else { return };
        let now = Instant::now();
        let mut known = lock(&self.known);
        if known.id != id {
            return;
        }
        self.ledger.receive(id, side, game.revision);
        known.heard[side] = Some((game.revision, now));
        if let Some((revision, sent, other)) = known.sent
            && other == side
            && game.revision >= revision
        {
            known.sent = None;
            lock(&self.times.events).push(now - sent);
        }
        known.learn(game);
    }

    /// Makes a move if nothing is on its way; whether it does.
    pub(crate) fn move_on(self: Arc<Self>, rng: &mut impl Rng) -> bool {
        let Some((side, revision, path)) = lock(&self.known).choose(rng) else { return false };
        if self.busy.swap(true, Relaxed) {
            return false;
        }
        tokio::spawn(async move {
            self.send(side, revision, path).await;
            self.busy.store(false, Relaxed);
        });
        true
    }

    /// Sends a move until it is answered.
    async fn send(self: &Arc<Self>, side: usize, revision: i64, path: Vec<String>) {
        let id = lock(&self.known).id.clone();
        let request = format!("{}-{}-{revision}", self.seed, id);
        let body = json!({ "revision": revision, "request": request, "do": "move", "path": path });
        let sent = Instant::now();
        lock(&self.known).sent = Some((revision + 1, sent, 1 - side));
        let address = format!("/api/games/{id}/commands");
        loop {
            let answer = self.client.post(&address, &self.cookies[side], &body);
            match timeout(MOVE_TIMEOUT, answer).await {
                Ok(Ok(answer)) if answer.status == StatusCode::OK => {
                    lock(&self.times.answers).push(sent.elapsed());
                    self.ledger.acknowledge(&id, revision + 1, &request);
                    if let Ok(game) = serde_json::from_slice::<Game>(&answer.body) {
                        lock(&self.known).learn(&game);
                    }
                    break;
                }
                Ok(Ok(answer)) => {
                    let why = String::from_utf8_lossy(&answer.body).into_owned();
                    self.ledger.refuse();
                    eprintln!("load: a move was refused, {}: {why}", answer.status);
                    break;
                }
                // The server is away: it will be back.
                Ok(Err(_)) | Err(_) => sleep(RETRY_DELAY).await,
            }
        }
        let is_over = lock(&self.known).game.as_ref().is_some_and(|game| game.outcome.is_some());
        if is_over {
            self.begin_anew().await;
        }
    }

    /// Another game of the same players, so that as many are in progress as before.
    async fn begin_anew(self: &Arc<Self>) {
        // The last move is to be heard of first.
        let ended = Instant::now();
        while lock(&self.known).sent.is_some() && ended.elapsed() < Duration::from_secs(1) {
            sleep(Duration::from_millis(5)).await;
        }
        self.leave();
        loop {
            let [white, black] = &self.cookies;
            let agreed = agree(&self.client, &self.kind, self.number, [white, black]).await;
            if let Ok((id, _)) = agreed {
                // While the connections are opened, the players count as in step.
                let heard = [Some((0, Instant::now())); 2];
                *lock(&self.known) = Known { id, game: None, heard, sent: None };
                self.connect();
                return;
            }
            sleep(RETRY_DELAY).await;
        }
    }
}

impl Known {
    /// Takes what is newer.
    fn learn(&mut self, game: &Game) {
        if self.game.as_ref().is_none_or(|known| known.revision < game.revision) {
            self.game = Some(game.clone());
        }
    }

    /// A legal move for the side to move, once both players know the position.
    fn choose(&self, rng: &mut impl Rng) -> Option<(usize, i64, Vec<String>)> {
        let game = self.game.as_ref()?;
        let (paths, revision) = (&game.position.paths, game.revision);
        let know_it =
            |heard: &Option<(i64, Instant)>| heard.is_some_and(|(known, _)| known >= revision);
        if paths.is_empty() || !self.heard.iter().all(know_it) {
            return None;
        }
        let side = usize::from(game.position.turn == "black");
        Some((side, revision, paths[rng.random_range(0..paths.len())].clone()))
    }
}

/// Has White invite Black; gives the game and how both are known.
async fn agree(
    client: &Client,
    kind: &str,
    number: usize,
    [white, black]: [&str; 2],
) -> Result<(String, [String; 2]), Error> {
    // Half of the games have a clock, half are public.
    let clock = json!({ "kind": "fischer", "minutes": 180, "seconds": 180 });
    let body = json!({
        "kind": kind, "board": "random", "first": "random", "side": "white",
        "public": number.is_multiple_of(2),
        "clock": if number % 4 < 2 { clock } else { Value::Null },
    });
    let invited = client.post("/api/invitations", white, &body).await?;
    let invitation = invited.json()?;
    let white = invited.cookie.unwrap_or_else(|| white.to_owned());
    let address =
        format!("/api/invitations/{}/join", invitation["id"].as_str().unwrap_or_default());
    let joined = client.post(&address, black, &json!({})).await?;
    let game = joined.json()?["game"].as_str().unwrap_or_default().to_owned();
    let black = joined.cookie.unwrap_or_else(|| black.to_owned());
    Ok((game, [white, black]))
}
