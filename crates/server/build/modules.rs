//! Which module of the page imports which.
//!
//! The page's modules are written in one style, so that a few lines find their imports; a test
//! (`web/tests/modules.spec.js`) compares what they find with what a lexer of JavaScript does.

use std::collections::BTreeMap;

/// The module with which the page starts.
pub(crate) const MAIN: &str = "main.js";

/// What a module imports, by names under `web/`.
struct Imports {
    /// Needed before the module runs.
    now: Vec<String>,
    /// Asked for when they are needed.
    later: Vec<String>,
}

/// The imports of all modules.
pub(crate) struct Graph(BTreeMap<String, Imports>);

impl Graph {
    /// Reads all modules, given by their names under `web/`.
    ///
    /// # Errors
    ///
    /// When a module imports one that is not there.
    pub(crate) fn new(modules: &BTreeMap<String, String>) -> Result<Self, String> {
        let mut graph = BTreeMap::new();
        for (name, text) in modules {
            let imports = imports(name, text);
            let all = [&imports.now, &imports.later];
            if let Some(missing) = all.into_iter().flatten().find(|one| !modules.contains_key(*one))
            {
                return Err(format!("web/{name} imports web/{missing}, which is not there"));
            }
            graph.insert(name.clone(), imports);
        }
        Ok(Self(graph))
    }

    /// Some modules and all without which they don't run.
    pub(crate) fn needed(&self, first: &[&str]) -> Vec<String> {
        self.closure(first, |imports| imports.now.iter().chain(&[]))
    }

    /// Some modules and all that they import, now or later.
    pub(crate) fn reachable(&self, first: &[&str]) -> Vec<String> {
        self.closure(first, |imports| imports.now.iter().chain(&imports.later))
    }

    fn closure<'a, I>(&'a self, first: &[&str], of: impl Fn(&'a Imports) -> I) -> Vec<String>
    where
        I: Iterator<Item = &'a String>,
    {
        let mut all: Vec<String> = first.iter().map(|&name| name.to_owned()).collect();
        let mut next = 0;
        while let Some(imports) = all.get(next).map(|name| self.0.get(name)) {
            for import in imports.into_iter().flat_map(&of) {
                if !all.contains(import) {
                    all.push(import.clone());
                }
            }
            next += 1;
        }
        all
    }
}

/// What a module imports.
fn imports(module: &str, text: &str) -> Imports {
    let text = without_comments(text);
    let after = |before: &str| {
        let names = text.split(before).skip(1).filter_map(|rest| Some(rest.split_once('\'')?.0));
        let own = names.filter(|name| name.starts_with('.'));
        own.map(|name| resolved(module, name)).collect::<Vec<_>>()
    };
    Imports { now: [after("from '"), after("import '")].concat(), later: after("import('") }
}

/// A text without its comments, in which types are imported.
fn without_comments(text: &str) -> String {
    let mut parts = text.split("/*");
    let mut kept: String = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push_str(part.split_once("*/").map_or("", |(_, rest)| rest));
    }
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    kept.lines().filter(is_code).collect::<Vec<_>>().join("\n")
}

/// The name under `web/` of what a module imports as `./x.js` or `../y/z.js`.
fn resolved(module: &str, import: &str) -> String {
    let mut folders: Vec<&str> = module.split('/').collect();
    folders.pop();
    for part in import.split('/') {
        match part {
            "." => {}
            ".." => drop(folders.pop()),
            _ => folders.push(part),
        }
    }
    folders.join("/")
}
