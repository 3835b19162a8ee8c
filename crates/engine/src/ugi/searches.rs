//! The searches that `go` asks for, one after another on a thread of their own, while the loop
//! reads on.
//!
//! Every `go` is answered by one `bestmove`: one that comes during a search waits for its end.

use std::io::{self, Write};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};

use katarenga_rules::Game;

use super::go::Go;
use super::report;
use super::session::Options;
use crate::memory;
use crate::search::{Limits, Stop};
use crate::{Analysis, Engine};

/// How many searches may wait. The next one ends all before it, so that a client that floods the input
/// is answered as well, in limited memory.
const MOST_WAITING: usize = 64;

/// A search that is asked for.
pub(super) struct Search {
    pub(super) key: EngineKey,
    pub(super) game: Game,
    pub(super) go: Go,
}

/// What an engine was made for: with another key nothing of it is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct EngineKey {
    pub(super) options: Options,
    /// How many new games were announced.
    pub(super) games: u64,
}

type KeptEngine = Option<(EngineKey, Engine)>;

/// The searches of a session.
pub(super) struct Searches<'scope, 'env, Output> {
    scope: &'scope Scope<'scope, 'env>,
    output: &'env Mutex<Output>,
    /// The thread, from the first `go` to the next `stop`.
    thread: Option<SearchThread<'scope>>,
    /// The engine of the last search.
    engine: KeptEngine,
}

struct SearchThread<'scope> {
    searches: SyncSender<Search>,
    ends: Ends,
    /// How many of its searches without an end of their own are not answered yet.
    endless: Arc<AtomicUsize>,
    handle: ScopedJoinHandle<'scope, io::Result<KeptEngine>>,
}

/// What ends searches from outside.
#[derive(Clone, Default)]
struct Ends {
    /// Everything is to stop.
    stop: Stop,
    /// The input has ended: what would not end by itself is to stop.
    end_of_input: Stop,
}

impl<'scope, 'env: 'scope, Output: Write + Send> Searches<'scope, 'env, Output> {
    pub(super) fn new(scope: &'scope Scope<'scope, 'env>, output: &'env Mutex<Output>) -> Self {
        Self { scope, output, thread: None, engine: None }
    }

    /// Begins a search, at once or after those before it.
    pub(super) fn begin(&mut self, search: Search) -> io::Result<()> {
        for remark in &search.go.remarks {
            self.say(&format!("info string {remark}"))?;
        }
        let endless = self.thread.as_ref().map_or(0, |thread| thread.endless.load(Relaxed));
        if endless > 0 {
            self.say("info string a search is under way: `stop` ends it")?;
        }
        self.queue(search)
    }

    fn queue(&mut self, search: Search) -> io::Result<()> {
        let thread = match self.thread.take().map_or_else(|| self.start(), Ok) {
            Ok(thread) => thread,
            Err(error) => {
                self.say(&format!("info string the search can't begin: {error}"))?;
                let any = search.game.legal_moves().first().copied();
                return self.say(&report::best_move(any));
            }
        };
        let endless = usize::from(search.awaits_stop());
        thread.endless.fetch_add(endless, Relaxed);
        match thread.searches.try_send(search) {
            Ok(()) => {
                self.thread = Some(thread);
                Ok(())
            }
            Err(TrySendError::Full(search)) => {
                self.thread = Some(thread);
                self.say(&format!(
                    "info string more than {MOST_WAITING} searches wait: all are stopped"
                ))?;
                self.stop()?;
                self.queue(search)
            }
            // It ends early when it can't write.
            Err(TrySendError::Disconnected(_)) => thread.join().map(drop),
        }
    }

    fn start(&mut self) -> io::Result<SearchThread<'scope>> {
        let (searches, asked) = sync_channel(MOST_WAITING);
        let (ends, endless) = (Ends::default(), Arc::default());
        let worker = Worker {
            ends: ends.clone(),
            endless: Arc::clone(&endless),
            engine: self.engine.take(),
            output: self.output,
        };
        let handle = memory::spawn_scoped(self.scope, move || worker.run(&asked))?;
        Ok(SearchThread { searches, ends, endless, handle })
    }

    /// Stops all searches, and waits for their last words.
    pub(super) fn stop(&mut self) -> io::Result<()> {
        if let Some(thread) = self.thread.take() {
            thread.ends.stop.set();
            self.engine = thread.finish()?;
        }
        Ok(())
    }

    /// Lets the searches that end by themselves do so, and stops the others.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.thread.take().map_or(Ok(()), |thread| thread.finish().map(drop))
    }

    fn say(&self, text: &str) -> io::Result<()> {
        send(self.output, text)
    }
}

impl SearchThread<'_> {
    /// Asks for nothing more, and waits for the end of what was asked for.
    fn finish(self) -> io::Result<KeptEngine> {
        self.ends.end_of_input.set();
        self.handle.thread().unpark();
        self.join()
    }

    fn join(self) -> io::Result<KeptEngine> {
        drop(self.searches);
        self.handle.join().unwrap_or_else(|_| Err(io::Error::other("the search failed")))
    }
}

/// Writes a line or several.
pub(super) fn send(output: &Mutex<impl Write>, text: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{text}")?;
    output.flush()
}

impl Search {
    /// Whether nothing but `stop` ends the search, unless a solver does.
    fn is_endless(&self) -> bool {
        self.go.limits == Limits::default() && self.key.options.level.is_none()
    }

    /// Whether the answer may need a `stop`.
    fn awaits_stop(&self) -> bool {
        self.go.until_stopped || self.is_endless()
    }
}

/// What the thread of the searches works with.
struct Worker<'env, Output> {
    ends: Ends,
    endless: Arc<AtomicUsize>,
    engine: KeptEngine,
    output: &'env Mutex<Output>,
}

impl<Output: Write> Worker<'_, Output> {
    /// Carries out searches until no more are asked for.
    fn run(mut self, searches: &Receiver<Search>) -> io::Result<KeptEngine> {
        for search in searches {
            self.search(&search)?;
        }
        Ok(self.engine)
    }

    /// Searches and says what it finds, `bestmove` last.
    fn search(&mut self, search: &Search) -> io::Result<()> {
        let kept = self.engine.take().filter(|(key, _)| *key == search.key);
        let mut engine = kept.map_or_else(|| search.key.options.engine(), |(_, engine)| engine);
        let analysis = self.analyse(&mut engine, search)?;
        for shortage in engine.shortages() {
            self.say(&format!("info string {shortage}"))?;
        }
        if let Analysis::Proven(proof) = &analysis {
            self.say(&report::proof(proof))?;
        }
        let Ends { stop, end_of_input } = &self.ends;
        while search.go.until_stopped && !stop.is_set() && !end_of_input.is_set() {
            thread::park();
        }
        // Before the answer, so that a client that has read it can send `go` again.
        self.endless.fetch_sub(usize::from(search.awaits_stop()), Relaxed);
        self.engine = Some((search.key, engine));
        self.say(&report::best_move(analysis.best()))
    }

    fn analyse(&self, engine: &mut Engine, search: &Search) -> io::Result<Analysis> {
        let Ends { stop, end_of_input } = &self.ends;
        let is_endless = search.is_endless();
        // A solver ends by itself.
        let ends_with_input = is_endless && !engine.solves(&search.game);
        let end = if ends_with_input { end_of_input } else { stop };
        let mut written = Ok(());
        let analysis = engine.analyse(&search.game, search.go.limits, end, |line| {
            if written.is_ok() {
                written = self.say(&report::line(line));
            }
            // Lines come from the search: a solver has given up.
            if written.is_err() || is_endless && end_of_input.is_set() {
                end.set();
            }
        });
        written.map(|()| analysis)
    }

    fn say(&self, text: &str) -> io::Result<()> {
        send(self.output, text)
    }
}
