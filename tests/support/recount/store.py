"""What a store should say of its records, and where it says something else."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from data.store.interface import Store
from data.store.values import DealFilter, RecordFilter
from replay.match import Record
from replay.statistics.record import count_record
from schemas.record.decode import decode_json
from tests.support.recount.deals import CounterSheet, nonzero
from tests.support.recount.record import recount

Counts = dict[str, int]
TURNED = {"higher": "lower", "lower": "higher"}


@lru_cache(maxsize=1024)
def sheet_of(text: bytes) -> CounterSheet:
    """A record is counted once, however often it is asked for."""
    return recount(decode_json(text).record)


class CountedRecord(NamedTuple):
    """A record with its players' ids, the day and the tournament of its event, and what was counted of it."""

    ids: list[str]
    day: date | None
    tournament: str | None
    sheet: CounterSheet

    def suits(self, wanted: DealFilter) -> bool:
        """Whether its event is asked for; one without a day is of no days."""
        asked = wanted.since is not None or wanted.until is not None
        in_time = self.day is not None and (wanted.since or self.day) <= self.day <= (wanted.until or self.day)
        return (in_time or not asked) and wanted.tournament in (None, self.tournament)


def counted_records(store: Store, rules: str) -> list[CountedRecord]:
    """All records of a game that are not withdrawn."""
    return [_counted(stored.record) for stored in store.each(RecordFilter(rules=rules))]


def _counted(text: bytes) -> CountedRecord:
    raw: dict[str, Any] = json.loads(text)
    event = raw.get("event", {})
    ids = [player if isinstance(player, str) else player["id"] for player in raw["players"]]
    return CountedRecord(ids, _day(event.get("date")), event.get("name"), sheet_of(text))


def _day(written: str | None) -> date | None:
    whole = written is not None and len(written.split("T")[0]) == len("2025-04-04")
    return date.fromisoformat(written.split("T")[0]) if written and whole else None


def counts_of_player(records: Iterable[CountedRecord], ids: Collection[str], wanted: DealFilter) -> Counts | None:
    """What belongs to a player under any of his ids; None where that is nothing."""
    found = (
        counts
        for record in records
        if record.suits(wanted)
        for (number, seated), counts in record.sheet.seats.items()
        if record.ids[number - 1] in ids and wanted.seated in (None, seated)
    )
    return _add_up(found) or None


def counts_of_profile(records: Collection[CountedRecord], wanted: DealFilter) -> tuple[Counts, Counts]:
    """What belongs to the deals themselves, and to all players."""
    sheets = [record.sheet for record in records if record.suits(wanted)]
    tables = [(seated, counts) for sheet in sheets for seated, counts in sheet.tables.items()]
    seats = [(seated, counts) for sheet in sheets for (_, seated), counts in sheet.seats.items()]
    return _at_tables(tables, wanted.seated), _at_tables(seats, wanted.seated)


def _at_tables(found: Iterable[tuple[int, Counter[str]]], wanted: int | None) -> Counts:
    return _add_up(counts for seated, counts in found if wanted in (None, seated))


def counts_of_opponents(records: Iterable[CountedRecord], ids: Collection[str]) -> dict[str, Counts]:
    """Everybody whom a player sat with, and what happened as he sees it."""
    found: dict[str, Counter[str]] = {}
    for record in records:
        for one, other, counts in _views(record):
            if record.ids[one - 1] in ids and record.ids[other - 1] not in ids:
                found.setdefault(record.ids[other - 1], Counter()).update(counts)
    return {other: told for other, counts in found.items() if (told := nonzero(counts))}


def _views(record: CountedRecord) -> Iterator[tuple[int, int, dict[str, int]]]:
    """Every pair from both sides."""
    for (one, other), counts in record.sheet.pairs.items():
        yield one, other, dict(counts)
        turned = {TURNED.get(name, name): number for name, number in counts.items()}
        yield other, one, {**turned, "points": -counts["points"]}


def _add_up(found: Iterable[Counter[str]]) -> Counts:
    total: Counter[str] = Counter()
    for counts in found:
        total.update(counts)
    return nonzero(total)


NO_FILTER = DealFilter()
Difference = tuple[str, object, object]
"""Which counter, what the slow count gives, and what the other says."""


def counter_differences(what: str, slow: dict[str, int] | None, told: dict[str, int] | None) -> list[Difference]:
    """The counters of which they differ, so that a failure names these alone."""
    ours, theirs = slow or {}, told or {}
    names = [name for name in ours | theirs if ours.get(name) != theirs.get(name)]
    found: list[Difference] = [(f"{what}: {name}", ours.get(name), theirs.get(name)) for name in names]
    return found if (slow is None) == (told is None) else [(what, slow, told), *found]


def record_differences(record: Record) -> list[Difference]:
    """Where the tallies of a record are not what the slow count finds."""
    sheet, (_report, tallies) = recount(record), count_record(record)
    pairs = [(f"pair {pair}", sheet.pairs[pair], tallies.pairs.get(pair)) for pair in sheet.pairs | tallies.pairs]
    seats = [(f"seat {seat}", sheet.seats[seat], tallies.seats.get(seat)) for seat in sheet.seats | tallies.seats]
    tables = [(f"table of {of}", sheet.tables[of], tallies.tables.get(of)) for of in sheet.tables | tallies.tables]
    return [
        one
        for what, slow, told in (*seats, *tables, *pairs)
        for one in counter_differences(what, nonzero(slow), told or {})
    ]


def store_differences(store: Store, rules: str, filters: Sequence[DealFilter] = (NO_FILTER,)) -> list[Difference]:
    """Where the statistics of a game are not what the slow count finds in the records that are there now."""
    records = counted_records(store, rules)
    players = sorted({id for record in records for id in record.ids})
    found = [one for wanted in filters for one in _profile_differences(store, rules, records, wanted)]
    for player, wanted in product(players, filters):
        slow, told = counts_of_player(records, [player], wanted), store.statistics.player([player], rules, wanted)
        found += counter_differences(f"{player} {wanted}", slow, told)
    for player in players:
        found += _opponent_differences(store, rules, records, [player])
    everybody = {id: counts for player in players if (counts := counts_of_player(records, [id := player], NO_FILTER))}
    said = dict(store.statistics.everybody(rules))
    return found + [one for id in everybody | said for one in counter_differences(id, everybody.get(id), said.get(id))]


def person_differences(store: Store, rules: str, player: str) -> list[Difference]:
    """The same for a person with all his ids."""
    records, ids = counted_records(store, rules), store.people.one(player).players
    slow, told = counts_of_player(records, ids, NO_FILTER), store.statistics.player(ids, rules)
    return counter_differences(player, slow, told) + _opponent_differences(store, rules, records, ids)


def _profile_differences(
    store: Store, rules: str, records: list[CountedRecord], wanted: DealFilter
) -> list[Difference]:
    slow, told = counts_of_profile(records, wanted), store.statistics.profile(rules, wanted)
    return counter_differences(f"tables {wanted}", slow[0], told[0]) + counter_differences(
        f"seats {wanted}", slow[1], told[1]
    )


def _opponent_differences(
    store: Store, rules: str, records: list[CountedRecord], ids: Sequence[str]
) -> list[Difference]:
    slow, told = counts_of_opponents(records, ids), dict(store.statistics.opponents(ids, rules))
    return [
        one for other in slow | told for one in counter_differences(f"{ids} {other}", slow.get(other), told.get(other))
    ]
