"""The position from which playouts start: what a table has before its next play or pass.

Gifts that are still owed are made first: the poor give what they must, the rich their weakest cards. Rich players who
spare keep the cards that make sets with others, if they can.
"""

from typing import Final

from daifu.replay.analysis.playout import NoPlayoutsError, Playout
from daifu.replay.analysis.rules import GiftOrder
from daifu.replay.engine import settle_pending, take_actions
from daifu.replay.exchange import gifts_due
from daifu.replay.melds import IRREGULAR
from daifu.replay.table import BEST_CARDS, DEALT_CARDS, NOBODY, Gift, Table
from daifu.replay.text import Text

OVER: Final = Text("The deal is over.", "この回は終わっています。")
UNKNOWN_CARDS: Final = Text("Some cards of the hands are not known.", "手札に不明なカードがあります。")
SOMEBODY_LEFT: Final = Text("A player has left the deal.", "途中で抜けたプレイヤーがいます。")
NO_TURN: Final = Text("Nobody has the turn yet.", "まだ誰の手番でもありません。")
BEYOND_PACK: Final = Text("A hand has more of a card than the pack.", "1組より多いカードを持つ手札があります。")
NO_CARDS: Final = Text("A player who is still in has no cards.", "手札のないプレイヤーが残っています。")
IRREGULAR_SET: Final = Text("The set on the table is no legal set.", "場に出ているカードは役ではありません。")


def settled(table: Table, gift_order: GiftOrder | None = None) -> Table:
    """A copy of the table on which everything has happened that has to before the next play or pass.

    The rich give their cards in this order, by default in the usual one of the game.
    """
    table = table.copy()
    make_gifts(table, gift_order or table.rules.playouts.usual_gifts)
    table.rules.playouts.prepare(table)
    if not table.over:
        notation = table.rules.notation(len(table.after) - 1)
        settle_pending(table, notation[f"{table.turn or table.owner or table.seated[0]} -"])
    return table


def can_spare(table: Table) -> bool:
    """Whether a rich player still has cards to give and could spare some."""
    return table.rules.playouts.sparing_gifts is not None and any(
        gift.choice != BEST_CARDS for gift in gifts_due(table)
    )


def make_gifts(table: Table, gift_order: GiftOrder | None) -> None:
    """Make the gifts that are still owed, the poor first. Without an order, the rich give their weakest cards."""
    notation = table.rules.notation(len(table.after) - 1)
    for gift in sorted(gifts_due(table), key=lambda gift: gift.choice != BEST_CARDS):
        cards = " ".join(cards_given(table, gift, gift_order))
        if cards:
            take_actions(table, [notation[f"{gift.giver} give {gift.taker} {cards}"]], table.index)


def cards_given(table: Table, gift: Gift, gift_order: GiftOrder | None) -> list[str]:
    """The names of the cards of a gift: the best of the hand as dealt, or the first that the rich would give."""
    exchange = table.exchange
    if exchange is None:
        return []
    alphabet, giver, due = table.rules.alphabet, gift.giver, exchange.ladder_of(gift)
    if due is not None:
        return due.best_names(table.dealt[giver], gift.size)
    hand = table.hands[giver]
    from_deal = exchange.from_deal or gift.choice == DEALT_CARDS
    allowed = alphabet.common(hand, table.dealt[giver]) if from_deal else hand
    if gift_order is None:
        return exchange.ladder.best_names(allowed, alphabet.count(allowed))[::-1][: gift.size]
    return [name for name in gift_order(hand) if alphabet.common(alphabet.one[name], allowed)][: gift.size]


def seat_players(playout: Playout, table: Table) -> None:
    """Give the players of a playout what they have on a settled table: hands, turn, passes and places.

    Raises `NoPlayoutsError` for a position that cannot be played out.
    """
    check_position(table)
    for seat in playout.ring:
        seat.hand = playout.packed(table.hands[seat.number])
        seat.after = playout.seats[table.after[seat.number]]
        if not table.active >> seat.number & 1:
            playout.active &= ~seat.bit
    playout.best = len(table.out) + 1
    playout.last = len(playout.ring) - len(table.sunk)
    for place, player in enumerate(table.out, 1):
        playout.seats[player].place = place
    for place, player in enumerate(table.sunk):
        playout.seats[player].place = len(playout.ring) - place
    playout.passed = table.passed
    playout.turn = playout.seats[table.turn]
    playout.owner = playout.seats[table.owner or table.turn]


def play_order(table: Table) -> tuple[int, ...]:
    """The players in their order of play, the lowest number first."""
    return tuple(table.ring_from(table.seated[0]))


def check_position(table: Table) -> None:
    """Raise `NoPlayoutsError` for a position that no game can play out."""
    top = table.top
    problems = (
        (table.over, OVER),
        (table.left > 0, SOMEBODY_LEFT),
        (any(table.unknown), UNKNOWN_CARDS),
        (table.turn == NOBODY, NO_TURN),
        (any(not table.hands[player] for player in table.seated if table.active >> player & 1), NO_CARDS),
        (any(hand >= table.rules.alphabet.wide for hand in table.hands), BEYOND_PACK),
        (top is not None and top.kind == IRREGULAR, IRREGULAR_SET),
    )
    for found, reason in problems:
        if found:
            raise NoPlayoutsError(reason)
