//! What is printed in the end.

use std::fmt;
use std::time::Duration;

use crate::ledger::Audit;

/// What the load found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Games in progress.
    pub games: usize,
    /// Connections.
    pub connections: usize,
    /// How long moves were made.
    pub elapsed: Duration,
    /// From sending each move to its answer, in order.
    pub answers: Vec<Duration>,
    /// From sending each move to the news of it at the other player, in order.
    pub events: Vec<Duration>,
    /// How long it took until all players were in step again, after each start of the server.
    pub returns: Vec<Duration>,
    /// How long lists took to be answered, each in order.
    pub lists: Vec<(String, Vec<Duration>)>,
    /// The most memory the server had, in MB, where the system tells it.
    pub memory: Option<u64>,
    /// What became of the moves.
    pub audit: Audit,
}

impl Report {
    /// Whether moves were made, and clients and the database agree on all of them.
    pub fn is_whole(&self) -> bool {
        let Audit { acknowledged, refused, missing, doubled, invented, behind } = self.audit;
        acknowledged > 0 && [refused, missing, doubled, invented, behind] == [0; 5]
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.elapsed.as_secs_f64();
        let moves = u32::try_from(self.answers.len()).unwrap_or(u32::MAX);
        let rate = f64::from(moves) / seconds;
        writeln!(f, "games in progress            {:>10}", self.games)?;
        writeln!(f, "connections                  {:>10}", self.connections)?;
        writeln!(f, "moves a second               {rate:>10.1}  for {seconds:.0} s")?;
        row(f, "POST to answer", &self.answers)?;
        row(f, "POST to the other player", &self.events)?;
        for (name, times) in &self.lists {
            row(f, name, times)?;
        }
        if let Some(memory) = self.memory {
            writeln!(f, "peak resident memory         {memory:>10} MB")?;
        }
        for (number, back) in (1..).zip(&self.returns) {
            writeln!(f, "all in step after kill {number}      {:>10.2} s", back.as_secs_f64())?;
        }
        let Audit { acknowledged, refused, missing, doubled, invented, behind } = self.audit;
        writeln!(f, "moves acknowledged           {acknowledged:>10}")?;
        writeln!(f, "missing in the database      {missing:>10}")?;
        writeln!(f, "doubled there                {doubled:>10}")?;
        writeln!(f, "moves refused                {refused:>10}")?;
        writeln!(f, "games told otherwise         {invented:>10}")?;
        write!(f, "players left behind          {behind:>10}")
    }
}

fn row(f: &mut fmt::Formatter<'_>, name: &str, times: &[Duration]) -> fmt::Result {
    let at = |percent: usize| {
        let index = times.len() * percent / 100;
        times.get(index.min(times.len().saturating_sub(1))).copied().unwrap_or_default()
    };
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let (median, late, last) = (ms(at(50)), ms(at(99)), ms(at(100)));
    writeln!(f, "{name:<33}{median:>6.1} ms at the median, {late:.1} ms p99, {last:.1} ms at most")
}
