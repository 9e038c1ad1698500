"""Checks of a recorded deal before it is replayed: its fields must agree, and a hand must be able to hold its cards.

The fields of a deal must agree on the seated players, and no card may occur more often than a hand can count.
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from daifu.replay.actions import DRAW, GIVE, LEAVE, Action
from daifu.replay.cards import MOST_COPIES
from daifu.replay.deal import NOT_WRITTEN, Deal, Result
from daifu.replay.rules import Rules
from daifu.replay.sitting import without_gone
from daifu.replay.text import Text, filled, number_range
from daifu.replay.tricks import not_owed


class Contradiction(NamedTuple):
    """A field of a deal that does not agree with the others.

    `path` leads to it: the names of fields and the 0-based places in lists. `wanted` is what was expected there, None
    where the whole field is missing; `found` is what is there.
    """

    path: tuple[str | int, ...]
    wanted: Text | None
    found: int | str | None


DefaultSeats = Callable[[Deal, tuple[int, ...], tuple[int, ...]], tuple[int, ...]]
"""The seats of a deal that does not write them, from its ranking and the seats of the deal before."""

_A_HAND: Final = Text("a hand, as this player is seated", "席についているプレイヤーの手札")
_HANDS_NAME: Final = Text("hands", "手札")
_POINTS_NAME: Final = Text("points", "点数")


class DealConsistency:
    """Checks the seats, places, hands and results of deals against each other, one deal after the other.

    Seats that are not written follow from the deal before; `gone` are the players who left that one, as a mask: the
    caller says so. The record has `count` players; `allowed` are the possible numbers of seated players, and
    `default_seats` are the seats by the rules.
    """

    def __init__(self, count: int, allowed: range, default_seats: DefaultSeats) -> None:
        self._count = count
        self._allowed = allowed
        self._default_seats = default_seats
        self.gone = 0
        self._seats: tuple[int, ...] = ()
        self._seated: frozenset[int] = frozenset()

    def contradictions(self, deal: Deal) -> list[Contradiction]:
        """The contradictions of the next deal with itself, its record or its rules."""
        found: list[Contradiction] = []
        places = deal.places or NOT_WRITTEN
        seats = deal.seats
        if not seats:
            before = self._default_seats(deal, places, self._seats or tuple(range(1, self._count + 1)))
            seats = without_gone(before, deal, self.gone)
        self.gone = 0
        if seats != self._seats:
            self._seats = seats
            self._seated = frozenset(seats)
            self._check_seats(deal, found)
        if places and (len(places) != len(self._seated) or self._seated != set(places)):
            wanted = self._seated_text("every seated player once ({})", "席についている全員1回ずつ（{}）")
            found.append(Contradiction(("places",), wanted, _number_list(places)))
        self._check_hands(deal, found)
        for field, player in (("dealer", deal.dealer), ("first", deal.first)):
            if player is not None and player not in self._seated:
                wanted = self._seated_text("a seated player ({})", "席についているプレイヤー（{}）")
                found.append(Contradiction((field,), wanted, player))
        self._check_result(deal.result, found)
        return found

    def _check_seats(self, deal: Deal, found: list[Contradiction]) -> None:
        path: tuple[str | int, ...] = ("seats",) if deal.seats else ("places",) if deal.places else ()
        seats = self._seats
        if len(self._seated) < len(seats) or max(seats) > self._count:
            wanted = Text(f"players from 1 to {self._count}, each once", f"1〜{self._count}のプレイヤー（重複なし）")
            found.append(Contradiction(path, wanted, _number_list(seats)))
        if len(self._seated) not in self._allowed:
            allowed = number_range(self._allowed[0], self._allowed[-1])
            wanted = Text(f"{allowed.en} seated players", f"席に着く{allowed.ja}人")
            found.append(Contradiction(path, wanted, len(self._seated)))

    def _check_hands(self, deal: Deal, found: list[Contradiction]) -> None:
        hands = deal.hands
        if hands is None:
            if deal.actions is not None:
                found.append(Contradiction(("hands",), None, None))
            return
        if len(hands) != self._count:
            found.append(Contradiction(("hands",), self._one_each(_HANDS_NAME), len(hands)))
        for place, hand in enumerate(hands):
            if hand is None and place + 1 in self._seated:
                found.append(Contradiction(("hands", place), _A_HAND, None))

    def _check_result(self, result: Result, found: list[Contradiction]) -> None:
        order, points = result.order, result.points
        if order and (len(set(order)) < len(order) or not self._seated.issuperset(order)):
            wanted = self._seated_text("seated players ({}), nobody twice", "席についているプレイヤー（{}、重複なし）")
            found.append(Contradiction(("result", "order"), wanted, _number_list(order)))
        if points is not None and len(points) != self._count:
            found.append(Contradiction(("result", "points"), self._one_each(_POINTS_NAME), len(points)))

    def _one_each(self, noun: Text) -> Text:
        return Text(f"{noun.en} for {self._count} players", f"プレイヤー{self._count}人分の{noun.ja}")

    def _seated_text(self, en: str, ja: str) -> Text:
        """A sentence with the numbers of the seated players."""
        seated = _number_list(sorted(self._seated))
        return filled(Text(en, ja), seated)


def leavers(deal: Deal) -> int:
    """The players who left a deal as it is written, as a mask; whether they still took part is not looked at."""
    gone = 0
    for action in deal.actions or ():
        if action.verb == LEAVE and not action.void:
            gone |= 1 << action.player
    return gone


_CARD_MOVES: Final = (GIVE, DRAW)
_FEW_COPIES: Final = Text(
    f"each card at most {MOST_COPIES} times in the hands, the stock, the gifts and the draws of a deal",
    f"手札・山札・渡した札・引いた札を合わせて各カード{MOST_COPIES}枚以下",
)


class CardCounts:
    """Finds cards that a hand could hold more often than it can count. No real deal is near that limit."""

    def __init__(self, rules: Rules) -> None:
        self._alphabet = rules.alphabet
        self._draws: bool = rules.handlers[DRAW] is not not_owed

    def contradictions(self, deal: Deal) -> list[Contradiction]:
        """The first such card of a deal, if there is one."""
        hands = [hand for hand in deal.hands or () if hand is not None]
        stock = deal.stock or ()
        count = len(stock)
        for hand in hands:
            count += hand.size
        moves: list[Action] = []
        # A gift adds a card to the hands where it names an unknown one; draws do in games that have them.
        if self._draws or any(hand.unknown for hand in hands):
            for action in deal.actions or []:
                if action.only is None and action.cards and action.verb in _CARD_MOVES:  # most actions are sets
                    count += action.meld.count
                    moves.append(action)
        if count <= MOST_COPIES:
            return []
        named = (*[hand.cards for hand in hands], self._alphabet.of_ones(list(stock)), *[move.cards for move in moves])
        excess = self._alphabet.first_beyond_limit(named)
        return [Contradiction((), _FEW_COPIES, excess)] if excess else []


def _number_list(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
