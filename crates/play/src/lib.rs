//! A game that is played, without I/O: what may be done in it, what a screen shows of it, what an
//! analysis finds. The server and the browser edition give the same answers from here.

pub mod analysis;
pub mod explain;
pub mod game;
pub mod limits;
pub mod markdown;
pub mod session;
pub mod shapes;
mod why_not;

pub use crate::why_not::why_not;
