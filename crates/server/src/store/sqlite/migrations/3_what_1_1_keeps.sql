-- A game with minutes to play in which not both have moved is aborted a minute after what was done
-- last in it: from now on the deadline, a summary, says so.
UPDATE game SET deadline = updated + 60000
WHERE clock LIKE '%+%' AND plies < 2 AND deadline IS NULL AND ended = 0 AND NOT deleted;

-- What the record of an imported game says besides the game: tags, comments, glyphs. Written once.
CREATE TABLE notes (
    game    TEXT PRIMARY KEY REFERENCES game (id),
    content TEXT NOT NULL  -- JSON
) STRICT, WITHOUT ROWID;
