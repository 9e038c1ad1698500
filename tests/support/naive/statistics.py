"""Records that are quickly judged, and what many of them come to, added up one by one."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from daifu.data.store.store import Store
from daifu.data.store.values import DealFilter, RecordFilter
from daifu.replay.counters import SEAT, TABLE, Counts
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.judgement import judge_json
from daifu.schemas.record.limits import LARGEST_INTEGER
from tests.support.day_products import add_up_days, part_of_day

PLAYERS = ("Mu", "Junko", "Shimo", "Aki", "Nao", "Rei")
RULES = ("theater", "dalmuti")
FILTERS = (
    DealFilter(),
    DealFilter(since=date(2025, 4, 2)),
    DealFilter(until=date(2025, 4, 2)),
    DealFilter(tournament="Cup"),
    DealFilter(tournament="no such cup"),
    DealFilter(seated=5),
    DealFilter(since=date(2025, 4, 1), until=date(2025, 4, 1), tournament="Cup", seated=4),
)


EXTREME_POINTS = (
    [LARGEST_INTEGER, 0, 0, -LARGEST_INTEGER],
    [-LARGEST_INTEGER, LARGEST_INTEGER, 0, 0],
    [-LARGEST_INTEGER, -LARGEST_INTEGER, LARGEST_INTEGER, LARGEST_INTEGER],
    [0, 0, 0, LARGEST_INTEGER],
)
"""The largest points that a record may have."""


def judged_results(
    players: Sequence[str], orders: Sequence[Sequence[int]], rules: str = "dalmuti", **more: object
) -> JudgedRecord:
    """A sitting of which only the results were written down: of each deal, the players in the order of their places."""
    deals = [{"result": {"order": order}} for order in orders]
    raw = {"format": "daifu/1", "rules": rules, "players": players, "deals": deals, **more}
    return judge_json(json.dumps(raw).encode())


def evening(table: str, *orders: Sequence[int]) -> JudgedRecord:
    """An evening of the same four players, by default of one deal; `table` makes it different from others."""
    return judged_results(PLAYERS[:4], orders or [[1, 2, 3, 4]], event={"table": table})


def evening_with_points(table: str, *points: Sequence[int]) -> JudgedRecord:
    """An evening of the same four players, by default of one deal, with the points that each deal brought."""
    deals = [{"result": {"order": [1, 2, 3, 4], "points": each}} for each in points or EXTREME_POINTS[:1]]
    return judged_results(PLAYERS[:4], [], deals=deals, event={"table": table})


def counted_deals(store: Store, player: str = PLAYERS[0]) -> int:
    """How many deals of dalmuti are counted of a player."""
    return (store.statistics.player([player], "dalmuti") or {}).get("deals", 0)


def stored_records(store: Store) -> list[JudgedRecord]:
    """All records that count, judged anew."""
    return [judge_json(stored.record) for stored in store.each(RecordFilter())]


def player_totals(records: Iterable[JudgedRecord], rules: str, wanted: DealFilter) -> dict[str, Counts]:
    """What each player comes to."""
    days: dict[str, list[tuple[object, Counts]]] = {}
    for record in _matching(records, rules, wanted):
        for (player, seated), counts in record.tallies.seats.items():
            if wanted.seated in (None, seated):
                days.setdefault(record.facts.players[player - 1][0], []).append((_day_of(record, seated), counts))
    return {player: add_up_days(counts, rules, SEAT) for player, counts in days.items()}


def table_totals(records: Iterable[JudgedRecord], rules: str, wanted: DealFilter) -> Counts:
    """What the deals themselves come to."""
    days = [
        (_day_of(record, seated), counts)
        for record in _matching(records, rules, wanted)
        for seated, counts in record.tallies.tables.items()
        if wanted.seated in (None, seated)
    ]
    return add_up_days(days, rules, TABLE)


def _day_of(record: JudgedRecord, seated: int) -> object:
    """What is multiplied together; no record has more than 20 deals."""
    facts = record.facts
    return facts.date, facts.tournament, seated, part_of_day(facts.date, record.content, 0)


def opponent_totals(records: Iterable[JudgedRecord], rules: str, player: str) -> dict[str, Counts]:
    """The results between a player and each other one, seen by the player."""
    totals: dict[str, Counter[str]] = {}
    for record in _matching(records, rules, DealFilter()):
        ids = [id for id, _ in record.facts.players]
        for (one, other), counts in record.tallies.pairs.items():
            if player == ids[one - 1]:
                totals.setdefault(ids[other - 1], Counter()).update(counts)
            elif player == ids[other - 1]:
                totals.setdefault(ids[one - 1], Counter()).update(_seen_from_other_side(counts))
    return {other: nonzero(counts) for other, counts in totals.items()}


def add_up(all_counts: Iterable[Counts]) -> Counts:
    """What they come to."""
    total: Counter[str] = Counter()
    for counts in all_counts:
        total.update(counts)
    return nonzero(total)


def nonzero(counts: Counts) -> Counts:
    """Those that come to something."""
    return {name: count for name, count in counts.items() if count}


def assert_statistics_agree(store: Store) -> None:
    """Hold every answer about statistics against what the records come to, added up one by one."""
    records = stored_records(store)
    for rules in RULES:
        for wanted in FILTERS:
            expected = player_totals(records, rules, wanted)
            assert dict(store.statistics.everybody(rules, wanted=wanted)) == expected
            for player in PLAYERS:
                assert store.statistics.player([player], rules, wanted) == expected.get(player)
            assert store.statistics.profile(rules, wanted) == (
                table_totals(records, rules, wanted),
                add_up(expected.values()),
            )
        pairs = _both_sides(store.statistics.pairs(rules))
        for player in PLAYERS:
            expected = opponent_totals(records, rules, player)
            assert dict(store.statistics.opponents([player], rules)) == expected
            assert pairs.get(player, {}) == expected


def _matching(records: Iterable[JudgedRecord], rules: str, wanted: DealFilter) -> Iterator[JudgedRecord]:
    for record in records:
        day = date.fromisoformat(record.facts.date) if record.facts.date else None
        if (
            record.facts.rules == rules
            and wanted.tournament in (None, record.facts.tournament)
            and (wanted.since is None or (day is not None and wanted.since <= day))
            and (wanted.until is None or (day is not None and day <= wanted.until))
        ):
            yield record


def _both_sides(pairs: Iterable[tuple[str, str, Counts]]) -> dict[str, dict[str, Counts]]:
    """The counts of each player with each other one, given those of all pairs."""
    found: dict[str, dict[str, Counts]] = {}
    for one, other, counts in pairs:
        found.setdefault(one, {})[other] = counts
        found.setdefault(other, {})[one] = nonzero(_seen_from_other_side(counts))
    return found


def _seen_from_other_side(counts: Counts) -> Counts:
    """Counts of a pair as the other one sees them."""
    seen = dict(counts)
    seen["higher"], seen["lower"] = counts.get("lower", 0), counts.get("higher", 0)
    seen["points"] = -counts.get("points", 0)
    return seen
