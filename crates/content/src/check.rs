//! What is wrong with a lesson.

use katarenga_rules::notation::moves::MoveError;
use katarenga_rules::notation::position::{BoardPosition, PositionError};
use katarenga_rules::{Game, Move, Square};

use crate::{LANGUAGES, Lesson, Step, Texts};

/// Something that is wrong with a lesson.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{why}", step.map(|number| format!("step {number}: ")).unwrap_or_default())]
pub struct Fault {
    /// The number of the step, counted from 1; `None` for the lesson as a whole.
    pub step: Option<usize>,
    /// What.
    pub why: Why,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Why {
    /// There is nothing to do.
    #[error("a lesson has at least one step")]
    NoSteps,
    /// A text is missing.
    #[error("`{part}` has no text in `{language}`")]
    NoText {
        /// Which.
        part: &'static str,
        /// In which language.
        language: &'static str,
    },
    /// A text is in a language that the page has not.
    #[error("`{part}` has a text in `{language}`, which is no language of the page")]
    UnknownLanguage {
        /// Which.
        part: &'static str,
        /// In which language.
        language: String,
    },
    /// The position can't be read.
    #[error("the position: {0}")]
    Position(Box<PositionError>),
    /// No move is legal.
    #[error("in this position no move is legal")]
    NoMoves,
    /// A move of a line is not legal.
    #[error("line {line}, move {number}: {error}")]
    Move {
        /// Which line, counted from 1.
        line: usize,
        /// Which of its moves, counted from 1.
        number: usize,
        /// Why not.
        error: Box<MoveError>,
    },
    /// A line ends with an answer.
    #[error("line {0} has an even number of moves: the last one is to be the learner's")]
    EndsWithAnswer(usize),
    /// A line goes on where another one ends, so that nobody knows whether the step is done.
    #[error("line {0} begins with another whole line")]
    GoesOn(usize),
    /// A legal move is answered by nothing.
    #[error("`{0}` is legal and not right: say so in `wrong`")]
    NotAnswered(String),
    /// No move can be wrong.
    #[error("every legal move is right: `wrong` is never said")]
    NeverWrong,
    /// A mark is no square of the board.
    #[error("the mark `{0}` is no square of the board")]
    Mark(String),
}

pub(crate) fn faults(lesson: &Lesson) -> Vec<Fault> {
    let of_lesson = lesson.title.iter().flat_map(|title| text_faults("title", title));
    let none = lesson.steps.is_empty().then_some(Why::NoSteps);
    let whole = of_lesson.chain(none).map(|why| Fault { step: None, why });
    let steps = lesson.steps.iter().zip(1..).flat_map(|(step, number)| {
        step_faults(step).into_iter().map(move |why| Fault { step: Some(number), why })
    });
    whole.chain(steps).collect()
}

fn step_faults(step: &Step) -> Vec<Why> {
    let texts =
        [("say", Some(&step.say)), ("wrong", step.wrong.as_ref()), ("then", Some(&step.then))];
    let mut faults: Vec<Why> = texts
        .into_iter()
        .filter_map(|(part, text)| Some((part, text?)))
        .flat_map(|(part, text)| text_faults(part, text))
        .collect();
    let placed: BoardPosition = match step.position.parse() {
        Ok(placed) => placed,
        Err(error) => {
            faults.push(Why::Position(Box::new(error)));
            return faults;
        }
    };
    let is_square = |name: &&String| {
        name.parse::<Square>().is_ok_and(|square| placed.board.colour(square).is_some())
    };
    faults.extend(step.marks.iter().filter(|name| !is_square(name)).cloned().map(Why::Mark));
    let game = Game::from_position(placed);
    if game.legal_moves().is_empty() {
        faults.push(Why::NoMoves);
        return faults;
    }
    let mut lines = Vec::new();
    for (line, number) in step.lines.iter().zip(1..) {
        match read_line(&game, line, number) {
            Ok(line) => lines.push(line),
            Err(why) => faults.push(why),
        }
    }
    if faults.is_empty() {
        faults.extend(goes_on(&lines));
        faults.extend(wrong_faults(&game, &lines, step.wrong.is_some()));
    }
    faults
}

fn text_faults(part: &'static str, text: &Texts) -> Vec<Why> {
    let missing = LANGUAGES
        .into_iter()
        .filter(|language| text.get(*language).is_none_or(|text| text.trim().is_empty()));
    let unknown = text.keys().filter(|language| !LANGUAGES.contains(&language.as_str()));
    let missing = missing.map(|language| Why::NoText { part, language });
    missing
        .chain(unknown.cloned().map(|language| Why::UnknownLanguage { part, language }))
        .collect()
}

fn read_line(start: &Game, texts: &[String], line: usize) -> Result<Vec<Move>, Why> {
    let mut game = start.clone();
    for (text, number) in texts.iter().zip(1..) {
        let wrong = |error| Why::Move { line, number, error: Box::new(error) };
        let mv = game.read_move(text).map_err(wrong)?;
        game.play(mv).map_err(|why| wrong(MoveError::Illegal { mv, why }))?;
    }
    if texts.len().is_multiple_of(2) {
        Err(Why::EndsWithAnswer(line))
    } else {
        Ok(game.moves().collect())
    }
}

/// Lines that begin with another whole line.
fn goes_on(lines: &[Vec<Move>]) -> Vec<Why> {
    let begins = |(index, line): &(usize, &Vec<Move>)| {
        lines.iter().enumerate().any(|(other, whole)| other != *index && line.starts_with(whole))
    };
    lines.iter().enumerate().filter(begins).map(|(index, _)| Why::GoesOn(index + 1)).collect()
}

/// Whether each legal move at each turn of the learner is right or answered.
fn wrong_faults(start: &Game, lines: &[Vec<Move>], is_said: bool) -> Vec<Why> {
    let mut wrong = None;
    for line in lines {
        let mut game = start.clone();
        for (index, mv) in line.iter().enumerate() {
            if index % 2 == 0 {
                let begun = &line[..index];
                let is_right = |mv: &Move| {
                    lines
                        .iter()
                        .any(|other| other.starts_with(begun) && other.get(index) == Some(mv))
                };
                wrong = wrong.or(game.legal_moves().into_iter().find(|mv| !is_right(mv)));
            }
            if game.play(*mv).is_err() {
                break;
            }
        }
    }
    match wrong {
        Some(mv) if !is_said => vec![Why::NotAnswered(mv.to_string())],
        None if is_said => vec![Why::NeverWrong],
        _ => Vec::new(),
    }
}
