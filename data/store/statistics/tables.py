"""The tables of the summaries, as a migration made them; a step that has been released is never changed."""

from typing import Final

SUMMARIES: Final = """
CREATE {kind} TABLE counters (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

CREATE {kind} TABLE buckets (
    id INTEGER PRIMARY KEY,
    rules INTEGER NOT NULL,
    player INTEGER NOT NULL,
    day INTEGER NOT NULL,
    tournament INTEGER NOT NULL,
    seated INTEGER NOT NULL,
    counts BLOB NOT NULL,
    UNIQUE (rules, player, day, tournament, seated)
) STRICT;

CREATE {kind} TABLE sums (
    id INTEGER PRIMARY KEY,
    rules INTEGER NOT NULL,
    player INTEGER NOT NULL,
    counts BLOB NOT NULL,
    UNIQUE (rules, player)
) STRICT;

CREATE {kind} TABLE pairs (
    rules INTEGER NOT NULL,
    player INTEGER NOT NULL,
    other INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    higher INTEGER NOT NULL,
    lower INTEGER NOT NULL,
    equal INTEGER NOT NULL,
    scored INTEGER NOT NULL,
    points INTEGER NOT NULL,
    partners INTEGER NOT NULL,
    opponents INTEGER NOT NULL,
    carried INTEGER NOT NULL,
    PRIMARY KEY (rules, player, other)
) STRICT, WITHOUT ROWID;

CREATE {kind} TABLE changes (
    rules INTEGER PRIMARY KEY,
    count INTEGER NOT NULL
) STRICT;
"""
"""Summaries: by day, tournament and number of players, in all, and of two; how often those of some rules changed.

Their counts are kept by the numbers of the counters. Of two it is `points` that may be too large for one column:
`carried` are the multiples of a thousand millions.
"""

TABLES: Final = """
CREATE INDEX by_other ON pairs (rules, other);

CREATE TABLE alike (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    content BLOB NOT NULL
) STRICT;

CREATE TABLE waiting (
    id INTEGER PRIMARY KEY,
    sign INTEGER NOT NULL,
    rules INTEGER NOT NULL,
    day INTEGER NOT NULL,
    tournament INTEGER NOT NULL,
    shares INTEGER NOT NULL,
    sheaf BLOB NOT NULL
) STRICT;

CREATE TABLE counted (
    version INTEGER NOT NULL,
    record INTEGER,
    times INTEGER NOT NULL
) STRICT;
INSERT INTO counted (version, record, times) VALUES (0, 0, 0);
"""
"""Besides them what recurs in shares, which never changes; sheaves of shares that wait, each under the bytes of all up
to it; and by which version of the counting everything was counted: up to which record, null where that is all, and how
often it was counted from the beginning."""
