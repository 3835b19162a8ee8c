#![doc = include_str!("../README.md")]

pub mod arena;
mod engine;
pub mod fit;
mod games;
mod level;
pub mod lines;
pub mod memory;
pub mod search;
pub mod solve;
pub mod ugi;

pub use engine::{Analysis, Engine, Proof, RatedMove};
pub use level::{Level, LevelError};
pub use solve::{OutOfMemory, Solver, Verdict};
