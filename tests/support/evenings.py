"""Evenings of which only the results are known, which are quickly judged, and whether a store counts them rightly."""

import json
from collections.abc import Sequence
from datetime import date

from daifu.data.store.store import Store
from daifu.data.store.values import DealFilter
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.judgement import judge_json
from daifu.schemas.record.limits import LARGEST_INTEGER
from tests.support.recount.store import store_differences

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


def assert_statistics_agree(store: Store) -> None:
    """Hold every answer about statistics against a slow count of the records."""
    for rules in RULES:
        assert store_differences(store, rules, FILTERS) == []
