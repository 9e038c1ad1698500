"""Which records are wanted: by the index that narrows most, newest first for lists, oldest first for an export."""

import json
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, Final, NamedTuple

from data.store.asked import Listed, Page, Stored, Wanted
from data.store.reading import moment
from data.store.sessions import Session
from data.store.sqlite_errors import LARGEST

_NUMBER: Final = "(SELECT number FROM texts WHERE text = ?)"
_LISTED: Final = """
WITH wanted (id) AS MATERIALIZED (SELECT {key} FROM {source} WHERE {conditions} ORDER BY {key} DESC LIMIT ?)
SELECT
    r.id, r.revision, (SELECT text FROM texts WHERE number = r.rules), r.players, r.names,
    (SELECT text FROM texts WHERE number = r.tournament), (SELECT text FROM texts WHERE number = r.round),
    r.date, r.deals, r.actions, r.legal, r.faults, v.at, (SELECT text FROM texts WHERE number = v.author), r.withdrawn
FROM wanted AS w CROSS JOIN records AS r ON r.id = w.id
    CROSS JOIN revisions AS v ON v.record = r.id AND v.number = r.revision
ORDER BY r.id DESC
"""
_IDS: Final = "SELECT {key} FROM {source} WHERE {conditions} ORDER BY {order}"
_BY_DAY: Final = "r.rules, r.date, r.id"
_WHOLE: Final = """
SELECT id, number, dictionary, packed, cut, at, withdrawn, revision
FROM records CROSS JOIN revisions ON record = id AND number = revision - withdrawn
WHERE id = ?
"""
_BESIDES: Final = "EXISTS (SELECT 1 FROM {table} WHERE {column} = {number} AND record = r.id)"
_TEXTS: Final = "SELECT number, text FROM texts WHERE number IN (SELECT value FROM json_each(?))"


class _Filter(NamedTuple):
    """One thing that is asked for: tables to walk by the column `key`, a condition on them, one on any record `r`."""

    source: str
    key: str
    way_in: str
    besides: str
    values: tuple[Any, ...] = ()


class _Selection(NamedTuple):
    """Tables and conditions that choose records; `key` is the column of their ids by which the tables are walked."""

    source: str
    key: str
    conditions: str
    values: tuple[Any, ...]


def page(session: Session, wanted: Wanted, after: int | None, limit: int) -> Page:
    """So many of the wanted records at most, newest first, from behind the record `after` on."""
    statement, values = page_query(wanted, after, limit)
    rows = session.connection.execute(statement, values).fetchall()
    return Page(list(_listed(session, rows[:limit])), rows[limit - 1][0] if len(rows) > limit else None)


def each(session: Session, wanted: Wanted) -> Iterator[Stored]:
    """The wanted records, oldest first; of a withdrawn one, what it was before."""
    chosen = _selection(wanted)
    return _whole(session, chosen, chosen.key)


def each_by_day(session: Session, wanted: Wanted) -> Iterator[Stored]:
    """The same records game by game, and of each game in the order of the days of their events, those without first."""
    return _whole(session, _selection(wanted), _BY_DAY)


def _whole(session: Session, chosen: _Selection, order: str) -> Iterator[Stored]:
    """The chosen records in this order.

    The ids are looked up first, so that nothing but they has to be sorted. The transaction holds on to one state of the
    store.
    """
    execute = session.connection.execute
    statement = _IDS.format(source=chosen.source, key=chosen.key, conditions=chosen.conditions, order=order)
    execute("BEGIN")
    try:
        for found in execute(statement, chosen.values):
            record, number, dictionary, packed, cut, at, withdrawn, latest = execute(_WHOLE, found).fetchone()
            texts = session.packing.unpack(dictionary, packed, cut)
            yield Stored(record, number, *texts, moment(at), bool(withdrawn), number == latest)
    finally:
        if session.connection.in_transaction:
            execute("ROLLBACK")


def page_query(wanted: Wanted, after: int | None, limit: int) -> tuple[str, tuple[Any, ...]]:
    """The statement for a page, and one row more if there is one, with its values."""
    source, key, conditions, values = _selection(wanted)
    if after is not None:
        conditions, values = f"{conditions} AND {key} < ?", (*values, min(after, LARGEST))
    return _LISTED.format(source=source, key=key, conditions=conditions), (*values, limit + 1)


def _selection(wanted: Wanted) -> _Selection:
    first, *others = _filters(wanted)
    conditions = [first.way_in, *(other.besides for other in others)]
    values = [value for one in (first, *others) for value in one.values]
    return _Selection(first.source, first.key, " AND ".join(conditions), tuple(values))


def _filters(wanted: Wanted) -> list[_Filter]:
    """What is asked for; what as a rule narrows most comes first and is the way in."""
    since, until = wanted.since, wanted.until
    filters = (
        (wanted.withdrawn, _on("withdrawn", "r.withdrawn = 1")),
        (wanted.player is not None, _through("seated", "player", wanted.player)),
        (wanted.fault is not None, _through("found", "fault", wanted.fault)),
        (wanted.tournament is not None, _on("tournament", f"r.tournament = {_NUMBER}", wanted.tournament)),
        (wanted.legal is False, _on("legal", "r.legal = 0")),
        (since is not None, _on("date", "r.date >= ?", since and since.toordinal())),
        (until is not None, _on("date", "r.date <= ?", until and until.toordinal())),
        (wanted.rules is not None, _on("rules", f"r.rules = {_NUMBER}", wanted.rules)),
        (wanted.legal is True, _on("legal", "r.legal = 1")),
        (not wanted.withdrawn, _Filter("records AS r", "r.id", "r.withdrawn = 0", "r.withdrawn = 0")),
    )
    return [one for asked, one in filters if asked]


def _through(table: str, column: str, text: str | None) -> _Filter:
    """The records that a table of their own leads to."""
    source = f"{table} AS way CROSS JOIN records AS r ON r.id = way.record"
    besides = _BESIDES.format(table=table, column=column, number=_NUMBER)
    return _Filter(source, "way.record", f"way.{column} = {_NUMBER}", besides, (text,))


def _on(column: str, condition: str, *values: object) -> _Filter:
    """The records that an index of theirs leads to."""
    return _Filter(f"records AS r INDEXED BY by_{column}", "r.id", condition, condition, values)


def _listed(session: Session, rows: list[tuple[Any, ...]]) -> Iterator[Listed]:
    entries = [(json.loads(row[3]), json.loads(row[4] or row[3])) for row in rows]
    texts = _texts(session, {number for ids, names in entries for number in (*ids, *names)})
    for row, (ids, names) in zip(rows, entries, strict=True):
        record, revision, rules, _, _, tournament, part, day, deals, actions, legal, faults, at, author, withdrawn = row
        yield Listed(
            id=record,
            revision=revision,
            rules=rules,
            players=[(texts[player], texts[name]) for player, name in zip(ids, names, strict=True)],
            tournament=tournament,
            round=part,
            date=day and date.fromordinal(day).isoformat(),
            deals=deals,
            actions=actions,
            legal=bool(legal),
            faults=json.loads(faults) if faults else {},
            stored_at=moment(at),
            author=author,
            withdrawn=bool(withdrawn),
        )


def _texts(session: Session, numbers: Iterable[int]) -> dict[int, str]:
    return dict(session.connection.execute(_TEXTS, (json.dumps(list(numbers)),)))
