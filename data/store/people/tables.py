"""The tables of people, and how those of an earlier store are filled."""

import json
import sqlite3
from collections.abc import Iterator
from typing import Final

from data.store.people.folding import folded

TABLES: Final = """
CREATE TABLE aliases (
    id INTEGER PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES texts,
    name INTEGER NOT NULL REFERENCES texts,
    folded TEXT NOT NULL,
    UNIQUE (player, name)
) STRICT;

CREATE TABLE deeds (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES texts,
    person INTEGER NOT NULL REFERENCES texts,
    name INTEGER REFERENCES texts,
    merge INTEGER REFERENCES deeds,
    at INTEGER NOT NULL,
    author INTEGER NOT NULL REFERENCES texts,
    reason TEXT NOT NULL
) STRICT;
CREATE INDEX by_deed_player ON deeds (player);
CREATE INDEX by_deed_person ON deeds (person);

CREATE TABLE merged (
    player INTEGER PRIMARY KEY REFERENCES texts,
    person INTEGER NOT NULL REFERENCES texts,
    deed INTEGER NOT NULL UNIQUE REFERENCES deeds
) STRICT;
CREATE INDEX by_merged ON merged (person);

CREATE TABLE renamed (
    player INTEGER PRIMARY KEY REFERENCES texts,
    name INTEGER NOT NULL REFERENCES texts
) STRICT;

CREATE VIEW newly_seated (player, record, withdrawn) AS
SELECT value, records.id, withdrawn FROM records JOIN json_each(players)
WHERE records.id > (SELECT coalesce(max(id), 0) / 256 * 256 FROM records);

CREATE VIEW persons (player, person) AS
WITH RECURSIVE way (player, person) AS (
    SELECT player, person FROM merged
    UNION ALL
    SELECT way.player, merged.person FROM way JOIN merged ON merged.player = way.person
)
SELECT player, person FROM way WHERE NOT EXISTS (SELECT 1 FROM merged WHERE merged.player = way.person);
"""
"""`aliases` are the ids and names of players as records have them; of one player, the last row is what he goes by.

`deeds` are merges, their undoing and renames, none of which is ever changed. What follows from them is in `merged`,
where each player leads to the one whom he was merged into, and in `renamed`, the names that people were given. The view
`persons` leads from each merged player to the one at the end of his way; the view `newly_seated` has what is not yet
entered in `seated`.
"""

_RECORDS: Final = "SELECT players, coalesce(names, players) FROM records ORDER BY id"
_TEXT: Final = "SELECT text FROM texts WHERE number = ?"
_ALIAS: Final = "INSERT OR REPLACE INTO aliases (player, name, folded) VALUES (?, ?, ?)"


def fill(connection: sqlite3.Connection) -> None:
    """Write what the records that are there call their players, as if they came one after the other."""
    known: dict[int, int] = {}
    for player, name in _called(connection):
        if known.get(player) != name:
            for alias in dict.fromkeys((name,) if player in known else (player, name)):
                (text,) = connection.execute(_TEXT, (alias,)).fetchone()
                connection.execute(_ALIAS, (player, alias, folded(text)))
            known[player] = name


def _called(connection: sqlite3.Connection) -> Iterator[tuple[int, int]]:
    for players, names in connection.execute(_RECORDS):
        yield from zip(json.loads(players), json.loads(names), strict=True)
