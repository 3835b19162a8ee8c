//! Everything that is tried from outside the crate, in one binary: it is linked once.
//!
//! One file alone: `cargo test --workspace --all-features --test rules conformance`.

mod boards;
mod common;
mod conformance;
mod hand_made;
mod inputs;
mod never_panics;
mod random_play;
mod records;
mod registry;
mod symmetry;
