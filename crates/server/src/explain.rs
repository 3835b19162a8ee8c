//! placeholder
use serde_json::{Map, Value};
pub struct Explained {
    pub code: &'static str,
    pub details: Map<String, Value>,
    pub message: String,
}
pub trait Explain {
    fn explain(&self) -> Explained;
}
impl<T: std::fmt::Debug> Explain for T {
    fn explain(&self) -> Explained {
        Explained { code: "rules", details: Map::new(), message: format!("{self:?}") }
    }
}
