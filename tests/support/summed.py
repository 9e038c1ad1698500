"""Records that are quickly judged and count for something, and what many of them come to, added up one by one."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from data.store import Store
from data.store.asked import Filter, Wanted
from replay.tallies import Counts
from schemas.judged import Judged, judge_json

PLAYERS = ("Mu", "Junko", "Shimo", "Aki", "Nao", "Rei")
RULES = ("theater", "dalmuti")
FILTERS = (
    Filter(),
    Filter(since=date(2025, 4, 2)),
    Filter(until=date(2025, 4, 2)),
    Filter(tournament="Cup"),
    Filter(tournament="no such cup"),
    Filter(seated=5),
    Filter(since=date(2025, 4, 1), until=date(2025, 4, 1), tournament="Cup", seated=4),
)


def results(players: Sequence[str], orders: Sequence[Sequence[int]], rules: str = "dalmuti", **more: object) -> Judged:
    """A sitting of which only the results were written down: of each deal, the players in the order of their places."""
    deals = [{"result": {"order": order}} for order in orders]
    raw = {"format": "daifu/1", "rules": rules, "players": players, "deals": deals, **more}
    return judge_json(json.dumps(raw).encode())


def present(store: Store) -> list[Judged]:
    """All records that count, judged anew."""
    return [judge_json(stored.record) for stored in store.each(Wanted())]


def seats(records: Iterable[Judged], rules: str, wanted: Filter) -> dict[str, Counts]:
    """What each player comes to."""
    totals: dict[str, Counter[str]] = {}
    for record in _wanted(records, rules, wanted):
        for (player, seated), counts in record.tallies.seats.items():
            if wanted.seated in (None, seated):
                totals.setdefault(record.facts.players[player - 1][0], Counter()).update(counts)
    return {player: left(counts) for player, counts in totals.items()}


def tables(records: Iterable[Judged], rules: str, wanted: Filter) -> Counts:
    """What the deals themselves come to."""
    total: Counter[str] = Counter()
    for record in _wanted(records, rules, wanted):
        for seated, counts in record.tallies.tables.items():
            if wanted.seated in (None, seated):
                total.update(counts)
    return left(total)


def rivals(records: Iterable[Judged], rules: str, player: str) -> dict[str, Counts]:
    """What happened between a player and each other, as he sees it."""
    totals: dict[str, Counter[str]] = {}
    for record in _wanted(records, rules, Filter()):
        ids = [id for id, _ in record.facts.players]
        for (one, other), counts in record.tallies.pairs.items():
            if player == ids[one - 1]:
                totals.setdefault(ids[other - 1], Counter()).update(counts)
            elif player == ids[other - 1]:
                totals.setdefault(ids[one - 1], Counter()).update(_from_behind(counts))
    return {other: left(counts) for other, counts in totals.items()}


def together(all_counts: Iterable[Counts]) -> Counts:
    """What they come to."""
    total: Counter[str] = Counter()
    for counts in all_counts:
        total.update(counts)
    return left(total)


def left(counts: Counts) -> Counts:
    """Those that come to something."""
    return {name: count for name, count in counts.items() if count}


def check_all(store: Store) -> None:
    """Hold every answer about statistics against what the records come to, added up one by one."""
    records = present(store)
    for rules in RULES:
        for wanted in FILTERS:
            expected = seats(records, rules, wanted)
            for player in PLAYERS:
                assert store.statistics.player([player], rules, wanted) == expected.get(player)
            assert store.statistics.profile(rules, wanted) == (
                tables(records, rules, wanted),
                together(expected.values()),
            )
        assert dict(store.statistics.everybody(rules)) == seats(records, rules, Filter())
        for player in PLAYERS:
            assert dict(store.statistics.opponents([player], rules)) == rivals(records, rules, player)


def _wanted(records: Iterable[Judged], rules: str, wanted: Filter) -> Iterator[Judged]:
    for record in records:
        day = date.fromisoformat(record.facts.date) if record.facts.date else None
        if (
            record.facts.rules == rules
            and wanted.tournament in (None, record.facts.tournament)
            and (wanted.since is None or (day is not None and wanted.since <= day))
            and (wanted.until is None or (day is not None and day <= wanted.until))
        ):
            yield record


def _from_behind(counts: Counts) -> Counts:
    """Counts of a pair as the other one sees them."""
    seen = dict(counts)
    seen["higher"], seen["lower"] = counts.get("lower", 0), counts.get("higher", 0)
    seen["points"] = -counts.get("points", 0)
    return seen
