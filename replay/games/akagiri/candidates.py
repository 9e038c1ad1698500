"""What a player of Akagiri's daihinmin could try."""

from collections.abc import Iterator

from replay.candidates import gifts, groups, held_names, right_words, runs
from replay.table import Table


def sets(table: Table, player: int) -> Iterator[str]:
    """Every group and run of the hand, jokers wherever they fit (A-SET-1 to A-SET-3, A-JOK-2)."""
    held = held_names(table, player)
    yield from groups(held)
    yield from runs(held)


def offers(table: Table, player: int) -> Iterator[str]:
    """Gifts owed, and the words of the last set."""
    yield from gifts(table, player)
    yield from right_words(table, player)
