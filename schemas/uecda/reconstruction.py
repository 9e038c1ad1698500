"""Finds the exchanges with which a game comes out as its log says, by playing it on the engine (U-XCH-1).

The server asks only the player whose turn it is, and goes on until the game is decided. So a guess at what a log leaves
open is wrong as soon as somebody acts out of turn, or as the game ends elsewhere or otherwise than it did.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final, cast

from replay.actions import Action
from replay.cards import STANDARD
from replay.deal import Deal, Hand, Result
from replay.engine import take_actions
from replay.games.catalogue import PROFILES
from replay.judge import judge_play
from replay.match import Match
from replay.rules import Rules
from replay.table import BEST_CARDS, Table
from replay.table import Exchange as OpenedExchange
from schemas.uecda.plain_deals import ALL_PLAYERS, PLAYERS, Gift, PlainDeal

PackedHands = tuple[int, ...]
"""The hands of all players after the exchange, as multisets of cards; the first player's comes first."""

CONTRADICTIONS: Final = frozenset({"out_of_turn", "locked_by_pass", "action_after_out", "action_after_end"})
NOT_HELD: Final = "card_not_held"


def deal_after_exchange(seats: Sequence[int], order: Sequence[int]) -> Deal:
    """A deal that begins with the hands after the exchange, whatever they are."""
    return Deal(seats=tuple(seats), places=None, exchanged=True, actions=(), result=Result(tuple(order)))


def open_table(rules: Rules, deal: Deal, world: PackedHands) -> Table:
    """The table of a deal before its first play, with these hands."""
    match = Match(rules, PLAYERS)
    deal.hands = [Hand.of(cards) for cards in world]
    return match.open(match.start(deal, []))


class GameTrial:
    """The plays of one game and how it ended, to be tried under some rules."""

    def __init__(self, rules: Rules, seats: Sequence[int], plays: Sequence[Action], order: Sequence[int]) -> None:
        self._rules = rules
        self._plays = plays
        self._deal = deal_after_exchange(seats, order)

    def fitting(self, worlds: Sequence[PackedHands]) -> list[PackedHands]:
        """Those of the worlds in which the game comes out as it did."""
        by_opener: dict[int, list[PackedHands]] = {}
        for world in worlds:
            by_opener.setdefault(open_table(self._rules, self._deal, world).turn, []).append(world)
        return [world for alike in by_opener.values() for world in self._from_the_start(alike)]

    def _from_the_start(self, worlds: list[PackedHands]) -> list[PackedHands]:
        return self._follow(open_table(self._rules, self._deal, worlds[0]), worlds, 0)

    def _follow(self, table: Table, worlds: list[PackedHands], begin: int) -> list[PackedHands]:
        """Go on from a position that looks the same in all these worlds; the table is that of the first one.

        Worlds part where a play is possible in some of them only: each side goes its own way.
        """
        fitting: list[PackedHands] = []
        for at in range(begin, len(self._plays)):
            action = self._plays[at]
            able, unable = self._part(table, worlds, action)
            if able and unable:
                fitting += self._follow(_with_other_hands(table, worlds[0], unable[0]), unable, at)
                table, worlds = _with_other_hands(table, worlds[0], able[0]), able
            noted = len(table.faults)
            take_actions(table, [action], at)
            if any(fault.code in CONTRADICTIONS for fault in table.faults[noted:]):
                return fitting
        order = self._rules.sitting.order(table, self._deal)
        return fitting + worlds if order == list(self._deal.result.order or ()) else fitting

    def _part(
        self, table: Table, worlds: list[PackedHands], action: Action
    ) -> tuple[list[PackedHands], list[PackedHands]]:
        """The worlds in which the player holds the cards of the play and those in which he does not."""
        if len(worlds) == 1 or not action.cards or _fails_with_any_hand(table, action):
            return worlds, []
        holds = self._rules.alphabet.holds
        hand = table.hands[action.player] - worlds[0][action.player - 1]
        able = [world for world in worlds if holds(hand + world[action.player - 1], action.cards)]
        return able, [world for world in worlds if not holds(hand + world[action.player - 1], action.cards)]


def _fails_with_any_hand(table: Table, action: Action) -> bool:
    """Whether the server rejects the play whoever holds what."""
    breaches: list[str] = []
    judge_play(table, action, breaches)
    return any(breach != NOT_HELD for breach in breaches)


def _with_other_hands(table: Table, here: PackedHands, there: PackedHands) -> Table:
    """The same position in another world: every hand as there, less what has been played."""
    twin = table.copy()
    for player in ALL_PLAYERS:
        twin.hands[player] += there[player - 1] - here[player - 1]
    return twin


Hands = Sequence[tuple[str, ...]]
Exchange = tuple[Gift, ...]

_RULES: Final = PROFILES["uecda"].rules({})
_NO_CARDS: Final = (0,) * PLAYERS


def written_exchange(deal: PlainDeal) -> list[Exchange]:
    """The exchange that the log has: there is no other."""
    return [deal.gifts]


def possible_exchanges(deal: PlainDeal) -> Iterator[Exchange]:
    """Every exchange that the rules allow: the rich give back what they choose, cards just received included."""
    if deal.places is None:
        yield ()
        return
    poor = gifts_of_the_poor(deal.hands, deal.places)
    exchange = _opened_exchange(deal.places)
    choices = []
    for received in poor:
        owed = exchange.owed[received.receiver]
        held = (*deal.hands[owed.giver - 1], *received.cards)
        choices.append([Gift(owed.giver, owed.taker, cards) for cards in combinations(held, owed.size)])
    for back in product(*choices):
        yield (*poor, *back)


def gifts_of_the_poor(hands: Hands, places: Sequence[int]) -> Exchange:
    """What the rules take from the poor: the strongest cards of daihinmin and of hinmin (U-XCH-1)."""
    exchange = _opened_exchange(places)
    strength = exchange.ladder.names.index
    return tuple(
        Gift(owed.giver, owed.taker, tuple(sorted(hands[owed.giver - 1], key=strength)[: owed.size]))
        for owed in exchange.owed.values()
        if owed.choice == BEST_CARDS
    )


def _opened_exchange(places: Sequence[int]) -> OpenedExchange:
    """The exchange with which a game of this ranking begins under the rules."""
    table = open_table(_RULES, Deal(places=tuple(places)), _NO_CARDS)
    return cast("OpenedExchange", table.exchange)  # a game with a ranking always has one


def pack_hands(hands: Hands) -> PackedHands:
    """The hands as they were dealt."""
    return tuple(map(STANDARD.pack, hands))


def hands_after_gifts(world: PackedHands, gifts: Exchange) -> PackedHands | None:
    """The hands after these gifts; nothing if a giver does not hold what he gives."""
    hands = list(world)
    for gift in gifts:
        cards = STANDARD.pack(gift.cards)
        if not STANDARD.holds(hands[gift.giver - 1], cards):
            return None
        hands[gift.giver - 1] -= cards
        hands[gift.receiver - 1] += cards
    return tuple(hands)
