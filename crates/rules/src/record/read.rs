//! Reading records: cutting a text into them, tags, moves, results.

use std::collections::BTreeMap;

use super::{Record, RecordError, RecordFault, TERMINATION, result_text};
use crate::notation::moves::MoveError;
use crate::notation::position::Placed;
use crate::outcome::Phrase;
use crate::text::{quoted, small_number};
use crate::{BoardCode, Ending, Game, GameKind, Outcome, Setup, Side, reasons};

/// Part of a text that holds one record.
pub(super) struct Chunk<'a> {
    /// Its first line, counted from 1.
    pub(super) line: usize,
    text: &'a str,
}

/// Cuts a text where a tag follows moves.
pub(super) fn split(text: &str) -> impl Iterator<Item = Chunk<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut chunks = Vec::new();
    let (mut start, mut start_line) = (0, 1);
    let (mut in_comment, mut has_moves, mut has_text) = (false, false, false);
    let mut offset = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let content = line.trim();
        let is_tag = !in_comment && content.starts_with('[');
        if is_tag && has_moves {
            chunks.push(Chunk { line: start_line, text: &text[start..offset] });
            (start, start_line, has_moves) = (offset, index + 1, false);
        }
        has_text |= !content.is_empty();
        if !is_tag && !content.is_empty() {
            has_moves = true;
            in_comment = ends_in_comment(content, in_comment);
        }
        offset += line.len();
    }
    if has_text {
        chunks.push(Chunk { line: start_line, text: &text[start..] });
    }
    chunks.into_iter()
}

/// Whether a comment in braces is open after a line.
fn ends_in_comment(line: &str, mut open: bool) -> bool {
    for c in line.chars() {
        match c {
            '{' => open = true,
            '}' => open = false,
            ';' if !open => break,
            _ => {}
        }
    }
    open
}

/// A tag as it was read.
struct Tag {
    line: usize,
    name: String,
    value: String,
}

#[derive(Default)]
pub(super) struct Reader {
    tags: Vec<Tag>,
    errors: Vec<RecordError>,
    comments: BTreeMap<usize, String>,
}

/// A piece of the text of moves.
enum Token<'a> {
    Word(&'a str),
    Comment(String),
}

impl Reader {
    pub(super) fn read(mut self, chunk: &Chunk<'_>) -> Result<Record, Vec<RecordError>> {
        let (tags, moves) = self.read_tags(chunk);
        let game = self.start_game(chunk.line).and_then(|mut game| {
            let tokens = self.tokens(moves, chunk.line + tags).ok()?;
            let claim = self.play(&mut game, tokens).ok()?;
            self.conclude(&mut game, claim);
            Some(game)
        });
        match game {
            Some(game) if self.errors.is_empty() => {
                let tags = self.tags.into_iter().map(|tag| (tag.name, tag.value)).collect();
                Ok(Record { game, tags, comments: self.comments })
            }
            _ => {
                self.errors.sort_by_key(|error| error.line);
                Err(self.errors)
            }
        }
    }

    fn fail(&mut self, line: usize, fault: impl Into<RecordFault>) {
        self.errors.push(RecordError { line, fault: fault.into() });
    }

    /// Reads the tags at the beginning; gives the number of their lines and the text after them.
    fn read_tags<'a>(&mut self, chunk: &Chunk<'a>) -> (usize, &'a str) {
        let mut offset = 0;
        for (index, line) in chunk.text.split_inclusive('\n').enumerate() {
            let content = line.trim();
            if !content.is_empty() && !content.starts_with('[') {
                return (index, &chunk.text[offset..]);
            }
            if !content.is_empty() {
                self.read_tag(chunk.line + index, content);
            }
            offset += line.len();
        }
        (0, "")
    }

    fn read_tag(&mut self, line: usize, content: &str) {
        match tag(content) {
            None => self.fail(line, RecordFault::Tag(quoted(content))),
            Some((name, _)) if self.tags.iter().any(|tag| tag.name.eq_ignore_ascii_case(&name)) => {
                self.fail(line, RecordFault::TagTwice(quoted(&name)));
            }
            Some((name, value)) => self.tags.push(Tag { line, name, value }),
        }
    }

    /// Removes a tag and gives its line and value.
    fn take(&mut self, name: &str) -> Option<(usize, String)> {
        let index = self.tags.iter().position(|tag| tag.name.eq_ignore_ascii_case(name))?;
        let tag = self.tags.remove(index);
        Some((tag.line, tag.value))
    }

    /// Reads a tag that the game itself gives.
    fn parsed<T>(&mut self, name: &str) -> Option<(usize, T)>
    where
        T: std::str::FromStr,
        RecordFault: From<T::Err>,
    {
        let (line, value) = self.take(name)?;
        match value.parse() {
            Ok(value) => Some((line, value)),
            Err(error) => {
                self.fail(line, RecordFault::from(error));
                None
            }
        }
    }

    /// The game before its first move, or `None` with the errors that prevent it.
    fn start_game(&mut self, line: usize) -> Option<Game> {
        let wrong_before = self.errors.len();
        let kind: Option<(usize, GameKind)> = self.parsed("Game");
        let position: Option<(usize, Placed)> = self.parsed("Position");
        let board: Option<(usize, BoardCode)> = self.parsed("Board");
        let first: Option<(usize, Side)> = self.parsed("First");
        let layout = self.take("Layout");
        if self.errors.len() > wrong_before {
            return None;
        }
        if let Some((_, placed)) = position {
            self.contradiction("Layout", layout, |_| false);
            self.contradiction("Game", kind, |kind| *kind == placed.position.kind());
            self.contradiction("Board", board, |board| *board == placed.board.code());
            self.contradiction("First", first, |first| *first == placed.position.core().first());
            return Some(Game::from_position(placed));
        }
        let (Some((_, kind)), Some((board_line, board))) = (kind, board) else {
            let missing = if kind.is_none() { "Game" } else { "Board" };
            self.fail(line, RecordFault::TagMissing(missing));
            return None;
        };
        let first = first.map_or(Side::White, |(_, first)| first);
        let layout = match layout.map(|(line, name)| (line, kind.layout(&name))) {
            None => 0,
            Some((_, Ok(layout))) => layout,
            Some((line, Err(error))) => {
                self.fail(line, error);
                return None;
            }
        };
        let game = Game::new(kind, board, Setup { first, layout });
        game.map_err(|error| self.fail(board_line, error)).ok()
    }

    fn contradiction<T>(
        &mut self,
        name: &'static str,
        tag: Option<(usize, T)>,
        agrees: impl Fn(&T) -> bool,
    ) {
        if let Some((line, value)) = tag
            && !agrees(&value)
        {
            self.fail(line, RecordFault::TagContradicts(name));
        }
    }

    /// Cuts the text of the moves into words and comments, each with its line.
    fn tokens<'a>(
        &mut self,
        text: &'a str,
        first_line: usize,
    ) -> Result<Vec<(usize, Token<'a>)>, Stopped> {
        let mut tokens = Vec::new();
        let (mut rest, mut line) = (text, first_line);
        loop {
            let trimmed = rest.trim_start();
            line += rest[..rest.len() - trimmed.len()].matches('\n').count();
            rest = trimmed;
            let Some(c) = rest.chars().next() else { return Ok(tokens) };
            let end = match c {
                '{' => rest.find('}'),
                ';' => Some(rest.find('\n').unwrap_or(rest.len())),
                _ => rest
                    .find(|c: char| c.is_whitespace() || c == '{' || c == ';')
                    .or(Some(rest.len())),
            };
            let Some(end) = end else {
                self.fail(line, RecordFault::OpenComment);
                return Err(Stopped);
            };
            let piece = &rest[..end];
            if matches!(c, '{' | ';') {
                tokens.push((line, Token::Comment(printable(&piece[1..]))));
            } else {
                tokens.push((line, Token::Word(piece)));
            }
            line += piece.matches('\n').count();
            rest = rest[end..].strip_prefix('}').unwrap_or(&rest[end..]);
        }
    }

    /// Plays the moves; gives the result that stands at their end, with its line.
    fn play(
        &mut self,
        game: &mut Game,
        tokens: Vec<(usize, Token<'_>)>,
    ) -> Result<Option<(usize, Claim)>, Stopped> {
        let mut claim: Option<(usize, Claim)> = None;
        for (line, token) in tokens {
            let word = match token {
                Token::Comment(text) => {
                    self.comment(game.ply(), &text);
                    continue;
                }
                Token::Word(word) => without_number(word),
            };
            if word.is_empty() || word.starts_with('$') {
                continue;
            }
            if word.starts_with(['(', ')']) {
                self.fail(line, RecordFault::Variation(quoted(word)));
                return Err(Stopped);
            }
            if claim.is_some() {
                self.fail(line, RecordFault::AfterResult(quoted(word)));
                return Err(Stopped);
            }
            if let Some(found) = Claim::from_word(word) {
                claim = Some((line, found));
                continue;
            }
            let ply = game.ply() + 1;
            if let Err(error) = play_text(game, word) {
                self.fail(line, RecordFault::Move { ply, error });
                return Err(Stopped);
            }
        }
        Ok(claim)
    }

    fn comment(&mut self, ply: usize, text: &str) {
        if text.is_empty() {
            return;
        }
        let comment = self.comments.entry(ply).or_default();
        if !comment.is_empty() {
            comment.push(' ');
        }
        comment.push_str(text);
    }

    /// Compares the result at the end of the moves and the tag Result with what the moves lead to,
    /// and ends it where they say that the players did.
    fn conclude(&mut self, game: &mut Game, at_end: Option<(usize, Claim)>) {
        let tag = self.take("Result").and_then(|(line, value)| {
            let claim = Claim::from_tag(&value);
            if claim.is_none() {
                self.fail(line, RecordFault::Result(quoted(&value)));
            }
            Some((line, claim?))
        });
        for (line, claim) in [tag, at_end].into_iter().flatten() {
            if let Some(ending) = claim.ending() {
                // A game that is over was ended before it came to that.
                let _ = game.end(ending);
            }
            let outcome = game.outcome();
            if !claim.agrees(outcome) {
                let actual = result_text(outcome);
                self.fail(line, RecordFault::WrongResult { claimed: claim.text, actual });
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

/// An error was found that makes the rest of a record meaningless.
struct Stopped;

/// Who won, as a record has it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Claimed {
    Win(Side),
    Draw,
    /// Nothing is said: the game goes on, or its end is left open.
    Open,
}

/// A result as a record gives it: parts that are left out agree with everything.
struct Claim {
    text: String,
    who: Claimed,
    points: Option<u8>,
    reason: Option<String>,
}

impl Claim {
    /// Reads the word at the end of the moves: `white+3`, `black+1`, `draw`, `*`; `1-0`, `0-1` and
    /// `1/2-1/2` too.
    fn from_word(word: &str) -> Option<Self> {
        let lower = word.to_ascii_lowercase();
        let (name, points) = match lower.split_once('+') {
            Some((name, points)) => (name, Some(small_number(points)?)),
            None => (lower.as_str(), None),
        };
        let who = match name {
            "white" | "1-0" => Claimed::Win(Side::White),
            "black" | "0-1" => Claimed::Win(Side::Black),
            "draw" | "1/2-1/2" => Claimed::Draw,
            "*" => Claimed::Open,
            _ => return None,
        };
        Some(Self { text: quoted(word), who, points, reason: None })
    }

    /// Reads the tag: `white 3 arrival`, `draw 0 repetition`, `ongoing`; also what may stand at the
    /// end of the moves.
    fn from_tag(value: &str) -> Option<Self> {
        let words: Vec<&str> = value.split_whitespace().collect();
        if words.len() == 1 && (words[0].eq_ignore_ascii_case("ongoing") || words[0] == "*") {
            return Self::from_word("*").map(|claim| Self { text: quoted(value), ..claim });
        }
        let (name, points, reason) = match words.as_slice() {
            [name] => return Self::from_word(name),
            [name, points] => (name, points, None),
            [name, points, reason] => (name, points, Some((*reason).to_owned())),
            _ => return None,
        };
        let claim = Self::from_word(name)?;
        let points = Some(small_number(points)?);
        Some(Self { text: quoted(value), points, reason, ..claim })
    }

    /// How the players ended the game, if that is what it says: who won and no more means that the
    /// other side gave up.
    fn ending(&self) -> Option<Ending> {
        let is = |phrase: Phrase| self.reason.as_deref() == Some(phrase.key);
        match self.who {
            Claimed::Win(winner) if self.reason.is_none() || is(reasons::RESIGNATION) => {
                Some(Ending::Resigned(!winner))
            }
            Claimed::Win(winner) if is(reasons::TIME) => Some(Ending::OutOfTime(!winner)),
            Claimed::Draw if is(reasons::AGREEMENT) => Some(Ending::Agreed),
            _ => None,
        }
    }

    fn agrees(&self, outcome: Option<Outcome>) -> bool {
        let who = match outcome {
            None => Claimed::Open,
            Some(Outcome { winner: None, .. }) => Claimed::Draw,
            Some(Outcome { winner: Some(side), .. }) => Claimed::Win(side),
        };
        // A record that leaves the result open contradicts nothing.
        self.who == Claimed::Open
            || (self.who == who
                && outcome.is_none_or(|outcome| {
                    self.points.is_none_or(|points| points == outcome.points)
                        && self.reason.as_deref().is_none_or(|reason| reason == outcome.reason.key)
                }))
    }
}

fn play_text(game: &mut Game, text: &str) -> Result<(), MoveError> {
    let mv = game.read_move(text)?;
    game.play(mv).map_err(|why| MoveError::Illegal { mv, why })
}

/// A word without a move number before it: `12.e4-f6` and `12...e4-f6` are `e4-f6`.
fn without_number(word: &str) -> &str {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if after_digits.len() < word.len() && after_digits.starts_with('.') {
        after_digits.trim_start_matches('.')
    } else {
        word
    }
}

/// A text without control characters, which have no meaning in a record and none good on a screen.
fn printable(text: &str) -> String {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|w| !w.is_empty())
        .collect();
    words.join(" ")
}

/// The name and value of `[Name "value"]`.
fn tag(content: &str) -> Option<(String, String)> {
    let inner = content.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, value) = inner.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let mut text = String::new();
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.push(chars.next()?),
            '"' => return None,
            c => text.push(c),
        }
    }
    plain.then(|| (name.to_owned(), printable(&text)))
}
