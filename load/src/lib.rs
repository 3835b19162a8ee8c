//! Load for the server: many games between two players at once, each player with a connection of their
//! own, and a number of moves each second; then every move that was acknowledged is looked up in the database.
//!
//! Everything is asked for as the page asks: invitations, joining, commands with the revision they
//! answer to and a name of their own, sent again until they are answered, and a `WebSocket` for each
//! player that is opened again whenever it breaks off.

mod client;
mod ledger;
mod program;
mod report;
mod simulated_game;
mod stored;
mod worst;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Parser;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::client::Client;
pub use crate::ledger::Audit;
use crate::ledger::Ledger;
use crate::program::Program;
pub use crate::report::Report;
use crate::simulated_game::{SimulatedGame, Times};
pub use crate::worst::{Worst, worst};

/// Plays many games at once against a server of its own, and says how fast it was and whether
/// anything was lost
#[derive(Clone, Debug, Parser)]
#[command(name = "load")]
pub struct Options {
    /// The program that is the server
    #[arg(long, value_name = "FILE", default_value = "target/release/katarenga")]
    pub server: PathBuf,
    /// How many games are in progress, each with two connections
    #[arg(long, default_value_t = 2000)]
    pub games: usize,
    /// How many moves are made in a second, over all games
    #[arg(long, default_value_t = 500)]
    pub moves: u32,
    /// How long moves are made
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub seconds: u64,
    /// How often the server is killed meanwhile, and started again
    #[arg(long, default_value_t = 0)]
    pub kills: u32,
    /// How many games of before are stored as well
    #[arg(long, default_value_t = 0)]
    pub stored: usize,
    /// One address does its worst instead, and it is measured how another fares
    #[arg(long, conflicts_with_all = ["games", "moves", "seconds", "kills", "stored"])]
    pub worst: bool,
    /// The seed of all that is left to chance
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// What went wrong, in one line.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// How many games are created at once.
const CONCURRENT_CREATES: usize = 32;

/// How long the last answers may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// How long the last events may take.
const LAST_EVENTS_WAIT: Duration = Duration::from_secs(2);

/// How often due moves are sent.
const SCHEDULING_INTERVAL: Duration = Duration::from_millis(2);

/// Runs the load.
///
/// # Errors
/// When the server can't be started, or doesn't answer any more.
pub async fn run(options: &Options) -> Result<Report, Error> {
    let folder = tempfile::tempdir()?;
    let database = folder.path().join("load.sqlite");
    let mut program = Program::start(&options.server, &database).await?;
    let client = Client::new(program.address());
    let (ledger, times) = (Arc::new(Ledger::default()), Arc::new(Times::default()));
    let opened = Instant::now();
    let games = create_games(options, &client, &ledger, &times).await?;
    let connections = games.len() * 2;
    wait_for_all(&games, opened).await?;
    if options.stored > 0 {
        stored::store(&database, options.stored).await?;
    }
    times.begin();
    let begun = Instant::now();
    let kills = async {
        let mut returns = Vec::new();
        for _ in 0..options.kills {
            sleep(Duration::from_secs(options.seconds) / (options.kills + 1)).await;
            program.kill_and_start().await?;
            let back = Instant::now();
            wait_for_all(&games, back).await?;
            returns.push(back.elapsed());
        }
        Ok::<_, Error>(returns)
    };
    let (played, returns) = tokio::join!(play(options, &games), kills);
    let (elapsed, returns) = (begun.elapsed(), returns?);
    played?;
    let lists = match games.first() {
        Some(game) if options.stored > 0 => {
            stored::lists(&client, game.cookie(), options.stored).await?
        }
        _ => Vec::new(),
    };
    let memory = program.peak_memory();
    for game in &games {
        game.leave();
    }
    program.stop().await?;
    let going: Vec<String> = games.iter().map(|game| game.game()).collect();
    let audit = ledger.audit(&database, &going).await?;
    let (count, answers, events) = (games.len(), times.answers(), times.events());
    Ok(Report {
        games: count,
        connections,
        elapsed,
        answers,
        events,
        returns,
        lists,
        memory,
        audit,
    })
}

/// Creates all games and connects their players.
async fn create_games(
    options: &Options,
    client: &Client,
    ledger: &Arc<Ledger>,
    times: &Arc<Times>,
) -> Result<Vec<Arc<SimulatedGame>>, Error> {
    let kinds = client.kinds().await?;
    let mut games = Vec::with_capacity(options.games);
    let numbers: Vec<usize> = (0..options.games).collect();
    for numbers in numbers.chunks(CONCURRENT_CREATES) {
        let begun = numbers.iter().map(|number| {
            let kind = &kinds[number % kinds.len()];
            SimulatedGame::create(
                client.clone(),
                kind,
                *number,
                options.seed,
                ledger.clone(),
                times.clone(),
            )
        });
        games.extend(futures_util::future::try_join_all(begun).await?);
    }
    Ok(games)
}

/// Waits until both players of every game have heard of it since a moment.
async fn wait_for_all(games: &[Arc<SimulatedGame>], since: Instant) -> Result<(), Error> {
    let begun = Instant::now();
    while !games.iter().all(|game| game.is_in_step(since)) {
        if begun.elapsed() > ANSWER_TIMEOUT {
            let late = games.iter().filter(|game| !game.is_in_step(since)).count();
            return Err(format!("{late} games are not in step after {ANSWER_TIMEOUT:?}").into());
        }
        sleep(Duration::from_millis(10)).await;
    }
    Ok(())
}

/// Makes moves at an even pace, each in another game; waits for the last answers.
async fn play(options: &Options, games: &[Arc<SimulatedGame>]) -> Result<(), Error> {
    let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
    let (begun, mut made, mut next) = (Instant::now(), 0_u128, 0_usize);
    let mut ticks = interval(SCHEDULING_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let length = Duration::from_secs(options.seconds);
    while begun.elapsed() < length {
        ticks.tick().await;
        let due = begun.elapsed().as_millis() * u128::from(options.moves) / 1000;
        let mut looked_at = 0;
        while made < due && looked_at < games.len() {
            let game = &games[next % games.len()];
            (next, looked_at) = (next + 1, looked_at + 1);
            made += u128::from(game.clone().move_on(&mut rng));
        }
    }
    let ended = Instant::now();
    while games.iter().any(|game| game.is_busy()) {
        if ended.elapsed() > ANSWER_TIMEOUT {
            return Err(format!("moves are without an answer after {ANSWER_TIMEOUT:?}").into());
        }
        sleep(Duration::from_millis(10)).await;
    }
    // The other player gets what was acknowledged as well.
    sleep(LAST_EVENTS_WAIT).await;
    Ok(())
}
