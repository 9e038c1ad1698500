"""Seeds by which something is drawn: the same one draws the same again."""

from secrets import randbelow
from typing import Final

from api.cli.values import Whole

_SEEDS: Final = 1 << 32

SEED: Final = Whole(0, _SEEDS - 1)
"""What a seed may be."""


def chosen(given: int | None) -> int:
    """The seed that was given, or else one that nobody could foresee."""
    return randbelow(_SEEDS) if given is None else given
