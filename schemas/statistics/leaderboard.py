"""The order of a leaderboard."""

from collections.abc import Iterable
from typing import NamedTuple

from schemas.statistics.figure import LOW
from schemas.statistics.figures import add_sums, player_figure
from schemas.statistics.plan import player_plan
from schemas.statistics.sums import Counts
from schemas.statistics.values import Value


class LeaderboardEntry(NamedTuple):
    """A player of a leaderboard: place, id, number of deals, and value."""

    place: int
    player: str
    deals: int
    value: Value


def rank_players(rules: str, id: str, players: Iterable[tuple[str, Counts]], game: Counts) -> list[LeaderboardEntry]:
    """The players in the order of a figure, best first, without those who have no value.

    The highest value is first, or the lowest where low is better. Of equal values the one with the better end of its
    interval is first, then the smaller id; equal values share their place. `game` are the counters of all players
    together. Raises `KeyError` where a player of this profile has no such figure.
    """
    plan = player_plan(rules)
    low, sums = plan.figures[id].better == LOW, add_sums(plan, game)
    lines = [(player, counts.get("deals", 0), player_figure(rules, counts, id, sums)) for player, counts in players]
    known = [
        (_sort_key(value, player, low=low), player, deals, value) for player, deals, value in lines if _has_value(value)
    ]
    known.sort(key=lambda line: line[0])
    standings: list[LeaderboardEntry] = []
    for number, (_, player, deals, value) in enumerate(known, start=1):
        before = standings[-1] if standings else None
        place = before.place if before is not None and before.value.value == value.value else number
        standings.append(LeaderboardEntry(place, player, deals, value))
    return standings


def _has_value(value: Value) -> bool:
    return value.value is not None


def _sort_key(value: Value, player: str, *, low: bool) -> tuple[float, float, str]:
    """The key to sort by, the smallest first; of equal values, one without an interval is last."""
    sign, promise = (1, value.high) if low else (-1, value.low)
    return sign * (value.value or 0.0), float("inf") if promise is None else sign * promise, player
