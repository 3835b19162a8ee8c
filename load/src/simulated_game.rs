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
use tokio::time::sleep;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::header::COOKIE;

use crate::Error;
use crate::ledger::Ledger;
use crate::player::{Nodes, Player};
use crate::times::{Sent, Times};

/// How long a request waits until it is sent again.
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// How long players who begin another game wait for the other to hear of the last move.
const LAST_MOVE_WAIT: Duration = Duration::from_secs(20);

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
    /// The connection of each player, once it has said how the game stands.
    links: [Option<Link>; 2],
    /// The latest revision each player has heard of over their connections.
    heard: [Option<i64>; 2],
    /// The latest revision that was acknowledged, and the one that a move on its way will have.
    acknowledged: i64,
    on_its_way: Option<i64>,
    /// A move that the other player hasn't heard of: its revision, when it was sent, and who is to
    /// hear of it.
    sent: Option<(i64, Sent, usize)>,
}

/// A connection that is open.
#[derive(Clone, Copy)]
struct Link {
    /// The server, by its number.
    node: usize,
    /// When it first said something.
    since: Instant,
}

/// A server that was lost, by its number, and when.
#[derive(Clone, Copy)]
pub(crate) struct Lost {
    pub(crate) node: usize,
    pub(crate) since: Instant,
}

/// What both players are to know: a revision of a game.
pub(crate) struct Goal {
    game: String,
    revision: i64,
}

/// One game between two players.
pub(crate) struct SimulatedGame {
    kind: String,
    number: usize,
    /// White and Black.
    players: [Player; 2],
    known: Mutex<Known>,
    /// The games they have ended.
    ended: Mutex<Vec<String>>,
    /// Whether something is on its way.
    busy: AtomicBool,
    connections: Mutex<[Option<JoinHandle<()>>; 2]>,
    ledger: Arc<Ledger>,
    times: Arc<Times>,
    /// The seed of the game; it grows with each.
    seed: u64,
}

impl SimulatedGame {
    /// Creates a game and connects both players, each with another server if there are several.
    pub(crate) async fn create(
        nodes: Arc<Nodes>,
        kind: &str,
        number: usize,
        seed: u64,
        ledger: Arc<Ledger>,
        times: Arc<Times>,
    ) -> Result<Arc<Self>, Error> {
        let players = [Player::new(nodes.clone(), number), Player::new(nodes, number + 1)];
        let id = agree(&players, kind, number).await?;
        let this = Arc::new(Self {
            kind: kind.to_owned(),
            number,
            players,
            known: Mutex::new(Known::new(id)),
            ended: Mutex::default(),
            busy: AtomicBool::default(),
            connections: Mutex::default(),
            ledger,
            times,
            seed,
        });
        this.connect(0);
        this.connect(1);
        Ok(this)
    }

    /// Opens the connection of a player, in place of the one they have.
    fn connect(self: &Arc<Self>, side: usize) {
        let mut connections = lock(&self.connections);
        if let Some(before) = connections[side].take() {
            before.abort();
        }
        let id = {
            let mut known = lock(&self.known);
            known.links[side] = None;
            known.id.clone()
        };
        connections[side] = Some(tokio::spawn(self.clone().listen(side, id)));
    }

    /// Ends both connections.
    pub(crate) fn leave(&self) {
        for connection in lock(&self.connections).iter_mut().filter_map(Option::take) {
            connection.abort();
        }
        lock(&self.known).links = [None; 2];
    }

    /// Brings players who had to leave their server back to it.
    pub(crate) fn go_home(self: &Arc<Self>) {
        for (side, player) in self.players.iter().enumerate() {
            // Players who are on their way into another game will connect there.
            if player.go_home() && lock(&self.known).links[side].is_some() {
                self.connect(side);
            }
        }
    }

    /// White.
    pub(crate) fn white(&self) -> &Player {
        &self.players[0]
    }

    /// All games that were played here.
    pub(crate) fn games(&self) -> Vec<String> {
        let mut games = lock(&self.ended).clone();
        games.push(lock(&self.known).id.clone());
        games
    }

    /// Whether something is on its way.
    pub(crate) fn is_busy(&self) -> bool {
        self.busy.load(Relaxed)
    }

    /// What both players are to know, once both are connected, since then if they had lost their
    /// server: the latest move that was acknowledged or is on its way.
    pub(crate) fn goal(&self, lost: Option<Lost>) -> Option<Goal> {
        let known = lock(&self.known);
        let is_there = |link: &Option<Link>| {
            link.is_some_and(|link| {
                lost.is_none_or(|lost| link.node != lost.node || link.since >= lost.since)
            })
        };
        let revision = known.on_its_way.unwrap_or(known.acknowledged);
        known.links.iter().all(is_there).then(|| Goal { game: known.id.clone(), revision })
    }

    /// Whether both players know that, or play another game.
    pub(crate) fn has_reached(&self, goal: &Goal) -> bool {
        let known = lock(&self.known);
        known.id != goal.game
            || known.heard.iter().all(|heard| heard.is_some_and(|heard| heard >= goal.revision))
    }

    /// How the game stands, in one line.
    pub(crate) fn describe(&self) -> String {
        let known = lock(&self.known);
        let sides = [0, 1].map(|side| match known.links[side] {
            Some(link) => format!("server {} told {:?}", link.node + 1, known.heard[side]),
            None => format!("not connected to server {}", self.players[side].node() + 1),
        });
        let Known { id, acknowledged, on_its_way, .. } = &*known;
        format!(
            "{id}: White {}, Black {}; acknowledged {acknowledged}, on its way {on_its_way:?}",
            sides[0], sides[1]
        )
    }

    /// Says so if a player hasn't heard of all that was acknowledged.
    pub(crate) fn complain_if_behind(&self) {
        if !lock(&self.known).is_heard_of() {
            eprintln!("load: a player is left behind in {}", self.describe());
        }
    }

    /// Hears what is new, for as long as the table is there.
    async fn listen(self: Arc<Self>, side: usize, id: String) {
        loop {
            // Whatever broke it off, it is opened again.
            let node = self.players[side].node();
            let _ = self.connection(side, node, &id).await;
            lock(&self.known).unlink(side, &id);
            self.players[side].go_on(node);
            sleep(RETRY_DELAY + Duration::from_millis(self.number as u64 % 300)).await;
        }
    }

    async fn connection(&self, side: usize, node: usize, id: &str) -> Result<(), Error> {
        let player = &self.players[side];
        let address = format!("ws://{}/api/games/{id}/live", player.client(node).address());
        let mut request = address.into_client_request()?;
        request.headers_mut().insert(COOKIE, player.cookie().parse()?);
        let (mut socket, _) = connect_async(request).await?;
        while let Some(message) = socket.next().await {
            match message? {
                Message::Text(text) => self.receive(side, node, id, &serde_json::from_str(&text)?),
                Message::Ping(content) => socket.send(Message::Pong(content)).await?,
                Message::Close(_) => break,
                _ => {}
            }
        }
        Ok(())
    }

    fn receive(&self, side: usize, node: usize, id: &str, message: &LiveMessage) {
        let ("game", Some(game)) = (message.r#type.as_str(), &message.game) else { return };
        let mut known = lock(&self.known);
        if known.id != id {
            return;
        }
        self.ledger.receive(id, side, game.revision);
        known.heard[side] = known.heard[side].max(Some(game.revision));
        known.links[side].get_or_insert_with(|| Link { node, since: Instant::now() });
        if let Some((revision, sent, other)) = known.sent
            && other == side
            && game.revision >= revision
        {
            known.sent = None;
            self.times.heard(sent);
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
        let sent = self.times.now();
        {
            let mut known = lock(&self.known);
            known.sent = Some((revision + 1, sent, 1 - side));
            known.on_its_way = Some(revision + 1);
        }
        let address = format!("/api/games/{id}/commands");
        loop {
            match self.players[side].post(&address, &body).await {
                Ok(answer) if answer.status == StatusCode::OK => {
                    self.times.answered(sent);
                    self.ledger.acknowledge(&id, revision + 1, &request);
                    let mut known = lock(&self.known);
                    known.acknowledged = revision + 1;
                    if let Ok(game) = serde_json::from_slice::<Game>(&answer.body) {
                        known.learn(&game);
                    }
                    break;
                }
                // The server or its database is away: it will be back.
                Ok(answer) if answer.status == StatusCode::SERVICE_UNAVAILABLE => {
                    sleep(RETRY_DELAY).await;
                }
                Err(_) => sleep(RETRY_DELAY).await,
                Ok(answer) => {
                    let why = String::from_utf8_lossy(&answer.body).into_owned();
                    self.ledger.refuse();
                    eprintln!(
                        "load: move {} of {} was refused, {}: {why}",
                        revision + 1,
                        self.describe(),
                        answer.status
                    );
                    break;
                }
            }
        }
        let is_over = {
            let mut known = lock(&self.known);
            known.on_its_way = None;
            known.game.as_ref().is_some_and(|game| game.outcome.is_some())
        };
        if is_over {
            self.begin_anew().await;
        }
    }

    /// Another game of the same players, so that as many are in progress as before.
    async fn begin_anew(self: &Arc<Self>) {
        // The last move is to be heard of first. A player who never does is found left behind in the end.
        let ended = Instant::now();
        while !lock(&self.known).is_heard_of() && ended.elapsed() < LAST_MOVE_WAIT {
            sleep(Duration::from_millis(5)).await;
        }
        self.complain_if_behind();
        self.leave();
        lock(&self.ended).push(lock(&self.known).id.clone());
        loop {
            if let Ok(id) = agree(&self.players, &self.kind, self.number).await {
                *lock(&self.known) = Known::new(id);
                self.connect(0);
                self.connect(1);
                return;
            }
            sleep(RETRY_DELAY).await;
        }
    }
}

impl Known {
    /// A game that has just begun.
    fn new(id: String) -> Self {
        let (links, heard) = ([None; 2], [None; 2]);
        Self { id, game: None, links, heard, acknowledged: 0, on_its_way: None, sent: None }
    }

    /// A connection has ended.
    fn unlink(&mut self, side: usize, id: &str) {
        if self.id == id {
            self.links[side] = None;
        }
    }

    /// Whether both players have heard of all that was acknowledged.
    fn is_heard_of(&self) -> bool {
        self.heard.iter().all(|heard| heard.is_some_and(|heard| heard >= self.acknowledged))
    }

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
        let know_it = |heard: &Option<i64>| heard.is_some_and(|known| known >= revision);
        if paths.is_empty() || !self.heard.iter().all(know_it) {
            return None;
        }
        let side = usize::from(game.position.turn == "black");
        Some((side, revision, paths[rng.random_range(0..paths.len())].clone()))
    }
}

/// Has White invite Black; gives the game.
async fn agree(players: &[Player; 2], kind: &str, number: usize) -> Result<String, Error> {
    let [white, black] = players;
    // Half of the games have a clock, half are public.
    let clock = json!({ "kind": "fischer", "minutes": 180, "seconds": 180 });
    let body = json!({
        "kind": kind, "board": "random", "first": "random", "side": "white",
        "public": number.is_multiple_of(2),
        "clock": if number % 4 < 2 { clock } else { Value::Null },
    });
    let invitation = white.post("/api/invitations", &body).await?.json()?;
    let address =
        format!("/api/invitations/{}/join", invitation["id"].as_str().unwrap_or_default());
    let joined = black.post(&address, &json!({})).await?.json()?;
    Ok(joined["game"].as_str().ok_or("an invitation was joined without a game")?.to_owned())
}
