//! What befalls the servers while they are used, and how soon all players are in step again.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::time::{sleep, sleep_until};

use crate::database::Database;
use crate::program::Program;
use crate::simulated_game::{Goal, Lost, SimulatedGame};
use crate::times::Times;
use crate::{ANSWER_TIMEOUT, Error, Options};

/// How long at most the moves that were due meanwhile count as disturbed.
const MAX_BACKLOG_TIME: Duration = Duration::from_secs(5);

/// What can happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DisturbanceKind {
    /// A server is killed, by its number from 0, and started again.
    Kill(usize),
    /// The database stops as in a crash, and is started again.
    Restart,
    /// The connection over which a server hears of the others is cut.
    Cut,
}

/// What happened.
#[derive(Clone, Copy, Debug)]
pub struct Disturbance {
    /// What it was.
    pub kind: DisturbanceKind,
    /// How long after the first move it began.
    pub begun: Duration,
    /// How long it took until what had failed was there again.
    pub away: Duration,
    /// How long it took from its beginning until all games were in step.
    pub in_step: Duration,
}

/// What happens during a load, in its order: one kind after the other as long as there are any.
pub(crate) fn planned(options: &Options) -> Vec<DisturbanceKind> {
    let nodes = options.nodes.max(1);
    let (kills, restarts, cuts) = (options.kills, options.restarts, options.cuts);
    let round = |number: u32| {
        let kill = (number < kills).then_some(DisturbanceKind::Kill(number as usize % nodes));
        let restart = (number < restarts).then_some(DisturbanceKind::Restart);
        let cut = (number < cuts).then_some(DisturbanceKind::Cut);
        [kill, restart, cut].into_iter().flatten()
    };
    (0..kills.max(restarts).max(cuts)).flat_map(round).collect()
}

/// What disturbances concern.
pub(crate) struct Site<'a> {
    pub(crate) database: &'a Database,
    pub(crate) programs: &'a mut [Program],
    pub(crate) games: &'a [Arc<SimulatedGame>],
    pub(crate) times: &'a Times,
}

impl Site<'_> {
    /// Lets everything happen that is planned, spread over the time, one after the other.
    pub(crate) async fn disturb(
        &mut self,
        planned: &[DisturbanceKind],
        length: Duration,
    ) -> Result<Vec<Disturbance>, Error> {
        let (begun, count) = (Instant::now(), planned.len() as u32);
        let mut disturbances = Vec::new();
        for (number, kind) in (1..).zip(planned) {
            sleep_until((begun + length * number / (count + 1)).into()).await;
            self.times.disturb();
            let at = begun.elapsed();
            let (away, in_step) = match *kind {
                DisturbanceKind::Kill(node) => self.kill(node).await?,
                DisturbanceKind::Restart => self.interrupt(self.database.restart()).await?,
                DisturbanceKind::Cut => self.interrupt(self.database.cut()).await?,
            };
            disturbances.push(Disturbance { kind: *kind, begun: at, away, in_step });
            self.wait_for_backlog().await;
            self.times.calm();
        }
        Ok(disturbances)
    }

    /// Kills a server. Its players go to others, and return when it is there again.
    async fn kill(&mut self, node: usize) -> Result<(Duration, Duration), Error> {
        let since = Instant::now();
        let program = &mut self.programs[node];
        program.kill().await?;
        let start = async {
            program.start_again().await?;
            Ok(since.elapsed())
        };
        let step = async {
            wait_for_all(self.games, Some(Lost { node, since })).await?;
            Ok::<_, Error>(since.elapsed())
        };
        let (away, in_step) = tokio::try_join!(start, step)?;
        self.database.wait_for_listeners(self.programs.len()).await?;
        for game in self.games {
            game.go_home();
        }
        wait_for_all(self.games, None).await?;
        Ok((away, in_step))
    }

    /// Disturbs the database. The players stay where they are.
    async fn interrupt(
        &self,
        interruption: impl Future<Output = Result<(), Error>>,
    ) -> Result<(Duration, Duration), Error> {
        let since = Instant::now();
        interruption.await?;
        self.database.wait_for_listeners(self.programs.len()).await?;
        let away = since.elapsed();
        wait_for_all(self.games, None).await?;
        Ok((away, since.elapsed()))
    }

    /// Waits until the moves are made that were due meanwhile.
    async fn wait_for_backlog(&self) {
        let begun = Instant::now();
        while self.times.is_late() && begun.elapsed() < MAX_BACKLOG_TIME {
            sleep(Duration::from_millis(10)).await;
        }
    }
}

/// Waits until all games are in step: both players are connected, since then if they had lost their
/// server, and then know all that had been done in their game until they were.
pub(crate) async fn wait_for_all(
    games: &[Arc<SimulatedGame>],
    lost: Option<Lost>,
) -> Result<(), Error> {
    let begun = Instant::now();
    let mut waiting: Vec<(&SimulatedGame, Option<Goal>)> =
        games.iter().map(|game| (&**game, None)).collect();
    loop {
        waiting.retain_mut(|(game, goal)| {
            if goal.is_none() {
                *goal = game.goal(lost);
            }
            !goal.as_ref().is_some_and(|goal| game.has_reached(goal))
        });
        if waiting.is_empty() {
            return Ok(());
        }
        if begun.elapsed() > ANSWER_TIMEOUT {
            let (count, late) = (waiting.len(), waiting[0].0.describe());
            return Err(format!(
                "{count} games are not in step after {ANSWER_TIMEOUT:?}, one of them {late}"
            )
            .into());
        }
        sleep(Duration::from_millis(10)).await;
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::DisturbanceKind::{Cut, Kill, Restart};
    use super::*;

    #[test]
    fn servers_take_turns_and_kinds_do() {
        let options = ["load", "--nodes", "2", "--kills", "3", "--cuts", "1", "--restarts", "2"];
        let expected = [Kill(0), Restart, Cut, Kill(1), Restart, Kill(0)];
        assert_eq!(planned(&Options::parse_from(options)), expected);
    }
}
