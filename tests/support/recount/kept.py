"""What a store should say of its records, counted once more from their texts."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from data.store import Store
from data.store.asked import Filter, Wanted
from schemas.record import load
from tests.support.recount.record import recount
from tests.support.recount.sheet import Sheet, left

Told = dict[str, int]
TURNED = {"higher": "lower", "lower": "higher"}


@lru_cache(maxsize=1024)
def sheet_of(text: bytes) -> Sheet:
    """A record is counted once, however often it is asked for."""
    return recount(load(text).record)


class Kept(NamedTuple):
    """A record with its players' ids, the day and the tournament of its event, and what was counted of it."""

    ids: list[str]
    day: date | None
    tournament: str | None
    sheet: Sheet

    def suits(self, wanted: Filter) -> bool:
        """Whether its event is asked for; one without a day is of no days."""
        asked = wanted.since is not None or wanted.until is not None
        in_time = self.day is not None and (wanted.since or self.day) <= self.day <= (wanted.until or self.day)
        return (in_time or not asked) and wanted.tournament in (None, self.tournament)


def kept(store: Store, rules: str) -> list[Kept]:
    """All records of a game that are not withdrawn."""
    return [_kept(stored.record) for stored in store.each(Wanted(rules=rules))]


def _kept(text: bytes) -> Kept:
    raw: dict[str, Any] = json.loads(text)
    event = raw.get("event", {})
    ids = [player if isinstance(player, str) else player["id"] for player in raw["players"]]
    return Kept(ids, _day(event.get("date")), event.get("name"), sheet_of(text))


def _day(written: str | None) -> date | None:
    whole = written is not None and len(written.split("T")[0]) == len("2025-04-04")
    return date.fromisoformat(written.split("T")[0]) if written and whole else None


def of_player(records: Iterable[Kept], ids: Collection[str], wanted: Filter) -> Told | None:
    """What belongs to a player under any of his ids; None where that is nothing."""
    found = (
        counts
        for record in records
        if record.suits(wanted)
        for (number, seated), counts in record.sheet.seats.items()
        if record.ids[number - 1] in ids and wanted.seated in (None, seated)
    )
    return _together(found) or None


def of_profile(records: Collection[Kept], wanted: Filter) -> tuple[Told, Told]:
    """What belongs to the deals themselves, and to all players."""
    sheets = [record.sheet for record in records if record.suits(wanted)]
    tables = [(seated, counts) for sheet in sheets for seated, counts in sheet.tables.items()]
    seats = [(seated, counts) for sheet in sheets for (_, seated), counts in sheet.seats.items()]
    return _at_tables(tables, wanted.seated), _at_tables(seats, wanted.seated)


def _at_tables(found: Iterable[tuple[int, Counter[str]]], wanted: int | None) -> Told:
    return _together(counts for seated, counts in found if wanted in (None, seated))


def opponents(records: Iterable[Kept], ids: Collection[str]) -> dict[str, Told]:
    """Everybody whom a player sat with, and what happened as he sees it."""
    found: dict[str, Counter[str]] = {}
    for record in records:
        for one, other, counts in _views(record):
            if record.ids[one - 1] in ids and record.ids[other - 1] not in ids:
                found.setdefault(record.ids[other - 1], Counter()).update(counts)
    return {other: told for other, counts in found.items() if (told := left(counts))}


def _views(record: Kept) -> Iterator[tuple[int, int, dict[str, int]]]:
    """Every pair from both sides."""
    for (one, other), counts in record.sheet.pairs.items():
        yield one, other, dict(counts)
        turned = {TURNED.get(name, name): number for name, number in counts.items()}
        yield other, one, {**turned, "points": -counts["points"]}


def _together(found: Iterable[Counter[str]]) -> Told:
    total: Counter[str] = Counter()
    for counts in found:
        total.update(counts)
    return left(total)
