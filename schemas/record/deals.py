"""Deals of a record as the engine takes them: their cards and actions read, and checked for consistency."""

from collections.abc import Sequence

from msgspec import UNSET

from daifu.replay.consistency import CardCounts, Contradiction, DealConsistency, leavers
from daifu.replay.deal import NO_RESULT, NOT_WRITTEN, Deal, Result, read_cards, read_hands
from daifu.replay.match import Match
from daifu.replay.rules import Rules
from daifu.schemas.record.errors import MISSING, Finding, mismatch_text, raise_if_any
from daifu.schemas.record.model import DealShape, ResultShape


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


class ConsistentDealReader:
    """Reads and checks the deals that `count` players recorded under some rules, one after the other."""

    def __init__(self, rules: Rules, count: int) -> None:
        self._reader = DealReader(rules, count)
        self._notation = rules.notation(count)
        self._match = Match(rules, count)
        self._consistency = DealConsistency(count, rules.sitting.players, rules.sitting.seats)
        self._card_counts = CardCounts(rules)

    def take(self, shape: DealShape) -> Deal:
        """The next deal. Raises `InvalidRecord` or `ReadError`."""
        return self.take_all((shape,))[0]

    def take_all(self, shapes: Sequence[DealShape]) -> list[Deal]:
        """The next deals. Raises `InvalidRecord` or `ReadError`."""
        deals = list(map(self._reader.read, shapes))
        if self._notation.has_leaves and len(deals) > 1 and any(map(leavers, deals[:-1])):
            self._check_with_leavers(deals)
            return deals
        for check in (self._consistency.contradictions, self._card_counts.contradictions):
            for found in map(check, deals):
                if found:
                    raise_if_any(map(finding_of, found))
        return deals

    def _check_with_leavers(self, deals: Sequence[Deal]) -> None:
        """Check deals of which somebody left one before the last: a replay tells who of those took part in it."""
        for deal in deals:
            for check in (self._consistency.contradictions, self._card_counts.contradictions):
                raise_if_any(map(finding_of, check(deal)))
            self._match.play(deal)
            self._consistency.gone = self._match.gone


def finding_of(contradiction: Contradiction) -> Finding:
    """The finding that says what was expected, and what the deal has."""
    path, wanted, found = contradiction
    return Finding(path, MISSING if wanted is None else mismatch_text(wanted, found))
