//! Reading records, one after the other: tags, moves, results.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::nags;
use super::scan::{Piece, Place, Scanner, Token};
use super::stated_result::StatedResult;
use super::{Record, RecordError, RecordFault, TERMINATION, printable, result_text};
use crate::notation::moves::MoveError;
use crate::notation::position::BoardPosition;
use crate::text::quoted;
use crate::{BoardCode, Ending, Game, GameKind, Setup, Side, reasons};

/// How many errors of a record are named.
const MAX_ERRORS: usize = 100;

/// A record as it was found in a text.
pub(super) struct Found {
    /// Where its first tag or word stands.
    pub(super) place: Place,
    pub(super) record: Result<Record, Vec<RecordError>>,
}

/// Reads the records of a text.
pub(super) struct Records<'a> {
    scanner: Scanner<'a>,
    /// What was looked at and belongs to the next record.
    waiting: VecDeque<Token<'a>>,
    /// Comments after a record that belong to the next one.
    before: Vec<&'a str>,
}

impl<'a> Records<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { scanner: Scanner::new(text), waiting: VecDeque::new(), before: Vec::new() }
    }

    fn pull(&mut self) -> Option<Token<'a>> {
        self.waiting.pop_front().or_else(|| self.scanner.next())
    }

    /// The tags that stand together from one on, without an empty line or a comment between them.
    fn section(&mut self, first: Token<'a>) -> VecDeque<Token<'a>> {
        let mut section = VecDeque::from([first]);
        while let Some(token) = self.pull() {
            if token.after_gap || !token.belongs_to_tags(true) {
                self.waiting.push_front(token);
                break;
            }
            section.push_back(token);
        }
        section
    }
}

impl Iterator for Records<'_> {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        let mut builder = RecordBuilder::default();
        let mut after = std::mem::take(&mut self.before);
        while let Some(token) = self.pull() {
            if token.belongs_to_tags(!builder.has_moves) {
                let section = self.section(token);
                if builder.ends_before(&section) {
                    self.waiting = section.into_iter().chain(self.waiting.drain(..)).collect();
                    self.before = std::mem::take(&mut after);
                    break;
                }
                builder.comments_from(&mut after);
                for token in section {
                    builder.tag(token);
                }
                continue;
            }
            match token.piece {
                // After an empty line it rather speaks of what follows.
                Piece::Comment(text)
                    if builder.stated.is_some() && (token.after_gap || !after.is_empty()) =>
                {
                    after.push(text);
                }
                _ => {
                    builder.comments_from(&mut after);
                    builder.movetext(token);
                }
            }
        }
        builder.comments_from(&mut after);
        builder.finish()
    }
}

/// A tag as it was read.
struct Tag {
    place: Place,
    name: String,
    value: String,
}

/// A record of which a part was read.
#[derive(Default)]
struct RecordBuilder {
    place: Option<Place>,
    tags: Vec<Tag>,
    /// The names of all tags in small letters, also of those that are wrong.
    names: BTreeSet<String>,
    /// In the order of their places.
    errors: Vec<RecordError>,
    comments: BTreeMap<usize, String>,
    nags: BTreeMap<usize, Vec<u16>>,
    has_moves: bool,
    /// All tags were read, as there was something but tags and comments.
    has_begun: bool,
    /// The game once it has begun, unless it can't.
    game: Option<Game>,
    stated: Option<(Place, StatedResult)>,
    /// An error was found that makes the rest of the moves meaningless.
    is_stopped: bool,
}

/// The tags one of which every record has.
const ESSENTIAL: [&str; 2] = ["game", "position"];

impl RecordBuilder {
    fn fail(&mut self, Place { line, column }: Place, fault: impl Into<RecordFault>) {
        if self.errors.len() < MAX_ERRORS {
            let is_before = |error: &RecordError| (error.line, error.column) <= (line, column);
            let index = self.errors.partition_point(is_before);
            self.errors.insert(index, RecordError { line, column, fault: fault.into() });
        }
    }

    /// Whether some tags are those of the next record: they follow moves, or say again what was
    /// said.
    fn ends_before(&self, section: &VecDeque<Token<'_>>) -> bool {
        let any = |is_such: &dyn Fn(&str) -> bool| {
            section.iter().filter_map(name).any(|name| is_such(&name))
        };
        let has_essential = ESSENTIAL.iter().any(|name| self.names.contains(*name));
        self.has_moves
            || any(&|name| self.names.contains(name))
            || (self.is_stopped && has_essential && any(&|name| ESSENTIAL.contains(&name)))
    }

    fn tag(&mut self, token: Token<'_>) {
        let place = token.place;
        self.place.get_or_insert(place);
        let name = name(&token);
        match token.piece {
            Piece::Tag(tag) => {
                if name.is_some_and(|name| self.names.insert(name)) {
                    self.tags.push(Tag { place, name: tag.name, value: tag.value });
                } else {
                    self.fail(place, RecordFault::TagTwice(quoted(&tag.name)));
                }
            }
            Piece::BadTag { text, .. } => {
                self.names.extend(name);
                self.fail(place, RecordFault::Tag(text));
            }
            _ => {}
        }
    }

    /// Takes over comments.
    fn comments_from(&mut self, comments: &mut Vec<&str>) {
        comments.drain(..).for_each(|text| self.comment(text));
    }

    fn comment(&mut self, text: &str) {
        let text = printable(text);
        if self.is_stopped || text.is_empty() {
            return;
        }
        let comment = self.comments.entry(self.ply()).or_default();
        if !comment.is_empty() {
            comment.push(' ');
        }
        comment.push_str(&text);
    }

    fn nags(&mut self, nags: impl IntoIterator<Item = u16>) {
        for nag in nags.into_iter().filter(|nag| *nag > 0) {
            let known = self.nags.entry(self.ply()).or_default();
            if !known.contains(&nag) {
                known.push(nag);
            }
        }
    }

    fn ply(&self) -> usize {
        self.game.as_ref().map_or(0, Game::ply)
    }

    /// Takes what is no tag.
    fn movetext(&mut self, token: Token<'_>) {
        let place = token.place;
        match token.piece {
            Piece::Comment(text) => return self.comment(text),
            Piece::OpenComment => {
                self.place.get_or_insert(place);
                return self.stop(place, RecordFault::OpenComment);
            }
            _ => {}
        }
        self.place.get_or_insert(place);
        self.has_moves = true;
        self.begin();
        if self.is_stopped || self.game.is_none() {
            return;
        }
        match token.piece {
            Piece::Nag(nag) => self.nags([nag]),
            Piece::Variation(text) => self.stop(place, RecordFault::Variation(quoted(text))),
            Piece::BadTag { text, .. } => self.stop(place, RecordFault::Tag(text)),
            Piece::Word(word) => self.word(place, word),
            _ => {}
        }
    }

    fn stop(&mut self, place: Place, fault: RecordFault) {
        if !self.is_stopped {
            self.fail(place, fault);
        }
        self.is_stopped = true;
    }

    /// Takes a move, a result, or signs by themselves.
    fn word(&mut self, place: Place, word: &str) {
        if let Some(stated) = StatedResult::from_word(word) {
            match self.stated {
                None => self.stated = Some((place, stated)),
                Some(_) => self.stop(place, RecordFault::AfterResult(quoted(word))),
            }
            return;
        }
        let (text, nags) = nags::split_nags(word);
        if !text.is_empty() {
            if self.stated.is_some() {
                return self.stop(place, RecordFault::AfterResult(quoted(word)));
            }
            let Some(game) = &mut self.game else { return };
            let ply = game.ply() + 1;
            if let Err(error) = play_text(game, text) {
                return self.stop(place, RecordFault::Move { ply, error });
            }
        }
        self.nags(nags);
    }

    /// Begins the game when all tags are there.
    fn begin(&mut self) {
        if !self.has_begun {
            self.has_begun = true;
            let place = self.place.unwrap_or(Place { line: 1, column: 1 });
            self.game = self.start_game(place);
        }
    }

    /// The record, unless there were comments alone.
    fn finish(mut self) -> Option<Found> {
        let place = self.place?;
        self.begin();
        let game = self.game.take().map(|mut game| {
            if !self.is_stopped {
                self.conclude(&mut game);
            }
            game
        });
        let record = match game {
            Some(game) if self.errors.is_empty() => {
                let tags = self.tags.into_iter().map(|tag| (tag.name, tag.value)).collect();
                Ok(Record { game, tags, comments: self.comments, nags: self.nags })
            }
            _ => Err(self.errors),
        };
        Some(Found { place, record })
    }

    /// Removes a tag and gives its place and value.
    fn take(&mut self, name: &str) -> Option<(Place, String)> {
        let index = self.tags.iter().position(|tag| tag.name.eq_ignore_ascii_case(name))?;
        let tag = self.tags.remove(index);
        Some((tag.place, tag.value))
    }

    /// Reads a tag that the game itself gives.
    fn parsed<T>(&mut self, name: &str) -> Option<(Place, T)>
    where
        T: std::str::FromStr,
        RecordFault: From<T::Err>,
    {
        let (place, value) = self.take(name)?;
        match value.parse() {
            Ok(value) => Some((place, value)),
            Err(error) => {
                self.fail(place, RecordFault::from(error));
                None
            }
        }
    }

    /// The game before its first move, or `None` with the errors that prevent it.
    fn start_game(&mut self, place: Place) -> Option<Game> {
        let wrong_before = self.errors.len();
        let kind: Option<(Place, GameKind)> = self.parsed("Game");
        let position: Option<(Place, BoardPosition)> = self.parsed("Position");
        let board: Option<(Place, BoardCode)> = self.parsed("Board");
        let first: Option<(Place, Side)> = self.parsed("First");
        let layout = self.layout(
            position
                .as_ref()
                .map_or(kind, |(place, placed)| Some((*place, placed.position.kind()))),
        );
        if self.errors.len() > wrong_before {
            return None;
        }
        if let Some((_, placed)) = position {
            let own = placed.position.layout(&placed.board);
            self.contradiction("Layout", layout, |layout| Some(*layout) == own);
            self.contradiction("Game", kind, |kind| *kind == placed.position.kind());
            self.contradiction("Board", board, |board| *board == placed.board.code());
            self.contradiction("First", first, |first| *first == placed.position.core().first());
            return Some(Game::from_position(placed));
        }
        let (Some((_, kind)), Some((board_place, board))) = (kind, board) else {
            let missing = if kind.is_none() { "Game" } else { "Board" };
            self.fail(place, RecordFault::TagMissing(missing));
            return None;
        };
        let first = first.map_or(Side::White, |(_, first)| first);
        let layout = layout.map_or(0, |(_, layout)| layout);
        let game = Game::new(kind, board, Setup { first, layout });
        game.map_err(|error| self.fail(board_place, error)).ok()
    }

    /// The layout by its tag, once the kind of game is known.
    fn layout(&mut self, kind: Option<(Place, GameKind)>) -> Option<(Place, u8)> {
        let (place, name) = self.take("Layout")?;
        match kind?.1.layout(&name) {
            Ok(layout) => Some((place, layout)),
            Err(error) => {
                self.fail(place, error);
                None
            }
        }
    }

    fn contradiction<T>(
        &mut self,
        name: &'static str,
        tag: Option<(Place, T)>,
        agrees: impl Fn(&T) -> bool,
    ) {
        if let Some((place, value)) = tag
            && !agrees(&value)
        {
            self.fail(place, RecordFault::TagContradicts(name));
        }
    }

    /// Compares the result at the end of the moves and the tag Result with what the moves lead to,
    /// and ends it where they say that the players did.
    fn conclude(&mut self, game: &mut Game) {
        let tag = self.take("Result").and_then(|(place, value)| {
            let stated = StatedResult::from_tag(&value);
            if stated.is_none() {
                self.fail(place, RecordFault::Result(quoted(&value)));
            }
            Some((place, stated?))
        });
        for (place, stated) in [tag, self.stated.take()].into_iter().flatten() {
            if let Some(ending) = stated.ending() {
                // A game that is over was ended before it came to that.
                let _ = game.end(ending);
            }
            let outcome = game.outcome();
            if !stated.agrees(outcome) {
                let actual = result_text(outcome);
                self.fail(place, RecordFault::WrongResult { claimed: stated.text, actual });
            }
        }
        self.abort(game);
    }

    /// Ends a game whose result is open, and of which a tag says that it was aborted.
    fn abort(&mut self, game: &mut Game) {
        let is_aborted = |tag: &Tag| {
            tag.name.eq_ignore_ascii_case(TERMINATION)
                && tag.value.eq_ignore_ascii_case(reasons::ABORTED.key)
        };
        if game.outcome().is_none() && self.tags.iter().any(is_aborted) {
            self.tags.retain(|tag| !is_aborted(tag));
            let _ = game.end(Ending::Aborted);
        }
    }
}

/// The name of a tag in small letters.
fn name(token: &Token<'_>) -> Option<String> {
    match &token.piece {
        Piece::Tag(tag) => Some(tag.name.to_ascii_lowercase()),
        Piece::BadTag { name, .. } => name.as_ref().map(|name| name.to_ascii_lowercase()),
        _ => None,
    }
}

fn play_text(game: &mut Game, text: &str) -> Result<(), MoveError> {
    let mv = game.read_move(text)?;
    game.play(mv).map_err(|why| MoveError::Illegal { mv, why })
}
