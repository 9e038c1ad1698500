"""Taxes and exchange: the gifts before play, how they are judged and moved (record format, sections 3 and 4)."""

from collections.abc import Iterable, Sequence

from daifu.replay.actions import PLAY, Action
from daifu.replay.cards import Ladder
from daifu.replay.faults import STANDS
from daifu.replay.options import Value
from daifu.replay.table import BEST_CARDS, DEALT_CARDS, Exchange, Gift, Table
from daifu.replay.text import Text, cards_text
from daifu.replay.titles import TITLE_POINTS, Titles

Pairing = tuple[int, int, int]
"""An exchange of cards: the 0-based places of the rich and of the poor player, and the number of cards that each gives.
"""


def exchange_pairings(titles: Titles, counts: Value) -> tuple[Pairing, ...]:
    """The pairs that exchange cards: place 1 with the last, and so on inward.

    `counts` are the numbers of cards, outer pair first; if it is null, the titles decide.
    """
    pairs = len(titles) // 2
    given = counts if isinstance(counts, list) else [TITLE_POINTS[title] for title in titles[:pairs]]
    return tuple(
        (rich, len(titles) - 1 - rich, count)
        for rich, count in enumerate(given[:pairs])
        if isinstance(count, int) and count
    )


def gifts_between(places: tuple[int, ...], pairings: Iterable[Pairing], back: str) -> dict[int, Gift]:
    """The gifts that a ranking requires, by giver: the poor give their best, the rich choose as `back` says."""
    gifts = {}
    for rich, poor, count in pairings:
        above, below = places[rich], places[poor]
        gifts[below] = Gift(below, above, count, BEST_CARDS)
        gifts[above] = Gift(above, below, count, back)
    return gifts


def open_exchange(table: Table, exchange: Exchange) -> None:
    """Begin the deal with gifts; those that are not made are reported at the first play."""
    table.exchange = exchange
    table.pending = report_missing_gifts


def gifts_due(table: Table) -> list[Gift]:
    """The gifts of the exchange that are still to be made. Those from and to players who have left are not missed."""
    exchange = table.exchange
    if exchange is None or exchange.closed:
        return []
    return [
        gift
        for giver, gift in exchange.owed.items()
        if giver not in exchange.made and not (table.left >> giver | table.left >> gift.taker) & 1
    ]


def report_missing_gifts(table: Table, action: Action) -> None:
    """Report, at the first play, each giver who owed a gift and did not make it."""
    if action.verb != PLAY or table.exchange is None:
        return
    table.pending = None
    due = gifts_due(table)
    table.exchange.closed = True
    for gift in due:
        cards = Text("the card due", "1枚") if gift.size == 1 else Text(f"the {gift.size} cards due", f"{gift.size}枚")
        kind = gift.kind or gift.choice
        table.report(gift.giver, "exchange_missing", STANDS, kind, target=gift.taker, owed=gift.size, due=cards)


def give(table: Table, action: Action) -> None:
    """Judge a gift before play, then move the cards as far as they are held, whether it was owed or not."""
    code = gift_breach(table, action)
    if code != "exchange_not_owed" and table.exchange is not None:
        table.exchange.made.add(action.player)
    if code:
        _report_gift(table, action, code)
    hand_over(table, action)


def hand_over(table: Table, action: Action) -> None:
    """Move the cards of a gift as far as they are held.

    A gift of another player ends the rights of the last set.
    """
    if table.speaker != action.player:
        table.speaker = 0
    given = table.take(action.player, action.cards)
    hands = table.hands
    hands[action.target] = table.rules.alphabet.add(hands[action.target], given)


def gift_breach(table: Table, action: Action) -> str:
    """The code of what is wrong with a gift before play, or ""."""
    exchange = table.exchange
    player = action.player
    if exchange is None or exchange.closed:
        return "exchange_not_owed"
    gift = exchange.owed.get(player)
    if gift is None or gift.taker != action.target or player in exchange.made:
        return "exchange_not_owed"
    if action.meld.count != gift.size:
        return "exchange_wrong_count"
    if not table.holds(player, action.cards):
        return "card_not_held"
    return _judge_choice(table, exchange, gift, action.cards)


def _judge_choice(table: Table, exchange: Exchange, gift: Gift, cards: int) -> str:
    giver = gift.giver
    if exchange.only_known and table.unknown[giver]:
        return ""
    if (exchange.from_deal or gift.choice == DEALT_CARDS) and not table.may_have_been_dealt(giver, cards):
        return "exchange_not_from_deal"
    ladder = exchange.ladder_of(gift)
    if ladder is None:
        return ""
    dealt = _weakest_deal(table, ladder, giver, cards) if table.unknown[giver] else table.dealt[giver]
    return "" if ladder.are_best(cards, dealt) else "exchange_not_best"


def _weakest_deal(table: Table, ladder: Ladder, giver: int, cards: int) -> int:
    """The hand as dealt with unknown cards that make this gift the best of it, if any do.

    Those cards of the gift that the giver is not known to hold were among the unknown ones.
    """
    alphabet = table.rules.alphabet
    given = alphabet.lacking(table.hands[giver], cards)
    dealt, unseen = alphabet.add(table.dealt[giver], given), alphabet.lacking(given, table.unseen())
    hidden = table.unknown[giver] - alphabet.count(given)
    return ladder.weakest_with(cards, dealt, unseen, hidden)


def _report_gift(table: Table, action: Action, code: str) -> None:
    exchange, player = table.exchange, action.player
    gift = exchange.owed.get(player) if exchange else None
    kind = "" if gift is None else gift.kind or gift.choice
    if exchange is not None and exchange.waived and code == "exchange_not_owed":
        kind = exchange.waived
    due: dict[str, object] = {}
    if exchange is not None and gift is not None:
        dealt, ladder = table.dealt[player], exchange.ladder_of(gift) or exchange.ladder
        if table.unknown[player] and code == "exchange_not_best":
            dealt = _weakest_deal(table, ladder, player, action.cards)
        best = ladder.best_names(dealt, gift.size)
        due = {"owed": cards_text(gift.size), "best": " ".join(best)}
    cards, found = " ".join(_cards_at_fault(table, action, code)), cards_text(action.meld.count)
    table.report(player, code, STANDS, kind, cards=cards, found=found, target=action.target, **due)


def _cards_at_fault(table: Table, action: Action, code: str) -> Sequence[str]:
    """The names of those cards of a gift that its fault is about."""
    if code == "card_not_held":
        return table.missing(action.player, action.cards)
    if code == "exchange_not_from_deal":
        alphabet = table.rules.alphabet
        return alphabet.list(alphabet.lacking(table.dealt[action.player], action.cards))
    return action.meld.names
