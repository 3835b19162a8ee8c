//! What is taught: lessons are checked, puzzles compressed.

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

/// The files of puzzles, compressed, and how many each has: their names in the page, and where they are.
pub(crate) fn puzzles(folder: &Path, out: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|end| end == "txt"));
    files.sort();
    let (mut assets, mut counts) = (Vec::new(), Vec::new());
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
        let game = file.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        let text = fs::read_to_string(file)?;
        let count = text.lines().filter(|line| !line.starts_with('#')).count();
        counts.push(format!("\"{game}\":{count}"));
        let compressed = out.join(format!("{game}.txt.gz"));
        compress(&text, &compressed)?;
        assets.push((format!("{PUZZLES}{game}.txt.gz"), compressed));
    }
    let index = out.join("puzzles.json");
    fs::write(&index, format!("{{{}}}", counts.join(",")))?;
    assets.push((format!("{PUZZLES}index.json"), index));
    Ok(assets)
}

fn compress(text: &str, file: &Path) -> io::Result<()> {
    // More would take seconds for a few hundred bytes.
    let options = Options { iteration_count: NonZeroU64::MIN, ..Options::default() };
    zopfli::compress(options, Format::Gzip, text.as_bytes(), File::create(file)?)
}
