"""A deal as it was recorded, and what it starts from."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from replay.actions import Action
from replay.cards import size

Number = int | float

NOT_WRITTEN: Final[tuple[int, ...]] = ()
"""`places` of a deal that does not write them; None means that the ranking was reset."""


@dataclass(slots=True)
class Hand:
    """A hand as recorded: the known cards, how many are unknown, and how many it has in all."""

    cards: int
    unknown: int
    size: int

    @classmethod
    def of(cls, cards: int, unknown: int = 0) -> "Hand":
        """The hand of these cards and so many unknown ones."""
        return cls(cards, unknown, size(cards) + unknown)


@dataclass(frozen=True, slots=True)
class Result:
    """What the table wrote down: the order, best first, and the points by player number, each where it was written."""

    order: tuple[int, ...] | None = None
    points: tuple[Number | None, ...] | None = None


@dataclass(slots=True)
class Deal:
    """One deal of a record (record format, section 1); `hands` are by player number from 1, None for who sits out."""

    seats: tuple[int, ...] | None = None
    places: tuple[int, ...] | None = NOT_WRITTEN
    hands: Sequence[Hand | None] | None = None
    exchanged: bool = False
    dealer: int | None = None
    first: int | None = None
    stock: tuple[str, ...] | None = None
    actions: Sequence[Action] | None = None
    result: Result = field(default_factory=Result)
    abandoned: bool = False


@dataclass(slots=True)
class Start:
    """What a deal starts from.

    The players `seated`, the `ranking` in force (best first, or empty), and where it stands in its record.

    `number` counts deals from 0; `count` is the number of players of the record, seated or not. `winner` is the first
    of the deal before, 0 where that was undecided, and `points` are its points by player.
    """

    deal: Deal
    number: int
    count: int
    seats: tuple[int, ...]
    ranking: tuple[int, ...]
    winner: int = 0
    points: Sequence[Number | None] = ()
