//! How far a long command has come: shown on a terminal, and nowhere else.

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar for `length` things, on standard error, with the estimated time left.
pub(crate) fn bar(length: u64, things: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let style = format!("{{prefix}}{{bar:40}} {{pos}} of {{len}} {things}, {{eta}} left");
    let style = ProgressStyle::with_template(&style);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.tick();
    bar
}
