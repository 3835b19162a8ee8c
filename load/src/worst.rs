//! One address at its worst, and how another fares meanwhile.
//!
//! The load stands for a proxy that the server trusts, so that it can ask for two addresses.

use std::fmt;
use std::future::Future;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use hyper::StatusCode;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use crate::client::Client;
use crate::program::Program;
use crate::{Error, Options};

/// The address that asks for too much, and the other; both are for examples.
const GREEDY: &str = "198.51.100.1";
const MODEST: &str = "203.0.113.1";

/// What the greedy address has going on: games that two computers of the highest level play,
/// analyses, and invitations for everybody, of several visitors.
const GAMES: usize = 60;
const ANALYSES: usize = 6;
const INVITATIONS: usize = 60;
const VISITORS: usize = 6;

/// How long the game at most is that it imports again and again.
const PLIES: usize = 300;

/// How long it is left alone before the other is looked at, and between two looks.
const SETTLING_TIME: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_secs(2);

/// How often each thing is measured, and how long one waits for it.
const TIMES: usize = 3;
const COMPUTER_TIMEOUT: Duration = Duration::from_secs(150);

/// How the modest address fares.
#[derive(Clone, Debug)]
pub struct Worst {
    quiet: Measured,
    beset: Measured,
    /// Whether its invitation, made before, and one made afterwards are in the lobby, by which place.
    listed: [Option<usize>; 2],
    /// How many invitations the lobby shows.
    shown: usize,
    /// How many imports of the greedy address were taken, in how many seconds, and what the
    /// database grew by meanwhile, in KB.
    imports: (usize, u64, u64),
}

/// How long things took.
#[derive(Clone, Debug)]
struct Measured {
    moves: Vec<Duration>,
    reports: Vec<Duration>,
    pictures: Vec<Duration>,
}

/// Lets one address do its worst, and measures the other before and meanwhile.
///
/// # Errors
/// When the server can't be started, or doesn't answer any more.
pub async fn worst(options: &Options) -> Result<Worst, Error> {
    let folder = tempfile::tempdir()?;
    let database = folder.path().join("worst.sqlite");
    let arguments = ["--trust-proxy", "127.0.0.1"];
    let program = Program::start_with(&options.server, database.as_os_str(), &arguments).await?;
    let greedy = Client::new(program.address()).of(GREEDY);
    let modest = Client::new(program.address()).of(MODEST);
    let first = invite(&modest, "").await?;
    let mut waiting = JoinSet::new();
    waiting.spawn(wait(modest.clone(), first.clone()));
    let quiet = measure(&modest).await?;

    let imported = Arc::new(AtomicUsize::new(0));
    let mut work = JoinSet::new();
    watch_games(&greedy, &mut work).await?;
    for number in 0..ANALYSES {
        work.spawn(analyse(greedy.clone(), number));
    }
    work.spawn(import(greedy.clone(), options.seed, imported.clone()));
    sleep(SETTLING_TIME).await;
    let (begun, size) = (Instant::now(), kilobytes(&database));
    let before = imported.load(Relaxed);
    let beset = measure(&modest).await?;
    let count = imported.load(Relaxed) - before;
    let grown = kilobytes(&database).saturating_sub(size);
    let imports = (count, begun.elapsed().as_secs(), grown);
    work.shutdown().await;

    let (mut cookies, name) = (Vec::new(), json!({ "name": "greedy" }));
    for _ in 0..VISITORS {
        let answer = patiently(|| greedy.put("/api/me", "", &name)).await?;
        cookies.push(answer.cookie.ok_or("no cookie")?);
    }
    for number in 0..INVITATIONS {
        let made = invite(&greedy, &cookies[number % VISITORS]).await?;
        waiting.spawn(wait(greedy.clone(), made));
    }
    let second = invite(&modest, "").await?;
    sleep(PAUSE).await;
    let lobby = modest.get("/api/lobby", "").await?.json()?;
    let lobby = lobby["invitations"].as_array().cloned().unwrap_or_default();
    let place = |(id, _): &(String, String)| {
        lobby.iter().position(|invitation| invitation["id"] == id.as_str()).map(|place| place + 1)
    };
    let (listed, shown) = ([place(&first), place(&second)], lobby.len());
    program.stop().await?;
    Ok(Worst { quiet, beset, listed, shown, imports })
}

/// The size of a database with what stands beside it.
fn kilobytes(database: &Path) -> u64 {
    let size = |file: &Path| std::fs::metadata(file).map_or(0, |known| known.len());
    (size(database) + size(&database.with_extension("sqlite-wal"))) / 1024
}

/// Asks again as long as that was too much.
async fn patiently<F>(ask: impl Fn() -> F) -> Result<crate::client::Answer, Error>
where
    F: Future<Output = Result<crate::client::Answer, Error>>,
{
    loop {
        let answer = ask().await?;
        if answer.status != StatusCode::TOO_MANY_REQUESTS {
            return Ok(answer);
        }
        sleep(Duration::from_millis(500)).await;
    }
}

/// Begins a game; gives its id, its revision, the first legal path, and the cookie of its visitor.
async fn begin(client: &Client, cookie: &str, seats: [Value; 2]) -> Result<(Value, String), Error> {
    let [white, black] = seats;
    let body = json!({ "kind": "katarenga", "white": white, "black": black });
    let answer = patiently(|| client.post("/api/games", cookie, &body)).await?;
    Ok((answer.json()?, answer.cookie.unwrap_or_else(|| cookie.to_owned())))
}

fn computer(level: u8) -> Value {
    json!({ "player": "computer", "level": level })
}

fn human() -> Value {
    json!({ "player": "human" })
}

fn path(game: &Value, rest: &str) -> String {
    format!("/api/games/{}{rest}", game["id"].as_str().unwrap_or_default())
}

/// Begins games that two computers play, and follows each.
async fn watch_games(greedy: &Client, work: &mut JoinSet<Result<(), Error>>) -> Result<(), Error> {
    let mut cookies = [String::new(), String::new()];
    for number in 0..GAMES {
        let cookie = &mut cookies[number % 2];
        let (game, given) = begin(greedy, cookie, [computer(8), computer(8)]).await?;
        *cookie = given;
        let address = format!("ws://{}{}", greedy.address(), path(&game, "/live"));
        let mut request = address.into_client_request()?;
        request.headers_mut().insert("x-forwarded-for", GREEDY.parse()?);
        request.headers_mut().insert("cookie", cookie.parse()?);
        let (mut socket, _) = connect_async(request).await?;
        work.spawn(async move {
            while socket.next().await.is_some_and(|message| message.is_ok()) {}
            Ok(())
        });
    }
    Ok(())
}

/// Has a position analysed, over and over.
async fn analyse(greedy: Client, number: usize) -> Result<(), Error> {
    let (game, _) = begin(&greedy, "", [human(), human()]).await?;
    let address = path(&game, &format!("/analysis?lines={}", number % 3 + 3));
    loop {
        patiently(|| greedy.get(&address, "")).await?;
    }
}

/// Sends a long record, a new visitor each time.
async fn import(greedy: Client, seed: u64, imported: Arc<AtomicUsize>) -> Result<(), Error> {
    let text = long_record(&greedy, seed).await?;
    let body = json!({ "text": text, "white": human(), "black": human() });
    loop {
        if patiently(|| greedy.post("/api/games", "", &body)).await?.status.is_success() {
            imported.fetch_add(1, Relaxed);
        }
    }
}

/// The record of a game that is played at random.
async fn long_record(client: &Client, seed: u64) -> Result<String, Error> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let body = json!({ "kind": "congress", "white": human(), "black": human() });
    let begun = patiently(|| client.post("/api/games", "", &body)).await?;
    let (mut game, cookie) = (begun.json()?, begun.cookie.unwrap_or_default());
    let address = path(&game, "/commands");
    for number in 0..PLIES {
        let Some(path) = game["position"]["paths"].as_array().and_then(|all| all.choose(&mut rng))
        else {
            break;
        };
        let body = json!({
            "revision": game["revision"], "request": format!("random{number}"), "do": "move",
            "path": path,
        });
        let moved = patiently(|| client.post(&address, &cookie, &body)).await?.json()?;
        game = moved;
    }
    let record = client.get(&path(&game, "/record"), "").await?;
    Ok(String::from_utf8_lossy(&record.body).into_owned())
}

/// Invites everybody; gives the invitation and the cookie of its maker.
async fn invite(client: &Client, cookie: &str) -> Result<(String, String), Error> {
    let body = json!({ "kind": "katarenga", "public": true });
    let answer = patiently(|| client.post("/api/invitations", cookie, &body)).await?;
    let id = answer.json()?["id"].as_str().unwrap_or_default().to_owned();
    Ok((id, answer.cookie.unwrap_or_else(|| cookie.to_owned())))
}

/// Waits for an invitation, over and over.
async fn wait(client: Client, (id, cookie): (String, String)) -> Result<(), Error> {
    let address = format!("/api/invitations/{id}/wait?state=open");
    loop {
        patiently(|| client.get(&address, &cookie)).await?;
    }
}

/// Measures what a visitor waits for.
async fn measure(client: &Client) -> Result<Measured, Error> {
    let (mut game, cookie) = begin(client, "", [human(), computer(1)]).await?;
    let (mut moves, mut reports, mut pictures) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..TIMES {
        let begun = Instant::now();
        game = play(client, &cookie, &game, number).await?;
        moves.push(begun.elapsed());
        sleep(PAUSE).await;
        reports.push(first_report(client, &game).await?);
        let begun = Instant::now();
        let address = path(&game, "/diagram.png");
        patiently(|| client.get(&address, &cookie)).await?;
        pictures.push(begun.elapsed());
        sleep(PAUSE).await;
    }
    for times in [&mut moves, &mut reports, &mut pictures] {
        times.sort_unstable();
    }
    Ok(Measured { moves, reports, pictures })
}

/// Plays a move and waits for the answer of the computer.
async fn play(client: &Client, cookie: &str, game: &Value, number: usize) -> Result<Value, Error> {
    let body = json!({
        "revision": game["revision"], "request": format!("worst{number}"), "do": "move",
        "path": game["position"]["paths"][0],
    });
    let moved = client.post(&path(game, "/commands"), cookie, &body).await?.json()?;
    let begun = Instant::now();
    let mut seen = moved.clone();
    while seen["thinking"] == true && begun.elapsed() < COMPUTER_TIMEOUT {
        let address = path(game, &format!("/wait?revision={}", seen["revision"]));
        seen = client.get(&address, cookie).await?.json()?;
    }
    Ok(seen)
}

/// How long it takes until the analyst says something of a position.
async fn first_report(client: &Client, game: &Value) -> Result<Duration, Error> {
    let begun = Instant::now();
    let says_something = |text: &str| text.contains("\"lines\":[{");
    let address = path(game, "/analysis");
    let heard = client.read_until(&address, says_something);
    timeout(COMPUTER_TIMEOUT, heard).await.unwrap_or(Ok(()))?;
    Ok(begun.elapsed())
}

impl fmt::Display for Worst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<36}{:>12}{:>22}",
            "of another address, in ms", "alone", "beside the greedy one"
        )?;
        let Measured { moves, reports, pictures } = &self.quiet;
        for (name, quiet, beset) in [
            ("a move of level 1", moves, &self.beset.moves),
            ("the first report of the analyst", reports, &self.beset.reports),
            ("a picture", pictures, &self.beset.pictures),
        ] {
            let ms = |times: &[Duration], at: usize| {
                times.get(at).map_or(0.0, |time| time.as_secs_f64() * 1e3)
            };
            let (middle, last) = (TIMES / 2, TIMES - 1);
            let quiet = format!("{:.0}", ms(quiet, middle));
            let beset = format!("{:.0}, at most {:.0}", ms(beset, middle), ms(beset, last));
            writeln!(f, "{name:<36}{quiet:>12}{beset:>22}")?;
        }
        let place = |place: Option<usize>| {
            place.map_or("not shown".to_owned(), |place| format!("{place} of {}", self.shown))
        };
        let [first, second] = self.listed.map(place);
        writeln!(f, "{:<36}{first:>34}", "its place in the lobby, made before")?;
        writeln!(f, "{:<36}{second:>34}", "made afterwards, nobody waiting")?;
        let (count, seconds, grown) = self.imports;
        write!(
            f,
            "imports of the greedy address: {count} in {seconds} s; the database grew by {grown} KB"
        )
    }
}
