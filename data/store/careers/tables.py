"""The tables of careers. They hold nothing that records, revisions and merges do not say, and can be made anew."""

from typing import Final

TABLES: Final = """
CREATE TABLE career_seen (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    counting INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    record INTEGER NOT NULL,
    number INTEGER NOT NULL,
    deed INTEGER NOT NULL
) STRICT;

CREATE TABLE career_persons (
    player INTEGER PRIMARY KEY REFERENCES texts,
    person INTEGER NOT NULL REFERENCES texts
) STRICT;

CREATE TABLE career_places (
    record INTEGER PRIMARY KEY REFERENCES records,
    rules INTEGER NOT NULL REFERENCES texts,
    day INTEGER NOT NULL
) STRICT;
CREATE INDEX by_place ON career_places (rules, day, record);

CREATE TABLE career_stretches (
    rules INTEGER NOT NULL REFERENCES texts,
    number INTEGER NOT NULL,
    day INTEGER NOT NULL,
    last INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    PRIMARY KEY (rules, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE careers (
    rules INTEGER NOT NULL REFERENCES texts,
    stretch INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES texts,
    latest INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    skill REAL NOT NULL,
    deals INTEGER NOT NULL,
    course BLOB NOT NULL,
    PRIMARY KEY (rules, stretch, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_person ON careers (rules, person, stretch);
CREATE INDEX by_skill ON careers (rules, skill DESC, person) WHERE latest = 1;

CREATE TABLE career_changes (
    rules INTEGER PRIMARY KEY REFERENCES texts,
    changes INTEGER NOT NULL
) STRICT;
"""
"""Where careers stand.

`career_seen` is the last revision, by the number of its row, and the last deed to people that were looked at, with the
version of the counting; `career_persons` are the merges that the careers were made with; `career_places` the days under
which records stand in the order of time. `career_stretches` are runs of records in that order, of one day each, up to
the record `last`.

`careers` has a row for each person who played in a stretch, as he stood at its end; `latest` marks the last one of each
person. What is not a number to be sorted by is in `course`. `career_changes` counts what was done to a game's careers.
"""
