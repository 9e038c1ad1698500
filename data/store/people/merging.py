"""Ids are found to be one person's, and found not to be; nothing of it changes a record."""

import json
from collections.abc import Collection, Iterator
from typing import Any, Final, NamedTuple

import msgspec

from data.store.asked import Author
from data.store.people.asked import What
from data.store.people.kinship import members_of, person_of, texts_of
from data.store.people.naming import give_name
from data.store.people.refusals import NoSuchMerge, OnePerson, SatTogether
from data.store.sessions import Session
from data.store.sqlite_errors import LARGEST
from data.store.transactions import Transaction

_TOGETHER: Final = """
WITH common (record) AS (
    SELECT record FROM seated AS one CROSS JOIN seated AS other USING (record)
    WHERE one.player IN (SELECT value FROM json_each(?1)) AND other.player IN (SELECT value FROM json_each(?2))
    UNION
    SELECT record FROM newly_seated AS one JOIN newly_seated AS other USING (record)
    WHERE one.player IN (SELECT value FROM json_each(?1)) AND other.player IN (SELECT value FROM json_each(?2)))
SELECT id, players, dictionary, packed, cut
FROM common
    CROSS JOIN records ON id = common.record AND withdrawn = 0
    CROSS JOIN revisions ON revisions.record = id AND number = revision
ORDER BY id
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


def merge(writing: Transaction, player: str, into: str, change: Change) -> int:
    """Let all ids of the one person be the other's; the number of the deed.

    Raises `NoSuchPlayer`, `OnePerson`, and `SatTogether`.
    """
    session = writing.session
    person, other = person_of(session, player), person_of(session, into)
    if person == other:
        raise OnePerson(texts_of(session, [person])[person])
    _refuse_neighbours(session, members_of(session, person), members_of(session, other))
    deed = _write(writing, (What.MERGED, person, other, None, None), change)
    writing.connection.execute(_MERGE, (person, other, deed))
    return deed


def undo(writing: Transaction, deed: int, change: Change) -> None:
    """Part again whom a deed merged. Raises `NoSuchMerge`."""
    row = writing.connection.execute(_MERGED, (min(deed, LARGEST),)).fetchone()
    if row is None:
        raise NoSuchMerge
    writing.connection.execute(_PART, (deed,))
    _write(writing, (What.UNDONE, *row, None, deed), change)


def rename(writing: Transaction, player: str, name: str, change: Change) -> None:
    """Let a person be called so from now on. Raises `NoSuchPlayer`."""
    person = person_of(writing.session, player)
    give_name(writing, texts_of(writing.session, [person])[person], name)
    _write(writing, (What.RENAMED, person, person, writing.number(name), None), change)


def _write(writing: Transaction, deed: tuple[Any, ...], change: Change) -> int:
    return writing.insert(_DEED, (*deed, writing.at, writing.number(change.author.name), change.reason))


def _refuse_neighbours(session: Session, ones: Collection[int], others: Collection[int]) -> None:
    """Raise `SatTogether` where one of these and one of the others sat in one deal."""
    found = session.connection.execute(_TOGETHER, (json.dumps(ones), json.dumps(others))).fetchall()
    for record, players, *packed in found:
        numbers: list[int] = json.loads(players)
        report = _report(session.packing.report(*packed))
        for deal, seated in enumerate(_seated(report), 1):
            sat = {numbers[player - 1] for player in seated}
            if not sat.isdisjoint(ones) and not sat.isdisjoint(others):
                raise SatTogether(record, deal)


def _seated(report: _Report) -> Iterator[list[int]]:
    """Who sat in each deal, by their numbers in the record."""
    for deal in report.deals:
        yield deal.order + deal.unfinished
