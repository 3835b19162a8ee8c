//! Analyses: what the engine finds, sent as it is found, until the client disconnects.

use std::cmp::Reverse;
use std::convert::Infallible;
use std::pin::pin;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use katarenga_engine::score::{Score, points};
use katarenga_engine::search::{Limits, Line, Stop};
use katarenga_engine::{Analysis, Engine, Proof, RatedMove, Value, Verdict};
use katarenga_rules::{Game, Move, Side};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::dto::SideName;
use super::extract::{PathParam, QueryParams, Visitor};
use super::records::at;
use super::{App, Client};
use crate::computer::StopOnDrop;
use crate::error::{ApiError, ErrorBody};
use crate::fair_queue::{Priority, Requester, Requesters, Slot};
use crate::play::path_of;
use crate::rate_limits::{Action, ConcurrencyPermit};

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(analyse_position)).routes(routes!(analyse_game))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct AnalysisQuery {
    /// How many moves were played; all without.
    ply: Option<usize>,
    /// How many best lines are wanted: 1 to 5.
    lines: Option<usize>,
}

/// What is known of a position so far.
#[derive(Clone, Serialize, ToSchema)]
struct Report {
    /// How many moves were played before the position.
    ply: usize,
    /// How many plies were looked at.
    depth: u8,
    /// How many positions were looked at.
    nodes: u64,
    /// Whether nothing more follows.
    done: bool,
    /// How the game ends with best play, where that is proven.
    proven: Option<Proven>,
    /// The best lines, the best first.
    lines: Vec<LineDto>,
    /// What each legal move is worth, where that is proven.
    verdicts: Vec<VerdictDto>,
}

/// A proven verdict.
#[derive(Clone, Serialize, ToSchema)]
struct Proven {
    /// The side that wins; null for a draw.
    winner: Option<SideName>,
    /// The points of the win; 0 for a draw.
    points: u8,
    /// Whether the side that moved first in the game wins.
    first: bool,
}

/// A line.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Line)]
struct LineDto {
    /// The steps of its first move.
    path: Vec<&'static str>,
    /// Its moves as they are written.
    moves: Vec<String>,
    /// What it is worth to White, where 200 stands for odds of e; null where the game is decided.
    #[schema(value_type = Option<i32>)]
    score: Option<Score>,
    /// Who wins, where that was seen.
    wins: Option<Win>,
    /// Whether it is proven that the game is drawn.
    draws: bool,
}

/// A game that is decided.
#[derive(Clone, Serialize, ToSchema)]
struct Win {
    /// The side that wins.
    side: SideName,
    /// The points of the win.
    points: u8,
    /// In how many plies, where that was seen.
    plies: Option<u32>,
}

/// What a move is worth.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Verdict)]
struct VerdictDto {
    /// The steps of the move.
    path: Vec<&'static str>,
    /// Whether the side that moves wins with it.
    wins: bool,
    /// Whether the game is drawn with it.
    draws: bool,
    /// The points of the winner; 0 for a draw.
    points: u8,
}

/// The most lines that can be asked for.
const MAX_LINES: usize = 5;

/// How long an analysis takes, and the size of its hash table, in MB.
const MAX_TIME: Duration = Duration::from_secs(10);
const HASH_MB: usize = 64;

/// The hash table for the graph of a game, in MB, and the nodes searched for each position.
const GRAPH_HASH_MB: usize = 8;
const GRAPH_NODES: u64 = 20_000;

/// How long a graph takes at most.
const GRAPH_TIME: Duration = Duration::from_secs(20);

/// How many reports of an analysis are buffered for a slow client.
const REPORT_QUEUE: usize = 16;

type Reports = Sse<axum::response::sse::KeepAliveStream<ReportStream>>;

/// The reports on their way to the client; when the stream is dropped, the work ends.
struct ReportStream {
    reports: ReceiverStream<Event>,
    _place: ConcurrencyPermit,
}

impl Stream for ReportStream {
    type Item = Result<Event, Infallible>;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        std::pin::Pin::new(&mut self.reports).poll_next(context).map(|event| event.map(Ok))
    }
}

/// The result of working in a slot.
enum WorkResult {
    /// All is done; the last event.
    Done(Event),
    /// It was preempted, and goes on in another slot.
    Preempted,
}

/// When no slot is free within this time, the client gets a `waiting` event.
const WAITING_NOTICE_DELAY: Duration = Duration::from_millis(200);

/// How often the work checks whether it is to end.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How long a slow client has to read the last report.
const LAST_REPORT_TIMEOUT: Duration = Duration::from_secs(5);

impl App {
    /// Runs work outside the threads that serve until the client disconnects, the server ends or the
    /// slot is preempted. `queue` is how many reports are buffered for a slow client.
    fn report<W>(
        &self,
        (place, requester): (ConcurrencyPermit, Requester),
        queue: usize,
        work: W,
    ) -> Reports
    where
        W: FnMut(&mpsc::Sender<Event>, &Stop) -> WorkResult + Send + 'static,
    {
        let (sender, receiver) = mpsc::channel(queue);
        let stream = ReportStream { reports: ReceiverStream::new(receiver), _place: place };
        let (app, requesters) = (self.clone(), Requesters::of(requester));
        tokio::spawn(async move {
            let gone = sender.clone();
            tokio::select! {
                () = app.work(&sender, &requesters, work) => {}
                () = gone.closed() => {}
            }
        });
        Sse::new(stream).keep_alive(KeepAlive::default())
    }

    /// Works in one slot after the other until all is done.
    async fn work<W>(&self, sender: &mpsc::Sender<Event>, requesters: &Requesters, mut work: W)
    where
        W: FnMut(&mpsc::Sender<Event>, &Stop) -> WorkResult + Send + 'static,
    {
        while !*self.closing.borrow() {
            let slot = self.slot(sender, requesters).await;
            let (reports, stop) = (sender.clone(), Stop::default());
            // When the client disconnects, the work ends.
            let ends = StopOnDrop(stop.clone());
            let mut task = tokio::task::spawn_blocking(move || {
                let worked = work(&reports, &stop);
                (work, worked)
            });
            let ended = loop {
                tokio::select! {
                    ended = &mut task => break ended,
                    () = sleep(STOP_POLL_INTERVAL) => if *self.closing.borrow() || slot.should_yield() {
                        ends.0.set();
                    },
                }
            };
            drop(slot);
            let Ok((rest, worked)) = ended else { return };
            if let WorkResult::Done(last) = worked {
                let _ = sender.send_timeout(last, LAST_REPORT_TIMEOUT).await;
                return;
            }
            work = rest;
        }
    }

    /// Waits for a slot, and sends an event when that takes a while.
    async fn slot(&self, sender: &mpsc::Sender<Event>, requesters: &Requesters) -> Slot {
        let mut slot = pin!(self.analysis_queue.acquire(requesters.clone(), Priority::Interactive));
        if let Ok(slot) = timeout(WAITING_NOTICE_DELAY, &mut slot).await {
            return slot;
        }
        let _ = sender.try_send(event(&Waiting { waiting: true }).event("waiting"));
        slot.await
    }
}

/// That there is no free slot yet.
#[derive(Serialize)]
struct Waiting {
    waiting: bool,
}

impl App {
    /// A game that may be analysed: one between two people is when it has ended.
    async fn analysable(&self, id: &str) -> Result<Game, ApiError> {
        let snapshot = self.snapshot(id).await?;
        if snapshot.session.is_contest() {
            let message = "a game between two people is analysed when it has ended";
            return Err(ApiError::new(StatusCode::FORBIDDEN, "analysis-later", message));
        }
        Ok(snapshot.session.game.clone())
    }
}

fn event(content: &impl Serialize) -> Event {
    // Plain data can always be written.
    Event::default().json_data(content).unwrap_or_default()
}

/// Analyse a position of a game
///
/// Server-sent events, each a report, the last one with `done`. Closing the connection ends the
/// analysis. It takes up to ten seconds; where others wait who had less lately, it is done after
/// one. An event named `waiting` says that there is no free place yet.
#[utoipa::path(
    get, path = "/api/games/{id}/analysis", tag = "analysis",
    params(("id" = String, Path, description = "The id of the game"), AnalysisQuery),
    responses(
        (status = OK, body = Report, content_type = "text/event-stream"),
        (status = 404, body = ErrorBody), (status = 429, body = ErrorBody)
    )
)]
async fn analyse_position(
    State(app): State<App>,
    client: Client,
    Visitor(visitor): Visitor,
    PathParam(id): PathParam,
    QueryParams(query): QueryParams<AnalysisQuery>,
) -> Result<Reports, ApiError> {
    app.limits.check(Action::Costly, client.address)?;
    let game = at(app.analysable(&id).await?, query.ply)?;
    let wanted = query.lines.unwrap_or(1).clamp(1, MAX_LINES);
    let place = app.analyses.acquire(client.address)?;
    Ok(app.report((place, client.requester(visitor)), REPORT_QUEUE, move |reports, stop| {
        let last = analyse(&game, wanted, stop, |report| {
            // A listener who is slow misses some: later ones say more.
            let _ = reports.try_send(event(report));
        });
        // Cut short it is worth telling as well.
        WorkResult::Done(event(&last))
    }))
}

/// Analyses a position, telling reports on the way; gives the last one.
fn analyse(game: &Game, wanted: usize, stop: &Stop, mut tell: impl FnMut(&Report)) -> Report {
    let mut report = Report::new(game);
    let wanted = wanted.min(game.legal_moves().len()).max(1);
    let limits = Limits { time: Some(MAX_TIME), ..Limits::default() };
    let mut engine = Engine::new().with_memory(HASH_MB).with_lines(wanted);
    let mut lines: Vec<Line> = Vec::new();
    let analysis = engine.analyse(game, limits, stop, |line| {
        if line.rank == 1 {
            lines.clear();
        }
        lines.push(line.clone());
        if lines.len() == wanted {
            report.set_lines(game, &lines);
            tell(&report);
        }
    });
    match analysis {
        Analysis::Over => {}
        Analysis::Found(lines) => report.set_lines(game, &lines),
        Analysis::Proven(proof) => report.set_proof(game, &proof),
    }
    Report { done: true, ..report }
}

impl Report {
    fn new(game: &Game) -> Self {
        let (lines, verdicts) = (Vec::new(), Vec::new());
        Self { ply: game.ply(), depth: 0, nodes: 0, done: false, proven: None, lines, verdicts }
    }

    fn set_lines(&mut self, game: &Game, lines: &[Line]) {
        let turn = game.turn();
        let depth = lines.iter().map(|line| line.depth).min();
        let nodes = lines.iter().map(|line| line.nodes).max();
        (self.depth, self.nodes) = (depth.unwrap_or(0), nodes.unwrap_or(0));
        let shape = |line: &Line| LineDto {
            path: line.moves.first().copied().map(path_of).unwrap_or_default(),
            moves: texts(&line.moves),
            score: points(line.score).is_none().then_some(for_white(turn, line.score)),
            wins: points(line.score).map(|points| Win {
                side: if line.score > 0 { turn } else { !turn }.into(),
                points,
                plies: line.end,
            }),
            draws: false,
        };
        // One that was looked at later can turn out better.
        let mut lines: Vec<&Line> = lines.iter().collect();
        lines.sort_by_key(|line| Reverse(line.score));
        self.lines = lines.into_iter().map(shape).collect();
    }

    fn set_proof(&mut self, game: &Game, proof: &Proof) {
        let winner = |verdict: Verdict| verdict.value.winner(game.turn());
        let side = winner(proof.verdict);
        self.proven = Some(Proven {
            winner: side.map(Into::into),
            points: proof.verdict.points,
            first: side == Some(game.start().core().first()),
        });
        let line = |(moves, rated): (&Vec<Move>, &RatedMove)| LineDto {
            path: path_of(rated.mv),
            moves: texts(moves),
            score: None,
            wins: winner(rated.verdict).map(|side| Win {
                side: side.into(),
                points: rated.verdict.points,
                plies: Some(moves.len() as u32),
            }),
            draws: rated.verdict.value == Value::Draw,
        };
        self.lines = proof.lines.iter().zip(&proof.moves).map(line).collect();
        self.depth = proof.lines.iter().map(Vec::len).max().unwrap_or(0) as u8;
        let verdict = |rated: &RatedMove| VerdictDto {
            path: path_of(rated.mv),
            wins: rated.verdict.wins(),
            draws: rated.verdict.value == Value::Draw,
            points: rated.verdict.points,
        };
        self.verdicts = proof.moves.iter().map(verdict).collect();
    }
}

const fn for_white(turn: Side, score: Score) -> Score {
    match turn {
        Side::White => score,
        Side::Black => -score,
    }
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// A point of the graph of a game.
#[derive(Clone, Serialize, ToSchema)]
struct Point {
    /// How many moves were played before the position.
    ply: usize,
    /// White's chances, from 0 to 1.
    share: f64,
    /// Who wins, where that was seen.
    wins: Option<SideName>,
}

/// The end of the graph of a game.
#[derive(Serialize, ToSchema)]
struct Done {
    /// Nothing more follows.
    done: bool,
}

/// An event of the graph of a game.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum GraphEvent {
    /// Another position was looked at.
    Point(Point),
    /// All were.
    Done(Done),
}

/// Look at every position of a game, for its graph
///
/// Server-sent events: a point for each ply from 0 on, then `{"done": true}`. An event named `waiting`
/// says that there is no free place at the moment.
#[utoipa::path(
    get, path = "/api/games/{id}/graph", tag = "analysis", params(("id" = String, Path, description = "The id of the game")),
    responses(
        (status = OK, body = GraphEvent, content_type = "text/event-stream"),
        (status = 404, body = ErrorBody), (status = 429, body = ErrorBody)
    )
)]
async fn analyse_game(
    State(app): State<App>,
    client: Client,
    Visitor(visitor): Visitor,
    PathParam(id): PathParam,
) -> Result<Reports, ApiError> {
    app.limits.check(Action::Costly, client.address)?;
    let game = app.analysable(&id).await?;
    let place = app.analyses.acquire(client.address)?;
    // The queue has room for all events, so that a slow client never blocks a slot.
    let queue = game.ply() + 2 + REPORT_QUEUE;
    let mut ply = 0;
    Ok(app.report((place, client.requester(visitor)), queue, move |reports, stop| {
        let mut engine = Engine::new().with_memory(GRAPH_HASH_MB);
        // All points of the longest game are to be seen within the time.
        let each = GRAPH_TIME / (game.ply() as u32 + 1);
        while let Ok(game) = at(game.clone(), Some(ply)) {
            let point = point(&mut engine, &game, each, stop);
            if stop.is_set() {
                return WorkResult::Preempted;
            }
            let _ = reports.try_send(event(&GraphEvent::Point(point)));
            ply += 1;
        }
        WorkResult::Done(event(&GraphEvent::Done(Done { done: true })))
    }))
}

fn point(engine: &mut Engine, game: &Game, time: Duration, stop: &Stop) -> Point {
    let limits = Limits { nodes: Some(GRAPH_NODES), time: Some(time), ..Limits::default() };
    let turn = game.turn();
    let (score, wins) = match engine.analyse(game, limits, stop, |_| ()) {
        Analysis::Over => (0, game.outcome().and_then(|outcome| outcome.winner)),
        Analysis::Proven(proof) => (0, proof.verdict.value.winner(turn)),
        Analysis::Found(lines) => {
            let score = lines.first().map_or(0, |line| line.score);
            let winner = if score > 0 { turn } else { !turn };
            (for_white(turn, score), points(score).map(|_| winner))
        }
    };
    let share = match wins {
        Some(Side::White) => 1.0,
        Some(Side::Black) => 0.0,
        None => chance(score),
    };
    Point { ply: game.ply(), share, wins: wins.map(Into::into) }
}

/// The chance that a score stands for: 200 are odds of e (`docs/engine.md`).
fn chance(score: Score) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / 200.0).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_chances() {
        assert!((chance(0) - 0.5).abs() < 1e-9);
        assert!((chance(200) - 0.731).abs() < 1e-3);
        assert!((chance(-200) + chance(200) - 1.0).abs() < 1e-9);
    }
}
