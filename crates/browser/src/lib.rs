//! The games in a browser, without a server: the API's requests about them, answered in WebAssembly.
//!
//! No game is kept here. The page keeps games, sends what it has of a game with each request about it,
//! and keeps what comes back; so a page whose worker died asks another one.

#[cfg(target_arch = "wasm32")]
mod glue;
mod kept;
mod reader;
mod request;
mod search;
mod tree;

pub use crate::request::answer_json;
