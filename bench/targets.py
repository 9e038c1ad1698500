"""The targets for speed: moves a second of a profile over moves a second of a rival."""

from typing import NamedTuple

from bench.goals import Goal, at_least
from bench.houses import ALL_RULES, AS_AKAGIRI
from bench.rounds import Timing


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
