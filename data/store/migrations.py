"""How the tables of a store came to be: named steps, each of which every store has gone through once and in this order.

A step that has been released is never changed; what has to be different is another step.
"""

import sqlite3
from contextlib import closing
from typing import Final

from sqlite_utils import Database, Migrations

from data.store.careers import tables as careers
from data.store.people import tables as people
from data.store.statistics import tables as statistics

MIGRATIONS: Final = Migrations("daifu")

APPLICATION: Final = 0x64616675
"""The mark in the head of the file by which a store is told from other databases."""

_RECORDS: Final = """
CREATE TABLE texts (
    number INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE dictionaries (
    number INTEGER PRIMARY KEY,
    content BLOB NOT NULL
) STRICT;

CREATE TABLE records (
    id INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL,
    withdrawn INTEGER NOT NULL,
    opening BLOB NOT NULL,
    rules INTEGER NOT NULL REFERENCES texts,
    players TEXT NOT NULL,
    names TEXT,
    tournament INTEGER REFERENCES texts,
    round INTEGER REFERENCES texts,
    date INTEGER,
    deals INTEGER NOT NULL,
    actions INTEGER NOT NULL,
    legal INTEGER NOT NULL,
    faults TEXT
) STRICT;
CREATE INDEX by_opening ON records (opening);
CREATE INDEX by_rules ON records (rules, withdrawn);
CREATE INDEX by_legal ON records (legal, withdrawn);
CREATE INDEX by_tournament ON records (tournament, withdrawn) WHERE tournament IS NOT NULL;
CREATE INDEX by_date ON records (date, withdrawn) WHERE date IS NOT NULL;
CREATE INDEX by_withdrawn ON records (withdrawn) WHERE withdrawn = 1;

CREATE TABLE revisions (
    record INTEGER NOT NULL REFERENCES records,
    number INTEGER NOT NULL,
    kind INTEGER NOT NULL REFERENCES texts,
    at INTEGER NOT NULL,
    author INTEGER NOT NULL REFERENCES texts,
    reason TEXT,
    content BLOB,
    dictionary INTEGER REFERENCES dictionaries,
    packed BLOB,
    cut INTEGER,
    UNIQUE (record, number)
) STRICT;
CREATE INDEX by_content ON revisions (content) WHERE content IS NOT NULL;

CREATE TABLE seated (
    player INTEGER NOT NULL REFERENCES texts,
    record INTEGER NOT NULL REFERENCES records,
    PRIMARY KEY (player, record)
) STRICT, WITHOUT ROWID;

CREATE TABLE found (
    fault INTEGER NOT NULL REFERENCES texts,
    record INTEGER NOT NULL REFERENCES records,
    PRIMARY KEY (fault, record)
) STRICT, WITHOUT ROWID;
"""

_TOKENS: Final = """
CREATE TABLE tokens (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT;
"""

_TOGETHER: Final = "DELETE FROM seated WHERE record > (SELECT coalesce(max(id), 0) / 256 * 256 FROM records)"

_TOURNAMENTS: Final = """
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
    version INTEGER NOT NULL,
    name INTEGER NOT NULL REFERENCES texts,
    rules INTEGER NOT NULL REFERENCES texts,
    finished INTEGER NOT NULL
) STRICT;

CREATE TABLE tournament_names (
    name INTEGER PRIMARY KEY REFERENCES texts,
    tournament INTEGER NOT NULL REFERENCES tournaments,
    since INTEGER NOT NULL
) STRICT;
CREATE INDEX by_named ON tournament_names (tournament);

CREATE TABLE entries (
    tournament INTEGER NOT NULL REFERENCES tournaments,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    author INTEGER NOT NULL REFERENCES texts,
    reason TEXT,
    change TEXT NOT NULL,
    UNIQUE (tournament, number)
) STRICT;
CREATE TRIGGER entries_stay_as_they_are BEFORE UPDATE ON entries BEGIN
    SELECT RAISE (ABORT, 'entries of a log are never changed');
END;
CREATE TRIGGER entries_stay BEFORE DELETE ON entries BEGIN
    SELECT RAISE (ABORT, 'entries of a log are never deleted');
END;

CREATE TABLE landings (
    record INTEGER NOT NULL REFERENCES records,
    tournament INTEGER NOT NULL REFERENCES tournaments,
    revision INTEGER,
    version INTEGER,
    at INTEGER,
    author INTEGER REFERENCES texts,
    code TEXT,
    details TEXT,
    PRIMARY KEY (record, tournament)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_problem ON landings (tournament, record) WHERE code IS NOT NULL;
"""


@MIGRATIONS(name="001_records")
def _records(db: Database) -> None:
    """Records with their revisions, and what lists are filtered by.

    The `packed` texts of a revision are its report and its record, `cut` is where the one ends and the other begins; a
    revision that withdraws has none.

    Texts that recur are kept once: `players` are their numbers as a JSON list in the order of the record, `names` are
    likewise how people call them where that is not what they are known by. `seated` and `found` lead from a player and
    from the code of a fault to records.
    """
    db.executescript(_RECORDS)
    db.execute(f"PRAGMA application_id = {APPLICATION}")


@MIGRATIONS(name="002_tokens")
def _tokens(db: Database) -> None:
    """Who may write: tokens by the hashes of their secrets."""
    db.executescript(_TOKENS)


@MIGRATIONS(name="003_together")
def _together(db: Database) -> None:
    """Records are entered in `seated` 256 at a time, when the last of them is there."""
    db.execute(_TOGETHER)


@MIGRATIONS(name="004_tournaments")
def _tournaments(db: Database) -> None:
    """Tournaments: their logs, which alone say what is so, and what follows from them and is looked up often.

    `version` is the number of the last entry, `name` and `finished` are as that left them. `tournament_names` leads
    from all names that a tournament has had, each `since` an entry. `landings` leads from the records that gave
    results, and from those that should have: `code` is why they could not when the tournament had that `version`.
    """
    db.executescript(_TOURNAMENTS)


@MIGRATIONS(name="005_statistics")
def _statistics(db: Database) -> None:
    """What the records come to: summaries of what is counted of them, empty until a store is opened and counted."""
    db.executescript(statistics.SUMMARIES.format(kind=""))
    db.executescript(statistics.TABLES)


@MIGRATIONS(name="006_people")
def _people(db: Database) -> None:
    """Who is who: the ids of one person, and what people go by; the names in the records that are there are noted."""
    db.executescript(people.TABLES)
    people.fill(db.conn)


@MIGRATIONS(name="007_careers")
def _careers(db: Database) -> None:
    """Where ratings and all else stand that hangs on the order of deals; who first asks for it makes it."""
    db.executescript(careers.TABLES)


def pending(connection: sqlite3.Connection) -> bool:
    """Whether the store has steps before it."""
    return bool(MIGRATIONS.pending(_database(connection)))


def is_later(connection: sqlite3.Connection) -> bool:
    """Whether the store has gone through steps that this version does not know."""
    with closing(sqlite3.connect(":memory:")) as nothing:
        known = {step.name for step in MIGRATIONS.pending(_database(nothing))}
    return any(step.name not in known for step in MIGRATIONS.applied(_database(connection)))


def migrate(connection: sqlite3.Connection) -> None:
    """Take all steps that are left, within the transaction of the connection."""
    MIGRATIONS.apply(_database(connection))


def _database(connection: sqlite3.Connection) -> Database:
    """The connection as sqlite-utils takes it, without the plugins that happen to be installed."""
    return Database(connection, recursive_triggers=False, execute_plugins=False)
