-- Two people, two places: who plays which side, how much time they have, and how they come together.

ALTER TABLE visitor ADD COLUMN name TEXT;

-- Further secrets by which a visitor is known: those of other browsers, and the one of the link
-- that leads there. Only hashes are kept.
CREATE TABLE device (
    secret  BLOB PRIMARY KEY,
    visitor INTEGER NOT NULL REFERENCES visitor (id),
    link    INTEGER NOT NULL,  -- whether it is the link's, with which nothing can be done but come in
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX link_of_visitor ON device (visitor) WHERE link;
CREATE INDEX device_of_visitor ON device (visitor, created) WHERE NOT link;

ALTER TABLE game ADD COLUMN white_player INTEGER REFERENCES visitor (id);
ALTER TABLE game ADD COLUMN black_player INTEGER REFERENCES visitor (id);
ALTER TABLE game ADD COLUMN white_name TEXT;  -- the name under which they play
ALTER TABLE game ADD COLUMN black_name TEXT;
ALTER TABLE game ADD COLUMN clock TEXT;       -- '5+3': minutes and seconds a move; '2d': days a move
ALTER TABLE game ADD COLUMN public INTEGER NOT NULL DEFAULT 0;  -- whether it is listed for watching
ALTER TABLE game ADD COLUMN chat INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN deadline INTEGER; -- summary: when the time of the side to move is up

UPDATE game SET white_player = owner WHERE white = 'human';
UPDATE game SET black_player = owner WHERE black = 'human';

CREATE INDEX game_by_deadline ON game (deadline) WHERE deadline IS NOT NULL;
-- With what it is restricted to, so that counting needs no game's row.
CREATE INDEX game_to_watch ON game (ended, updated DESC, id, public, deleted)
    WHERE public AND NOT deleted;

-- The games of each visitor, as their lists have them: all of it follows from the game.
CREATE TABLE player (
    game    TEXT NOT NULL REFERENCES game (id),
    visitor INTEGER NOT NULL REFERENCES visitor (id),
    state   INTEGER NOT NULL,  -- 0: it is their turn; 1: it is not; 2: the game has ended
    updated INTEGER NOT NULL,
    PRIMARY KEY (game, visitor)
) STRICT, WITHOUT ROWID;

CREATE INDEX game_of_visitor ON player (visitor, state, updated DESC, game);

INSERT INTO player (game, visitor, state, updated)
SELECT id, owner, CASE WHEN ended THEN 2 ELSE 0 END, updated FROM game WHERE NOT deleted;

DROP INDEX game_of_owner;

-- Games that wait for a second player.
CREATE TABLE invitation (
    id        TEXT PRIMARY KEY,
    creator   INTEGER NOT NULL REFERENCES visitor (id),
    name      TEXT,              -- the name of whoever made it
    start     TEXT NOT NULL,     -- position text
    side      TEXT,              -- the side of whoever made it; null when chance decides
    target    INTEGER,
    clock     TEXT,
    public    INTEGER NOT NULL,
    chat      INTEGER NOT NULL,
    created   INTEGER NOT NULL,
    expires   INTEGER NOT NULL,
    withdrawn INTEGER NOT NULL DEFAULT 0,
    game      TEXT REFERENCES game (id)  -- what came of it
) STRICT, WITHOUT ROWID;

CREATE INDEX invitation_open ON invitation (expires) WHERE public AND game IS NULL AND NOT withdrawn;
CREATE INDEX invitation_of_creator ON invitation (creator, expires) WHERE game IS NULL AND NOT withdrawn;

-- What the players of a game wrote to each other.
CREATE TABLE message (
    game   TEXT NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,  -- from 1
    side   TEXT NOT NULL,
    text   TEXT NOT NULL,
    request TEXT NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (game, number),
    UNIQUE (game, side, request)
) STRICT, WITHOUT ROWID;
