"""Deals of a record as the engine takes them: their cards and actions read, and checked for consistency.

The fields of a deal must agree on the seated players, and no card may occur more often than a hand can count.
"""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import UNSET

from replay.actions import DRAW, GIVE
from replay.cards import MOST_COPIES
from replay.deal import NO_RESULT, NOT_WRITTEN, Deal, Hand, Result, read_cards, read_hands
from replay.rules import Rules
from replay.text import Text
from replay.words import not_owed
from schemas.record import errors
from schemas.record.errors import Finding, mismatch_text, number_list, number_range, raise_if_any
from schemas.record.model import DealShape, ResultShape


class DealReader:
    """Reads the deals that `count` players recorded under some rules."""

    def __init__(self, rules: Rules, count: int) -> None:
        self._lexicon = rules.profile.lexicon
        self._action = rules.notation(count).__getitem__

    def read(self, shape: DealShape) -> Deal:
        """The deal of this shape. Raises `ReadError` for a card or an action that cannot be read."""
        deal = deal_without_cards(shape)
        if shape.hands is not UNSET:
            deal.hands = read_hands(self._lexicon, shape.hands)
        if shape.stock is not UNSET:
            deal.stock = read_cards(self._lexicon, shape.stock)
        if shape.actions is not UNSET:
            deal.actions = list(map(self._action, shape.actions))
        return deal


def deal_without_cards(shape: DealShape) -> Deal:
    """The deal without its cards and actions, which depend on the game: who took part, and the result."""
    return Deal(
        seats=shape.seats or None,
        places=NOT_WRITTEN if shape.places is UNSET else shape.places,
        exchanged=shape.hands_are == "exchanged",
        dealer=shape.dealer or None,
        first=shape.first or None,
        result=NO_RESULT if shape.result is UNSET else _read_result(shape.result),
        abandoned=shape.abandoned is True,
    )


def _read_result(shape: ResultShape) -> Result:
    return Result(
        None if shape.order is UNSET else shape.order,
        None if shape.points is UNSET else shape.points,
    )


DefaultSeats = Callable[[Deal, tuple[int, ...], tuple[int, ...]], tuple[int, ...]]

_A_HAND: Final = Text("a hand, as this player is seated", "席についているプレイヤーの手札")
_HANDS_NAME: Final = Text("hands", "手札")
_POINTS_NAME: Final = Text("points", "点数")


class DealConsistency:
    """Checks the seats, places, hands and results of deals against each other, one deal after the other.

    Seats that are not written follow from the deal before. The record has `count` players; `allowed` are the possible
    numbers of seated players, and `default_seats` are the seats by the rules.
    """

    def __init__(self, count: int, allowed: range, default_seats: DefaultSeats) -> None:
        self._count = count
        self._allowed = allowed
        self._default_seats = default_seats
        self._seats: tuple[int, ...] = ()
        self._seated: frozenset[int] = frozenset()

    def findings(self, deal: Deal) -> Iterator[Finding]:
        """The contradictions of the next deal with itself, its record or its rules."""
        places = deal.places or NOT_WRITTEN
        seats = deal.seats or self._default_seats(deal, places, self._seats or tuple(range(1, self._count + 1)))
        if seats != self._seats:
            self._seats = seats
            self._seated = frozenset(seats)
            yield from self._check_seats(deal)
        if places and (len(places) != len(self._seated) or self._seated != set(places)):
            yield Finding(("places",), mismatch_text(self._all_seated(), number_list(places)))
        yield from self._check_hands(deal)
        for name, player in (("dealer", deal.dealer), ("first", deal.first)):
            if player is not None and player not in self._seated:
                yield Finding((name,), mismatch_text(self._one_seated(), player))
        yield from self._check_result(deal.result)

    def _check_seats(self, deal: Deal) -> Iterator[Finding]:
        place = ("seats",) if deal.seats else ("places",) if deal.places else ()
        seats = self._seats
        if len(self._seated) < len(seats) or max(seats) > self._count:
            want = Text(f"players from 1 to {self._count}, each once", f"1〜{self._count}のプレイヤー（重複なし）")
            yield Finding(place, mismatch_text(want, number_list(seats)))
        if len(self._seated) not in self._allowed:
            yield Finding(place, mismatch_text(self._allowed_number(), len(self._seated)))

    def _check_hands(self, deal: Deal) -> Iterator[Finding]:
        if deal.hands is None:
            if deal.actions is not None:
                yield Finding(("hands",), errors.MISSING)
            return
        if len(deal.hands) != self._count:
            yield Finding(("hands",), mismatch_text(self._one_each(_HANDS_NAME), len(deal.hands)))
        if not all(deal.hands):
            for place, hand in enumerate(deal.hands):
                if hand is None and place + 1 in self._seated:
                    yield Finding(("hands", place), mismatch_text(_A_HAND, None))

    def _check_result(self, result: Result) -> Iterator[Finding]:
        order, points = result.order, result.points
        if order and (len(set(order)) < len(order) or not self._seated.issuperset(order)):
            yield Finding(("result", "order"), mismatch_text(self._only_seated(), number_list(order)))
        if points is not None and len(points) != self._count:
            yield Finding(("result", "points"), mismatch_text(self._one_each(_POINTS_NAME), len(points)))

    def _allowed_number(self) -> Text:
        allowed = number_range(self._allowed[0], self._allowed[-1])
        return Text(f"{allowed.en} seated players", f"{allowed.ja}人の着席者")

    def _one_each(self, noun: Text) -> Text:
        return Text(f"{noun.en} for {self._count} players", f"プレイヤー{self._count}人分の{noun.ja}")

    def _one_seated(self) -> Text:
        seated = number_list(sorted(self._seated))
        return Text(f"a seated player ({seated})", f"席についているプレイヤー（{seated}）")

    def _only_seated(self) -> Text:
        seated = number_list(sorted(self._seated))
        return Text(f"seated players ({seated}), nobody twice", f"席についているプレイヤー（{seated}、重複なし）")

    def _all_seated(self) -> Text:
        seated = number_list(sorted(self._seated))
        return Text(f"every seated player once ({seated})", f"席についている全員1回ずつ（{seated}）")


_CARD_MOVES: Final = (GIVE, DRAW)
_FEW_COPIES: Final = Text(
    f"each card at most {MOST_COPIES} times in the hands, the stock, the gifts and the draws of a deal",
    f"手札・山札・渡した札・引いた札を合わせて各カード{MOST_COPIES}枚以下",
)


class CardCounts:
    """Finds cards that a hand could hold more often than it can count. No real deal is near that limit."""

    def __init__(self, rules: Rules) -> None:
        self._alphabet = rules.alphabet
        self._draws = rules.handlers[DRAW] is not not_owed

    def findings(self, deal: Deal) -> Iterator[Finding]:
        """The first such card of a deal, if there is one."""
        hands = [hand for hand in deal.hands or () if hand is not None]
        moves = (
            [action.meld for action in deal.actions or () if action.verb in _CARD_MOVES]
            if self._can_add_cards(hands)
            else []
        )
        stock = deal.stock or ()
        if sum([hand.size for hand in hands]) + len(stock) + sum([meld.count for meld in moves]) <= MOST_COPIES:
            return
        named = (*[hand.cards for hand in hands], self._alphabet.pack(stock), *[meld.cards for meld in moves])
        excess = self._alphabet.first_beyond_limit(named)
        if excess:
            yield Finding((), mismatch_text(_FEW_COPIES, excess))

    def _can_add_cards(self, hands: list[Hand]) -> bool:
        """Whether gifts and draws can add cards to those of the hands.

        A gift adds a card where it names an unknown one; draws add cards in games that have them.
        """
        return self._draws or sum([hand.unknown for hand in hands]) > 0


class ConsistentDealReader:
    """Reads and checks the deals that `count` players recorded under some rules, one after the other."""

    def __init__(self, rules: Rules, count: int) -> None:
        self._read = DealReader(rules, count).read
        self._consistency = DealConsistency(count, rules.sitting.players, rules.sitting.seats)
        self._card_counts = CardCounts(rules)

    def take(self, shape: DealShape) -> Deal:
        """The next deal. Raises `InvalidRecord` or `ReadError`."""
        deal = self._read(shape)
        raise_if_any(self._consistency.findings(deal))
        raise_if_any(self._card_counts.findings(deal))
        return deal
