"""What a record brings to the summaries: the tallies of its present state, and what they are summed by."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from data.store.refusals import StoreDamaged
from data.store.rows import Row
from data.store.sessions import Session
from replay.tallies import Tallies
from schemas.pipeline import tally
from schemas.problems import RecordRefused

NONE: Final = 0
"""The day of a record without one, and the number of the tournament of one that belongs to none."""

_STATE: Final = """
SELECT id, rules, players, date, tournament, dictionary, packed, cut
FROM records CROSS JOIN revisions ON record = id AND number = revision
"""
_OF_RECORD: Final = f"{_STATE} WHERE id = ? AND withdrawn = 0"
_BEHIND: Final = f"{_STATE} WHERE id > ? AND withdrawn = 0 ORDER BY id LIMIT ?"


class Share(NamedTuple):
    """What is added to the summaries (`sign` 1) or taken away from them (-1) when a record changes.

    `rules`, `players` (a JSON list, in the record's order) and `tournament` are the numbers of texts, `day` is that of
    the calendar.
    """

    sign: int
    rules: int
    players: str
    day: int
    tournament: int
    tallies: Tallies


def added(row: Row, tallies: Tallies) -> Share:
    """What a record with these facts adds."""
    if row.rules is None:
        raise ValueError(row)
    return Share(1, row.rules, row.players, row.date or NONE, row.tournament or NONE, tallies)


def present(session: Session, record: int) -> Share | None:
    """What a record adds in its present state; None where it is withdrawn. Raises `StoreDamaged`."""
    found = session.connection.execute(_OF_RECORD, (record,)).fetchone()
    return None if found is None else _share(session, *found)


def behind(session: Session, record: int, limit: int) -> Iterator[tuple[int, Share | None]]:
    """The next so many records behind this one that are not withdrawn, each with what it adds, if it can be read."""
    for found in session.connection.execute(_BEHIND, (record, limit)).fetchall():
        try:
            yield found[0], _share(session, *found)
        except StoreDamaged:
            yield found[0], None


def _share(session: Session, _record: int, *state: Any) -> Share:  # noqa: ANN401 - the columns of a state
    rules, players, day, tournament, dictionary, packed, cut = state
    try:
        tallies = tally(session.packing.unpack(dictionary, packed, cut)[0])
    except RecordRefused as error:
        raise StoreDamaged from error
    return Share(1, rules, players, day or NONE, tournament or NONE, tallies)
