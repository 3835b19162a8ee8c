//! `katarenga survey quartermaster`: every board that is not another's rotation.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use katarenga_engine::solve::chain::{FirstSquares, Limit};
use katarenga_rules::{Board, BoardCode, Colour, Quarters};

use crate::error::Failure;
use crate::progress;

const HEADER: &str = "board,winning,red,yellow,green,blue,squares";

/// What is found on a board: a row of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Row {
    board: String,
    /// How many first squares of each colour win, in the order of [`Colour::ALL`].
    by_colour: [u32; 4],
    squares: String,
}

impl Row {
    fn of(code: BoardCode, search: &mut FirstSquares) -> Self {
        let board = Board::new(code);
        let winning = search.winning(&board);
        let squares: Vec<String> = winning.into_iter().map(|square| square.to_string()).collect();
        Self {
            board: code.to_string(),
            by_colour: Colour::ALL.map(|colour| (winning & board.coloured(colour)).count()),
            squares: squares.join(" "),
        }
    }

    fn winning(&self) -> u32 {
        self.by_colour.iter().sum()
    }

    fn write(&self) -> String {
        let [red, yellow, green, blue] = self.by_colour;
        let (board, squares) = (&self.board, &self.squares);
        format!("{board},{},{red},{yellow},{green},{blue},{squares}\n", self.winning())
    }

    /// Reads what [`write`](Self::write) wrote; `None` for anything else.
    fn read(line: &str) -> Option<Self> {
        let cells: Vec<&str> = line.split(',').collect();
        let [board, winning, colours @ .., squares] = cells.as_slice() else { return None };
        let colours: Vec<u32> = colours.iter().map(|n| n.parse().ok()).collect::<Option<_>>()?;
        let by_colour = colours.try_into().ok()?;
        let row = Self { board: (*board).to_owned(), by_colour, squares: (*squares).to_owned() };
        let complete = winning.parse() == Ok(row.winning())
            && squares.split_whitespace().count() == row.winning() as usize;
        complete.then_some(row)
    }
}

pub(crate) fn run(
    path: &Path,
    threads: usize,
    boards: Option<usize>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let all: Vec<BoardCode> = Quarters::all()
        .filter(|board| board.canonical() == *board)
        .take(boards.unwrap_or(usize::MAX))
        .map(BoardCode::from)
        .collect();
    let in_file = |error| Failure::at(path.display(), error);
    let (mut file, text) = open(path).map_err(in_file)?;
    let mut rows =
        read_rows(&text).map_err(|why| Failure::Input(format!("{}{why}", path.display())))?;
    let left: Vec<BoardCode> =
        all.iter().copied().filter(|code| !rows.contains_key(&code.to_string())).collect();
    if left.len() < all.len() {
        writeln!(out, "{} boards are in {} already", all.len() - left.len(), path.display())?;
    }
    solve(&left, threads, |row| {
        file.write_all(row.write().as_bytes())?;
        rows.insert(row.board.clone(), row);
        Ok(())
    })
    .map_err(in_file)?;
    let surveyed: Vec<&Row> = all.iter().filter_map(|code| rows.get(&code.to_string())).collect();
    summary(&surveyed, out)
}

/// Opens the file for more rows, and gives the text of those that are there. A row that was cut
/// short is removed, and an empty file begun; a file of something else is left as it is.
fn open(path: &Path) -> io::Result<(File, String)> {
    let mut options = OpenOptions::new();
    let mut file = options.read(true).write(true).create(true).truncate(false).open(path)?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    if !text.starts_with(HEADER) && !HEADER.starts_with(&text) {
        return Ok((file, text));
    }
    text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
    file.set_len(text.len() as u64)?;
    file.seek(io::SeekFrom::End(0))?;
    if text.is_empty() {
        text = format!("{HEADER}\n");
        file.write_all(text.as_bytes())?;
    }
    Ok((file, text))
}

/// The rows of a file by their boards; otherwise its wrong line and why.
fn read_rows(text: &str) -> Result<HashMap<String, Row>, String> {
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) {
        return Err(format!(":1: this is not a survey, which begins with `{HEADER}`"));
    }
    let row = |(index, line)| {
        let wrong = || format!(":{}: this row doesn't hold `{HEADER}`", index + 2);
        let row = Row::read(line).ok_or_else(wrong)?;
        Ok((row.board.clone(), row))
    };
    lines.enumerate().map(row).collect()
}

/// Solves boards on several threads, and hands over each row as it is found.
fn solve(
    boards: &[BoardCode],
    threads: usize,
    mut found: impl FnMut(Row) -> io::Result<()>,
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = sync_channel(threads);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut search = FirstSquares::new(Limit::Block);
                while let Some(code) = boards.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // Nobody listens any more once a row could not be written.
                    if sender.send(Row::of(*code, &mut search)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        collect(receiver, boards.len(), &mut found)
    })
}

fn collect(
    rows: Receiver<Row>,
    expected: usize,
    found: &mut impl FnMut(Row) -> io::Result<()>,
) -> io::Result<()> {
    let bar = progress::bar(expected as u64, "boards");
    for row in rows {
        found(row)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "shares are printed with one digit")]
fn summary(rows: &[&Row], out: &mut dyn Write) -> Result<(), Failure> {
    let boards = rows.len();
    let won = rows.iter().filter(|row| row.winning() > 0).count();
    writeln!(out, "boards: {boards}; the first player wins on {won}")?;
    let counts = rows.iter().map(|row| row.winning());
    let (least, most) = (counts.clone().min().unwrap_or(0), counts.clone().max().unwrap_or(0));
    let total: u32 = counts.sum();
    let mean = f64::from(total) / boards.max(1) as f64;
    writeln!(out, "winning first squares a board: {least} to {most}, {mean:.1} in the mean")?;
    for colour in Colour::ALL {
        let won: u32 = rows.iter().map(|row| row.by_colour[colour.index()]).sum();
        // Every board has sixteen squares of each colour.
        let share = 100.0 * f64::from(won) / (16 * boards.max(1)) as f64;
        writeln!(out, "{colour:<6} {won:>6} winning first squares, {share:.1}% of its squares")?;
    }
    Ok(())
}
