"""Figures, and the bounds that some of them keep, among them the targets for speed."""

from dataclasses import dataclass
from typing import NamedTuple

from bench.contenders import Timing
from bench.samples import ALL_RULES, AS_AKAGIRI


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


class Target(NamedTuple):
    """The ratio that a profile or a house must reach beside ``rival``, which may be a profile, too."""

    profile: str
    rival: str
    goal: Goal


def ratio(ours: Timing, rival: Timing) -> float:
    """How many moves we replay while the rival replays one."""
    return ours.moves_per_second / rival.moves_per_second


# floor13 draws cards and biga bids: their games carry more than play, so less is asked of them.
TARGETS = (
    *(Target(profile, "python-chess", at_least(10)) for profile in ("uecda", "theater", "akagiri", "dalmuti")),
    *(Target(profile, "python-chess", at_least(6)) for profile in ("floor13", "biga")),
    *(Target(profile, "openspiel", at_least(0.4)) for profile in ("uecda", "theater", "akagiri", "dalmuti")),
    *(Target(profile, "openspiel-native", at_least(1.0)) for profile in ("uecda", "theater", "akagiri", "dalmuti")),
    *(Target(profile, "openspiel-native", at_least(0.6)) for profile in ("floor13", "biga")),
    Target(AS_AKAGIRI, "akagiri", at_least(0.95)),
    Target(ALL_RULES, "akagiri", at_least(0.5)),
)
