//! Load for the server: many games between two players at once, each player with a connection of their
//! own, and a number of moves each second; then every move that was acknowledged is looked up in the database.
//!
//! Everything is asked for as the page asks: invitations, joining, commands with the revision they
//! answer to and a name of their own, sent again until they are answered, and a `WebSocket` for each
//! player that is opened again whenever it breaks off.
//!
//! There may be several servers on one database. The players of a game use different ones, and leave
//! one that fails for the next, as a proxy would have them do.

mod client;
mod database;
mod disturbance;
mod ledger;
mod player;
mod program;
mod report;
mod simulated_game;
mod stored;
mod times;
mod worst;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use clap::Parser;
use clap::builder::RangedU64ValueParser;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::client::Client;
use crate::database::Database;
pub use crate::database::DatabaseKind;
pub use crate::disturbance::{Disturbance, DisturbanceKind};
use crate::disturbance::{Site, wait_for_all};
pub use crate::ledger::Audit;
use crate::ledger::Ledger;
use crate::player::Nodes;
use crate::program::Program;
pub use crate::report::Report;
use crate::simulated_game::SimulatedGame;
pub use crate::times::Taken;
use crate::times::Times;
pub use crate::worst::{Worst, worst};

/// Plays many games at once against servers of its own, and says how fast they were and
/// whether anything was lost
#[derive(Clone, Debug, Parser)]
#[command(name = "load")]
pub struct Options {
    /// The program that is the server
    #[arg(long, value_name = "FILE", default_value = "target/release/katarenga")]
    pub server: PathBuf,
    /// How many servers share the database
    #[arg(long, default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_NODES))]
    pub nodes: usize,
    /// What keeps the games: sqlite, a file, or postgres, a PostgreSQL of its own
    #[arg(long, value_enum, hide_possible_values = true, default_value_t = DatabaseKind::Sqlite)]
    pub database: DatabaseKind,
    /// How many games are in progress, each with two connections
    #[arg(long, default_value_t = 2000)]
    pub games: usize,
    /// How many moves are made in a second, over all games
    #[arg(long, default_value_t = 500)]
    pub moves: u32,
    /// How long moves are made; longer while disturbances last
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub seconds: u64,
    /// How often a server is killed meanwhile, and started again; they take turns
    #[arg(long, default_value_t = 0)]
    pub kills: u32,
    /// How often PostgreSQL is stopped meanwhile as in a crash, and started again
    #[arg(long, default_value_t = 0)]
    pub restarts: u32,
    /// How often the connection is cut over which a server hears of the others
    #[arg(long, default_value_t = 0)]
    pub cuts: u32,
    /// How many games of before are stored as well
    #[arg(long, default_value_t = 0)]
    pub stored: usize,
    /// One address does its worst instead, and it is measured how another fares
    #[arg(long, conflicts_with_all = [
        "nodes", "database", "games", "moves", "seconds", "kills", "restarts", "cuts", "stored",
    ])]
    pub worst: bool,
    /// The seed of all that is left to chance
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// What went wrong, in one line.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// How many servers at most: the database gives ten connections to each.
const MAX_NODES: u64 = 16;

/// How many games are created at once.
const CONCURRENT_CREATES: usize = 32;

/// How long the last answers may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// How long the last events may take.
const LAST_EVENTS_WAIT: Duration = Duration::from_secs(2);

/// How often due moves are sent.
const SCHEDULING_INTERVAL: Duration = Duration::from_millis(2);

impl Options {
    /// Whether all of them can be had together.
    fn check(&self) -> Result<(), Error> {
        let option = match self {
            _ if self.database == DatabaseKind::Postgres => return Ok(()),
            Self { nodes: 2.., .. } => "--nodes above 1",
            Self { restarts: 1.., .. } => "--restarts",
            Self { cuts: 1.., .. } => "--cuts",
            _ => return Ok(()),
        };
        Err(format!("{option} needs --database postgres: one server alone has a file").into())
    }
}

/// Runs the load.
///
/// # Errors
/// When the options can't be had together, a server can't be started, or doesn't answer any more.
pub async fn run(options: &Options) -> Result<Report, Error> {
    options.check()?;
    let database = Database::start(options.database).await?;
    let mut programs = Vec::with_capacity(options.nodes);
    for _ in 0..options.nodes {
        programs.push(Program::start(&options.server, database.argument()).await?);
    }
    let clients = programs.iter().map(|program| Client::new(program.address())).collect();
    let nodes = Arc::new(Nodes::new(clients));
    let (ledger, times) = (Arc::new(Ledger::default()), Arc::new(Times::default()));
    let games = create_games(options, &nodes, &ledger, &times).await?;
    wait_for_all(&games, None).await?;
    if options.stored > 0 {
        stored::store(&database, options.stored).await?;
    }
    times.begin();
    let planned = disturbance::planned(options);
    let mut site =
        Site { database: &database, programs: &mut programs, games: &games, times: &times };
    let is_over = AtomicBool::new(false);
    let disturbances = async {
        let disturbances = site.disturb(&planned, Duration::from_secs(options.seconds)).await;
        is_over.store(true, Relaxed);
        disturbances
    };
    let (elapsed, disturbances) =
        tokio::join!(play(options, &games, &times, &is_over), disturbances);
    let (elapsed, disturbances) = (elapsed?, disturbances?);
    let lists = match games.first() {
        Some(game) if options.stored > 0 => {
            let white = game.white();
            stored::lists(white.client(white.node()), white.cookie(), options.stored).await?
        }
        _ => Vec::new(),
    };
    let memory = programs.iter().map(Program::peak_memory).collect();
    for game in &games {
        game.complain_if_behind();
        game.leave();
    }
    for program in programs {
        program.stop().await?;
    }
    let played: Vec<String> = games.iter().flat_map(|game| game.games()).collect();
    let audit = ledger.audit(&database.moves().await?, &played);
    Ok(Report {
        games: games.len(),
        connections: games.len() * 2,
        elapsed,
        answers: times.answers(),
        events: times.events(),
        disturbances,
        unavailable: nodes.unavailable(),
        lists,
        memory,
        audit,
    })
}

/// Creates all games and connects their players.
async fn create_games(
    options: &Options,
    nodes: &Arc<Nodes>,
    ledger: &Arc<Ledger>,
    times: &Arc<Times>,
) -> Result<Vec<Arc<SimulatedGame>>, Error> {
    let kinds = nodes.first().kinds().await?;
    let mut games = Vec::with_capacity(options.games);
    let numbers: Vec<usize> = (0..options.games).collect();
    for numbers in numbers.chunks(CONCURRENT_CREATES) {
        let begun = numbers.iter().map(|number| {
            let kind = &kinds[number % kinds.len()];
            SimulatedGame::create(
                nodes.clone(),
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

/// Makes moves at an even pace, each in another game, also while disturbances last longer than moves
/// are to be made; waits for the last answers. Gives the time until then.
async fn play(
    options: &Options,
    games: &[Arc<SimulatedGame>],
    times: &Times,
    is_over: &AtomicBool,
) -> Result<Duration, Error> {
    let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
    let (begun, mut made, mut next) = (Instant::now(), 0_u128, 0_usize);
    let mut ticks = interval(SCHEDULING_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let length = Duration::from_secs(options.seconds);
    while begun.elapsed() < length || !is_over.load(Relaxed) {
        ticks.tick().await;
        let due = begun.elapsed().as_millis() * u128::from(options.moves) / 1000;
        let mut looked_at = 0;
        while made < due && looked_at < games.len() {
            let game = &games[next % games.len()];
            (next, looked_at) = (next + 1, looked_at + 1);
            made += u128::from(game.clone().move_on(&mut rng));
        }
        times.set_late(made < due);
    }
    let ended = Instant::now();
    while games.iter().any(|game| game.is_busy()) {
        if ended.elapsed() > ANSWER_TIMEOUT {
            return Err(format!("moves are without an answer after {ANSWER_TIMEOUT:?}").into());
        }
        sleep(Duration::from_millis(10)).await;
    }
    let elapsed = begun.elapsed();
    // The other player gets what was acknowledged as well.
    sleep(LAST_EVENTS_WAIT).await;
    Ok(elapsed)
}
