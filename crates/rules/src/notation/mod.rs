//! Texts: moves, positions, and the ordinal notation of placement games (`docs/notation.md`).

pub mod fields;
pub mod moves;
pub mod ordinal;
pub mod position;
pub(crate) mod signs;
