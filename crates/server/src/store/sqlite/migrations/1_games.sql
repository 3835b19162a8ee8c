-- Whoever came by and did something: known by a secret, of which only the hash is kept.
CREATE TABLE visitor (
    id      INTEGER PRIMARY KEY,
    secret  BLOB NOT NULL UNIQUE,
    created INTEGER NOT NULL
) STRICT;

-- A game is its setup and its events. The columns under "summary" follow from these and are kept
-- for lists alone.
CREATE TABLE game (
    id      TEXT PRIMARY KEY,
    owner   INTEGER NOT NULL REFERENCES visitor (id),
    start   TEXT NOT NULL,     -- position text: kind, board, pawns, who was first
    white   TEXT NOT NULL,     -- seats: 'human' or 'level:N'
    black   TEXT NOT NULL,
    series  TEXT NOT NULL,     -- the match: the id of its first game
    number  INTEGER NOT NULL,  -- which game of the match, from 1
    target  INTEGER,           -- the points to which the match is played
    created INTEGER NOT NULL,  -- milliseconds since 1970, as all times
    deleted INTEGER NOT NULL DEFAULT 0,  -- its result counts in the match, and nothing else is left
    -- summary
    updated  INTEGER NOT NULL,
    plies    INTEGER NOT NULL,
    position TEXT NOT NULL,    -- position text of where it stands
    ended    INTEGER NOT NULL,
    winner   TEXT,
    points   INTEGER NOT NULL DEFAULT 0,
    reason   TEXT,             -- why it ended
    UNIQUE (series, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX game_of_owner ON game (owner, deleted, ended, updated DESC, id);

-- What was done in a game, in its order. Nothing is ever changed here.
CREATE TABLE event (
    game    TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    number  INTEGER NOT NULL,  -- from 1
    what    TEXT NOT NULL,     -- 'move e4-f6', 'undo 2', 'redo 1', 'resign white'
    visitor INTEGER REFERENCES visitor (id),  -- who did it; null for the computer
    request TEXT,              -- the name that they gave to it
    at      INTEGER NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX event_of_request ON event (game, visitor, request) WHERE request IS NOT NULL;

-- "Ktrg": how a database of ours is known.
PRAGMA application_id = 1265922663;
