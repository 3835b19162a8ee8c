//! How the modules of the server depend on each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The top-level modules that each of them uses, outside its tests.
fn imports() -> BTreeMap<String, BTreeSet<String>> {
    let source = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"));
    let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut folders = vec![source.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let place = path.strip_prefix(source).expect("below the source");
            let module = place.iter().next().and_then(|name| name.to_str()).expect("a name");
            let module = module.trim_end_matches(".rs").to_owned();
            if module == "lib" || path.file_stem().is_some_and(|name| name == "tests") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap_or_default();
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            let used = text.split("crate::").skip(1).flat_map(|rest| {
                let is_word = |c: char| c.is_ascii_lowercase() || c == '_';
                match rest.strip_prefix('{') {
                    Some(list) => list
                        .split('}')
                        .next()
                        .unwrap_or_default()
                        .split(',')
                        .map(|name| name.trim().split(':').next().unwrap_or_default().to_owned())
                        .collect(),
                    None => vec![rest.chars().take_while(|c| is_word(*c)).collect::<String>()],
                }
            });
            let used = used.filter(|used| *used != module && !used.is_empty());
            imports.entry(module.clone()).or_default().extend(used);
        }
    }
    imports
}

/// Whatever depends on another module stands above it: there is an order of all of them.
#[test]
fn arrows_point_down_only() {
    let mut imports = imports();
    assert!(imports.len() > 20 && imports["api"].contains("store"), "{imports:?}");
    for low in ["store", "live_games", "computer", "flag_watcher", "metrics", "news"] {
        assert!(!imports[low].contains("api"), "{low} depends on the API");
    }
    while !imports.is_empty() {
        let lowest: Vec<String> = imports
            .iter()
            .filter(|(_, used)| used.iter().all(|used| !imports.contains_key(used)))
            .map(|(module, _)| module.clone())
            .collect();
        assert!(!lowest.is_empty(), "in a circle, or above one: {imports:?}");
        imports.retain(|module, _| !lowest.contains(module));
    }
}
