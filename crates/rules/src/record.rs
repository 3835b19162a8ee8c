//! Game records in the manner of PGN (`docs/notation.md`): one or many games in a text, read
//! leniently and written canonically.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use crate::games::{SetupError, UnknownGame};
use crate::notation::moves::MoveError;
use crate::notation::position::{Placed, PositionError};
use crate::rules::reasons;
use crate::text::quoted;
use crate::{BoardCode, BoardError, Game, GameKind, Outcome, Setup, Side, SideError};

/// The width at which moves are wrapped.
const WIDTH: usize = 80;

/// A game with what was said about it.
///
/// ```
/// use katarenga_rules::Record;
/// let text = r#"
/// [Game "cornered"]
/// [Board "2a0"]
/// [White "Ann"]
/// 1. d1 b2 {a mistake} 2. a1 white+3
/// "#;
/// let record = Record::read(text).unwrap();
/// assert_eq!(record.game.ply(), 3);
/// assert_eq!(record.tag("white"), Some("Ann"));
/// assert!(record.to_string().contains("[Result \"white 3 last-to-place\"]"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The game.
    pub game: Game,
    /// Tags that the game itself doesn't give, in their order: `White`, `Black`, `Date`, ...
    pub tags: Vec<(String, String)>,
    /// Comments by the ply after which they stand; those at 0 stand before the first move.
    pub comments: BTreeMap<usize, String>,
}

impl From<Game> for Record {
    fn from(game: Game) -> Self {
        Self { game, tags: Vec::new(), comments: BTreeMap::new() }
    }
}

impl Record {
    /// The value of a tag that the game itself doesn't give, whatever the case of its name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Reads a text that holds one record.
    ///
    /// # Errors
    /// All that is wrong with it; also when it holds none or several.
    pub fn read(text: &str) -> Result<Self, Vec<RecordError>> {
        let mut records = Self::read_all(text);
        let Some(first) = records.next() else {
            return Err(vec![RecordError { line: 1, fault: RecordFault::Empty }]);
        };
        if let Some(second) = split(text).nth(1) {
            return Err(vec![RecordError { line: second.line, fault: RecordFault::Second }]);
        }
        first
    }

    /// Reads all records of a text, one after the other; one that is wrong doesn't stop the others.
    ///
    /// The errors of a record are in the order of their lines. After a wrong move the rest of the
    /// moves can't be checked.
    pub fn read_all(text: &str) -> impl Iterator<Item = Result<Self, Vec<RecordError>>> {
        split(text).map(|chunk| Reader::default().read(&chunk))
    }
}

/// What is wrong with a record, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct RecordError {
    /// The line in the text, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: RecordFault,
}

/// What can be wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordFault {
    /// There is no record in the text.
    #[error("there is no record here: one begins with a tag such as [Game \"congress\"]")]
    Empty,
    /// There is more than one record where one was expected.
    #[error("a second record begins here, and one was expected")]
    Second,
    /// A line in brackets is no tag.
    #[error("`{0}` is not a tag: write [Name \"value\"]")]
    Tag(String),
    /// A tag is given twice.
    #[error("the tag {0} is given twice")]
    TagTwice(String),
    /// A tag that every record needs is missing.
    #[error("the tag {0} is missing")]
    TagMissing(&'static str),
    /// The tag Position says something else than another tag.
    #[error("the tag {0} contradicts the tag Position")]
    TagContradicts(&'static str),
    /// The tag Game names no game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The tag Board is no board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The tag First is no side.
    #[error(transparent)]
    First(#[from] SideError),
    /// The game can't start so.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The tag Position is no position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move is wrong.
    #[error("ply {ply}: {error}")]
    Move {
        /// Which one, counted from 1.
        ply: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// A comment has no end.
    #[error("the comment that begins here has no closing brace")]
    OpenComment,
    /// A parenthesis: records hold the moves that were played, and no variations.
    #[error("`{0}`: variations in parentheses are not part of a record")]
    Variation(String),
    /// Something follows the result.
    #[error("`{0}` follows the result of the game")]
    AfterResult(String),
    /// The result is not readable.
    #[error(
        "`{0}` is not a result: write `white 3 REASON`, `black 1 REASON`, `draw 0 REASON` or `ongoing`"
    )]
    Result(String),
    /// The result is not what the moves lead to.
    #[error("the result is given as `{claimed}`, but the moves lead to `{actual}`")]
    WrongResult {
        /// What the record says.
        claimed: String,
        /// What the rules say.
        actual: String,
    },
}

/// Part of a text that holds one record.
struct Chunk<'a> {
    /// Its first line, counted from 1.
    line: usize,
    text: &'a str,
}

/// Cuts a text where a tag follows moves.
fn split(text: &str) -> impl Iterator<Item = Chunk<'_>> {
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
struct Reader {
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
    fn read(mut self, chunk: &Chunk<'_>) -> Result<Record, Vec<RecordError>> {
        let (tags, moves) = self.read_tags(chunk);
        let game = self.start_game(chunk.line).and_then(|mut game| {
            let tokens = self.tokens(moves, chunk.line + tags);
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
    fn tokens<'a>(&mut self, text: &'a str, first_line: usize) -> Vec<(usize, Token<'a>)> {
        let mut tokens = Vec::new();
        let (mut rest, mut line) = (text, first_line);
        loop {
            let trimmed = rest.trim_start();
            line += rest[..rest.len() - trimmed.len()].matches('\n').count();
            rest = trimmed;
            let Some(c) = rest.chars().next() else { return tokens };
            let end = match c {
                '{' => rest.find('}'),
                ';' => Some(rest.find('\n').unwrap_or(rest.len())),
                _ => rest
                    .find(|c: char| c.is_whitespace() || c == '{' || c == ';')
                    .or(Some(rest.len())),
            };
            let Some(end) = end else {
                self.fail(line, RecordFault::OpenComment);
                return tokens;
            };
            let piece = &rest[..end];
            if matches!(c, '{' | ';') {
                let words: Vec<&str> = piece[1..].split_whitespace().collect();
                tokens.push((line, Token::Comment(words.join(" "))));
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
    /// and resigns where they say so.
    fn conclude(&mut self, game: &mut Game, at_end: Option<(usize, Claim)>) {
        let tag = self.take("Result").and_then(|(line, value)| {
            let claim = Claim::from_tag(&value);
            if claim.is_none() {
                self.fail(line, RecordFault::Result(quoted(&value)));
            }
            Some((line, claim?))
        });
        for (line, claim) in [tag, at_end].into_iter().flatten() {
            if claim.resigns
                && game.outcome().is_none()
                && let Claimed::Win(winner) = claim.who
            {
                // A game that goes on can be resigned.
                let _ = game.resign(!winner);
            }
            let outcome = game.outcome();
            if !claim.agrees(outcome) {
                let actual = result_text(outcome);
                self.fail(line, RecordFault::WrongResult { claimed: claim.text, actual });
            }
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
    /// Whether it may stand for a resignation.
    resigns: bool,
}

impl Claim {
    /// Reads the word at the end of the moves: `white+3`, `black+1`, `draw`, `*`; `1-0`, `0-1` and
    /// `1/2-1/2` too.
    fn from_word(word: &str) -> Option<Self> {
        let lower = word.to_ascii_lowercase();
        let (name, points) = match lower.split_once('+') {
            Some((name, points)) => (name, Some(points.parse().ok()?)),
            None => (lower.as_str(), None),
        };
        let who = match name {
            "white" | "1-0" => Claimed::Win(Side::White),
            "black" | "0-1" => Claimed::Win(Side::Black),
            "draw" | "1/2-1/2" => Claimed::Draw,
            "*" => Claimed::Open,
            _ => return None,
        };
        Some(Self { text: quoted(word), who, points, reason: None, resigns: true })
    }

    /// Reads the tag: `white 3 arrival`, `draw 0 repetition`, `ongoing`; also what may stand at the
    /// end of the moves.
    fn from_tag(value: &str) -> Option<Self> {
        let words: Vec<&str> = value.split_whitespace().collect();
        if let ["ongoing" | "*"] = words.as_slice() {
            return Self::from_word("*").map(|claim| Self { text: quoted(value), ..claim });
        }
        let (name, points, reason) = match words.as_slice() {
            [name] => return Self::from_word(name),
            [name, points] => (name, points, None),
            [name, points, reason] => (name, points, Some((*reason).to_owned())),
            _ => return None,
        };
        let claim = Self::from_word(name)?;
        let resigns = reason.as_deref().is_none_or(|reason| reason == reasons::RESIGNATION.key);
        let points = Some(points.parse().ok()?);
        Some(Self { text: quoted(value), points, reason, resigns, ..claim })
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
    plain.then(|| (name.to_owned(), text))
}

/// The outcome as `katarenga result` prints it: `ongoing`, or winner, points and reason.
pub fn result_text(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "ongoing".to_owned(), |outcome| outcome.to_string())
}

impl fmt::Display for Record {
    /// The canonical form, ending with a line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = &self.game;
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            // A line break would end the tag.
            let value: String =
                value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            writeln!(f, "[{name} \"{value}\"]")
        };
        tag("Game", game.kind().name())?;
        tag("Board", &game.board().code().to_string())?;
        tag("First", &game.start().core().first().to_string())?;
        match game.setup() {
            Some(Setup { layout: 0, .. }) => {}
            Some(Setup { layout, .. }) => {
                tag("Layout", game.kind().info().layouts[usize::from(layout)])?;
            }
            None => {
                tag("Position", &game.placed_start().to_string())?;
            }
        }
        for (name, value) in &self.tags {
            tag(name, value)?;
        }
        tag("Result", &result_text(game.outcome()))?;
        f.write_char('\n')?;
        f.write_str(&self.wrapped_moves())
    }
}

impl Record {
    /// The moves with their numbers, the comments, and the result, wrapped.
    fn wrapped_moves(&self) -> String {
        let mut words: Vec<String> = self.comment_words(0);
        for (index, mv) in self.game.moves().enumerate() {
            if index % 2 == 0 {
                words.push(format!("{}.", index / 2 + 1));
            }
            words.push(mv.to_string());
            words.extend(self.comment_words(index + 1));
        }
        words.push(match self.game.outcome() {
            None => "*".to_owned(),
            Some(Outcome { winner: None, .. }) => "draw".to_owned(),
            Some(Outcome { winner: Some(side), points, .. }) => format!("{side}+{points}"),
        });
        let (mut text, mut column) = (String::new(), 0);
        for word in words {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > WIDTH {
                text.push('\n');
                column = 0;
            }
            if column > 0 {
                text.push(' ');
                column += 1;
            }
            text.push_str(&word);
            column += width;
        }
        text.push('\n');
        text
    }

    /// The comment after a ply as words in braces.
    fn comment_words(&self, ply: usize) -> Vec<String> {
        let comment = self.comments.get(&ply).map_or("", String::as_str);
        let comment = comment.replace('{', "(").replace('}', ")");
        let mut words: Vec<String> = comment.split_whitespace().map(str::to_owned).collect();
        if let Some(first) = words.first_mut() {
            first.insert(0, '{');
        }
        if let Some(last) = words.last_mut() {
            last.push('}');
        }
        words
    }
}
