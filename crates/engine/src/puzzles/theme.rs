//! What a puzzle is about, told from its moves and from what the rules show.

use katarenga_rules::{Game, MarkKind, Move};

use super::judge::OnlyMove;
use super::{Goal, turns};

/// What a puzzle is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// A pawn enters a camp.
    Camp,
    /// A pawn is ousted.
    Ousting,
    /// After a move of the solver the other side must move a certain pawn.
    ForcedPawn,
    /// The solver leaves a pawn to be captured.
    Sacrifice,
    /// The first move neither captures nor enters a camp, and ousts nothing.
    QuietMove,
    /// Every other first move loses for certain.
    OnlyDefence,
    /// Other moves win as well, but fewer points.
    Points,
    /// It takes one move.
    OneMove,
    /// It takes four moves or more.
    Long,
}

impl Theme {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Camp,
        Self::Ousting,
        Self::ForcedPawn,
        Self::Sacrifice,
        Self::QuietMove,
        Self::OnlyDefence,
        Self::Points,
        Self::OneMove,
        Self::Long,
    ];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Camp => "camp",
            Self::Ousting => "ousting",
            Self::ForcedPawn => "forced-pawn",
            Self::Sacrifice => "sacrifice",
            Self::QuietMove => "quiet-move",
            Self::OnlyDefence => "only-defence",
            Self::Points => "points",
            Self::OneMove => "one-move",
            Self::Long => "long",
        }
    }

    /// The themes of a line.
    pub(super) fn of(start: &Game, line: &[Move], first: OnlyMove) -> Vec<Self> {
        let turns = turns(start, line);
        let has = |theme: &Self| match theme {
            Self::Camp => own(line).any(|mv| matches!(mv, Move::Camp { .. })),
            Self::Ousting => own(line).any(|mv| matches!(mv, Move::Oust { .. })),
            Self::ForcedPawn => turns.iter().any(|(game, mv)| forces_a_pawn(game, *mv)),
            Self::Sacrifice => turns.iter().any(|(game, mv)| offers_a_pawn(game, *mv)),
            Self::QuietMove => matches!(line.first(), Some(Move::Step { .. })),
            Self::OnlyDefence => first.others_lose && line.len() > 1,
            Self::Points => matches!(first.goal, Goal::Points(_)),
            Self::OneMove => line.len() == 1,
            Self::Long => line.len() >= 7,
        };
        Self::ALL.iter().copied().filter(has).collect()
    }
}

/// The moves of the side that begins.
fn own(line: &[Move]) -> impl Iterator<Item = &Move> {
    line.iter().step_by(2)
}

/// The game after a move, if it goes on.
fn after(game: &Game, mv: Move) -> Option<Game> {
    let mut after = game.clone();
    after.play(mv).ok()?;
    after.outcome().is_none().then_some(after)
}

/// Whether the other side must then move a certain pawn.
fn forces_a_pawn(game: &Game, mv: Move) -> bool {
    after(game, mv).is_some_and(|after| {
        let view = after.position().view(after.board());
        view.marks.iter().any(|mark| mark.kind == MarkKind::Forced && mark.squares.any())
    })
}

/// Whether a move that captures nothing puts its pawn where the other side can capture it.
fn offers_a_pawn(game: &Game, mv: Move) -> bool {
    let Move::Step { to, .. } = mv else { return false };
    let captures =
        |answer: &Move| matches!(answer, Move::Capture { to: square, .. } if *square == to);
    after(game, mv).is_some_and(|after| after.legal_moves().iter().any(captures))
}
