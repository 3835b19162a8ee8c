//! Boards as text: every square shows the letter of its colour, so that it reads without colours
//! too.

use std::fmt;

use anstyle::{AnsiColor, Style};

use katarenga_rules::{
    Bitboard, Board, Colour, CounterKind, Game, Language, Move, Phrase, Position, Side, Square,
};

/// A board with what stands on it.
///
/// A cell is five characters wide: the colour's letter and the pawns on the square, `w` or `b`, two
/// where they share it; in brackets where the last move went, in parentheses where a mark stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardText<'a> {
    pub(crate) board: &'a Board,
    pub(crate) position: Option<&'a Position>,
    pub(crate) last: Option<Move>,
    pub(crate) marks: Bitboard,
    pub(crate) flipped: bool,
    /// The language of the words below the board.
    pub(crate) language: Language,
}

impl<'a> BoardText<'a> {
    pub(crate) const fn new(board: &'a Board) -> Self {
        Self {
            board,
            position: None,
            last: None,
            marks: Bitboard::EMPTY,
            flipped: false,
            language: Language::English,
        }
    }

    /// The position of a game, with its last move.
    pub(crate) fn of_game(game: &'a Game) -> Self {
        Self {
            position: Some(game.position()),
            last: game.moves().last(),
            ..Self::new(game.board())
        }
    }

    fn cell(&self, square: Square, is_last: bool) -> String {
        let Some(colour) = self.board.colour(square) else { return "     ".to_owned() };
        let pawns = self.pawns_on(square);
        let (open, close) = if is_last {
            ('[', ']')
        } else if self.marks.contains(square) {
            ('(', ')')
        } else {
            (' ', ' ')
        };
        let square = square_style(colour);
        let letter = colour.letter();
        let pawns = match pawns.as_slice() {
            [] => format!("{square}  {square:#}"),
            // A lone pawn takes the room of two, to be seen from afar.
            [only] => pawn(*only, 2),
            several => several.iter().map(|side| pawn(*side, 1)).collect(),
        };
        format!("{square}{open}{letter}{square:#}{pawns}{square}{close}{square:#}")
    }

    /// The sides of the pawns on a square.
    fn pawns_on(&self, square: Square) -> Vec<Side> {
        let stack = self.position.map(|position| position.stack(self.board, square));
        stack.unwrap_or_default().sides().collect()
    }

    /// What a side has off the board, and the colour it aims at; empty when the game knows neither.
    fn off_board(&self, position: &Position, side: Side) -> Vec<String> {
        let view = position.view(self.board);
        let words = words(self.language);
        // Camps are shown once a pawn is in one.
        let anywhere = view.counters.iter().any(|counter| counter.count > 0);
        let counters = view.counters.iter().filter(|counter| anywhere && counter.side == side);
        let mut parts: Vec<String> = counters
            .map(|counter| {
                let place = match counter.kind {
                    CounterKind::Hand => words.in_hand,
                    CounterKind::Camp => words.in_camps,
                };
                format!("{} {place}", counter.count)
            })
            .collect();
        if view.targets != [None; 2] {
            let target = side.pick(view.targets);
            let colour = target.map_or(words.no_target, |colour| words.colours[colour.index()]);
            parts.push(format!("{} {colour}", words.target));
        }
        parts
    }
}

impl fmt::Display for BoardText<'_> {
    /// The lines of the board with coordinates, and a line for each side that has something off it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.board.size();
        let turned = |index: u8| if self.flipped { size - 1 - index } else { index };
        let last: Bitboard = self.last.into_iter().flat_map(Move::squares).collect();
        let files: Vec<String> =
            (0..size).map(|column| char::from(b'a' + turned(column)).to_string()).collect();
        let files = files.join("    ");
        writeln!(f, "   {files}")?;
        for rank in (0..size).rev().map(turned) {
            write!(f, "{} ", rank + 1)?;
            for square in (0..size).filter_map(|column| Square::new(turned(column), rank)) {
                f.write_str(&self.cell(square, last.contains(square)))?;
            }
            writeln!(f, " {}", rank + 1)?;
        }
        writeln!(f, "   {files}")?;
        let Some(position) = self.position else { return Ok(()) };
        let words = words(self.language);
        for side in Side::ALL {
            let parts = self.off_board(position, side);
            if !parts.is_empty() {
                writeln!(f, "{}{} {}", side.pick(words.sides), words.colon, parts.join(", "))?;
            }
        }
        Ok(())
    }
}

/// The words below a board.
struct Words {
    sides: [&'static str; 2],
    colon: &'static str,
    in_hand: &'static str,
    in_camps: &'static str,
    target: &'static str,
    no_target: &'static str,
    /// In the order of [`Colour::ALL`].
    colours: [&'static str; 4],
}

const fn words(language: Language) -> Words {
    match language {
        Language::English => Words {
            sides: ["White", "Black"],
            colon: ":",
            in_hand: "in hand",
            in_camps: "in camps",
            target: "target",
            no_target: "none yet",
            colours: ["red", "yellow", "green", "blue"],
        },
        Language::French => Words {
            sides: ["Blancs", "Noirs"],
            colon: "\u{a0}:",
            in_hand: "en main",
            in_camps: "dans les camps",
            target: "cible",
            no_target: "aucune",
            colours: ["rouge", "jaune", "verte", "bleue"],
        },
    }
}

/// The meaning of the letters of the squares, in a line.
pub(crate) const fn colours(language: Language) -> &'static str {
    match language {
        Language::English => "Squares: R red, Y yellow, G green, B blue.\n",
        Language::French => {
            "Cases\u{a0}: R rouge (red), Y jaune (yellow), G vert (green), B bleu (blue).\n"
        }
    }
}

/// The meaning of all signs of a board, in a few lines.
pub(crate) fn legend(language: Language) -> String {
    let pawns = match language {
        Language::English => {
            "Pawns: w white, b black; the capital letter before them is the colour of their square: \
             Rw is\na white pawn on red, Gbb two black pawns on green.\n\
             Brackets: [Rw ] where the last move went from and to; (G  ) a square that is marked.\n"
        }
        Language::French => {
            "Pions\u{a0}: w blanc (white), b noir (black)\u{a0}; la majuscule qui les précède est la \
             couleur de leur\ncase\u{a0}: Rw est un pion blanc sur une case rouge, Gbb deux pions noirs \
             sur une case verte.\n\
             Crochets\u{a0}: [Rw ] le départ et l’arrivée du dernier coup\u{a0}; (G  ) une case marquée.\n"
        }
    };
    format!("{}{pawns}", colours(language))
}

fn square_style(colour: Colour) -> Style {
    let background = match colour {
        Colour::Red => AnsiColor::BrightRed,
        Colour::Yellow => AnsiColor::BrightYellow,
        Colour::Green => AnsiColor::BrightGreen,
        Colour::Blue => AnsiColor::BrightBlue,
    };
    AnsiColor::Black.on(background)
}

/// A pawn, in a field `width` characters wide.
fn pawn(side: Side, width: usize) -> String {
    let style = match side {
        Side::White => AnsiColor::Black.on(AnsiColor::BrightWhite),
        Side::Black => AnsiColor::BrightWhite.on(AnsiColor::Black),
    }
    .bold();
    format!("{style}{:width$}{style:#}", side.letter())
}

/// The task of the side to move, or how the game ended.
pub(crate) fn status(game: &Game) -> String {
    let outcome = game.outcome().map(|outcome| format!("{}.", outcome.sentence()));
    outcome.unwrap_or_else(|| {
        let task = game.position().task(game.board());
        format!("{} to move: {}.", game.turn().title(), task.map_or("", |Phrase { text, .. }| text))
    })
}

/// What is played: the game, its layout unless that is the usual one, and the board.
pub(crate) fn heading(game: &Game) -> String {
    let (info, board) = (game.kind().info(), game.board());
    let layout = game.start().layout(board).filter(|layout| *layout > 0);
    match layout.and_then(|layout| info.layout_name(layout)) {
        Some(layout) => format!("{}, layout {layout}, on {}", info.title, board.code()),
        None => format!("{} on {}", info.title, board.code()),
    }
}

/// What was played last, also in the ordinal notation where it has one: `White played c3xd4 (13x12).`
pub(crate) fn last_move(game: &Game) -> Option<String> {
    let mv = game.moves().last()?;
    let mut before = game.clone();
    if before.ending().is_some() {
        before.undo();
    }
    before.undo();
    let ordinal = before.ordinal(mv).map_or(String::new(), |ordinal| format!(" ({ordinal})"));
    Some(format!("{} played {mv}{ordinal}.", (!game.turn()).title()))
}
