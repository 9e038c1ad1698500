"""Worlds: where the cards may be that a view of the deal does not show.

A view says which cards of each hand are known. A world gives every hand its other cards: all worlds that agree with the
view are equally likely.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from daifu.replay.actions import GIVE, PLAY, Action
from daifu.replay.analysis.playout import NoPlayoutsError, Playout
from daifu.replay.cards import LACKING, Alphabet
from daifu.replay.exchange import gifts_due
from daifu.replay.table import BEST_CARDS, Table
from daifu.replay.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

KNOWN: Final = "known"
"""The view with all hands known, as far as the record has them."""
HIDDEN: Final = "hidden"
"""The view of one player, who knows no other hand."""
VIEWS: Final = (HIDDEN, KNOWN)


@dataclass(frozen=True, slots=True)
class HiddenHand:
    """A hand of which only some cards are known.

    `known` are these, `hidden` the number of the others, `excluded` a mask of cards that are not among the others.
    """

    player: int
    known: int
    hidden: int
    excluded: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """What is known of the hands: those not known as a whole, and the cards among which the others are."""

    hands: tuple[HiddenHand, ...]
    unseen: tuple[int, ...]

    @property
    def complete(self) -> bool:
        """Whether no card is hidden: then there is only one world."""
        return not self.unseen


COMPLETE: Final = View((), ())
"""The view of a deal in which all cards are known."""
OPEN_EXCHANGE: Final = Text(
    "Before the exchange is over, only the record's own hands are played out.",
    "交換が終わるまでは、記録された手札からのみ推定します。",
)
TOO_FEW_CARDS: Final = Text("The hands have more cards than the pack.", "手札の合計が1組の枚数を超えています。")


class Worlds:
    """The worlds of a view, drawn one after the other with the random numbers of a playout."""

    __slots__ = ("_hands", "_unseen")

    def __init__(self, view: View, playout: Playout) -> None:
        """The worlds of a view for playouts like this one."""
        packed = playout.packed
        # A hand with fewer possible cards is dealt first, so that the others may take any of those left.
        hands = sorted(view.hands, key=lambda hand: hand.excluded == 0)
        self._hands = [
            HiddenHand(hand.player, packed(hand.known), hand.hidden, packed(hand.excluded)) for hand in hands
        ]
        self._unseen: list[int] = [packed(card) for card in view.unseen]

    def deal(self, playout: Playout) -> None:
        """Give the players of a playout the hands of the next world."""
        if not self._unseen:
            return
        unseen, random, first = self._unseen, playout.random, 0
        for hand in self._hands:
            cards, hidden, excluded = hand.known, hand.hidden, hand.excluded
            while hidden:
                place = first + random.below(len(unseen) - first)
                card = unseen[place]
                if card & excluded:
                    continue
                unseen[place] = unseen[first]
                unseen[first] = card
                first += 1
                cards += card
                hidden -= 1
            playout.seats[hand.player].hand = cards
        playout.see_world(unseen, first)


def known_view(table: Table, taken: Iterable[Action]) -> View:
    """What the record knows: all cards but those that it writes as unknown. `taken` are the actions up to here."""
    if not any(table.unknown):
        return COMPLETE
    alphabet = table.rules.alphabet
    hands = tuple(
        HiddenHand(player, table.hands[player], table.unknown[player])
        for player in table.seated
        if table.unknown[player]
    )
    return View(hands, _unseen_cards(table, alphabet.add_all(table.hands), taken))


def hidden_view(table: Table, viewer: int, taken: Sequence[Action]) -> View:
    """What a player knows: the own hand, all cards laid or shown, those given by them, and the sizes of all hands.

    Of the hand that had to give the viewer its best cards, the cards above the worst of these are excluded, if that is
    possible. `taken` are the actions up to here. Raises `NoPlayoutsError` while gifts are still owed.
    """
    alphabet = table.rules.alphabet
    if gifts_due(table):
        raise NoPlayoutsError(OPEN_EXCHANGE)
    known = dict.fromkeys(table.seated, 0)
    known[viewer] = table.hands[viewer]
    excluded: dict[int, int] = {}
    for action in taken:
        _learn(table, viewer, action, known, excluded)
    for player in table.seated:
        shown = alphabet.common(table.rules.playouts.open_cards(table, player), table.hands[player])
        known[player] = alphabet.add(known[player], alphabet.lacking(known[player], shown))
    unseen = _unseen_by(table, known, taken)
    hands = []
    for player in table.seated:
        hidden = table.hand_size(player) - alphabet.count(known[player])
        if player != viewer and hidden > 0:
            barred = excluded.get(player, 0)
            possible = sum(1 for card in unseen if not card & barred)
            hands.append(HiddenHand(player, known[player], hidden, barred if possible >= hidden else 0))
    if sum(hand.hidden for hand in hands) > len(unseen):
        raise NoPlayoutsError(TOO_FEW_CARDS)
    return View(tuple(hands), unseen)


def _learn(table: Table, viewer: int, action: Action, known: dict[int, int], excluded: dict[int, int]) -> None:
    """Note what an action tells the viewer of the hands of others."""
    alphabet, player = table.rules.alphabet, action.player
    if action.void or action.verb not in (PLAY, GIVE):
        return
    if player != viewer:
        known[player] = alphabet.common(known[player], table.hands[player])
    if action.verb != GIVE:
        return
    if action.target == viewer:
        excluded.update(_above_gift(table, action))
    elif player == viewer:
        known[action.target] = alphabet.add(known[action.target], action.cards)


def _above_gift(table: Table, action: Action) -> dict[int, int]:
    """The cards above the worst of a gift that had to be the best of its giver's hand, by giver."""
    alphabet, exchange = table.rules.alphabet, table.exchange
    owed = None if exchange is None else exchange.owed.get(action.player)
    if exchange is None or owed is None or owed.choice != BEST_CARDS:
        return {}
    best = exchange.ladder.best
    worst = best(action.cards, action.meld.count)[-1:]
    names = [name for name in alphabet.names if best(alphabet.one[name], 1) < worst]
    return {action.player: alphabet.mask(names)}


def _unseen_by(table: Table, known: dict[int, int], taken: Sequence[Action]) -> tuple[int, ...]:
    """The cards that somebody who knows these of each hand does not see: in the hands of others and in the stock."""
    alphabet = table.rules.alphabet
    if any(table.unknown):
        return _unseen_cards(table, alphabet.add_all(known.values()), taken)
    hidden = alphabet.add_all(alphabet.without(table.hands[player], cards) for player, cards in known.items())
    return (*one_by_one(alphabet, hidden), *table.rules.playouts.stock(table))


def _unseen_cards(table: Table, seen: int, taken: Iterable[Action]) -> tuple[int, ...]:
    """Each card of the pack, as a multiset of one, that was neither seen in a hand nor laid."""
    alphabet = table.rules.alphabet
    pack = table.rules.sitting.pack(len(table.seated))
    gone = alphabet.add_all([seen, *(action.cards for action in taken if action.verb == PLAY and not action.void)])
    left = alphabet.without(pack.cards, alphabet.common(pack.cards, gone))
    return tuple(one_by_one(alphabet, 0 if left == LACKING else left))


def one_by_one(alphabet: Alphabet, cards: int) -> list[int]:
    """Each card of a multiset as a multiset of one."""
    return [alphabet.one[name] for name in alphabet.list(cards)]
