"""Before play: revolution, taxes and the merchants' swap; then the passes that a record may leave out.

Rules: D-REV, D-TAX, D-OPT-4, D-OPT-8.
"""

from collections.abc import Callable
from typing import Final

from daifu.replay.actions import PLAY, Action
from daifu.replay.deal import Start
from daifu.replay.engine import clear_trick
from daifu.replay.exchange import gifts_between, give, report_missing_gifts
from daifu.replay.faults import IGNORED
from daifu.replay.games.dalmuti.sets import BOTH_JESTERS, TAX_LADDER, swapping_merchants
from daifu.replay.games.dalmuti.sitting import PlayOrder, places_in_force, tax_pairings
from daifu.replay.melds import Combination
from daifu.replay.options import Options
from daifu.replay.table import ANY_CARDS, BLIND_SWAP, DEALT_CARDS, Exchange, Gift, Table
from daifu.replay.words import action_text

BEST_MERCHANT: Final = 2
REVOLUTION: Final = "revolution"
FIRST_DEAL: Final = "first deal"
LESSER: Final = "lesser"
"""The kind of the gifts between the lesser titles (D-TAX-4)."""


def deal_opening(options: Options) -> Callable[[Table, Start], None]:
    """What opens a deal: the Greater Dalmuti leads once the taxes are paid, if there are any (D-TAX-1, D-OPT-8)."""
    back = DEALT_CARDS if options["tax_gift_from_dealt_hand"] else ANY_CARDS
    opening = report_missing_taxes if options["implicit_passes"] else report_missing_gifts

    def open_deal(table: Table, start: Start) -> None:
        ranking = places_in_force(start)
        table.places = ranking
        table.turn = ranking[0]
        if options["first_hand_no_tax"] and start.number == 0:
            table.exchange = Exchange({}, TAX_LADDER, waived=FIRST_DEAL)
        elif start.deal.exchanged:
            table.exchange = Exchange({}, TAX_LADDER)
        else:
            table.exchange = open_taxes(ranking, back)
        table.pending = opening

    return open_deal


def open_taxes(ranking: tuple[int, ...], back: str) -> Exchange:
    """The taxes of a ranking and the gifts in return, of which the choice is `back`."""
    owed = gifts_between(ranking, tax_pairings(len(ranking)), back)
    for player in ranking[1:-1]:
        if player in owed:
            owed[player].kind = LESSER
    return Exchange(owed, TAX_LADDER)


def say_revolution(ring: PlayOrder) -> Callable[[Table, Action], None]:
    """The handler of `say revolution` at a table that plays in the order `ring` of its places.

    A player dealt both jesters may cancel the taxes before any is paid (D-REV-1); the Greater Peon also reverses the
    places (D-REV-3).
    """

    def say(table: Table, action: Action) -> None:
        exchange = exchange_of(table)
        is_late = exchange.closed or any(exchange.owed[giver].choice != BLIND_SWAP for giver in exchange.made)
        if is_late or not table.may_have_been_dealt(action.player, BOTH_JESTERS):
            code = "late_declaration" if is_late else "false_declaration"
            table.report(action.player, code, IGNORED, "jesters", what=action_text(action))
            return
        exchange.owed = {giver: gift for giver, gift in exchange.owed.items() if gift.choice == BLIND_SWAP}
        exchange.waived = exchange.waived or REVOLUTION
        if action.player == table.places[-1]:
            table.places = table.places[::-1]
            table.sit(ring(table.places))
            table.turn = table.places[0]

    return say


def give_with_swap(table: Table, action: Action) -> None:
    """Move a gift; the best merchant may also swap a card with another merchant, once a deal (D-OPT-4)."""
    exchange = exchange_of(table)
    pair = {action.player, action.target}
    if len(pair) > 1 and pair <= set(swapping_merchants(table)) and table.places[BEST_MERCHANT] in pair:
        exchange.owed[action.player] = Gift(action.player, action.target, 1, BLIND_SWAP)
        exchange.owed[action.target] = Gift(action.target, action.player, 1, BLIND_SWAP)
    give(table, action)


def exchange_of(table: Table) -> Exchange:
    """The deal's exchange; in this game every deal has one, even without taxes."""
    if table.exchange is None:
        raise LookupError
    return table.exchange


BEST_RANK: Final = 1


def report_missing_taxes(table: Table, action: Action) -> None:
    """Report the gifts not made at the first play; from then on passes may be left out."""
    report_missing_gifts(table, action)
    if table.pending is None:
        table.pending = skip_passes


def skip_passes(table: Table, action: Action) -> None:
    """Let all others pass silently if the next leader plays and nobody could have followed."""
    if (
        action.verb == PLAY
        and table.top is not None
        and action.player == table.rules.next_leader(table)
        and _is_unbeatable(table, table.top)
    ):
        clear_trick(table)


def _is_unbeatable(table: Table, top: Combination) -> bool:
    """Whether the set is of the best rank, or has more cards than any opponent."""
    if top.ranks == (BEST_RANK,):
        return True
    opponents = [player for player in table.seated if table.active >> player & 1 and player != table.owner]
    return all(table.hand_size(player) < top.count for player in opponents)
