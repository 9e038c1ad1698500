"""Small tournaments in a store, for tests of pages."""

from collections.abc import Sequence
from fractions import Fraction

from data.store.interface import Store
from data.store.values import Author
from data.tournaments.changes import AnyChange, Created, Drawn, Entered, StageOpened
from data.tournaments.settings import ByPlace, Settings

BY_PLACE = ByPlace(worth=((Fraction(3), Fraction(2), Fraction(1), Fraction(0)),))
"""What the places at a table of four are worth."""


def make_cup(store: Store, names: Sequence[str], settings: Settings, rounds: int = 1) -> int:
    """A tournament in theater daihinmin at tables of four, with a stage and this number of rounds; its id."""
    cup = store.tournaments.create(Created(name="Cup", rules="theater", settings=settings), Author())
    tables = tuple(tuple(range(first, first + 4)) for first in range(1, len(names), 4))
    drawn = [Drawn(stage=1, round=number, tables=tables, method="by hand") for number in range(1, rounds + 1)]
    changes: list[AnyChange] = [*(Entered(name=name) for name in names), StageOpened(name="Final"), *drawn]
    store.tournaments.append(cup, changes, Author(), expected=1)
    return cup
