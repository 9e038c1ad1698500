"""Finds the exchanges with which a game ends as its log says, by playing it on the engine (U-XCH-1).

The server asks only the player whose turn it is, and goes on until the game is decided. So an assumed exchange is wrong
if a player acts out of turn, or if the game ends at another play or with another result than in the log.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final, cast

from daifu.replay.actions import Action
from daifu.replay.cards import STANDARD
from daifu.replay.deal import Deal, Hand, Result
from daifu.replay.engine import take_actions
from daifu.replay.judge import judge_play
from daifu.replay.match import Match
from daifu.replay.rules import Rules
from daifu.replay.table import BEST_CARDS, Table
from daifu.replay.table import Exchange as OpenedExchange
from daifu.schemas.uecda.plain_deals import ALL_PLAYERS, PLAYERS, Gift, PlainDeal, uecda_rules

PackedHands = tuple[int, ...]
"""The hands of all players after the exchange, as multisets of cards, in the order of the players."""

CONTRADICTIONS: Final = frozenset({"out_of_turn", "locked_by_pass", "action_after_out", "action_after_end"})
NOT_HELD: Final = "card_not_held"


def deal_after_exchange(seats: Sequence[int], order: Sequence[int]) -> Deal:
    """A deal that begins with the hands after the exchange; the hands are set by `open_table`."""
    return Deal(seats=tuple(seats), places=None, exchanged=True, actions=[], result=Result(tuple(order)))


def open_table(rules: Rules, deal: Deal, hands: PackedHands) -> Table:
    """The table of a deal before its first play, with these hands."""
    match = Match(rules, PLAYERS)
    deal.hands = [Hand.of(rules.alphabet, cards) for cards in hands]
    return match.open(match.start(deal, []))


class GameTrial:
    """Plays a game from different hands under some rules, and finds those from which it ends as its log says."""

    def __init__(self, rules: Rules, seats: Sequence[int], plays: Sequence[Action], order: Sequence[int]) -> None:
        self._rules = rules
        self._plays = plays
        self._deal = deal_after_exchange(seats, order)

    def find_fitting(self, candidates: Sequence[PackedHands]) -> list[PackedHands]:
        """The candidates from which the game ends as its log says."""
        by_opener: dict[int, list[PackedHands]] = {}
        for hands in candidates:
            by_opener.setdefault(open_table(self._rules, self._deal, hands).turn, []).append(hands)
        return [hands for group in by_opener.values() for hands in self._play_from_start(group)]

    def _play_from_start(self, candidates: list[PackedHands]) -> list[PackedHands]:
        return self._play(open_table(self._rules, self._deal, candidates[0]), candidates, 0)

    def _play(self, table: Table, candidates: list[PackedHands], begin: int) -> list[PackedHands]:
        """The candidates that fit, of those with the same position so far; `table` is that of the first candidate.

        Where a play is possible from some of them only, the two groups are played separately.
        """
        fitting: list[PackedHands] = []
        for at in range(begin, len(self._plays)):
            action = self._plays[at]
            able, unable = self._split(table, candidates, action)
            if able and unable:
                fitting += self._play(_with_other_hands(table, candidates[0], unable[0]), unable, at)
                table, candidates = _with_other_hands(table, candidates[0], able[0]), able
            known_faults = len(table.faults)
            take_actions(table, [action], at)
            if any(fault.code in CONTRADICTIONS for fault in table.faults[known_faults:]):
                return fitting
        order = self._rules.sitting.order(table, self._deal)
        return fitting + candidates if order == list(self._deal.result.order or ()) else fitting

    def _split(
        self, table: Table, candidates: list[PackedHands], action: Action
    ) -> tuple[list[PackedHands], list[PackedHands]]:
        """The candidates with which the player holds the cards of the play, and the others."""
        if len(candidates) == 1 or not action.cards or _fails_with_any_hand(table, action):
            return candidates, []
        place = action.player - 1
        holds = self._rules.alphabet.holds
        changes = table.hands[action.player] - candidates[0][place]
        able = [hands for hands in candidates if holds(hands[place] + changes, action.cards)]
        return able, [hands for hands in candidates if not holds(hands[place] + changes, action.cards)]


def _fails_with_any_hand(table: Table, action: Action) -> bool:
    """Whether the server rejects the play whatever the player holds."""
    breaches: list[str] = []
    judge_play(table, action, breaches)
    return any(breach != NOT_HELD for breach in breaches)


def _with_other_hands(table: Table, before: PackedHands, after: PackedHands) -> Table:
    """The same position with other hands after the exchange, without the cards that have been played."""
    copy = table.copy()
    for player in ALL_PLAYERS:
        copy.hands[player] += after[player - 1] - before[player - 1]
    return copy


Hands = Sequence[tuple[str, ...]]
Exchange = tuple[Gift, ...]

_RULES: Final = uecda_rules({})
_NO_CARDS: Final = (0,) * PLAYERS


def written_exchange(deal: PlainDeal) -> list[Exchange]:
    """The exchange that the log has, as the only possible one."""
    return [deal.gifts]


def possible_exchanges(deal: PlainDeal) -> Iterator[Exchange]:
    """Every exchange that the rules allow: the rich give back any cards, also those just received."""
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
    """The gifts that the rules take from the poor: the strongest cards of daihinmin and of hinmin (U-XCH-1)."""
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
    """The hands as multisets of cards."""
    return tuple(map(STANDARD.pack, hands))


def hands_after_gifts(dealt: PackedHands, gifts: Exchange) -> PackedHands | None:
    """The hands after these gifts; None if a giver does not hold the cards that they give."""
    hands = list(dealt)
    for gift in gifts:
        cards = STANDARD.pack(gift.cards)
        if not STANDARD.holds(hands[gift.giver - 1], cards):
            return None
        hands[gift.giver - 1] -= cards
        hands[gift.receiver - 1] += cards
    return tuple(hands)
