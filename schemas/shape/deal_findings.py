"""What the slow reader finds in deals: inside their fields, and between those that are sound."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from replay.deal import Deal
from schemas import limits
from schemas.problems import Finding, in_order
from schemas.shape.agreement import Agreement
from schemas.shape.basis import Basis
from schemas.shape.cards import ReadingContext
from schemas.shape.crowding import Crowding
from schemas.shape.deals import DealReader, without_cards
from schemas.shape.documents import DEAL
from schemas.shape.fields import Errors, flat, is_object
from schemas.shape.structs import DealShape

_FILLERS: Final[dict[str, str | None]] = {"hands": "", "actions": "1 -", "points": None}
"""What stands for a value that was refused already, so that the rest of its list can still be looked at."""

_ANY_NUMBER: Final = range(1, limits.PLAYERS + 1)


def deal_findings(basis: Basis, deals: list[Any]) -> Iterator[Finding]:
    """What is wrong with each of the deals, in their order."""
    findings = DealFindings(basis)
    for place, value in enumerate(deals):
        yield from findings.take(place, value)


class DealFindings:
    """Looks for what is wrong with deals, one after the other."""

    def __init__(self, basis: Basis) -> None:
        self._reading = basis.reading
        self._between = None if basis.players is None else Between(basis, basis.players)

    def take(self, place: int, value: object) -> list[Finding]:
        """What is wrong with the next deal, which stands at this place of its record."""
        with ReadingContext(self._reading):
            errors = DEAL.errors(value)
        findings = list(flat(errors))
        if self._between is not None:
            findings += self._between.findings(value, errors)
        return [finding.under("deals", place) for finding in in_order(findings)]


class Between:
    """Looks between the fields of the deals of `count` players, one deal after the other."""

    def __init__(self, basis: Basis, count: int) -> None:
        rules = basis.rules
        allowed = rules.sitting.players if rules is not None and basis.sound else _ANY_NUMBER
        self._agreement = Agreement(count, allowed, _as_written if rules is None else rules.sitting.seats)
        self._crowding = None if rules is None else Crowding(rules)
        self._read = without_cards if rules is None else DealReader(rules, count).read
        self._seats_known = True

    def findings(self, value: object, errors: Errors) -> Iterator[Finding]:
        """Where what is sound in the next deal contradicts itself; `errors` are those inside its fields."""
        if not is_object(value) or not isinstance(errors, dict):
            self._seats_known = False
            return
        mended = _mended(value, errors)
        seats_lost = bool({"seats", "places"} & (value.keys() - mended.keys()))
        self._seats_known = "seats" in mended or (self._seats_known and not seats_lost)
        deal = self._read(msgspec.convert(mended, DealShape))
        if self._seats_known:
            yield from self._agreement.findings(deal)
        if self._crowding is not None:
            yield from self._crowding.findings(deal)


def _as_written(_deal: Deal, ranking: tuple[int, ...], seats: tuple[int, ...]) -> tuple[int, ...]:
    """Where nobody knows the rules, a ranking may be the seats, too."""
    return ranking or seats


def _mended(value: dict[str, Any], errors: dict[Any, Any]) -> dict[str, Any]:
    """An object without what was refused in it: bad fields are left out, bad values in lists replaced by fillers."""
    mended = {}
    for name, field in value.items():
        wrong = errors.get(name)
        if not wrong:
            mended[name] = field
        elif isinstance(wrong, dict) and isinstance(field, dict):
            mended[name] = _mended(field, wrong)
        elif isinstance(wrong, dict) and name in _FILLERS:
            mended[name] = [_FILLERS[name] if place in wrong else item for place, item in enumerate(field)]
    if "hands" in value and "hands" not in mended:
        mended.pop("actions", None)
    return mended
