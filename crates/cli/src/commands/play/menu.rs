//! What is asked before a game: which one, on which board, against whom.

use std::io::Write;

use katarenga_engine::lines::InputLine;
use katarenga_engine::search::Stop;
use katarenga_rules::{Game, GameKind, Setup};

use super::seats::{Seat, Seats};
use super::{TerminalMatch, leave, random_seed};
use crate::args::choose_board;
use crate::commands::games;
use crate::error::Failure;
use crate::input::{Input, TOO_LONG};

/// Asks for the game and, unless given, for the players, then plays it.
pub(crate) fn menu(
    seats: Option<Seats>,
    target: Option<u32>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut input = Input::new()?;
    writeln!(out, "Katarenga: games for the board of four quarterboards. Which one?\n")?;
    games::list(out, |index, _| format!("{:>3}", index + 1))?;
    writeln!(out, "\nType a number or a name; `katarenga --help` lists all commands.")?;
    let Some(kind) = ask(&mut input, out, "game> ", choose_game)? else { return leave(out) };
    writeln!(out, "\n{}. On which board? Enter: a random one; or type a code.", kind.info().title)?;
    let Some(game) = ask(&mut input, out, "board> ", |text| choose_start(kind, text))? else {
        return leave(out);
    };
    let seats = match seats {
        Some(seats) => Some(seats),
        None => {
            writeln!(
                out,
                "\nAgainst whom? Enter: two people at one screen; or 1 to 8: the computer."
            )?;
            let players = ask(&mut input, out, "opponent> ", choose_opponent)?;
            players.map(|players| Seats::new(players, random_seed()))
        }
    };
    let Some(seats) = seats else { return leave(out) };
    TerminalMatch::new(game.into(), target).run(seats, &mut input, out)
}

/// The seats when the person who answers plays White.
fn choose_opponent(text: &str) -> Result<[Seat; 2], Failure> {
    if text.is_empty() {
        return Ok([Seat::Human; 2]);
    }
    let level = text.parse().map_err(|error| Failure::Input(format!("{error}")))?;
    Ok([Seat::Human, Seat::Level(level)])
}

/// Asks until the answer makes sense; `None` when the person leaves.
fn ask<T>(
    input: &mut Input,
    out: &mut dyn Write,
    prompt: &str,
    read: impl Fn(&str) -> Result<T, Failure>,
) -> Result<Option<T>, Failure> {
    loop {
        out.flush()?;
        let Some(heard) = input.line(prompt, &Stop::default())? else { return Ok(None) };
        let InputLine::Line(line) = heard else {
            writeln!(out, "{TOO_LONG}")?;
            continue;
        };
        match read(line.trim()) {
            Ok(answer) => return Ok(Some(answer)),
            Err(error) => writeln!(out, "{error}")?,
        }
    }
}

fn choose_game(text: &str) -> Result<GameKind, Failure> {
    let numbers = format!("type a number from 1 to {}", GameKind::ALL.len());
    if text.is_empty() {
        return Err(Failure::Input(format!("{numbers} or a name; Ctrl-D leaves")));
    }
    let Ok(number) = text.parse::<usize>() else {
        return text.parse().map_err(|error| Failure::Input(format!("{error}")));
    };
    let kind = number.checked_sub(1).and_then(|index| GameKind::ALL.get(index));
    kind.copied().ok_or(Failure::Input(numbers))
}

fn choose_start(kind: GameKind, text: &str) -> Result<Game, Failure> {
    let code = if text.is_empty() { "random" } else { text };
    let board = choose_board(code, None, |rng| kind.random_board(rng))?;
    Ok(Game::new(kind, board, Setup::default())?)
}
