"""What a player could try to lay or do."""

from collections.abc import Iterator

from replay.actions import DISCARD, GIVE, NAME
from replay.candidates import groups, held_names, runs, subsets
from replay.games.floor13.cards import NAMED
from replay.games.floor13.effects import FLIP
from replay.games.floor13.table import Floor13Table

LAYERS = (1, 2, 3, 4)


def sets(table: Floor13Table, player: int) -> Iterator[str]:
    """Every group of the hand and every run of one to four layers, jokers wherever they fit (F-SET, F-MRUN-1)."""
    held = held_names(table, player)
    yield from groups(held)
    yield from runs(held, LAYERS)


def offers(table: Floor13Table, player: int) -> Iterator[str]:
    """A draw, and what the role cards of the last set still allow."""
    yield "draw"
    held = held_names(table, player)
    yield from (f"give {table.receiver} {' '.join(cards)}" for cards in subsets(held, table.right(player, GIVE)))
    yield from (f"discard {' '.join(cards)}" for cards in subsets(held, table.right(player, DISCARD)))
    if table.right(player, NAME):
        yield from (f"name {name}" for name in NAMED)
    if table.right(player, FLIP):
        yield "say flip"
