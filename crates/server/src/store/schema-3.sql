-- What the record of an imported game says besides the game: tags, comments, glyphs. Written once.
CREATE TABLE notes (
    game    TEXT PRIMARY KEY REFERENCES game (id),
    content TEXT NOT NULL  -- JSON
) STRICT, WITHOUT ROWID;
