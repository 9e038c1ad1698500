"""Rows that every game has, shared by all that is counted alike."""

from functools import lru_cache
from typing import Final

from replay.counting import Row

MOST_ROWS: Final = 4096

ABLE: Final = Row({}, {"passes": 1, "passes.able": 1, "actions": 1})
UNABLE: Final = Row({}, {"passes": 1, "passes.unable": 1, "actions": 1})
UNSEEN: Final = Row({}, {"passes": 1, "passes.unseen": 1, "actions": 1})
OTHER: Final = Row({}, {"actions": 1})
"""An action that is neither a set nor a pass."""

LED: Final = Row({"leads": 1})
TAKEN: Final = Row({}, {"tricks": 1})
HELD: Final = Row({"leads": 1, "leads.won": 1}, {"tricks": 1})
"""A trick that its leader won."""

LOCKED: Final = Row({}, {"effect.lock": 1})
WON: Final = Row({"won": 1})
WON_LEADING: Final = Row({"won.leading": 1})


@lru_cache(MOST_ROWS)
def own(name: str, number: int = 1) -> Row:
    """A counter of a player alone grows, or of a pair."""
    return Row({name: number})


@lru_cache(MOST_ROWS)
def shared(name: str, number: int = 1) -> Row:
    """A counter of a player grows, and that of the table with it."""
    return Row({}, {name: number})


@lru_cache(MOST_ROWS)
def shared_with_square(name: str, number: int) -> Row:
    """A number is added up for a player and his table, and its square."""
    return Row({}, {name: number, f"{name}_squared": number**2})


@lru_cache(MOST_ROWS)
def left_by_jokers(left: int, jokers: int) -> Row:
    """So many cards were left after so many jokers; each of them counts."""
    return Row({"jokers.left": jokers * left, "jokers.left_squared": jokers * left**2})


@lru_cache(MOST_ROWS)
def with_square(name: str, number: int) -> Row:
    """A number is added up, and its square."""
    return Row({name: number, f"{name}_squared": number**2})
