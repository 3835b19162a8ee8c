//! Everything that is tried from outside the crate, in one binary: it is linked once.
//!
//! One file alone: `cargo test --workspace --all-features --test engine ugi`.

mod arena;
mod endgame;
mod levels;
mod partner;
mod puzzles;
mod search;
mod solvers;
mod ugi;
