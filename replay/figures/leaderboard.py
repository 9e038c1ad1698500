"""Players beside each other: the order of a leaderboard, and how one compares with the others of the game."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from math import inf
from operator import itemgetter
from typing import Final, NamedTuple

from daifu.replay.figures.figure import LOW, TOTAL, Figure
from daifu.replay.figures.figures import Figures, add_sums, compute_figure, value_of_figure
from daifu.replay.figures.plan import Counts, player_figure_plan, player_plan
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

    def order(entry: LeaderboardEntry) -> tuple[int, float, str]:
        end = entry.value.high if low else entry.value.low
        better_end = inf if end is None else end if low else -end  # one without an interval is last
        return entry.place, better_end, entry.player

    entries.sort(key=order)
    return LeaderboardPart(entries[begin - first : end - first], len(known))


ENOUGH_DEALS: Final = 20
"""Players with fewer decided deals are not compared: their figures say little."""
FEWEST_OTHERS: Final = 5
"""A comparison with fewer others is left out."""


Peers = Mapping[str, "array[float]"]
"""The values of each figure among the players of a game with enough deals, in ascending order."""


class Comparison(NamedTuple):
    """The `share` of `others` players whose value is lower, or worse for a figure that has a better end.

    Equal values count half.
    """

    share: float
    others: int


def collect_peers(rules: str, players: Iterable[tuple[str, Counts]]) -> Peers:
    """The values of these players, who have at least `ENOUGH_DEALS` deals each. Totals are not compared."""
    plan = player_plan(rules)
    values = {id: array("d") for id, figure in plan.figures.items() if figure.kind != TOTAL}
    for _player, counts in players:
        sums = add_sums(plan.sums, counts)
        counted = [row for counter, row in plan.members if counter in counts]
        for row in (*plan.fixed, *counted):
            value = value_of_figure(row, sums)
            if value is not None and row.id in values:
                values[row.id].append(value)
    return {id: array("d", sorted(found)) for id, found in values.items() if found}


def compare_with_peers(peers: Peers, figures: Figures, known: Mapping[str, Figure]) -> dict[str, Comparison]:
    """How the figures of one of the peers compare with those of the others, by id; without those of too few others."""
    found = {}
    for id, value in figures.items():
        values = peers.get(id)
        if values is None or value.value is None or len(values) <= FEWEST_OTHERS:
            continue
        below, up_to = bisect_left(values, value.value), bisect_right(values, value.value)
        others = len(values) - 1
        share = (below + (up_to - below - 1) / 2) / others
        found[id] = Comparison(1 - share if known[id].better == LOW else share, others)
    return found
