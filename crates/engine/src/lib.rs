#![doc = include_str!("../README.md")]

pub mod arena;
pub mod bench;
mod engine;
pub mod fit;
mod games;
mod level;
mod limits;
pub mod lines;
pub mod memory;
mod noise;
pub mod puzzles;
mod ranked;
mod registry;
pub mod score;
pub mod search;
mod settings;
pub mod solve;
mod solver;
pub mod ugi;

pub use engine::{Analysis, Engine, Proof, RatedMove};
pub use level::{Level, LevelError};
pub use solve::{Length, OutOfMemory, Solvable, Value, Verdict};
pub use solver::Solver;
