"""What a UECda player could try to lay."""

from collections.abc import Iterator

from replay.candidates import fillings, gifts, groups, held_names, right_words, runs
from replay.cards import JOKER, RANKS, SUITS
from replay.table import Table


def sets(table: Table, player: int) -> Iterator[str]:
    """Every group and run of the hand, the joker wherever it fits, also below the 3 and above the 2 (U-SET-1)."""
    held = held_names(table, player)
    yield from groups(held, free_suits)
    yield from runs(held)
    if JOKER in held:
        yield from edge_runs(set(held))


def free_suits(cards: tuple[str, ...]) -> list[str]:
    """The joker takes a suit that the group lacks; in a group of four it is the fifth card."""
    taken = {card[0] for card in cards}
    return [f"{JOKER}={suit}" for suit in SUITS if suit not in taken] or [JOKER]


def edge_runs(held: set[str]) -> Iterator[str]:
    """Runs that the joker lengthens at an end of the line."""
    for suit in SUITS:
        for length in range(2, len(RANKS) + 1):
            yield from (
                f"{text} {JOKER}={suit}-" for text in fillings([suit + rank for rank in RANKS[:length]], held, 0)
            )
            yield from (
                f"{text} {JOKER}={suit}+" for text in fillings([suit + rank for rank in RANKS[-length:]], held, 0)
            )


def offers(table: Table, player: int) -> Iterator[str]:
    """A gift still owed, and the word about a revolution."""
    yield from gifts(table, player)
    yield from right_words(table, player)
