//! A game that is played, without I/O: what may be done in it, what a screen shows of it, what an
//! analysis finds. The server and the browser edition give the same answers from here.

pub mod analysis;
pub mod begin;
pub mod boards;
pub mod commands;
pub mod computer;
pub mod explain;
pub mod game;
pub mod limits;
pub mod lists;
mod markdown;
pub mod records;
pub mod refused;
pub mod rules;
pub mod session;
pub mod shapes;
pub mod texts;
pub mod why_not;
