"""The legal actions of a position, as far as they can be listed."""

from itertools import chain, islice
from typing import Final

from replay.actions import Notation
from replay.cards import size
from replay.legal import legal_actions
from replay.table import Table

MOST_TRIED: Final = 10_000
"""A player who could try more is not told what is legal: no game has that, but options and hands may say so."""
SHARES: Final = 2
"""A hand of more than so many shares of the pack is none that anybody comes to hold, by draws or by captures."""


def legal_texts(table: Table, notation: Notation) -> list[str] | None:
    """Every legal action as records write it; None where there may be no end of them.

    That is so where a hand is more than the pack could give or than anybody comes to hold, or where a player could try
    more than any hand has it: somebody may have written down what nobody can have dealt.
    """
    if not (_hands_are_of_the_pack(table) and _tries_are_few(table)):
        return None
    return [action.text for action in legal_actions(table, notation)]


def _hands_are_of_the_pack(table: Table) -> bool:
    pack = table.rules.sitting.pack(len(table.seated))
    largest = SHARES * -(-pack.size // len(table.seated))
    return all(pack.alphabet.holds(pack.cards, hand) and size(hand) <= largest for hand in table.hands)


def _tries_are_few(table: Table) -> bool:
    rules = table.rules
    tries = (chain(rules.sets(table, player), rules.offers(table, player)) for player in table.seated)
    return all(sum(1 for _ in islice(one, MOST_TRIED + 1)) <= MOST_TRIED for one in tries)
