//! `katarenga serve`

use std::future::Future;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::RangedI64ValueParser;
use clap::{Args, Parser, ValueEnum};
use katarenga_engine::memory;
use katarenga_server::{
    Database, KEEP_DAYS, Network, Server, Settings, StoreError, default_database,
};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::error::Failure;

/// How to serve the page. Every setting is also read from the environment.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The address to listen on; port 0 takes any free one
    #[arg(
        long,
        value_name = "ADDRESS",
        default_value = "127.0.0.1:4664",
        env = "KATARENGA_LISTEN"
    )]
    pub(crate) listen: SocketAddr,
    /// The file in which games are kept, `:memory:`, or the address of a PostgreSQL database that any
    /// number of servers share, `postgres://user:password@host/name` [default: games.sqlite in the
    /// user's folder for data]
    #[arg(long, value_name = "FILE|ADDRESS", env = "KATARENGA_DATABASE", hide_env_values = true)]
    pub(crate) database: Option<Database>,
    /// The factor by which the rate limits of each address are multiplied, 1 to 1000000 [default: 1]
    #[arg(long, value_name = "FACTOR", env = "KATARENGA_RATE_LIMIT_FACTOR", value_parser = factor())]
    pub(crate) rate_limit_factor: Option<u32>,
    /// The same under the names that it had in 1.1
    #[arg(long, hide = true, env = "KATARENGA_ALLOW", value_parser = factor())]
    pub(crate) allow: Option<u32>,
    /// The addresses of proxies, or their networks as 10.0.0.0/8, joined by commas, whose forwarded
    /// headers are trusted: see docs/hosting.md
    #[arg(long, value_name = "ADDRESSES", value_delimiter = ',', env = "KATARENGA_TRUST_PROXY")]
    pub(crate) trust_proxy: Vec<Network>,
    /// The host names of the server, joined by commas; requests for others are refused, except
    /// localhost and addresses: see docs/hosting.md
    #[arg(long, value_name = "NAMES", value_delimiter = ',', env = "KATARENGA_HOST")]
    pub(crate) host: Vec<String>,
    /// After how many days games and visitors not worth keeping are deleted, such as games that
    /// nobody has played; 0 keeps everything: see docs/hosting.md
    #[arg(long, value_name = "DAYS", default_value_t = KEEP_DAYS, env = "KATARENGA_KEEP_DAYS")]
    pub(crate) keep_days: u32,
    /// Whether the server analyses games for browsers that can't do it themselves: on or off
    #[arg(long, value_name = "ON|OFF", default_value = "on", env = "KATARENGA_ANALYSIS")]
    pub(crate) analysis: Switch,
    /// Open the page in the browser
    #[arg(long, env = "KATARENGA_OPEN")]
    pub(crate) open: bool,
    /// The log level on standard error: off, error, warn, info, debug or trace
    #[arg(long, value_name = "LEVEL", default_value = "warn", env = "KATARENGA_LOG")]
    pub(crate) log: LevelFilter,
}

/// Whether something is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

/// The range of `--rate-limit-factor`.
fn factor() -> RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=1_000_000)
}

impl ServeArgs {
    /// The settings of the environment, and the defaults.
    pub(crate) fn by_environment() -> Self {
        #[derive(Parser)]
        struct Alone {
            #[command(flatten)]
            args: ServeArgs,
        }
        Alone::parse_from(["katarenga"]).args
    }
}

pub(crate) fn run(args: &ServeArgs, out: &mut dyn Write) -> Result<(), Failure> {
    init_logging(args.log);
    let database = database(args)?;
    // The runtime spawns its threads without a check.
    memory::check(memory::MIN_FREE)?;
    let runtime = Runtime::new()?;
    let served = runtime.block_on(serve(args, database, out));
    // A hanging search does not delay the exit.
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

/// Logs to standard error.
fn init_logging(level: LevelFilter) {
    let logging = tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr);
    // Lines that can't be logged, as when the disk is full, are dropped: reporting that on standard
    // error would panic.
    let logging = logging.log_internal_errors(false);
    // What sqlx warns of, as while there is no database, the server reports itself, once.
    let sqlx = level.min(LevelFilter::ERROR);
    let targets = Targets::new().with_default(level).with_target("sqlx", sqlx);
    // In tests a process may have a logger already.
    let _ = logging.finish().with(targets).try_init();
}

async fn serve(args: &ServeArgs, database: Database, out: &mut dyn Write) -> Result<(), Failure> {
    let files = raise_file_limit();
    let end = shutdown_signal()?;
    let listener = TcpListener::bind(args.listen).await.map_err(|error| {
        let listen = args.listen;
        io::Error::other(format!("{listen}: {error}; choose another address with --listen"))
    })?;
    let place = place(&database);
    let server = Server::open(settings(args, files, database))
        .await
        .map_err(|error| unusable(&place, &error))?;
    let address = listener.local_addr()?;
    // The server runs without its address on standard output.
    if let Err(cause) = print_address(address, &place, out) {
        tracing::warn!(%cause, %address, "the address could not be printed");
    }
    if args.open {
        // Without a browser the printed address is enough.
        let _ = open::that_detached(url(address));
    }
    server.run(listener, end).await;
    Ok(())
}

fn settings(args: &ServeArgs, files: usize, database: Database) -> Settings {
    let usual = Settings::new(database);
    let factor = args.rate_limit_factor.or(args.allow).unwrap_or(1);
    let (rate_limits, proxies) = (usual.rate_limits.times(factor), args.trust_proxy.clone());
    let (hosts, keep_days) = (args.host.clone(), args.keep_days);
    let has_analysis = args.analysis == Switch::On;
    Settings { rate_limits, proxies, hosts, files, keep_days, has_analysis, ..usual }
}

fn print_address(address: SocketAddr, place: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Katarenga is played at {}", url(address))?;
    writeln!(out, "Games are kept in {place}. Ctrl-C ends the server.")?;
    out.flush()
}

/// An address at which this machine reaches the server.
fn url(address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        return format!("http://127.0.0.1:{}", address.port());
    }
    format!("http://{address}")
}

/// The chosen database, or the usual one, whose folder is made.
fn database(args: &ServeArgs) -> Result<Database, Failure> {
    if let Some(database) = &args.database {
        return Ok(database.clone());
    }
    let path = usual_file()?;
    let folder = path.parent().unwrap_or(Path::new("."));
    make_private(folder).map_err(|error| {
        let folder = folder.display();
        io::Error::other(format!("{folder}: {error}; choose another place with --database FILE"))
    })?;
    Ok(Database::File(path))
}

/// Makes a folder that its owner alone may look into, with all above it that are not there.
fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// The usual file for games.
pub(super) fn usual_file() -> Result<PathBuf, Failure> {
    let file = default_database().ok_or_else(|| {
        io::Error::other("there is no folder for data: choose a file with --database FILE")
    });
    Ok(file?)
}

pub(super) fn place(database: &Database) -> String {
    match database {
        Database::File(path) => path.display().to_string(),
        Database::Memory => "memory alone, until the server ends".to_owned(),
        Database::Postgres(address) => address.to_string(),
    }
}

/// One line, whatever is wrong with a database.
pub(super) fn unusable(place: &str, error: &StoreError) -> io::Error {
    let why = one_line(error);
    io::Error::other(format!("{place}: {why}; choose another place with --database"))
}

/// What is wrong, without line breaks.
pub(super) fn one_line(error: &StoreError) -> String {
    error.to_string().lines().collect::<Vec<_>>().join(" ")
}

/// Raises the limit of open files to the most that the system allows, and returns it: each connection
/// is one, and the default of a thousand is too low.
#[cfg(unix)]
fn raise_file_limit() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // If that is refused, the old limit holds.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    let Rlimit { current, .. } = getrlimit(Resource::Nofile);
    current.and_then(|files| usize::try_from(files).ok()).unwrap_or(usize::MAX)
}

#[cfg(not(unix))]
fn raise_file_limit() -> usize {
    usize::MAX
}

/// Resolves when the server is to end: on Ctrl-C or SIGTERM.
#[cfg(unix)]
fn shutdown_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Resolves when the server is to end: on Ctrl-C.
#[cfg(not(unix))]
fn shutdown_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
