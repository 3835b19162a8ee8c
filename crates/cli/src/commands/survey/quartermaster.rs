//! `katarenga survey quartermaster`: every board that is not another's rotation.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use katarenga_engine::memory;
use katarenga_engine::search::Stop;
use katarenga_engine::solve::chain::{FirstSquares, Limit};
use katarenga_rules::{Board, BoardCode, Colour, Quarters};

use crate::error::Failure;
use crate::interrupt::Interrupt;
use crate::{files, progress};

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
    let (mut file, mut rows) = open(path)?;
    let left: Vec<BoardCode> =
        all.iter().copied().filter(|code| !rows.contains_key(&code.to_string())).collect();
    if left.len() < all.len() {
        writeln!(out, "{} boards are in {} already", all.len() - left.len(), path.display())?;
    }
    let interrupt = Interrupt::listen()?;
    solve(&left, threads, &interrupt.stop, |row| {
        file.write_all(row.write().as_bytes()).map_err(|error| in_file(path, &error))?;
        rows.insert(row.board.clone(), row);
        Ok(())
    })?;
    let surveyed: Vec<&Row> = all.iter().filter_map(|code| rows.get(&code.to_string())).collect();
    summary(&surveyed, out)?;
    if interrupt.is_pressed() && surveyed.len() < all.len() {
        let (done, all, path) = (surveyed.len(), all.len(), path.display());
        let go_on = format!("their rows are in {path}, and the same command goes on after them");
        return Err(Failure::Interrupted(format!(
            "interrupted after {done} of {all} boards: {go_on}"
        )));
    }
    Ok(())
}

/// What the system says of the file, such as a full disk, of the kind that it was.
fn in_file(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Opens the file for more rows, and gives those that are there by their boards. A row that was cut
/// short is removed, and an empty file begun; a file of something else is refused and left as it is.
fn open(path: &Path) -> Result<(File, HashMap<String, Row>), Failure> {
    let system = |error| in_file(path, &error);
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let mut file = options.open(path).map_err(system)?;
    // A device or a pipe holds no rows, and reading from it may never end.
    let is_kept = file.metadata().map_err(system)?.is_file();
    let text = if is_kept { read(path, &mut file)? } else { String::new() };
    // What follows the last end of a line was cut short.
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let rows = if whole.is_empty() { HashMap::new() } else { read_rows(path, whole)? };
    if is_kept {
        file.set_len(whole.len() as u64).map_err(system)?;
        file.seek(io::SeekFrom::End(0)).map_err(system)?;
    }
    if whole.is_empty() {
        writeln!(file, "{HEADER}").map_err(system)?;
    }
    Ok((file, rows))
}

/// The text of the file, as far as it can be a survey's: its beginning is looked at first.
fn read(path: &Path, file: &mut File) -> Result<String, Failure> {
    let mut begins = Vec::new();
    let header = HEADER.as_bytes();
    file.take(header.len() as u64)
        .read_to_end(&mut begins)
        .map_err(|error| in_file(path, &error))?;
    if !header.starts_with(&begins) {
        return Err(not_a_survey(path));
    }
    Ok(files::read_open(path, begins.chain(file), "")?)
}

fn not_a_survey(path: &Path) -> Failure {
    let why = format_args!("this is not a survey, which begins with `{HEADER}`");
    Failure::at(format_args!("{}:1", path.display()), why)
}

/// The rows of a survey by their boards.
fn read_rows(path: &Path, text: &str) -> Result<HashMap<String, Row>, Failure> {
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) {
        return Err(not_a_survey(path));
    }
    let row = |(index, line)| {
        let place = format!("{}:{}", path.display(), index + 2);
        let wrong = || Failure::at(place, format_args!("this row doesn't hold `{HEADER}`"));
        let row = Row::read(line).ok_or_else(wrong)?;
        Ok((row.board.clone(), row))
    };
    lines.enumerate().map(row).collect()
}

/// Solves boards on several threads until `stop` is set, and hands over each row as it is found.
fn solve(
    boards: &[BoardCode],
    threads: usize,
    stop: &Stop,
    mut found: impl FnMut(Row) -> io::Result<()>,
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = sync_channel(threads);
    thread::scope(|scope| {
        for index in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            // Without memory or a thread for one more, the others do the work.
            let mut search = match FirstSquares::new(Limit::Block) {
                Ok(search) => search,
                Err(short) if index == 0 => return Err(short.into()),
                Err(_) => break,
            };
            let work = move || {
                while !stop.is_set()
                    && let Some(code) = boards.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    // The receiver is gone once a row could not be written.
                    if sender.send(Row::of(*code, &mut search)).is_err() {
                        break;
                    }
                }
            };
            if index == 0 {
                memory::spawn_scoped(scope, work)?;
            } else if memory::spawn_helper(scope, work).is_err() {
                break;
            }
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
