"""What is seen after a set was laid, in the games that have such sets."""

from typing import Final

from replay.noting import Clerk
from replay.table import Table

JOKER_TAKEN: Final = "effect.S3"


def revolts(clerk: Clerk, table: Table, player: int) -> None:
    """The set was a revolution."""
    clerk.revolution(table, player)


def takes_joker(clerk: Clerk, _table: Table, player: int) -> None:
    """The set would take a lone joker, if there was one."""
    if clerk.on_joker:
        clerk.add(player, JOKER_TAKEN)
