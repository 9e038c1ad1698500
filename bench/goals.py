"""Figures, and the bounds that they have to keep."""

from dataclasses import dataclass
from typing import NamedTuple, Protocol


class Goal(Protocol):
    """A bound that a figure has to keep, and perhaps one further on that it aims at."""

    @property
    def bound(self) -> float:
        """What has to be kept."""
        ...

    @property
    def aim(self) -> float | None:
        """What is hoped for, if that is more."""
        ...

    @property
    def side(self) -> str:
        """On which side of the bound the figure belongs."""
        ...

    def verdict(self, reached: float) -> str:
        """Say in a word how ``reached`` stands to this goal."""
        ...


@dataclass(frozen=True, slots=True)
class AtLeast:
    """A figure of which more is better."""

    bound: float
    aim: float | None = None
    side: str = "at least"

    def verdict(self, reached: float) -> str:
        """Say in a word how ``reached`` stands to this goal."""
        return _verdict(kept=reached >= self.bound, aimed=self.aim is not None and reached >= self.aim)


@dataclass(frozen=True, slots=True)
class AtMost:
    """A figure of which less is better."""

    bound: float
    aim: float | None = None
    side: str = "at most"

    def verdict(self, reached: float) -> str:
        """Say in a word how ``reached`` stands to this goal."""
        return _verdict(kept=reached <= self.bound, aimed=self.aim is not None and reached <= self.aim)


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


def _verdict(*, kept: bool, aimed: bool) -> str:
    if not kept:
        return "short"
    return "aim met" if aimed else "met"
