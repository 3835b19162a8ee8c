//! The program, tried as people and scripts use it, in one binary: it is linked once.
//!
//! One file alone: `cargo test --workspace --all-features --test cli terminal`.

mod admin;
mod against_computer;
mod analyse;
mod arena;
mod cmd;
mod conversation;
mod docs;
mod files;
mod load;
mod postgres;
mod process;
mod program;
mod pseudo_terminal;
mod puzzles;
mod serve;
mod sheet;
mod storage;
mod streams;
mod surroundings;
mod survey;
mod terminal;
mod whole_games;
