"""What a Dalmuti player could try."""

from collections.abc import Iterator

from replay.candidates import gifts, held_names
from replay.games.dalmuti.cards import JESTER, NUMBERS
from replay.table import Table


def sets(table: Table, player: int) -> Iterator[str]:
    """Every number of cards of a rank with every number of jesters, and jesters alone (D-SET-1 to D-SET-3)."""
    held = held_names(table, player)
    jesters = held.count(JESTER)
    for count in range(1, jesters + 1):
        yield " ".join([JESTER] * count)
    for rank in map(str, NUMBERS):
        for count in range(1, held.count(rank) + 1):
            yield from (" ".join([rank] * count + [JESTER] * joined) for joined in range(jesters + 1))


def offers(table: Table, player: int, *, swaps: bool) -> Iterator[str]:
    """Taxes owed, a swap between merchants, and a revolution."""
    yield from gifts(table, player)
    if not table.started:
        yield "say revolution"
    merchants = table.places[2:-2] if swaps and not table.started else ()
    if player in merchants:
        yield from (
            f"give {other} {card}"
            for other in merchants
            if other != player
            for card in dict.fromkeys(held_names(table, player))
        )
