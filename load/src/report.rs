//! What is printed in the end.

use std::fmt;
use std::time::Duration;

use crate::disturbance::{Disturbance, DisturbanceKind};
use crate::ledger::Audit;
use crate::times::Taken;

/// What the load found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Games in progress.
    pub games: usize,
    /// Connections.
    pub connections: usize,
    /// How long moves were made.
    pub elapsed: Duration,
    /// From sending each move to its answer.
    pub answers: Taken,
    /// From sending each move to the news of it at the other player.
    pub events: Taken,
    /// What befell the servers, and how soon all players were in step again.
    pub disturbances: Vec<Disturbance>,
    /// How many requests were answered with 503, and sent again.
    pub unavailable: usize,
    /// How long lists took to be answered, each in order.
    pub lists: Vec<(String, Vec<Duration>)>,
    /// The most memory each server had, in MB, where the system tells it.
    pub memory: Vec<Option<u64>>,
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

impl Report {
    /// A table of what befell the servers.
    fn disturbances(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.disturbances.is_empty() {
            return Ok(());
        }
        writeln!(
            f,
            "{:<29}{:>10}{:>12}{:>21}",
            "disturbance", "at second", "s away", "s until all in step"
        )?;
        for Disturbance { kind, begun, away, in_step } in &self.disturbances {
            let [begun, away, in_step] = [begun, away, in_step].map(Duration::as_secs_f64);
            writeln!(f, "{:<29}{begun:>10.1}{away:>12.2}{in_step:>21.2}", kind.to_string())?;
        }
        Ok(())
    }
}

impl fmt::Display for DisturbanceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kill(node) => write!(f, "server {} killed", node + 1),
            Self::Restart => f.write_str("PostgreSQL stopped"),
            Self::Cut => f.write_str("news of a server cut"),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.elapsed.as_secs_f64();
        let moves = u32::try_from(self.answers.all.len()).unwrap_or(u32::MAX);
        let rate = f64::from(moves) / seconds;
        writeln!(f, "games in progress            {:>10}", self.games)?;
        writeln!(f, "connections                  {:>10}", self.connections)?;
        writeln!(f, "moves a second               {rate:>10.1}  for {seconds:.0} s")?;
        row(f, "POST to answer", &self.answers.all)?;
        row(f, "POST to the other player", &self.events.all)?;
        if !self.disturbances.is_empty() {
            row(f, "POST to answer, undisturbed", &self.answers.undisturbed)?;
            row(f, "to the other, undisturbed", &self.events.undisturbed)?;
        }
        for (name, times) in &self.lists {
            row(f, name, times)?;
        }
        for (number, memory) in (1..).zip(&self.memory) {
            if let Some(memory) = memory {
                writeln!(f, "peak memory of server {number:<7}{memory:>10} MB")?;
            }
        }
        self.disturbances(f)?;
        writeln!(f, "answers 503, sent again      {:>10}", self.unavailable)?;
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
