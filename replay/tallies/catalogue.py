"""The catalogue of counters: all that can ever be counted, by profile."""

from functools import cache
from typing import Final

from replay.counting import Family
from replay.games.catalogue import PROFILES
from replay.rules import Profile
from replay.tallies.common import fault_families, pair_families, play_families, result_families
from replay.tallies.titles import title_families


def _families(profile: Profile) -> tuple[Family, ...]:
    counting = profile.rules({}).counting
    return (
        *result_families(counting.titles),
        *title_families(counting.titles),
        *play_families(counting.kinds),
        *fault_families([*profile.citations.values(), *counting.cited]),
        *pair_families(),
        *counting.families,
    )


CATALOGUE: Final[dict[str, tuple[Family, ...]]] = {name: _families(profile) for name, profile in PROFILES.items()}
"""The families of counters of each profile: those that every game has, then its own."""


@cache
def counters(rules: str, whose: str) -> dict[str, Family]:
    """Every counter of a profile by its name, with its family: of a seat, of the table or of a pair."""
    return {name: family for family in CATALOGUE[rules] if whose in family.of for name in family.names()}
