//! What is taught: lessons are checked, puzzles listed and compressed.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use katarenga_content::Lesson;
use zopfli::{Format, Options};

/// Where the lessons are in `web/`.
pub(crate) const LESSONS: &str = "lessons/";

/// Where the page finds the puzzles of a game.
const PUZZLES: &str = "puzzles/of/";

/// A lesson that makes no sense ends the build: with its file, the step and the reason.
pub(crate) fn check(name: &str, content: &[u8]) -> io::Result<()> {
    let wrong = |why: String| io::Error::other(format!("web/{name}: {why}"));
    let text = std::str::from_utf8(content).map_err(|error| wrong(error.to_string()))?;
    let lesson = Lesson::read(text).map_err(|error| wrong(error.to_string()))?;
    let faults: Vec<String> = lesson.faults().iter().map(ToString::to_string).collect();
    if faults.is_empty() { Ok(()) } else { Err(wrong(faults.join("; "))) }
}

/// The puzzles of all games.
pub(crate) struct Puzzles {
    /// Their files, compressed, and how many each has: names in the page, and where they are.
    pub(crate) assets: Vec<(String, PathBuf)>,
    /// A slice in Rust of their ids, in order, each with its game, its level and its position.
    pub(crate) code: String,
}

/// What the server knows of a puzzle.
struct Known {
    game: String,
    level: u8,
    position: String,
}

/// Reads the files of puzzles. A line without a level, and an id that two puzzles have, end the build.
pub(crate) fn puzzles(folder: &Path, out: &Path) -> io::Result<Puzzles> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|end| end == "txt"));
    files.sort();
    let (mut assets, mut counts, mut known) = (Vec::new(), Vec::new(), BTreeMap::new());
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
        let game = file.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        let text = fs::read_to_string(file)?;
        let count = list(&mut known, game, &text)?;
        counts.push(format!("\"{game}\":{count}"));
        let compressed = out.join(format!("{game}.txt.gz"));
        compress(&text, &compressed)?;
        assets.push((format!("{PUZZLES}{game}.txt.gz"), compressed));
    }
    let index = out.join("puzzles.json");
    fs::write(&index, format!("{{{}}}", counts.join(",")))?;
    assets.push((format!("{PUZZLES}index.json"), index));
    let listed = known.iter().map(|(id, Known { game, level, position })| {
        format!("({id:?}, {game:?}, {level}, {position:?}),\n")
    });
    Ok(Puzzles { assets, code: format!("&[\n{}]", listed.collect::<String>()) })
}

/// Adds the puzzles of a file by their ids; gives their number.
fn list(known: &mut BTreeMap<String, Known>, game: &str, text: &str) -> io::Result<usize> {
    let mut count = 0;
    for (number, line) in
        (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
    {
        let wrong = |why: &str| io::Error::other(format!("puzzles/{game}.txt:{number}: {why}"));
        let fields: Vec<&str> = line.split(" | ").collect();
        let &[id, position, _, _, _, _, level, _] = fields.as_slice() else {
            return Err(wrong("a puzzle has eight parts, between them ` | `"));
        };
        let level = level.parse().ok().filter(|level| (1..=8).contains(level));
        let level = level.ok_or_else(|| wrong("the level is a number from 1 to 8"))?;
        let puzzle = Known { game: game.to_owned(), level, position: position.to_owned() };
        if known.insert(id.to_owned(), puzzle).is_some() {
            return Err(wrong(&format!("another puzzle has the id {id}")));
        }
        count += 1;
    }
    Ok(count)
}

fn compress(text: &str, file: &Path) -> io::Result<()> {
    // More would take seconds for a few hundred bytes.
    let options = Options { iteration_count: NonZeroU64::MIN, ..Options::default() };
    zopfli::compress(options, Format::Gzip, text.as_bytes(), File::create(file)?)
}
