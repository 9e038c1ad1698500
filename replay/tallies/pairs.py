"""What happened between each two players of a sitting."""

from functools import lru_cache
from itertools import combinations
from typing import Final

from replay.counting import Row

KEPT: Final = 1024


class Meeting:
    """What one deal was for each two of its players: a row for each, in the order of their combinations.

    It is the same object for all deals that were alike, whoever the players were.
    """

    __slots__ = ("rows",)

    def __init__(self, rows: tuple[Row, ...]) -> None:
        self.rows = rows


@lru_cache(KEPT)
def meeting(
    players: tuple[int, ...], standing: tuple[int, ...], points: tuple[int | None, ...]
) -> tuple[tuple[int, ...], Meeting]:
    """A decided deal of these players, with their standing and points, and the players from the smallest number up."""
    in_order = sorted(zip(players, standing, points, strict=True))
    numbers, behind, gained = zip(*in_order, strict=True)
    return numbers, _meeting(behind, gained)


@lru_cache(KEPT)
def common(name: str) -> Meeting:
    """A counter of two players grows that is the same from both views."""
    return Meeting((Row({name: 1}),))


@lru_cache(KEPT)
def _meeting(standing: tuple[int, ...], points: tuple[int | None, ...]) -> Meeting:
    """Who did better has less standing."""
    results = zip(standing, points, strict=True)
    return Meeting(
        tuple(
            _row((own > theirs) - (own < theirs), _difference(scored, gained))
            for (own, scored), (theirs, gained) in combinations(results, 2)
        )
    )


def _difference(scored: int | None, gained: int | None) -> int | None:
    return None if scored is None or gained is None else scored - gained


def _row(behind: int, difference: int | None) -> Row:
    """A deal in which the player was behind the other (1), before him (-1), or neither had a place."""
    counts = {"deals": 1, ("equal", "lower", "higher")[behind]: 1}
    if difference is not None:
        counts |= {"scored": 1, "points": difference}
    return Row(counts)
