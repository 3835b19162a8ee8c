//! The result of a match, as a table or as JSON.

use std::collections::BTreeMap;
use std::io::{self, Write};

use katarenga_engine::arena::{self, Elo, Plan, Scores, Sprt, Standing, Tournament, Verdict};
use serde::Serialize;

use super::count::Tally;
use super::plies;
use crate::error::Failure;

pub(super) fn write(
    tournament: &Tournament,
    tally: &Tally,
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if json {
        let report = Report::new(tournament, tally);
        let text = serde_json::to_string(&report).map_err(io::Error::from)?;
        return Ok(writeln!(out, "{text}")?);
    }
    Ok(table(tournament, tally, out)?)
}

fn table(tournament: &Tournament, tally: &Tally, out: &mut dyn Write) -> io::Result<()> {
    let (plan, standing) = (tournament.plan(), &tally.standing);
    let [one, other] = plan.contenders.each_ref().map(shown);
    if standing.games() == 0 {
        let why = "no game has ended, so there is no result";
        return writeln!(out, "{}: {one} against {other}: {why}", plan.kind);
    }
    let games = counted(standing.games(), "game");
    writeln!(out, "{}: {one} against {other}, {games}, seed {}\n", plan.kind, plan.seed)?;
    rows(plan, standing, out)?;
    if standing.unfinished > 0 {
        let (most, unfinished) = (plies(plan.max_plies), standing.unfinished);
        writeln!(out, "not over after {most}: {unfinished}")?;
    }
    let (what, [for_it, against]) = if plan.is_self_play() {
        ("Elo difference of moving first", standing.points_by_turn)
    } else {
        ("Elo difference", standing.points)
    };
    if standing.all().games() > 0 {
        writeln!(out, "{what}: {}", difference(standing.scores()))?;
    }
    writeln!(out, "points: {for_it} to {against}")?;
    if let Some(plies) = standing.mean_plies() {
        writeln!(out, "plies a game: {plies:.1}")?;
    }
    for (reason, count) in &standing.reasons {
        let share = percent(f64::from(*count) / f64::from(standing.games()));
        writeln!(out, "ended by {reason}: {count} ({share})")?;
    }
    for ((count, fault), name) in standing.faults.iter().zip(&tally.faults).zip([one, other]) {
        if let Some((number, why)) = fault {
            writeln!(out, "lost by a fault of {name}: {count}; in game {number}, {why}")?;
        }
    }
    if let Some(test) = tally.test {
        writeln!(out, "{}", tested(&test, tally))?;
    }
    Ok(())
}

/// Wins, draws and losses. Between equal players only who moves first tells games apart.
fn rows(plan: &Plan, standing: &Standing, out: &mut dyn Write) -> io::Result<()> {
    let rows = if plan.is_self_play() {
        vec![("moving first", standing.moving_first())]
    } else {
        let [first, second] = [standing.first, standing.second];
        vec![("all", standing.all()), ("moving first", first), ("moving second", second)]
    };
    writeln!(out, "               wins  draws  losses   score")?;
    for (name, row) in rows {
        let score = row.score().map_or("-".to_owned(), percent);
        let arena::Tally { wins, draws, losses } = row;
        writeln!(out, "{name:<13}{wins:>6}{draws:>7}{losses:>8}{score:>8}")?;
    }
    writeln!(out)
}

/// A contender without control characters, which a command may hold.
fn shown(contender: &arena::Contender) -> String {
    contender.to_string().replace(char::is_control, " ")
}

fn counted(count: u32, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// `+70, 95% between +19 and +126 (50 boards)`
fn difference(scores: &Scores) -> String {
    let Some(elo) = scores.elo() else {
        return "none can be given before both games on a board have ended".to_owned();
    };
    let Elo { difference: Some(difference), lower, upper } = elo else {
        return "none can be given where one side won every game".to_owned();
    };
    let limits = match (lower, upper) {
        (Some(lower), Some(upper)) => {
            format!("95% between {} and {}", signed(lower), signed(upper))
        }
        (Some(lower), None) => format!("95% above {}", signed(lower)),
        (None, Some(upper)) => format!("95% below {}", signed(upper)),
        (None, None) if scores.is_uniform() => {
            "no limits, since all boards have the same score".to_owned()
        }
        (None, None) => "too few games for limits".to_owned(),
    };
    let boards = counted(scores.boards(), "board");
    format!("{}, {limits} ({boards})", signed(difference))
}

/// A whole number with its sign; zero has none.
fn signed(number: f64) -> String {
    let rounded = number.round();
    if rounded == 0.0 { "0".to_owned() } else { format!("{rounded:+}") }
}

fn tested(test: &Sprt, tally: &Tally) -> String {
    let ([elo0, elo1], [lower, upper]) = (test.differences(), test.bounds());
    let scores = tally.standing.scores();
    let verdict = match test.verdict(scores) {
        Verdict::Open => "undecided".to_owned(),
        Verdict::Lower => format!("{elo0:+} or less"),
        Verdict::Higher => format!("{elo1:+} or more"),
    };
    let ratio = test.ratio(scores);
    format!(
        "SPRT of {elo0:+} and {elo1:+} Elo: {verdict}, log-likelihood ratio {ratio:.2} of {lower:.2} to {upper:.2}"
    )
}

/// What `--json` prints. All results are those of the first of the two players, but for
/// `moving_first`, and between equal players `boards`, `elo` and `sprt`: these are of who moves first.
#[derive(Serialize)]
struct Report {
    game: &'static str,
    players: [String; 2],
    seed: u64,
    games: u32,
    unfinished: u32,
    all: Row,
    first: Row,
    second: Row,
    moving_first: Row,
    /// On how many boards 0, 1, 2 ... half points were won, of those whose games have all ended.
    boards: Vec<u32>,
    elo: Option<EloAnswer>,
    points: [u32; 2],
    /// How many games each player lost by faults, and why the first of them.
    faults: [u32; 2],
    fault: [Option<String>; 2],
    plies: Option<f64>,
    endings: BTreeMap<&'static str, u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<TestAnswer>,
}

#[derive(Serialize)]
struct Row {
    wins: u32,
    draws: u32,
    losses: u32,
    score: Option<f64>,
}

/// `null` where the score is 0 or 1, or reaches as far.
#[derive(Serialize)]
struct EloAnswer {
    difference: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
}

#[derive(Serialize)]
struct TestAnswer {
    elo: [f64; 2],
    bounds: [f64; 2],
    ratio: f64,
    /// The difference that was accepted.
    accepted: Option<f64>,
}

impl Report {
    fn new(tournament: &Tournament, tally: &Tally) -> Self {
        let (plan, standing) = (tournament.plan(), &tally.standing);
        Self {
            game: plan.kind.name(),
            players: plan.contenders.each_ref().map(ToString::to_string),
            seed: plan.seed,
            games: standing.games(),
            unfinished: standing.unfinished,
            all: Row::of(standing.all()),
            first: Row::of(standing.first),
            second: Row::of(standing.second),
            moving_first: Row::of(standing.moving_first()),
            boards: standing.scores().counts().to_vec(),
            elo: standing.scores().elo().map(|Elo { difference, lower, upper }| EloAnswer {
                difference,
                lower,
                upper,
            }),
            points: standing.points,
            faults: standing.faults,
            fault: tally.faults.each_ref().map(|fault| fault.as_ref().map(|(_, why)| why.clone())),
            plies: standing.mean_plies(),
            endings: standing.reasons.clone(),
            sprt: tally.test.map(|test| TestAnswer::of(&test, standing.scores())),
        }
    }
}

impl Row {
    fn of(tally: arena::Tally) -> Self {
        let arena::Tally { wins, draws, losses } = tally;
        Self { wins, draws, losses, score: tally.score() }
    }
}

impl TestAnswer {
    fn of(test: &Sprt, scores: &Scores) -> Self {
        let elo = test.differences();
        let accepted = match test.verdict(scores) {
            Verdict::Lower => Some(elo[0]),
            Verdict::Higher => Some(elo[1]),
            Verdict::Open => None,
        };
        Self { elo, bounds: test.bounds(), ratio: test.ratio(scores), accepted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told<const N: usize>(counts: [u32; N]) -> String {
        difference(&Scores::new(counts.into()).expect("there are scores"))
    }

    #[test]
    fn zero_has_no_sign() {
        assert_eq!([-0.0, 0.4, -0.4, 0.6, -30.0].map(signed), ["0", "0", "0", "+1", "-30"]);
    }

    #[test]
    fn what_can_be_said_of_a_difference() {
        assert_eq!(told([20, 40, 40]), "+70, 95% between +19 and +126 (100 boards)");
        assert_eq!(told([1, 0, 9]), "+382, 95% above +159 (10 boards)");
        assert_eq!(told([9, 0, 1]), "-382, 95% below -159 (10 boards)");
        assert_eq!(told([1, 0, 1]), "0, too few games for limits (2 boards)");
        assert_eq!(
            told([0, 0, 1, 0, 0]),
            "0, no limits, since all boards have the same score (1 board)"
        );
        assert_eq!(told([0, 0, 5]), "none can be given where one side won every game");
        assert_eq!(told([0; 5]), "none can be given before both games on a board have ended");
    }
}
