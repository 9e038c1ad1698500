"""What the fields of a record must agree on: who sits in a deal, and who is named where."""

from collections.abc import Callable, Iterator
from typing import Final

from replay.deal import NOT_WRITTEN, Deal, Result
from replay.text import Text
from schemas.problems import Finding
from schemas.shape import wording
from schemas.shape.wording import numbers, wanted

DefaultSeats = Callable[[Deal, tuple[int, ...], tuple[int, ...]], tuple[int, ...]]

_A_HAND: Final = Text("a hand, as this player is seated", "席についているプレイヤーの手札")
_HANDS: Final = Text("hands", "手札")
_POINTS: Final = Text("points", "点数")


class Agreement:
    """Looks at the deals of a record one after the other, since seats that are not written follow from the deal before.

    `count` players are in the record, `allowed` are the numbers of them who may sit down at once, and
    `default_seats` is what the rules say about seats.
    """

    def __init__(self, count: int, allowed: range, default_seats: DefaultSeats) -> None:
        self._count = count
        self._allowed = allowed
        self._default_seats = default_seats
        self._seats: tuple[int, ...] = ()
        self._seated: frozenset[int] = frozenset()

    def findings(self, deal: Deal) -> Iterator[Finding]:
        """Where the next deal contradicts itself, its record or its rules."""
        places = deal.places or NOT_WRITTEN
        seats = deal.seats or self._default_seats(deal, places, self._seats or tuple(range(1, self._count + 1)))
        if seats != self._seats:
            self._seats = seats
            self._seated = frozenset(seats)
            yield from self._check_seats(deal)
        if places and (len(places) != len(self._seated) or self._seated != set(places)):
            yield Finding(("places",), wanted(self._all_seated(), numbers(places)))
        yield from self._check_hands(deal)
        for name, player in (("dealer", deal.dealer), ("first", deal.first)):
            if player is not None and player not in self._seated:
                yield Finding((name,), wanted(self._one_seated(), player))
        yield from self._check_result(deal.result)

    def _check_seats(self, deal: Deal) -> Iterator[Finding]:
        place = ("seats",) if deal.seats else ("places",) if deal.places else ()
        seats = self._seats
        if len(self._seated) < len(seats) or max(seats) > self._count:
            want = Text(f"players from 1 to {self._count}, each once", f"1〜{self._count}のプレイヤー（重複なし）")
            yield Finding(place, wanted(want, numbers(seats)))
        if len(self._seated) not in self._allowed:
            low, high = self._allowed[0], self._allowed[-1]
            want = Text(f"{low} to {high} seated players", f"{low}〜{high}人の着席者")
            yield Finding(place, wanted(want, len(self._seated)))

    def _check_hands(self, deal: Deal) -> Iterator[Finding]:
        if deal.hands is None:
            if deal.actions is not None:
                yield Finding(("hands",), wording.MISSING)
            return
        if len(deal.hands) != self._count:
            yield Finding(("hands",), wanted(self._one_each(_HANDS), len(deal.hands)))
        if not all(deal.hands):
            for place, hand in enumerate(deal.hands):
                if hand is None and place + 1 in self._seated:
                    yield Finding(("hands", place), wanted(_A_HAND, None))

    def _check_result(self, result: Result) -> Iterator[Finding]:
        order, points = result.order, result.points
        if order and (len(set(order)) < len(order) or not self._seated.issuperset(order)):
            yield Finding(("result", "order"), wanted(self._only_seated(), numbers(order)))
        if points is not None and len(points) != self._count:
            yield Finding(("result", "points"), wanted(self._one_each(_POINTS), len(points)))

    def _one_each(self, what: Text) -> Text:
        return Text(f"{what.en} for {self._count} players", f"プレイヤー{self._count}人分の{what.ja}")

    def _one_seated(self) -> Text:
        seated = numbers(sorted(self._seated))
        return Text(f"a seated player ({seated})", f"席についているプレイヤー（{seated}）")

    def _only_seated(self) -> Text:
        seated = numbers(sorted(self._seated))
        return Text(f"seated players ({seated}), nobody twice", f"席についているプレイヤー（{seated}、重複なし）")

    def _all_seated(self) -> Text:
        seated = numbers(sorted(self._seated))
        return Text(f"every seated player once ({seated})", f"席についている全員1回ずつ（{seated}）")
