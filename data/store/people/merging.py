"""Ids are found to be one person's, and found not to be; nothing of it changes a record."""

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any, Final, NamedTuple

import msgspec

from data.store.asked import Author
from data.store.people.asked import What
from data.store.people.kinship import members_of, person_of, texts_of
from data.store.people.naming import call_anew, note_rename
from data.store.people.refusals import NoSuchMerge, OnePerson, SatTogether
from data.store.sessions import Session
from data.store.sqlite_errors import LARGEST
from data.store.transactions import Transaction, snapshot

_COMMON: Final = """
WITH common (record) AS (
    SELECT record FROM seated AS one CROSS JOIN seated AS other USING (record)
    WHERE one.player IN (SELECT value FROM json_each(?1)) AND other.player IN (SELECT value FROM json_each(?2))
    UNION
    SELECT record FROM newly_seated AS one JOIN newly_seated AS other USING (record)
    WHERE one.player IN (SELECT value FROM json_each(?1)) AND other.player IN (SELECT value FROM json_each(?2)))
SELECT record FROM common ORDER BY record
"""
_NEWLY_COMMON: Final = """
SELECT DISTINCT record FROM revisions CROSS JOIN records ON id = record
WHERE revisions.rowid > ?3
    AND EXISTS (SELECT 1 FROM json_each(players) AS one WHERE one.value IN (SELECT value FROM json_each(?1)))
    AND EXISTS (SELECT 1 FROM json_each(players) AS one WHERE one.value IN (SELECT value FROM json_each(?2)))
ORDER BY record
"""
_LATEST: Final = "SELECT coalesce(max(rowid), 0) FROM revisions"
_RECORD: Final = """
SELECT players, dictionary, packed, cut
FROM records JOIN revisions ON revisions.record = id AND number = revision
WHERE id = ? AND NOT withdrawn
"""
_DEED: Final = """
INSERT INTO deeds (kind, player, person, name, merge, at, author, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_MERGE: Final = "INSERT INTO merged (player, person, deed) VALUES (?, ?, ?)"
_MERGED: Final = "SELECT player, person FROM merged WHERE deed = ?"
_PART: Final = "DELETE FROM merged WHERE deed = ?"


class _Deal(msgspec.Struct):
    order: list[int]
    unfinished: list[int]


class _Report(msgspec.Struct):
    deals: list[_Deal]


_report: Final = msgspec.json.Decoder(_Report).decode


class Change(NamedTuple):
    """Who changes something about people, and why."""

    author: Author
    reason: str


class Looked(NamedTuple):
    """Two ids whose people never sat in one deal, up to the latest revision: all ids of the one, and of the other."""

    player: str
    into: str
    ones: list[int]
    others: list[int]
    revision: int


def look(session: Session, player: str, into: str) -> Looked:
    """See that two ids may be made one person's.

    Raises `NoSuchPlayer`, `OnePerson`, and `SatTogether`.
    """
    with snapshot(session):
        ones, others = _two(session, player, into)
        (latest,) = session.connection.execute(_LATEST).fetchone()
        _refuse_neighbours(session, ones, others, _COMMON)
    return Looked(player, into, ones, others, latest)


def merge(writing: Transaction, looked: Looked, change: Change) -> int:
    """Let all ids of the one person be the other's; the number of the deed.

    What was written since somebody looked is looked at here. Raises what `look` does.
    """
    session = writing.session
    ones, others = _two(session, looked.player, looked.into)
    if (ones, others) == (looked.ones, looked.others):
        _refuse_neighbours(session, ones, others, _NEWLY_COMMON, looked.revision)
    else:
        _refuse_neighbours(session, ones, others, _COMMON)
    deed = _write(writing, (What.MERGED, ones[0], others[0], None, None), change)
    writing.connection.execute(_MERGE, (ones[0], others[0], deed))
    return deed


def undo(writing: Transaction, deed: int, change: Change) -> None:
    """Part again whom a deed merged. Raises `NoSuchMerge`."""
    row = writing.connection.execute(_MERGED, (min(deed, LARGEST),)).fetchone()
    if row is None:
        raise NoSuchMerge
    writing.connection.execute(_PART, (deed,))
    _write(writing, (What.UNDONE, *row, None, deed), change)
    call_anew(writing)


def rename(writing: Transaction, player: str, name: str, change: Change) -> None:
    """Let a person be called so from now on. Raises `NoSuchPlayer`."""
    person = person_of(writing.session, player)
    note_rename(writing, player, name)
    _write(writing, (What.RENAMED, writing.number(player), person, writing.number(name), None), change)
    call_anew(writing)


def _write(writing: Transaction, deed: tuple[Any, ...], change: Change) -> int:
    return writing.insert(_DEED, (*deed, writing.at, writing.number(change.author.name), change.reason))


def _two(session: Session, player: str, into: str) -> tuple[list[int], list[int]]:
    """All ids of two people, their own first. Raises `NoSuchPlayer`, and `OnePerson` where they are one."""
    person, other = person_of(session, player), person_of(session, into)
    if person == other:
        raise OnePerson(texts_of(session, [person])[person])
    return members_of(session, person), members_of(session, other)


def _refuse_neighbours(session: Session, ones: Sequence[int], others: Sequence[int], common: str, *since: int) -> None:
    """Raise `SatTogether` where one of these and one of the others sat in one deal of the records in common."""
    with closing(session.connection.execute(common, (json.dumps(ones), json.dumps(others), *since))) as found:
        for (record,) in found:
            for deal, sat in enumerate(_seated(session, record), 1):
                if not sat.isdisjoint(ones) and not sat.isdisjoint(others):
                    raise SatTogether(record, deal)


def _seated(session: Session, record: int) -> Iterator[set[int]]:
    """Who sat in each deal of a record; nobody did where it was withdrawn."""
    for players, *packed in session.connection.execute(_RECORD, (record,)).fetchall():
        numbers: list[int] = json.loads(players)
        for deal in _report(session.packing.report(*packed)).deals:
            yield {numbers[player - 1] for player in (*deal.order, *deal.unfinished)}
