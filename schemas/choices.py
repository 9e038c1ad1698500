"""The legal actions of a position, as far as they can be listed."""

from math import comb
from typing import Final

from replay.actions import Notation
from replay.cards import size
from replay.legal import legal_actions
from replay.table import Table

MOST_GIFTS: Final = 10_000
"""A gift that can be chosen in more ways is not listed: no game has one, but options and hands may say so."""


def legal_texts(table: Table, notation: Notation) -> list[str] | None:
    """Every legal action as records write it; None where there may be no end of them.

    That is so where a hand is more than the pack could give, or a gift larger than any hand has it: somebody may have
    written down what nobody can have dealt.
    """
    if not (_hands_are_of_the_pack(table) and _gifts_are_few(table)):
        return None
    return [action.text for action in legal_actions(table, notation)]


def _hands_are_of_the_pack(table: Table) -> bool:
    pack = table.rules.sitting.pack(len(table.seated))
    return all(pack.alphabet.holds(pack.cards, hand) for hand in table.hands)


def _gifts_are_few(table: Table) -> bool:
    exchange = table.exchange
    if exchange is None or exchange.closed:
        return True
    return all(comb(size(table.hands[gift.giver]), gift.size) <= MOST_GIFTS for gift in exchange.owed.values())
