"""Combinations: what a meld is under some rules."""

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from replay.noting import Note

SINGLE: Final = "single"
GROUP: Final = "group"
RUN: Final = "run"
DOUBLE_RUN: Final = "double run"
TRIPLE_RUN: Final = "triple run"
QUADRUPLE_RUN: Final = "quadruple run"
IRREGULAR: Final = "irregular"
"""A set that was no combination and stood all the same (record format, section 4)."""

TOP: Final = 99
"""The strength of a joker alone, in both orders."""

UNREACHED: Final = (TOP + 1, TOP + 1)
"""A bar above every strength: the rules are always asked."""

MOST_SHARED: Final = 4096
"""Far more strengths and shapes than sets of any game can have."""

Effect = Callable[[Any, Any], None]
"""What laying a combination does to the table: both are of the classes of the game that attached it."""


@lru_cache(MOST_SHARED)
def _shape(kind: str, count: int) -> str:
    return f"{count} {kind}"


@lru_cache(MOST_SHARED)
def _shared(strength: tuple[int, int]) -> tuple[int, int]:
    """The same object for all sets that are as strong, so that what a deal looks at lies close together in memory."""
    return strength


class Combination:
    """One reading of a meld: its kind and count, and how strong its weakest and its strongest card are.

    `floor` and `ceiling` are pairs, the strength in the normal and in the turned order. A set of the same kind
    and count whose floor is above `bar` answers this one without further question; what is not above it, the
    rules are asked about. `ranks` are the ranks that the cards have or stand for, weakest first in the normal
    order; `suits` the suits laid, a bit each, jokers' stand-ins included. `shape` is kind and count in one.
    `effects` are done in their order when the combination is laid. `note` is what it is counted as, once somebody has
    counted it.
    """

    __slots__ = (
        "bar",
        "ceiling",
        "count",
        "effects",
        "floor",
        "kind",
        "label",
        "natural",
        "note",
        "ranks",
        "shape",
        "suits",
    )

    def __init__(  # noqa: PLR0913 - a combination is made of exactly these, always by name
        self,
        *,
        kind: str,
        count: int,
        floor: tuple[int, int],
        ceiling: tuple[int, int],
        label: str,
        ranks: tuple[int, ...] = (),
        suits: int = 0,
        natural: bool = True,
        effects: tuple[Effect, ...] = (),
    ) -> None:
        self.kind = kind
        self.count = count
        self.shape = _shape(kind, count)
        self.floor = _shared(floor)
        self.ceiling = _shared(ceiling)
        self.bar = UNREACHED
        self.label = label
        self.ranks = ranks
        self.suits = suits
        self.natural = natural
        self.effects = effects
        self.note: Note | None = None

    @property
    def form(self) -> str:
        """What rules call it where they speak of singles apart: a group of one is a single."""
        return SINGLE if self.count == 1 and self.kind == GROUP else self.kind

    def barred_at(self, bar: tuple[int, int]) -> "Combination":
        """The same combination, answered by whatever of its kind and count is above `bar`."""
        self.bar = _shared(bar)
        return self

    def with_effects(self, *effects: Effect) -> "Combination":
        """The same combination that does `effects`, too, when it is laid."""
        self.effects += effects
        return self


def irregular(count: int, label: str) -> Combination:
    """The top set that a faulty meld becomes when it stands: only its count is ever asked for."""
    return Combination(kind=IRREGULAR, count=count, floor=(0, 0), ceiling=(0, 0), label=label)
