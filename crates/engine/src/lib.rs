#![doc = include_str!("../README.md")]

mod games;
pub mod solve;

pub use solve::{Solver, Verdict};
