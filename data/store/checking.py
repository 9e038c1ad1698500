"""Whether a store is whole: every revision of every record is judged again and compared with what the store says.

So is what it says of tournaments with what their logs come to.

What follows from nothing cannot be checked: who wrote a revision, when and why, and the `source` of a record.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, Final, NamedTuple

from data.store import check_wording as wording
from data.store.asked import Kind
from data.store.refusals import StoreDamaged
from data.store.rows import Row, row_of
from data.store.seats import ENTERED
from data.store.sessions import Session
from data.store.statistics.comparing import Comparison
from data.store.tournaments import sound
from data.store.transactions import snapshot
from replay.text import Text
from schemas.judged import Facts, Judged, judge_json
from schemas.problems import RecordRefused

_REVISIONS: Final = """
SELECT record, revisions.number, text, content, dictionary, packed, cut
FROM revisions LEFT JOIN texts ON texts.number = kind
ORDER BY record, revisions.number
"""
_HEAD: Final = """
SELECT revision, withdrawn, opening, rules, players, names, tournament, round, date, deals, actions, legal, faults
FROM records WHERE id = ?
"""
_NUMBER: Final = "SELECT number FROM texts WHERE text = ?"
_SEATED: Final = """
SELECT CASE WHEN ?1 > ENTERED THEN json_array_length(?2) ELSE
    (SELECT count(*) FROM seated WHERE record = ?1 AND player IN (SELECT value FROM json_each(?2))) END
""".replace("ENTERED", ENTERED)
_FOUND: Final = "SELECT count(*) FROM found WHERE record = ? AND fault IN (SELECT value FROM json_each(?))"
_ASTRAY: Final = {
    wording.NO_REVISIONS: "SELECT id FROM records WHERE NOT EXISTS (SELECT 1 FROM revisions WHERE record = id)",
    wording.PLAYERS: """
SELECT record FROM seated WHERE record > ENTERED OR NOT EXISTS (
    SELECT 1 FROM records JOIN json_each(CASE WHEN json_valid(players) THEN players ELSE '[]' END) AS one
    WHERE records.id = seated.record AND one.value = seated.player)
""".replace("ENTERED", ENTERED),
    wording.NAMELESS: """
SELECT records.id FROM records JOIN json_each(CASE WHEN json_valid(players) THEN players ELSE '[]' END) AS one
WHERE NOT EXISTS (SELECT 1 FROM aliases WHERE aliases.player = one.value)
""",
    wording.FAULTS: """
SELECT record FROM found WHERE NOT EXISTS (
    SELECT 1 FROM records JOIN json_each(CASE WHEN json_valid(faults) THEN faults ELSE '{}' END) AS one
    JOIN texts ON text = one.key
    WHERE records.id = found.record AND texts.number = found.fault)
""",
}


class Difference(NamedTuple):
    """Something that is not as it should be: in a revision of a record, in a record, or in the file as a whole."""

    text: Text
    record: int | None = None
    revision: int | None = None


class _Revision(NamedTuple):
    """A revision as it lies in the store."""

    record: int
    number: int
    kind: str | None
    content: bytes | None
    dictionary: int
    packed: bytes | None
    cut: int


def differences(session: Session, advance: Callable[[int], None]) -> Iterator[Difference]:
    """Everything in one state of the store that is not as it should be; `advance` is told of revisions looked at."""
    connection = session.connection
    comparison = Comparison(session)
    with snapshot(session):
        yield from _in_file(connection)
        for record, rows in groupby(map(_Revision._make, connection.execute(_REVISIONS)), lambda row: row.record):
            yield from _in_record(session, record, rows, advance, comparison)
        for text, statement in _ASTRAY.items():
            yield from (Difference(text, record) for (record,) in connection.execute(statement))
        yield from map(Difference, sound.wrong(session))
        yield from map(Difference, comparison.differences())


def _in_file(connection: sqlite3.Connection) -> Iterator[Difference]:
    """What SQLite itself finds."""
    for (found,) in connection.execute("PRAGMA integrity_check"):
        if found != "ok":
            yield Difference(wording.of_file(found))
    for table, *_ in connection.execute("PRAGMA foreign_key_check"):
        yield Difference(wording.nothing_behind(table))


def _in_record(
    session: Session,
    record: int,
    rows: Iterable[_Revision],
    advance: Callable[[int], None],
    comparison: Comparison,
) -> Iterator[Difference]:
    """What is wrong with a record that has these revisions."""
    judged: Judged | None = None
    last: _Revision | None = None
    for place, last in enumerate(rows, 1):
        advance(1)
        if last.number != place:
            yield Difference(wording.NUMBERS, record, last.number)
        if last.kind != Kind.WITHDRAWN:
            judged, wrong = _looked_at(session, last)
            yield from (Difference(text, record, last.number) for text in wrong)
    if last is not None and last.kind != Kind.WITHDRAWN:
        comparison.take(judged)
    if last is not None:
        yield from (Difference(text, record) for text in _in_lists(session.connection, last, judged))


def _looked_at(session: Session, revision: _Revision) -> tuple[Judged | None, list[Text]]:
    """What a revision is when it is judged again, if it is a record at all, and what is wrong with it."""
    if revision.packed is None:
        return None, [wording.UNREADABLE]
    try:
        record, report = session.packing.unpack(revision.dictionary, revision.packed, revision.cut)
        judged = judge_json(record)
    except StoreDamaged:
        return None, [wording.UNREADABLE]
    except RecordRefused:
        return None, [wording.REFUSED]
    wrong = {
        wording.TEXT: record != judged.record,
        wording.REPORT: report != judged.report,
        wording.CONTENT: revision.content != judged.content,
    }
    return judged, [text for text, is_so in wrong.items() if is_so]


def _in_lists(connection: sqlite3.Connection, last: _Revision, judged: Judged | None) -> Iterator[Text]:
    """What lists show wrongly of a record with this last revision, whose record is this, if it can be read."""
    found = connection.execute(_HEAD, (last.record,)).fetchone()
    if found is None:
        return  # a revision that leads to no record: told already
    revision, withdrawn, opening, *columns = found
    if (revision, bool(withdrawn)) != (last.number, last.kind == Kind.WITHDRAWN):
        yield wording.LATEST
    if judged is None:
        return
    if opening != judged.opening:
        yield wording.OPENING
    expected = row_of(judged.facts, lambda text: _number(connection, text))
    yield from (
        wording.in_lists(name) for name, shown, due in zip(Row._fields, columns, expected, strict=True) if shown != due
    )
    yield from _not_found(connection, last.record, judged.facts)


def _not_found(connection: sqlite3.Connection, record: int, facts: Facts) -> Iterator[Text]:
    """What the record is not found by although it should be."""
    ways = (
        (wording.PLAYERS, _SEATED, [player for player, _ in facts.players]),
        (wording.FAULTS, _FOUND, list(facts.faults)),
    )
    for text, statement, names in ways:
        numbers = json.dumps([_number(connection, name) for name in names])
        if connection.execute(statement, (record, numbers)).fetchone()[0] != len(names):
            yield text


def _number(connection: sqlite3.Connection, text: str) -> int | None:
    row: tuple[Any, ...] | None = connection.execute(_NUMBER, (text,)).fetchone()
    return None if row is None else row[0]
