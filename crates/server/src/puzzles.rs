//! Which puzzles there are: those of the files of the page (`docs/puzzles.md`).

use katarenga_rules::notation::position::BoardPosition;
use katarenga_rules::{Game, GameKind};
use time::{Date, Month};

/// Id, game, level and position of each puzzle, in the order of the ids.
const PUZZLES: &[(&str, &str, u8, &str)] = include!(concat!(env!("OUT_DIR"), "/puzzles.rs"));

/// A puzzle of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Puzzle {
    /// Its id.
    pub(crate) id: &'static str,
    /// The lowest level that solves it.
    pub(crate) level: u8,
    position: &'static str,
}

impl Puzzle {
    /// The puzzle with an id.
    pub(crate) fn find(id: &str) -> Option<Self> {
        let place = PUZZLES.binary_search_by_key(&id, |(known, ..)| known).ok()?;
        PUZZLES.get(place).map(|&(id, _, level, position)| Self { id, level, position })
    }

    /// All puzzles of a game, by its name, in the order of their ids.
    pub(crate) fn of(game: &str) -> impl Iterator<Item = Self> {
        let of_game = PUZZLES.iter().filter(move |(_, known, ..)| *known == game);
        of_game.map(|&(id, _, level, position)| Self { id, level, position })
    }

    /// The puzzle of a day, as `web/puzzles/choose.js` chooses it: the games that have puzzles come one
    /// after the other, by their names, and of the game's puzzles the day chooses one.
    pub(crate) fn of_day(day: &str) -> Option<Self> {
        let number = days_since_1970(day)?;
        let mut games: Vec<&str> = GameKind::ALL.iter().map(|kind| kind.name()).collect();
        games.retain(|game| Self::of(game).next().is_some());
        games.sort_unstable();
        let turn = number.rem_euclid(i32::try_from(games.len()).ok().filter(|count| *count > 0)?);
        let of_game: Vec<Self> = Self::of(games.get(usize::try_from(turn).ok()?)?).collect();
        of_game.get(hash(day) as usize % of_game.len()).copied()
    }

    /// The game as the puzzle begins.
    pub(crate) fn game(self) -> Option<Game> {
        let start: BoardPosition = self.position.parse().ok()?;
        Some(Game::from_position(start))
    }
}

/// The number of a day that is written as `2026-11-30`.
fn days_since_1970(day: &str) -> Option<i32> {
    let is_written_so = day.len() == 10
        && day.bytes().enumerate().all(|(i, byte)| match i {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    if !is_written_so {
        return None;
    }
    let month: u8 = day[5..7].parse().ok()?;
    let month = Month::try_from(month).ok()?;
    let date = Date::from_calendar_date(day[..4].parse().ok()?, month, day[8..].parse().ok()?);
    let epoch = Date::from_calendar_date(1970, Month::January, 1).ok()?;
    Some(date.ok()?.to_julian_day() - epoch.to_julian_day())
}

/// The hash FNV-1a of 32 bits.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
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
    fn each_day_has_a_puzzle_and_each_game_its_turn() {
        let of = |day: &str| Puzzle::of_day(day).expect("a puzzle").game().expect("a game").kind();
        let days: Vec<GameKind> = (1..=28).map(|day| of(&format!("2026-11-{day:02}"))).collect();
        assert!(days.windows(2).all(|two| two[0] != two[1]), "{days:?}");
        assert!(Puzzle::of_day("1969-12-31").is_some(), "days before 1970 have theirs too");
        for wrong in ["", "2026-11-31", "2026-13-01", "2026-1-1", "26-11-011", "2026-11-3é", "x"] {
            assert_eq!(Puzzle::of_day(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_no_puzzle_is_not_found() {
        for id in ["", "zzzzzzz", "index", PUZZLES[0].1] {
            assert_eq!(Puzzle::find(id), None, "{id}");
        }
        assert_eq!(Puzzle::of("chess").count(), 0);
    }
}
