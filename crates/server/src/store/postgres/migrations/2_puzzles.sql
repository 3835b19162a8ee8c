-- The same as the fourth migration of SQLite. What belongs to a visitor goes with them by itself, so that
-- servers of the version before, which know nothing of it, can delete visitors.

-- The puzzles that somebody has tried.
CREATE TABLE puzzle_rating (
    puzzle     TEXT COLLATE "C" PRIMARY KEY,  -- its id
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    tries      BIGINT NOT NULL
);

-- The visitors who have tried a puzzle.
CREATE TABLE visitor_rating (
    visitor    BIGINT PRIMARY KEY REFERENCES visitor (id) ON DELETE CASCADE,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    tries      BIGINT NOT NULL,
    updated    BIGINT NOT NULL  -- when they tried one last
);

-- The first try of each visitor at each puzzle: no other counts.
CREATE TABLE puzzle_try (
    visitor BIGINT NOT NULL REFERENCES visitor (id) ON DELETE CASCADE,
    puzzle  TEXT COLLATE "C" NOT NULL,
    solved  BOOLEAN NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (visitor, puzzle)
);
