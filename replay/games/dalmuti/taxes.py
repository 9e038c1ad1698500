"""Before play: revolution, taxes and the merchants' swap (D-REV, D-TAX, D-OPT-4)."""

from collections.abc import Callable

from replay.actions import Action
from replay.exchange import give
from replay.faults import IGNORED
from replay.games.dalmuti.cards import BOTH_JESTERS, DALMUTI
from replay.gifts import SWAP, Exchange, Gift
from replay.table import Table

BEST_MERCHANT = 2

Ring = Callable[[tuple[int, ...]], tuple[int, ...]]
"""The order of play of a ranking."""


def revolution(ring: Ring) -> Callable[[Table, Action], None]:
    """The handler of `say revolution` at a table that plays in the order `ring` of its places."""

    def say(table: Table, action: Action) -> None:
        code = _judge_revolution(table, action.player)
        if code:
            table.report(action.player, code, IGNORED, cards=action.word)
            return
        exchange = exchange_of(table)
        exchange.owed = {giver: gift for giver, gift in exchange.owed.items() if gift.choice == SWAP}
        if action.player == table.places[-1]:
            table.places = table.places[::-1]
            table.sit(ring(table.places))
            table.turn = table.places[0]

    return say


def _judge_revolution(table: Table, player: int) -> str:
    """Who was dealt both jesters may call off the taxes, before any moves (D-REV-1).

    The Greater Peon also turns the places (D-REV-3).
    """
    if exchange_of(table).closed or _tax_moved(table):
        return "late_declaration"
    unknown = table.dealt_unknown >> player & 1
    return "" if unknown or DALMUTI.holds(table.dealt[player], BOTH_JESTERS) else "false_declaration"


def _tax_moved(table: Table) -> bool:
    exchange = exchange_of(table)
    return any(exchange.owed[giver].choice != SWAP for giver in exchange.made)


def give_with_swap(table: Table, action: Action) -> None:
    """A gift where the best merchant may swap a card with another merchant, once a deal (D-OPT-4)."""
    merchants = table.places[2:-2]
    exchange = exchange_of(table)
    pair = {action.player, action.target}
    swapped = any(merchant in exchange.owed for merchant in merchants)
    if len(pair) > 1 and pair <= set(merchants) and table.places[BEST_MERCHANT] in pair and not swapped:
        exchange.owed[action.player] = Gift(action.player, action.target, 1, SWAP)
        exchange.owed[action.target] = Gift(action.target, action.player, 1, SWAP)
    give(table, action)


def exchange_of(table: Table) -> Exchange:
    """The deal's exchange; in this game every deal has one, if only without taxes."""
    if table.exchange is None:
        raise LookupError
    return table.exchange
