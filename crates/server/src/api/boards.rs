//! What one can play, and on which boards.

use std::ops::RangeInclusive;

use axum::Json;
use katarenga_rules::{Board, BoardCode, GameKind, Group, Layout, Move, Position, Quarter, Setup};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::dto::{BoardDto, ColourName, PositionDto};
use super::extract::QueryParams;
use crate::error::{ApiError, ErrorBody, explained};
use crate::limits;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_kinds))
        .routes(routes!(list_quarters))
        .routes(routes!(show_board))
        .routes(routes!(random_board))
}

/// A kind of game.
#[derive(Serialize, ToSchema)]
pub(super) struct Kind {
    /// Its name, by which the page finds its title and texts.
    #[schema(example = "congress")]
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
#[derive(Clone, Copy, Serialize, ToSchema)]
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
#[derive(Serialize, ToSchema)]
struct ColourLayout {
    /// The name of the layout.
    #[schema(example = "green-red")]
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
#[derive(Serialize, ToSchema)]
#[schema(as = Range)]
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
#[derive(Serialize, ToSchema)]
#[schema(as = Limits)]
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
#[utoipa::path(get, path = "/api/kinds", tag = "boards", responses((status = OK, body = [Kind])))]
async fn list_kinds() -> Json<Vec<Kind>> {
    let of_group =
        |group: Group| GameKind::ALL.iter().filter(move |kind| kind.info().group == group);
    Json(Group::ALL.into_iter().flat_map(of_group).copied().filter_map(kind).collect())
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
        let mut moves = position.legal_moves(board);
        moves.sort_by_cached_key(Move::to_string);
        let Some(mv) = moves.get(chance.random_range(0..moves.len().max(1))) else { break };
        position = position.play(board, *mv).ok()?;
    }
    Some(position)
}

/// One face of a quarterboard.
#[derive(Serialize, ToSchema)]
#[schema(as = Quarter)]
pub(super) struct QuarterDto {
    /// Its code.
    #[schema(example = "1a0")]
    code: String,
    /// Its rows from north to south, each from west to east.
    rows: Vec<String>,
}

/// The eight faces of the four quarterboards, unturned
#[utoipa::path(get, path = "/api/quarters", tag = "boards", responses((status = OK, body = [QuarterDto])))]
async fn list_quarters() -> Json<Vec<QuarterDto>> {
    let faces = Quarter::all().filter(|quarter| quarter.turns() == 0);
    let shape = |quarter: Quarter| QuarterDto {
        code: quarter.to_string(),
        rows: quarter
            .cells()
            .iter()
            .map(|row| row.iter().map(|colour| colour.letter()).collect())
            .collect(),
    };
    Json(faces.map(shape).collect())
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct BoardQuery {
    /// The code of the board.
    code: String,
    /// The game for which it is meant.
    kind: Option<String>,
    /// The layout of that game; without, its default.
    layout: Option<String>,
}

/// A board, and whether a game can be played on it.
#[derive(Serialize, ToSchema)]
pub(super) struct BoardCheck {
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

/// A board by its code
#[utoipa::path(
    get, path = "/api/board", tag = "boards", params(BoardQuery),
    responses((status = OK, body = BoardCheck), (status = 422, body = ErrorBody))
)]
async fn show_board(
    QueryParams(query): QueryParams<BoardQuery>,
) -> Result<Json<BoardCheck>, ApiError> {
    let code = read_board(&query.code)?;
    let Some(kind) = query.kind.as_deref() else {
        return Ok(Json(BoardCheck::new(code, None)));
    };
    let game = read_game(kind, query.layout.as_deref())?;
    Ok(Json(BoardCheck::new(code, Some(game))))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RandomQuery {
    /// The game for which it is meant.
    kind: String,
    /// The layout of that game; without, its default.
    layout: Option<String>,
    /// Another seed gives another board; without, chance decides.
    seed: Option<u64>,
}

/// A random board that suits a game
#[utoipa::path(
    get, path = "/api/board/random", tag = "boards", params(RandomQuery),
    responses((status = OK, body = BoardCheck), (status = 422, body = ErrorBody))
)]
async fn random_board(
    QueryParams(query): QueryParams<RandomQuery>,
) -> Result<Json<BoardCheck>, ApiError> {
    let (kind, layout) = read_game(&query.kind, query.layout.as_deref())?;
    let code = match query.seed {
        Some(seed) => kind.random_board(&mut ChaCha8Rng::seed_from_u64(seed)),
        None => kind.random_board(&mut rand::rng()),
    };
    Ok(Json(BoardCheck::new(code, Some((kind, layout)))))
}

/// A kind of game and one of its layouts.
pub(super) fn read_game(kind: &str, layout: Option<&str>) -> Result<(GameKind, u8), ApiError> {
    let kind = read_kind(kind)?;
    let layout = layout.map_or(Ok(0), |name| kind.layout(name));
    Ok((kind, layout.map_err(|error| ApiError::refused(&error))?))
}

pub(super) fn read_kind(text: &str) -> Result<GameKind, ApiError> {
    text.parse().map_err(|error: katarenga_rules::UnknownGame| ApiError::refused(&error))
}

pub(super) fn read_board(text: &str) -> Result<BoardCode, ApiError> {
    text.trim().parse().map_err(|error: katarenga_rules::BoardError| ApiError::refused(&error))
}
