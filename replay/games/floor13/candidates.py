"""What a player could try to lay or do."""

from collections.abc import Iterator
from itertools import combinations

from replay.actions import DISCARD, GIVE, NAME
from replay.candidates import groups, held_names, runs
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
    held = dict.fromkeys(held_names(table, player))
    for count in range(1, table.right(player, GIVE) + 1):
        yield from (f"give {table.receiver} {' '.join(cards)}" for cards in combinations(held, count))
    if table.right(player, DISCARD):
        yield from (f"discard {card}" for card in held)
    if table.right(player, NAME):
        yield from (f"name {name}" for name in NAMED)
    if table.right(player, FLIP):
        yield "say flip"
