//! Surveys of every board that is not another's rotation: one row of a CSV file for each.
//!
//! Each of these boards has a mirror image among them, since the faces of a quarterboard are mirror
//! images. The rules of the games that are surveyed know no left and right, so one of the two is solved,
//! and the row of the other is its image.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, Write};
use std::iter;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use katarenga_engine::OutOfMemory;
use katarenga_engine::memory;
use katarenga_engine::search::Stop;
use katarenga_rules::{Bitboard, BoardCode, Quarters, Square};

use super::BoardOptions;
use super::first_squares::names;
use crate::commands::available_threads;
use crate::error::Failure;
use crate::interrupt::Interrupt;
use crate::{files, progress};

/// What a survey finds on a board: a row of its file.
pub(super) trait Row: Sized + Send {
    /// The names of the cells, the first of which is `board`.
    const HEADER: &'static str;

    /// What a thread solves boards with, one after the other.
    type Solver: Send;

    /// A solver that has seen no board yet.
    fn solver() -> Result<Self::Solver, OutOfMemory>;

    /// The row of a board; `None` when `stop` is set meanwhile.
    fn of(code: BoardCode, solver: &mut Self::Solver, stop: &Stop) -> Option<Self>;

    /// The row of the mirror image of its board.
    #[must_use]
    fn mirrored(&self, image: &Image) -> Self;

    /// The code of the board.
    fn board(&self) -> &str;

    /// The line in the file, without its end.
    fn write(&self) -> String;

    /// Reads what [`write`](Self::write) wrote; `None` for anything else.
    fn read(line: &str) -> Option<Self>;

    /// What is printed once the boards are solved.
    fn summary(rows: &[&Self], out: &mut dyn Write) -> Result<(), Failure>;
}

/// The mirror image of a board, turned to its canonical rotation.
pub(super) struct Image {
    quarters: Quarters,
    /// The clockwise quarter turns after west and east are exchanged.
    turns: u8,
}

impl Image {
    fn of(quarters: Quarters) -> Self {
        let mut image = Self { quarters: quarters.mirrored(), turns: 0 };
        let canonical = image.quarters.canonical();
        while image.quarters != canonical {
            image = Self { quarters: image.quarters.rotated(), turns: image.turns + 1 };
        }
        image
    }

    /// The code of the board.
    pub(super) fn board(&self) -> String {
        code(self.quarters)
    }

    /// What becomes of the squares of a cell.
    pub(super) fn squares(&self, cell: &str) -> String {
        let squares = cell.split_whitespace().filter_map(|name| name.parse().ok());
        names(squares.filter_map(|square| self.square(square)).collect::<Bitboard>())
    }

    fn square(&self, square: Square) -> Option<Square> {
        // Boards of quarters have eight files and ranks.
        let last = 7;
        let mirrored = (last - square.file(), square.rank());
        let (file, rank) = (0..self.turns).fold(mirrored, |(file, rank), _| (rank, last - file));
        Square::new(file, rank)
    }
}

fn code(board: Quarters) -> String {
    BoardCode::from(board).to_string()
}

/// Each board to solve, and its image where that is left too.
fn pairs(left: &[Quarters]) -> Vec<(BoardCode, Option<Image>)> {
    let mut wanted: HashSet<Quarters> = left.iter().copied().collect();
    let mut pairs = Vec::new();
    for &board in left {
        if wanted.remove(&board) {
            let image = Image::of(board);
            let is_left = wanted.remove(&image.quarters);
            pairs.push((board.into(), is_left.then_some(image)));
        }
    }
    pairs
}

/// Solves the boards that are not in the file yet, and prints the summary of all.
pub(super) fn run<R: Row>(
    path: &Path,
    options: BoardOptions,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let threads = options.threads.map_or_else(available_threads, usize::from);
    let all: Vec<Quarters> = Quarters::all()
        .filter(|board| board.canonical() == *board)
        .take(options.boards.map_or(usize::MAX, usize::from))
        .collect();
    let (mut file, mut rows) = open::<R>(path)?;
    let left: Vec<Quarters> =
        all.iter().copied().filter(|board| !rows.contains_key(&code(*board))).collect();
    if left.len() < all.len() {
        writeln!(out, "{} boards are in {} already", all.len() - left.len(), path.display())?;
    }
    let interrupt = Interrupt::listen()?;
    solve(&left, threads, &interrupt.stop, |row: R| {
        let line = row.write() + "\n";
        file.write_all(line.as_bytes()).map_err(|error| files::located_at(path, &error))?;
        rows.insert(row.board().to_owned(), row);
        Ok(())
    })?;
    let surveyed: Vec<&R> = all.iter().filter_map(|board| rows.get(&code(*board))).collect();
    R::summary(&surveyed, out)?;
    if interrupt.is_pressed() && surveyed.len() < all.len() {
        let (done, all, path) = (surveyed.len(), all.len(), path.display());
        let go_on = format!("their rows are in {path}, and the same command goes on after them");
        return Err(Failure::Interrupted(format!(
            "interrupted after {done} of {all} boards: {go_on}"
        )));
    }
    Ok(())
}

/// Opens the file for more rows, and gives those that are there by their boards.
fn open<R: Row>(path: &Path) -> Result<(File, HashMap<String, R>), Failure> {
    let read =
        |text: &str| if text.is_empty() { Ok(HashMap::new()) } else { read_rows(path, text) };
    let header = format!("{}\n", R::HEADER);
    files::resume(path, &header, || not_a_survey(path, R::HEADER), read)
}

fn not_a_survey(path: &Path, header: &str) -> Failure {
    let why = format_args!("this is not a survey, which begins with `{header}`");
    Failure::at(format_args!("{}:1", path.display()), why)
}

/// The rows of a survey by their boards.
fn read_rows<R: Row>(path: &Path, text: &str) -> Result<HashMap<String, R>, Failure> {
    let mut lines = text.lines();
    let header = R::HEADER;
    if lines.next() != Some(header) {
        return Err(not_a_survey(path, header));
    }
    let row = |(index, line)| {
        let place = format!("{}:{}", path.display(), index + 2);
        let wrong = || Failure::at(place, format_args!("this row doesn't hold `{header}`"));
        let row = R::read(line).ok_or_else(wrong)?;
        Ok((row.board().to_owned(), row))
    };
    lines.enumerate().map(row).collect()
}

/// Solves boards on several threads until `stop` is set, and hands over each row as it is found.
fn solve<R: Row>(
    boards: &[Quarters],
    threads: usize,
    stop: &Stop,
    mut found: impl FnMut(R) -> io::Result<()>,
) -> io::Result<()> {
    let (pairs, next) = (&pairs(boards), AtomicUsize::new(0));
    let (sender, receiver) = sync_channel(threads);
    thread::scope(|scope| {
        // Without memory for one more, the others do the work.
        let others = (1..threads).map_while(|_| R::solver().ok());
        let workers = iter::once(R::solver()?).chain(others).map(|mut solver| {
            let (sender, next) = (sender.clone(), &next);
            move || {
                while !stop.is_set()
                    && let Some((code, image)) = pairs.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let Some(row) = R::of(*code, &mut solver, stop) else { break };
                    let mirrored = image.as_ref().map(|image| row.mirrored(image));
                    let mut rows = [Some(row), mirrored].into_iter().flatten();
                    // The receiver is gone once a row could not be written.
                    if rows.any(|row| sender.send(row).is_err()) {
                        break;
                    }
                }
            }
        });
        memory::spawn_workers(scope, workers)?;
        drop(sender);
        collect(receiver, boards.len(), &mut found)
    })
}

fn collect<R>(
    rows: Receiver<R>,
    expected: usize,
    found: &mut impl FnMut(R) -> io::Result<()>,
) -> io::Result<()> {
    let bar = progress::bar(expected as u64, "boards");
    for row in rows {
        found(row)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{isolation, quartermaster, troika};
    use super::*;

    /// The row of the image of a board, by its own solution and as the image of the board's row,
    /// without the cells whose names are given.
    fn rows_of_an_image<R: Row>(without: &[&str]) -> [Vec<String>; 2] {
        let board = Quarters::from_index(54_321).canonical();
        let (image, stop) = (Image::of(board), Stop::default());
        let mut solver = R::solver().expect("memory");
        let mut solve = |board: Quarters| R::of(board.into(), &mut solver, &stop).expect("a row");
        [solve(image.quarters), solve(board).mirrored(&image)].map(|row| {
            let line = row.write();
            let cells = R::HEADER.split(',').zip(line.split(','));
            cells.filter(|(name, _)| !without.contains(name)).map(|(_, cell)| cell.into()).collect()
        })
    }

    #[test]
    fn the_row_of_a_mirror_image_is_that_of_its_own_solution() {
        let [solved, mirrored] = rows_of_an_image::<quartermaster::Quartermaster>(&[]);
        assert_eq!(solved, mirrored);
        let [solved, mirrored] = rows_of_an_image::<troika::Troika>(&[]);
        assert_eq!(solved, mirrored);
        // There are other sets as large.
        let [solved, mirrored] = rows_of_an_image::<isolation::Isolation>(&["example"]);
        assert_eq!(solved, mirrored);
    }

    #[test]
    fn the_example_of_a_mirror_image_suits_its_board() {
        let (code, image) = (BoardCode::REFERENCE, Image::of(Quarters::from_index(0)));
        assert_eq!(BoardCode::from(Quarters::from_index(0)), code);
        let row = isolation::Most::of(code, &mut (), &Stop::default()).expect("a row");
        let example = row.mirrored(&image).write();
        let squares = example.rsplit(',').next().expect("the last cell").split(' ');
        let pawns: Bitboard = squares.filter_map(|name| name.parse::<Square>().ok()).collect();
        assert_eq!(pawns.count(), 14, "{example}");
        let board = katarenga_rules::Board::new(image.quarters.into());
        for pawn in pawns {
            assert!((board.reach(pawn, Bitboard::EMPTY) & pawns).is_empty(), "{pawn} {example}");
        }
    }

    #[test]
    fn every_board_is_solved_or_the_image_of_one_that_is() {
        let all: Vec<Quarters> =
            Quarters::all().filter(|board| board.canonical() == *board).collect();
        let pairs = pairs(&all);
        assert_eq!(pairs.len(), 12_288);
        let of_pair = |(code, image): &(BoardCode, Option<Image>)| {
            [Some(code.to_string()), image.as_ref().map(Image::board)]
        };
        let found: HashSet<String> = pairs.iter().flat_map(of_pair).flatten().collect();
        assert_eq!(found, all.iter().copied().map(super::code).collect());
    }
}
