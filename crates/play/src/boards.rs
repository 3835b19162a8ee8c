//! What one can play, and on which boards.

use std::ops::RangeInclusive;

use katarenga_rules::{
    Board, BoardCode, BoardError, GameKind, Group, Layout, Position, Quarter, Setup, UnknownGame,
};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt as _, SeedableRng as _};
use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::{IntoParams, ToSchema};

use crate::explain::{ErrorBody, explained};
use crate::limits;
use crate::refused::Refused;
use crate::shapes::{BoardDto, ColourName, PositionDto};

/// A kind of game.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Kind {
    /// Its name, by which the page finds its title and texts.
    #[cfg_attr(feature = "openapi", schema(example = "congress"))]
    name: &'static str,
    /// How many files and ranks its board has: 8 or 4.
    size: u8,
    /// What its players do; the kinds of a group are listed together.
    group: GroupName,
    /// The names of its layouts, the default first; empty when there is but one.
    layouts: Vec<&'static str>,
    /// Those of its layouts that are made by two colours; empty when it has no such layouts.
    colour_layouts: Vec<ColourLayout>,
    /// The points to which a match is played, where the rules name them.
    target: Option<u32>,
    /// The code of the board on which it is shown.
    board: String,
    /// The colours of that board.
    colours: String,
    /// A position to draw a picture from: the start, or one with pawns where the board begins empty.
    sample: PositionDto,
    /// The limits of what players may ask for; the same for every kind.
    limits: LimitsDto,
}

/// A group of kinds of games, by what their players do.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(rename_all = "lowercase")]
enum GroupName {
    /// Pawns race across the board, or to its edge.
    Race,
    /// Pawns gather in one place.
    Gather,
    /// Pawns are placed and never move.
    Place,
    /// Pawns capture one another.
    Capture,
}

impl From<Group> for GroupName {
    fn from(group: Group) -> Self {
        match group {
            Group::Race => Self::Race,
            Group::Gather => Self::Gather,
            Group::Place => Self::Place,
            Group::Capture => Self::Capture,
        }
    }
}

/// A layout that is made by two colours of squares.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct ColourLayout {
    /// The name of the layout.
    #[cfg_attr(feature = "openapi", schema(example = "green-red"))]
    layout: &'static str,
    /// The colour of the squares where pawns start.
    start: ColourName,
    /// The colour of the squares where they are to go.
    target: ColourName,
}

impl ColourLayout {
    fn new(layout: &Layout) -> Option<Self> {
        let [start, target] = layout.colours?;
        Some(Self { layout: layout.name, start: start.into(), target: target.into() })
    }
}

/// A range, with both ends.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Range))]
struct RangeDto {
    /// The least.
    min: u32,
    /// The most.
    max: u32,
}

impl From<RangeInclusive<u32>> for RangeDto {
    fn from(range: RangeInclusive<u32>) -> Self {
        let (min, max) = range.into_inner();
        Self { min, max }
    }
}

/// The limits of what players may ask for.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Limits))]
struct LimitsDto {
    /// The longest game, in plies.
    plies: usize,
    /// The points to which a match can be played.
    target: RangeDto,
    /// The minutes of a clock for the whole game.
    minutes: RangeDto,
    /// The seconds that each move adds to a clock of minutes.
    seconds: RangeDto,
    /// The days of a clock for each move.
    days: RangeDto,
    /// The levels of the computer, from the weakest to the strongest.
    levels: RangeDto,
    /// The longest name of a visitor, in characters.
    name: usize,
    /// The longest message to the other player, in characters.
    message: usize,
    /// The largest body of a request, in bytes; in it the texts of records and positions.
    body: usize,
}

impl LimitsDto {
    fn new() -> Self {
        Self {
            plies: limits::MAX_PLIES,
            target: limits::MATCH_TARGET.into(),
            minutes: limits::CLOCK_MINUTES.into(),
            seconds: limits::CLOCK_SECONDS.into(),
            days: limits::CLOCK_DAYS.into(),
            levels: limits::LEVELS.into(),
            name: limits::MAX_NAME_CHARS,
            message: limits::MAX_MESSAGE_CHARS,
            body: limits::MAX_BODY_BYTES,
        }
    }
}

/// All kinds of games, by groups
pub fn kinds() -> Vec<Kind> {
    let of_group =
        |group: Group| GameKind::ALL.iter().filter(move |kind| kind.info().group == group);
    Group::ALL.into_iter().flat_map(of_group).copied().filter_map(kind).collect()
}

fn kind(kind: GameKind) -> Option<Kind> {
    let (info, board) = (kind.info(), Board::new(kind.default_board()));
    let BoardDto { code, size, colours, .. } = BoardDto::from(&board);
    let position = sample(kind, &board)?;
    Some(Kind {
        name: kind.name(),
        size,
        group: info.group.into(),
        layouts: info.layout_names().collect(),
        colour_layouts: info.layouts.iter().filter_map(ColourLayout::new).collect(),
        target: info.match_target,
        board: code,
        colours,
        sample: PositionDto::still(&board, &position, None),
        limits: LimitsDto::new(),
    })
}

/// The number of pawns placed for a picture.
const SAMPLE_PAWNS: usize = 6;

/// The start, or where it is empty a position after some moves that are drawn once and for all.
fn sample(kind: GameKind, board: &Board) -> Option<Position> {
    let mut position = kind.start(board, Setup::default()).ok()?;
    let mut chance = ChaCha8Rng::seed_from_u64(4);
    let is_empty = position.core().occupied().is_empty();
    for _ in 0..if is_empty { SAMPLE_PAWNS } else { 0 } {
        let moves = position.sorted_moves(board);
        let Some(mv) = moves.get(chance.random_range(0..moves.len().max(1))) else { break };
        position = position.play(board, *mv).ok()?;
    }
    Some(position)
}

/// One face of a quarterboard.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Quarter))]
pub struct QuarterDto {
    /// Its code.
    #[cfg_attr(feature = "openapi", schema(example = "1a0"))]
    code: String,
    /// Its rows from north to south, each from west to east.
    rows: Vec<String>,
}

/// The eight faces of the four quarterboards, unturned
pub fn quarters() -> Vec<QuarterDto> {
    let faces = Quarter::all().filter(|quarter| quarter.turns() == 0);
    let shape = |quarter: Quarter| QuarterDto {
        code: quarter.to_string(),
        rows: quarter
            .cells()
            .iter()
            .map(|row| row.iter().map(|colour| colour.letter()).collect())
            .collect(),
    };
    faces.map(shape).collect()
}

/// Which board is asked for, and for which game.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub struct BoardQuery {
    /// The code of the board.
    code: String,
    /// The game for which it is meant.
    kind: Option<String>,
    /// The layout of that game; without, its default.
    layout: Option<String>,
}

/// A board, and whether a game can be played on it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct BoardCheck {
    /// The board.
    board: BoardDto,
    /// Why the game can't be played on it; null when it can, or when no game was named.
    unsuitable: Option<ErrorBody>,
    /// The start of the game on it when White moves first; null when it can't be played, or when no
    /// game was named.
    start: Option<PositionDto>,
}

impl BoardCheck {
    /// A board, and how a game in one of its layouts starts on it.
    fn new(code: BoardCode, game: Option<(GameKind, u8)>) -> Self {
        let board = Board::new(code);
        let start = |(kind, layout): (GameKind, u8)| {
            kind.start(&board, Setup { layout, ..Setup::default() })
        };
        let (start, unsuitable) = match game.map(start) {
            None => (None, None),
            Some(Ok(start)) => (Some(PositionDto::still(&board, &start, None)), None),
            Some(Err(why)) => (None, Some(explained(&why))),
        };
        Self { board: (&board).into(), unsuitable, start }
    }
}

/// A board by its code.
///
/// # Errors
/// When the code, the game or the layout is unknown.
pub fn board(query: &BoardQuery) -> Result<BoardCheck, Refused> {
    let code = read_board(&query.code)?;
    let game = query.kind.as_deref().map(|kind| read_game(kind, query.layout.as_deref()));
    Ok(BoardCheck::new(code, game.transpose()?))
}

/// For which game a board is drawn.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub struct RandomQuery {
    /// The game for which it is meant.
    kind: String,
    /// The layout of that game; without, its default.
    layout: Option<String>,
    /// Another seed gives another board; without, chance decides.
    seed: Option<u64>,
}

/// A random board that suits a game; chance decides where no seed is given.
///
/// # Errors
/// When the game or the layout is unknown.
pub fn random_board(query: &RandomQuery, chance: &mut impl Rng) -> Result<BoardCheck, Refused> {
    let (kind, layout) = read_game(&query.kind, query.layout.as_deref())?;
    let code = match query.seed {
        Some(seed) => kind.random_board(&mut ChaCha8Rng::seed_from_u64(seed)),
        None => kind.random_board(chance),
    };
    Ok(BoardCheck::new(code, Some((kind, layout))))
}

/// A kind of game and one of its layouts, the default one without a name.
///
/// # Errors
/// When there are no such.
pub fn read_game(kind: &str, layout: Option<&str>) -> Result<(GameKind, u8), Refused> {
    let kind = read_kind(kind)?;
    let layout = layout.map_or(Ok(0), |name| kind.layout(name));
    Ok((kind, layout.map_err(|error| Refused::by_rule(&error))?))
}

/// A kind of game by its name.
///
/// # Errors
/// When there is no such game.
pub fn read_kind(text: &str) -> Result<GameKind, Refused> {
    text.parse().map_err(|error: UnknownGame| Refused::by_rule(&error))
}

/// A board by its code.
///
/// # Errors
/// When it is none.
pub fn read_board(text: &str) -> Result<BoardCode, Refused> {
    text.trim().parse().map_err(|error: BoardError| Refused::by_rule(&error))
}
