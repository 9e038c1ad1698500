"""How values are stored in columns: the facts of a record, times and the largest integer."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from hashlib import blake2b
from typing import Final, NamedTuple
from zlib import crc32

import msgspec

from daifu.schemas.judged_record import RecordFacts

MAX_INTEGER: Final = 2**63 - 1
"""The largest integer of SQLite, which is no id. A larger number from outside is replaced by it before a look-up."""

_encode: Final = msgspec.json.Encoder().encode


class RecordRow(NamedTuple):
    """The columns of a record's facts, in their order. Texts that recur are numbers; lists and objects are JSON.

    `names` is None where all names equal the ids, `date` is the ordinal number of the day in the calendar, `faults` is
    None where there are none. `time` are seconds after the beginning of the day. `house` is the name under which
    results of the house are counted.
    """

    rules: int | None
    players: str
    names: str | None
    tournament: int | None
    round: int | None
    date: int | None
    deals: int
    actions: int
    legal: int
    faults: str | None
    time: int | None
    house: int | None = None


def record_row(facts: RecordFacts, number: Callable[[str], int | None]) -> RecordRow:
    """The columns of these facts; `number` gives the number of each text."""
    players = [number(player) for player, _ in facts.players]
    names = [number(name) for _, name in facts.players]
    return RecordRow(
        rules=number(facts.rules),
        players=_json(players),
        names=None if names == players else _json(names),
        tournament=None if facts.tournament is None else number(facts.tournament),
        round=None if facts.round is None else number(facts.round),
        date=None if facts.date is None else date.fromisoformat(facts.date).toordinal(),
        deals=facts.deals,
        actions=facts.actions,
        legal=int(facts.legal),
        faults=_json(facts.faults) if facts.faults else None,
        time=facts.time,
        house=None if facts.house is None else number(facts.house),
    )


def facts_checksum(record: int, opening: bytes, row: RecordRow) -> int:
    """The checksum of what a row of `records` says of a record, its latest revision aside.

    That of a record without a house is the one of before there were houses.
    """
    return crc32(_encode((record, opening, *(row if row.house is not None else row[:-1]))))


def revision_checksum(record: int, number: int, kind: int, at: int, author: int, reason: str | None) -> int:
    """The checksum of what a row of `revisions` says beside its texts; earlier versions wrote none."""
    return crc32(_encode((record, number, kind, at, author, reason)))


def entry_checksum(tournament: int, number: int, at: int, author: str, reason: str | None, change: str) -> int:
    """The checksum of an entry of a log, which nothing else tells from another one; earlier versions wrote none."""
    return crc32(_encode((tournament, number, at, author, reason, change)))


def house_checksum(*row: str | int | None) -> int:
    """The checksum of a row of house rules, from its slug to whether it is withdrawn."""
    return crc32(_encode(row))


def _json(value: object) -> str:
    return _encode(value).decode()


def version_mark(at: int, content: bytes | None) -> str:
    """What tells a version from any other that had its number: eight characters made of its time and its content."""
    return blake2b(b"%d %b" % (at, content or b""), digest_size=4).hexdigest()


def from_timestamp(seconds: int) -> datetime:
    """The time of a Unix timestamp, in UTC."""
    return datetime.fromtimestamp(seconds, UTC)
