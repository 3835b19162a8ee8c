//! Who is connected to a game: through this server, and through others on the same database.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use katarenga_rules::Side;
use serde::{Deserialize, Serialize};

/// How long somebody who has disconnected still counts as present: most reconnect at once.
pub(crate) const PRESENCE_GRACE: Duration = Duration::from_secs(8);

/// Who is connected to a game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Presence {
    /// Whether the players are, by [`Side::index`].
    pub(crate) players: [bool; 2],
    /// How many others look on.
    pub(crate) watchers: u32,
}

impl Presence {
    /// With those of another server.
    fn with(self, other: Self) -> Self {
        let players = Side::ALL.map(|side| {
            let index = side.index();
            self.players[index] || other.players[index]
        });
        Self { players, watchers: self.watchers.saturating_add(other.watchers) }
    }
}

/// How often each side is connected here, when it was last, and how many look on; and who is
/// connected elsewhere.
#[derive(Default, Debug)]
pub(crate) struct ConnectionCounts {
    connections: [u32; 2],
    left: [Option<Instant>; 2],
    watchers: u32,
    elsewhere: Presence,
}

impl ConnectionCounts {
    /// One more connection of the player of these sides, or of a spectator.
    pub(crate) fn join(&mut self, sides: &[Side]) {
        for side in sides {
            self.connections[side.index()] += 1;
        }
        if sides.is_empty() {
            self.watchers += 1;
        }
    }

    /// One less.
    pub(crate) fn leave(&mut self, sides: &[Side]) {
        for side in sides {
            self.connections[side.index()] -= 1;
            self.left[side.index()] = Some(Instant::now());
        }
        if sides.is_empty() {
            self.watchers -= 1;
        }
    }

    /// Notes who is connected elsewhere.
    pub(crate) fn set_elsewhere(&mut self, elsewhere: Presence) {
        self.elsewhere = elsewhere;
    }

    /// Who is connected here.
    pub(crate) fn here(&self) -> Presence {
        let is_here = |side: Side| {
            let left = self.left[side.index()];
            self.connections[side.index()] > 0
                || left.is_some_and(|left| left.elapsed() < PRESENCE_GRACE)
        };
        Presence { players: Side::ALL.map(is_here), watchers: self.watchers }
    }

    /// Who is connected.
    pub(crate) fn presence(&self) -> Presence {
        self.here().with(self.elsewhere)
    }

    /// How many connections there are here.
    pub(crate) fn count(&self) -> u64 {
        let [white, black] = self.connections;
        u64::from(white) + u64::from(black) + u64::from(self.watchers)
    }
}

/// What other servers have told of their connections: by game, and by the number of the server.
#[derive(Default, Debug)]
pub(crate) struct Elsewhere(HashMap<String, HashMap<i64, Presence>>);

impl Elsewhere {
    /// Who is connected to a game.
    pub(crate) fn of(&self, game: &str) -> Presence {
        let all = self.0.get(game).into_iter().flat_map(HashMap::values);
        all.fold(Presence::default(), |sum, one| sum.with(*one))
    }

    /// Notes what a server tells of a game.
    pub(crate) fn set(&mut self, node: i64, game: &str, presence: Presence) {
        let nodes = self.0.entry(game.to_owned()).or_default();
        if presence == Presence::default() {
            nodes.remove(&node);
        } else {
            nodes.insert(node, presence);
        }
        if nodes.is_empty() {
            self.0.remove(game);
        }
    }

    /// The games of which a server has told.
    pub(crate) fn games_of(&self, node: i64) -> Vec<String> {
        let of_node = self.0.iter().filter(|(_, nodes)| nodes.contains_key(&node));
        of_node.map(|(game, _)| game.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presence_is_that_of_all_servers() {
        let white = Presence { players: [true, false], watchers: 1 };
        let black = Presence { players: [false, true], watchers: 2 };
        let mut elsewhere = Elsewhere::default();
        elsewhere.set(1, "a", white);
        elsewhere.set(2, "a", black);
        elsewhere.set(2, "b", black);
        assert_eq!(elsewhere.of("a"), Presence { players: [true, true], watchers: 3 });
        assert_eq!(elsewhere.of("c"), Presence::default());
        elsewhere.set(2, "a", Presence::default());
        assert_eq!(elsewhere.of("a"), white);
        assert_eq!(elsewhere.games_of(2), ["b"]);
        let mut counts = ConnectionCounts::default();
        counts.set_elsewhere(white);
        counts.join(&[Side::Black]);
        counts.join(&[]);
        assert_eq!(counts.presence(), Presence { players: [true, true], watchers: 2 });
        assert_eq!((counts.here().players, counts.count()), ([false, true], 2));
    }
}
