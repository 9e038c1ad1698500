"""Figures, and the bounds that some of them keep.

Only ratios within one run have bounds, and sizes: seconds depend on the machine.
"""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Goal:
    """A bound, and on which side of it a figure belongs."""

    bound: float
    side: str

    def verdict(self, reached: float) -> str:
        """Say in a word how ``reached`` stands to this goal."""
        kept = reached >= self.bound if self.side == LEAST else reached <= self.bound
        return "met" if kept else "short"


LEAST, MOST = "at least", "at most"


def at_least(bound: float) -> Goal:
    """A figure of which more is better."""
    return Goal(bound, LEAST)


def at_most(bound: float) -> Goal:
    """A figure of which less is better."""
    return Goal(bound, MOST)


class Figure(NamedTuple):
    """A figure by its name, what was reached, and the goal; without one it is only told.

    Where it is a ratio, ``ours`` and ``theirs`` are its sides, written with their units.
    """

    name: str
    ours: str
    reached: float
    goal: Goal | None = None
    against: str = ""
    theirs: str = ""
