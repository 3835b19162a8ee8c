-- Ratings of puzzles by those who try them, and of those by the puzzles: Glicko-2, whose first values
-- are in the program. Neither follows from the tries any more once a visitor is deleted.

-- The puzzles that somebody has tried.
CREATE TABLE puzzle_rating (
    puzzle     TEXT PRIMARY KEY,  -- its id
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    tries      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The visitors who have tried a puzzle.
CREATE TABLE visitor_rating (
    visitor    INTEGER PRIMARY KEY REFERENCES visitor (id),
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    tries      INTEGER NOT NULL,
    updated    INTEGER NOT NULL   -- when they tried one last
) STRICT;

-- The first try of each visitor at each puzzle: no other counts.
CREATE TABLE puzzle_try (
    visitor INTEGER NOT NULL REFERENCES visitor (id),
    puzzle  TEXT NOT NULL,
    solved  INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (visitor, puzzle)
) STRICT, WITHOUT ROWID;
