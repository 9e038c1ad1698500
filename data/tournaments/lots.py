"""Lots: an order of entrants that follows from a seed, so that everybody can draw it again."""

from collections.abc import Iterable
from hashlib import blake2b


def lot(entrants: Iterable[int], seed: int) -> tuple[int, ...]:
    """The entrants in the order of the lot, best first; how they were given makes no difference."""
    return tuple(sorted(entrants, key=lambda entrant: blake2b(f"{seed}/{entrant}".encode()).digest()))
