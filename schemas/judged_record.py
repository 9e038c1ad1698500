"""What is known of a record after it was judged: its text, its report, its hashes, its facts and its counters."""

from typing import TYPE_CHECKING, NamedTuple

from daifu.replay.text import Text

if TYPE_CHECKING:  # most of those who read a store count nothing
    from daifu.replay.statistics.record import RecordCounters


class RecordFacts(NamedTuple):
    """The facts that lists of records show and are filtered by.

    `players` are ids and names. `tournament`, `round` and `date` come from the event; `date` is an ISO day, None if the
    record gives at most a month. `faults` counts faults by code, notices included. `time` is the time of the date, as
    `time_of_date` has it. `house` is the name under which results of the house are counted, None without one.
    """

    rules: str
    players: list[tuple[str, str]]
    tournament: str | None
    round: str | None
    date: str | None
    deals: int
    actions: int
    legal: bool
    faults: dict[str, int]
    time: int | None = None
    house: str | None = None


class JudgedRecord(NamedTuple):
    """A record and the report on it, both as compact JSON; `content` and `opening` are its hashes (see `identity`).

    `tallies` are its counters.
    """

    record: bytes
    report: bytes
    content: bytes
    opening: bytes
    facts: RecordFacts
    notices: list[Text]
    tallies: "RecordCounters"
