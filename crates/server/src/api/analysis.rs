//! Analyses: what the engine finds, sent as it is found, until the client disconnects.

use std::convert::Infallible;
use std::pin::pin;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use katarenga_engine::Engine;
use katarenga_engine::search::Stop;
use katarenga_play::analysis::{GRAPH_HASH_MB, Point, Report, Resources, analyse, point};
use katarenga_play::records::at;
use katarenga_rules::Game;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{PathParam, QueryParams, Visitor};
use super::{App, Client};
use crate::computer::StopOnDrop;
use crate::error::{ApiError, ErrorBody};
use crate::fair_queue::{Priority, Requester, Requesters, Slot};
use crate::metrics::SearchedFor;
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

/// What an analysis takes.
const RESOURCES: Resources = Resources { hash_mb: 64, time: Some(Duration::from_secs(10)) };

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
            self.searches.count(SearchedFor::Analysis);
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
        if !self.has_analysis {
            let message = "this server analyses no games";
            return Err(ApiError::new(StatusCode::FORBIDDEN, "analysis-off", message));
        }
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
    let wanted = query.lines.unwrap_or(1);
    let place = app.analyses.acquire(client.address)?;
    Ok(app.report((place, client.requester(visitor)), REPORT_QUEUE, move |reports, stop| {
        let last = analyse(&game, wanted, RESOURCES, stop, |report| {
            // A listener who is slow misses some: later ones say more.
            let _ = reports.try_send(event(report));
        });
        // Cut short it is worth telling as well.
        WorkResult::Done(event(&last))
    }))
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
            let point = point(&mut engine, &game, Some(each), stop);
            if stop.is_set() {
                return WorkResult::Preempted;
            }
            let _ = reports.try_send(event(&GraphEvent::Point(point)));
            ply += 1;
        }
        WorkResult::Done(event(&GraphEvent::Done(Done { done: true })))
    }))
}
