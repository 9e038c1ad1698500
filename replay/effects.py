"""What sets do to the order and to the trick, in the games that have such effects."""

from replay.combination import Combination
from replay.table import Table


def cut(table: Table, _combination: Combination) -> None:
    """The trick ends with this set, and its player leads."""
    table.cut = True


def revolt(table: Table, _combination: Combination) -> None:
    """The set turns the order for the rest of the deal."""
    turn_order(table)


def turn_order(table: Table) -> None:
    """The order turns for the rest of the deal; a flip of the trick in progress stays on top of that."""
    table.turned ^= 1
    table.down ^= 1


def flip(table: Table) -> None:
    """The order turns for the rest of the trick; where the trick is already over, nothing is left to turn."""
    if table.top is not None:
        table.down ^= 1
