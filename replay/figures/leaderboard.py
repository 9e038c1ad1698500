"""The order of a leaderboard."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from operator import itemgetter
from typing import NamedTuple

from daifu.replay.figures.figure import LOW
from daifu.replay.figures.figures import add_sums, compute_figure, value_of_figure
from daifu.replay.figures.plan import player_figure_plan, player_plan
from daifu.replay.figures.sums import Counts
from daifu.replay.figures.values import Value


class LeaderboardEntry(NamedTuple):
    """A player of a leaderboard: place, id, number of deals, and value."""

    place: int
    player: str
    deals: int
    value: Value


class LeaderboardPart(NamedTuple):
    """A part of a leaderboard, and the number of `players` in all of it."""

    entries: list[LeaderboardEntry]
    players: int


def leaderboard_counters(rules: str, id: str) -> frozenset[str]:
    """The counters that `rank_players` needs of each player. Raises `KeyError` as it does."""
    return player_figure_plan(rules, id).counters


def rank_players(
    rules: str, id: str, players: Iterable[tuple[str, Counts]], game: Counts, part: slice = slice(None)
) -> LeaderboardPart:
    """A part of the players in the order of a figure, best first, without those who have no value.

    The highest value is first, or the lowest where low is better. Of equal values the one with the better end of its
    interval is first, then the smaller id; equal values share their place. `game` are the counters of all players
    together. Raises `KeyError` where a player of this profile has no such figure.
    """
    plan, low = player_figure_plan(rules, id), player_plan(rules).figures[id].better == LOW
    sign, all_sums = 1 if low else -1, add_sums(plan.sums, game)
    counted = [(player, add_sums(plan.sums, counts)) for player, counts in players]
    known = [
        (sign * value, player, sums)
        for player, sums in counted
        if (value := value_of_figure(plan.row, sums)) is not None
    ]
    known.sort(key=itemgetter(0))
    values = [value for value, _, _ in known]
    begin, end, _ = part.indices(len(known))
    if begin >= end:
        return LeaderboardPart([], len(known))
    first, after = bisect_left(values, values[begin]), bisect_right(values, values[end - 1])
    entries = [
        LeaderboardEntry(
            bisect_left(values, value) + 1, player, sums.get("deals", 0), compute_figure(plan.row, sums, all_sums)
        )
        for value, player, sums in known[first:after]
    ]
    entries.sort(key=lambda entry: (entry.place, *_order_of_equals(entry, low=low)))
    return LeaderboardPart(entries[begin - first : end - first], len(known))


def _order_of_equals(entry: LeaderboardEntry, *, low: bool) -> tuple[float, str]:
    """What players with the same value are sorted by, the smallest first; one without an interval is last."""
    end = entry.value.high if low else entry.value.low
    return float("inf") if end is None else end if low else -end, entry.player
