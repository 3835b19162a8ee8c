//! What is known and agreed before a game: the game's own data, the players' choices, the board it takes.

use crate::{Colour, Side};

/// What there is to know about a game before it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameInfo {
    /// Its name as people write it: `North West Passage`.
    pub title: &'static str,
    /// What it is about, in one sentence.
    pub summary: &'static str,
    /// What its players do, by which games are listed.
    pub group: Group,
    /// The size of the board it is played on.
    pub board_size: BoardSize,
    /// Its starting layouts, the default first; empty when there is but one.
    pub layouts: &'static [Layout],
    /// The points to which a match is played, where the rules name them; otherwise the players
    /// agree on some.
    pub match_target: Option<u32>,
}

impl GameInfo {
    /// The names of its layouts, the default first.
    pub fn layout_names(&self) -> impl ExactSizeIterator<Item = &'static str> + use<> {
        self.layouts.iter().map(|layout| layout.name)
    }

    /// The name of the layout with this index; `None` where there is but one start.
    pub fn layout_name(&self, index: u8) -> Option<&'static str> {
        self.layouts.get(usize::from(index)).map(|layout| layout.name)
    }

    /// How many starts there are: one for each layout, or the only one.
    pub fn starts(&self) -> u8 {
        self.layouts.len().max(1) as u8
    }
}

/// What the players of a game do: games of one group are listed together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Group {
    /// Pawns race to squares on the other side of the board, or to its edge.
    Race,
    /// Pawns gather in one place.
    Gather,
    /// Pawns are placed and never move.
    Place,
    /// Pawns capture one another.
    Capture,
}

impl Group {
    /// All groups, in the order in which they are listed.
    pub const ALL: [Self; 4] = [Self::Race, Self::Gather, Self::Place, Self::Capture];

    /// The name by which texts of the group are found: `race`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Race => "race",
            Self::Gather => "gather",
            Self::Place => "place",
            Self::Capture => "capture",
        }
    }
}

/// One of the starts or sets of rules of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Its name on the command line, in records and in position texts.
    pub name: &'static str,
    /// The colours of the squares where pawns start and where they go, if those make the layout.
    pub colours: Option<[Colour; 2]>,
}

impl Layout {
    /// A layout that is known by its name alone.
    pub(crate) const fn new(name: &'static str) -> Self {
        Self { name, colours: None }
    }

    /// A layout made by the colours of the start and of the target.
    pub(crate) const fn of_colours(name: &'static str, start: Colour, target: Colour) -> Self {
        Self { name, colours: Some([start, target]) }
    }
}

/// The size of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardSize {
    /// The whole board of 8x8 squares.
    Full,
    /// A lone quarterboard of 4x4 squares.
    Quarter,
}

impl BoardSize {
    /// The number of files and of ranks.
    pub const fn side(self) -> u8 {
        match self {
            Self::Full => 8,
            Self::Quarter => 4,
        }
    }
}

/// What the players agree on before a game, besides the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The side that moves first.
    pub first: Side,
    /// The index of the layout in [`GameInfo::layouts`]; 0 where there is but one start.
    pub layout: u8,
}

impl Default for Setup {
    /// White first, the game's default layout.
    fn default() -> Self {
        Self { first: Side::White, layout: 0 }
    }
}

/// Why a game can't be played on a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnsuitableBoard {
    /// The board is too large or too small.
    #[error("this game is played on {}, and `{code}` is {}", size_name(*needed), size_name(needed.other()))]
    Size {
        /// What it takes.
        needed: BoardSize,
        /// The code of the board.
        code: String,
    },
    /// A rule of the game asks more of the colours of the board.
    #[error("{}", .0.text)]
    Rule(BrokenRule),
}

/// A rule of a game that a board breaks, as the game's file words it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenRule {
    /// The name of the rule: lower-case words joined by hyphens, for a translation.
    pub key: &'static str,
    /// What the rule asks, and what the board has instead.
    pub text: String,
    /// What a translation can speak of, by name.
    pub details: Vec<(&'static str, Detail)>,
}

/// A value in the text of a [`BrokenRule`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// A number.
    Number(usize),
    /// A colour; `None` where there is none to name.
    Colour(Option<Colour>),
}

impl BoardSize {
    const fn other(self) -> Self {
        match self {
            Self::Full => Self::Quarter,
            Self::Quarter => Self::Full,
        }
    }
}

const fn size_name(size: BoardSize) -> &'static str {
    match size {
        BoardSize::Full => "the whole board of four quarters",
        BoardSize::Quarter => "a lone quarter",
    }
}
