"""Random numbers that are the same in the plain and in the compiled engine, and fast in the latter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

WORD: Final = 0xFFFFFFFF
"""The lower 32 bits of a state, which are the next number; the upper ones are the carry."""
MULTIPLIER: Final = 2_099_998_974
"""A multiplier m below 2^31 for which m * 2^32 - 1 is a safe prime: the period is half of that, more than 10^18."""
SEED_BITS: Final = 64
_MIXING: Final = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1))
"""The shifts and factors of the generator SplitMix64, by which seeds are mixed."""
_GOLDEN: Final = 0x9E3779B97F4A7C15


class RandomNumbers:
    """A generator of Marsaglia's kind, multiply with carry: x := m * (x mod 2^32) + x div 2^32.

    No state is as large as 2^63, so nothing overflows in the compiled form, and both forms give equal numbers.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        """A generator for this seed; of the seed, the lower 64 bits count."""
        self._state: i64 = mixed(seed) >> 4 or WORD
        self.draw()

    def draw(self) -> i64:
        """The next number, from 0 to 2^32 - 1, all equally likely."""
        state = MULTIPLIER * (self._state & WORD) + (self._state >> 32)
        self._state = state
        return state & WORD

    def below(self, limit: i64) -> i64:
        """A number from 0 to `limit` - 1; `limit` is at most 2^16, for which all are equally likely but for 2^-16."""
        return self.draw() * limit >> 32


def mixed(seed: int) -> int:
    """A number of 64 bits in which each bit of the seed changes half of the bits, so that neighbours are unlike."""
    last = (1 << SEED_BITS) - 1
    mixture = seed + _GOLDEN & last
    for shift, factor in _MIXING:
        mixture = (mixture ^ mixture >> shift) * factor & last
    return mixture
