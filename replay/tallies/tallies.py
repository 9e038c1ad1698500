"""What is counted of one record."""

from dataclasses import dataclass, field
from typing import Final

Counts = dict[str, int]
"""Counters by name, none of them 0; all of them can be added and taken away."""

VERSION: Final = 1
"""Grows with every change of what is counted or how: summaries of another version have to be counted anew."""


@dataclass(slots=True)
class Tallies:
    """The counters of one record.

    `seats` are those of each player, by his number and by how many were seated in those deals; `tables` those of the
    deals themselves, by how many were seated; `pairs` those of each two players who sat in one deal, the smaller
    number first and from that player's view.
    """

    seats: dict[tuple[int, int], Counts] = field(default_factory=dict)
    tables: dict[int, Counts] = field(default_factory=dict)
    pairs: dict[tuple[int, int], Counts] = field(default_factory=dict)
