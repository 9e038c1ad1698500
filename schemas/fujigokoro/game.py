"""A game as a FujiGokoro record holds it: everything but who made which play."""

from dataclasses import dataclass
from typing import Final

from schemas.uecda.plain_deals import Gift

MOST_PLAYS: Final = 128
"""FujiGokoro records no further (rules digest, section 3)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """An accepted set, or a pass; its player follows from the rules.

    `cards` is the set as a record writes it, empty for a pass; `spelt` the file's own word for it; `microseconds` the
    time it took, if it is written.
    """

    cards: str
    spelt: str
    microseconds: int | None


@dataclass(frozen=True, slots=True)
class Game:
    """One game. What is by player has player 1 first; cards are written as in a record.

    `classes` and `result` are each player's rank before and after the game, counted from 0 like his seat in `seats`.
    `changed` is what each player submitted for exchange, `gifts` what really moved, `original` the hands after it.
    `line` is that of the plays in the file.
    """

    number: int | None
    classes: tuple[int, ...]
    seats: tuple[int, ...]
    dealt: tuple[str, ...]
    changed: tuple[str, ...]
    original: tuple[str, ...]
    gifts: tuple[Gift, ...]
    plays: tuple[Turn, ...]
    result: tuple[int, ...]
    line: int = 0
