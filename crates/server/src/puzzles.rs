//! Which puzzles there are: those of the files of the page (`docs/puzzles.md`).

/// Id, game and level of each puzzle, in the order of the ids.
const PUZZLES: &[(&str, &str, u8)] = include!(concat!(env!("OUT_DIR"), "/puzzles.rs"));

/// A puzzle of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Puzzle {
    /// Its id.
    pub(crate) id: &'static str,
    /// The lowest level that solves it.
    pub(crate) level: u8,
}

impl Puzzle {
    /// The puzzle with an id.
    pub(crate) fn find(id: &str) -> Option<Self> {
        let place = PUZZLES.binary_search_by_key(&id, |(known, ..)| known).ok()?;
        PUZZLES.get(place).map(|&(id, _, level)| Self { id, level })
    }

    /// All puzzles of a game, by its name.
    pub(crate) fn of(game: &str) -> impl Iterator<Item = Self> {
        let of_game = PUZZLES.iter().filter(move |(_, known, _)| *known == game);
        of_game.map(|&(id, _, level)| Self { id, level })
    }
}

#[cfg(test)]
mod tests {
    use katarenga_engine::puzzles::Puzzle as Listed;
    use katarenga_rules::GameKind;

    use super::*;

    #[test]
    fn puzzles_are_those_of_the_files() {
        let mut count = 0;
        for kind in GameKind::ALL {
            let file = format!("{}/../../puzzles/{kind}.txt", env!("CARGO_MANIFEST_DIR"));
            // Not every game has puzzles.
            let Ok(text) = std::fs::read_to_string(file) else { continue };
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                let listed: Listed = line.parse().expect("a puzzle");
                let found = Puzzle::find(&listed.id()).expect("it is there");
                assert_eq!((found.id, found.level), (&*listed.id(), listed.level.number()));
                assert!(Puzzle::of(kind.name()).any(|puzzle| puzzle == found), "{line}");
                count += 1;
            }
        }
        assert_eq!(PUZZLES.len(), count);
    }

    #[test]
    fn what_is_no_puzzle_is_not_found() {
        for id in ["", "zzzzzzz", "index", PUZZLES[0].1] {
            assert_eq!(Puzzle::find(id), None, "{id}");
        }
        assert_eq!(Puzzle::of("chess").count(), 0);
    }
}
