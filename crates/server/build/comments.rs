//! The page's files without their comments, which are for readers of the sources: a sixth of what a first
//! visit would load.

/// Scripts and styles.
const ENDS: [&str; 2] = ["js", "css"];

/// Whether files that end so have comments.
pub(crate) fn are_in(end: &str) -> bool {
    ENDS.contains(&end)
}

/// A file without the comments that have lines of their own. The lines stay, empty, so that errors name
/// the right ones. Texts between backticks must have no line that looks like a comment, which a test
/// (`web/tests/modules.spec.js`) checks.
pub(crate) fn without(text: &str) -> String {
    let mut is_inside = false;
    let lines = text.lines().map(|line| {
        let begins = line.trim_start();
        let is_block = is_inside || begins.starts_with("/*");
        if !is_block {
            return if begins.starts_with("//") { "" } else { line };
        }
        let Some((_, after)) = begins.split_once("*/") else {
            is_inside = true;
            return "";
        };
        // A type that is said before a value has a line with it.
        if after.trim().is_empty() || is_inside {
            is_inside = false;
            return after;
        }
        line
    });
    lines.collect::<Vec<_>>().join("\n")
}
