//! What the sheets say, measured in the files themselves.

mod boards;
mod reader;
mod sheets;

use katarenga_engine::puzzles::Puzzle;
use katarenga_paper::{Options, Paper};
use katarenga_rules::Language;

/// Every paper with every language.
fn all_options() -> impl Iterator<Item = Options> {
    let both = |paper| Language::ALL.map(|language| Options { paper, language });
    Paper::ALL.into_iter().flat_map(both)
}

/// Puzzles of several games, with different goals.
fn some_puzzles() -> Vec<Puzzle> {
    include_str!("puzzles.txt")
        .lines()
        .map(|line| line.parse().unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect()
}
