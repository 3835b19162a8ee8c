#![doc = include_str!("../README.md")]

mod engine;
mod games;
pub mod search;
pub mod solve;
pub mod ugi;

pub use engine::{Analysis, Engine};
pub use solve::{Solver, Verdict};
