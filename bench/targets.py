"""The targets for speed: moves a second of a profile over moves a second of a rival."""

from dataclasses import dataclass

from bench.goals import AtLeast
from bench.rounds import Timing

JOBS_LEAST = 1.5
ARCHIVE_LEAST = 0.9
"""The share of the speed of two plain processes that `daifu archive` has to reach with two workers."""


@dataclass(frozen=True, slots=True)
class Target:
    """The ratio that ``profile`` must reach beside ``rival``, and the one it aims at if there is one."""

    profile: str
    rival: str
    least: float
    aim: float | None = None

    def verdict(self, ratio: float) -> str:
        """Say in a word how ``ratio`` stands to this target."""
        return AtLeast(self.least, self.aim).verdict(ratio)


def ratio(ours: Timing, rival: Timing) -> float:
    """How many moves we replay while the rival replays one."""
    return ours.moves_per_second / rival.moves_per_second


# floor13 draws cards and biga bids: their games carry more than play, so less is asked of them.
TARGETS = (
    *(Target(profile, "python-chess", 10, 20) for profile in ("uecda", "theater", "akagiri", "dalmuti")),
    *(Target(profile, "python-chess", 6) for profile in ("floor13", "biga")),
    *(Target(profile, "openspiel", 0.4, 0.8) for profile in ("uecda", "theater", "akagiri", "dalmuti")),
    *(Target(profile, "openspiel-native", 1.0, 2.0) for profile in ("uecda", "theater", "akagiri", "dalmuti")),
    *(Target(profile, "openspiel-native", 0.6) for profile in ("floor13", "biga")),
)
