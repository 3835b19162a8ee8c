//! Pages of puzzles, each followed by the page with its solutions.

use katarenga_engine::Level;
use katarenga_engine::puzzles::Puzzle;
use katarenga_rules::diagram::Diagram;
use katarenga_rules::{Colour, Game, GameKind};

use crate::Options;
use crate::document::Document;
use crate::font::Font;
use crate::lines::{Run, broken, broken_text};
use crate::page::{Area, DOT, Page};
use crate::picture::Picture;
use crate::texts::{Words, difficulty, goal, labelled, movement, moves_to_find, title, words};

/// How many puzzles a page has.
pub const PUZZLES_A_PAGE: usize = COLUMNS * ROWS;

const COLUMNS: usize = 2;
const ROWS: usize = 3;

const MARGIN: f32 = 36.0;
/// Between the cells of the grid.
const GAP: f32 = 18.0;
/// The height of the explanation of the signs, below the puzzles.
const LEGEND: f32 = 30.0;
const TEXT: f32 = 9.0;
const LEADING: f32 = 12.0;

/// Puzzles as a document: pages of six, numbered throughout, and after each the page with its solutions, so that
/// a sheet that is printed on both sides has the solutions on its back.
pub fn puzzles(puzzles: &[Puzzle], options: Options) -> Vec<u8> {
    let words = words(options.language);
    let mut document = Document::new(heading(words.puzzles, puzzles, options), options);
    let is_mixed = common_kind(puzzles).is_none();
    for (index, six) in puzzles.chunks(PUZZLES_A_PAGE).enumerate() {
        let sheet =
            Sheet { puzzles: six, first: index * PUZZLES_A_PAGE + 1, is_mixed, words, options };
        let page = document.page();
        document.add(sheet.front(page));
        let page = document.page();
        document.add(sheet.back(page));
    }
    document.finish()
}

/// The one game of all puzzles.
fn common_kind(puzzles: &[Puzzle]) -> Option<GameKind> {
    let kind = |puzzle: &Puzzle| puzzle.start.position.kind();
    let first = kind(puzzles.first()?);
    puzzles.iter().all(|puzzle| kind(puzzle) == first).then_some(first)
}

/// A heading, with the game where there is one.
fn heading(label: &str, puzzles: &[Puzzle], Options { language, .. }: Options) -> String {
    common_kind(puzzles)
        .map_or_else(|| label.to_owned(), |kind| labelled(label, title(kind, language), language))
}

/// Six puzzles at most, which share a page.
struct Sheet<'a> {
    puzzles: &'a [Puzzle],
    /// The number of the first.
    first: usize,
    /// Whether they are of several games.
    is_mixed: bool,
    words: &'static Words,
    options: Options,
}

impl Sheet<'_> {
    fn front(&self, mut page: Page) -> Page {
        let rest = self.head(&mut page, self.words.puzzles, self.words.how_to_solve);
        let grid = Area { height: rest.height - LEGEND, ..rest };
        for (index, puzzle) in self.puzzles.iter().enumerate() {
            self.puzzle(&mut page, cell(grid, index), self.first + index, puzzle);
        }
        let legend = Area { y: grid.bottom(), height: LEGEND, ..rest };
        self.legend(&mut page, legend);
        page
    }

    fn back(&self, mut page: Page) -> Page {
        let rest = self.head(&mut page, self.words.solutions, self.words.after);
        for (index, puzzle) in self.puzzles.iter().enumerate() {
            self.solution(&mut page, cell(rest, index), self.first + index, puzzle);
        }
        page
    }

    /// The heading and what is said below it; gives the rest of the page.
    fn head(&self, page: &mut Page, label: &str, explanation: &str) -> Area {
        let area = page.within(MARGIN);
        page.text(
            area.x,
            area.y + 16.0,
            Font::Bold,
            18.0,
            &heading(label, self.puzzles, self.options),
        );
        let mut y = area.y + 34.0;
        for line in broken_text(explanation, Font::Regular, TEXT, area.width) {
            page.line(area.x, y, &line);
            y += LEADING;
        }
        let top = y + 2.0;
        Area { y: top, height: area.bottom() - top, ..area }
    }

    /// The number of a puzzle, and its game where it isn't said above.
    fn number(&self, page: &mut Page, area: Area, number: usize, puzzle: &Puzzle) {
        let number = number.to_string();
        let y = area.y + 11.0;
        page.text(area.x, y, Font::Bold, 13.0, &number);
        if self.is_mixed {
            let name = title(puzzle.start.position.kind(), self.options.language);
            let x = area.x + Font::Bold.width(&number, 13.0) + 7.0;
            page.text(x, y, Font::Bold, TEXT, name);
        }
    }

    fn puzzle(&self, page: &mut Page, area: Area, number: usize, puzzle: &Puzzle) {
        let language = self.options.language;
        self.number(page, area, number, puzzle);
        let (level, of) = (puzzle.level.number(), Level::ALL.len() as u8);
        let dots = area.right() - f32::from(of) * DOT + 2.0;
        let y = area.y + 11.0;
        page.dots(dots, y - 3.0, (level, of));
        page.text_up_to(dots - 5.0, y, Font::Regular, TEXT, &difficulty(level, language));
        let y = y + LEADING + 1.0;
        let side = puzzle.start.position.turn();
        page.text(area.x, y, Font::Regular, TEXT, &goal(puzzle.goal, side, language));
        let count = puzzle.line.len().div_ceil(2);
        page.text_up_to(area.right(), y, Font::Italic, TEXT, &moves_to_find(count, language));
        let diagram = Diagram::new(&puzzle.start.board).position(&puzzle.start.position);
        draw(page, below(area, y), &diagram);
    }

    fn solution(&self, page: &mut Page, area: Area, number: usize, puzzle: &Puzzle) {
        self.number(page, area, number, puzzle);
        let mut y = area.y + 11.0;
        let reached = goal(puzzle.goal, puzzle.start.position.turn(), self.options.language);
        page.text_up_to(area.right(), y, Font::Italic, TEXT, &reached);
        for line in broken(&solution(puzzle), TEXT, area.width) {
            y += LEADING + 1.0;
            page.line(area.x, y, &line);
        }
        let game = after(puzzle);
        let diagram =
            Diagram::new(game.board()).position(game.position()).last(game.moves().last());
        draw(page, below(area, y), &diagram);
    }

    /// The sign of each colour, and what it means.
    fn legend(&self, page: &mut Page, area: Area) {
        const SIDE: f32 = 20.0;
        let width = area.width / Colour::ALL.len() as f32;
        for (index, colour) in Colour::ALL.into_iter().enumerate() {
            let (x, y) = (area.x + index as f32 * width, area.bottom() - SIDE);
            page.picture(&Picture::of_square(colour), x, y, SIDE);
            page.frame(Area { x, y, width: SIDE, height: SIDE }, 0.5);
            let text = movement(colour, self.options.language);
            page.text(x + SIDE + 6.0, y + 13.0, Font::Regular, 8.5, text);
        }
    }
}

/// A cell of the grid by its index, row by row.
fn cell(grid: Area, index: usize) -> Area {
    let width = (grid.width - GAP * (COLUMNS - 1) as f32) / COLUMNS as f32;
    let height = grid.height / ROWS as f32;
    let (column, row) = ((index % COLUMNS) as f32, (index / COLUMNS % ROWS) as f32);
    let (x, y) = (grid.x + column * (width + GAP), grid.y + row * height);
    Area { x, y, width, height: height - 10.0 }
}

/// What is left of an area below a baseline.
fn below(area: Area, y: f32) -> Area {
    let top = y + 5.0;
    Area { y: top, height: area.bottom() - top, ..area }
}

/// A diagram as large as an area allows, in its middle.
fn draw(page: &mut Page, area: Area, diagram: &Diagram<'_>) {
    let picture = Picture::new(diagram);
    let width = picture.width_within(area.width, area.height);
    page.picture(&picture, area.middle() - width / 2.0, area.y, width);
}

/// The game after the last move of a puzzle.
fn after(puzzle: &Puzzle) -> Game {
    let mut game = puzzle.game();
    for mv in &puzzle.line {
        if game.play(*mv).is_err() {
            break;
        }
    }
    game
}

/// The moves, numbered by those of who solves it.
fn solution(puzzle: &Puzzle) -> Vec<Run> {
    let turns = puzzle.line.chunks(2).enumerate().flat_map(|(index, moves)| {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let number = (Font::Bold, format!("{}.\u{a0}", index + 1));
        [number, (Font::Regular, format!("{}  ", moves.join(" ")))]
    });
    turns.collect()
}
