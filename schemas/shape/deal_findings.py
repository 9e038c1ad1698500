"""What the slow reader finds between the fields of deals, in whatever is sound inside the fields."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from replay.deal import Deal
from schemas import limits
from schemas.problems import Finding
from schemas.shape.agreement import Agreement
from schemas.shape.basis import Basis
from schemas.shape.crowding import Crowding
from schemas.shape.deals import DealReader, without_cards
from schemas.shape.structs import DealShape

_FILLERS: Final[dict[str, str | None]] = {"hands": "", "actions": "1 -", "points": None}
"""What stands for a value that was refused already, so that the rest of its list can still be looked at."""

_ANY_NUMBER: Final = range(1, limits.PLAYERS + 1)


def deal_findings(basis: Basis, count: int, deals: list[Any], errors: dict[Any, Any]) -> Iterator[Finding]:
    """Where the deals of `count` players contradict themselves; `errors` are those inside their fields, by deal."""
    agreement = _agreement(basis, count)
    read = without_cards if basis.rules is None else DealReader(basis.rules, count).read
    crowding = None if basis.rules is None else Crowding(basis.rules)
    seats_known = True
    for place, value in enumerate(deals):
        mended = _mended(value, errors.get(place, {})) if isinstance(value, dict) else {}
        seats_known = "seats" in mended or (seats_known and _says_who_sits(value, mended))
        deal = read(msgspec.convert(mended, DealShape))
        findings = [*(agreement.findings(deal) if seats_known else ()), *(crowding.findings(deal) if crowding else ())]
        yield from (finding.under("deals", place) for finding in findings)


def _agreement(basis: Basis, count: int) -> Agreement:
    if basis.rules is None:
        return Agreement(count, _ANY_NUMBER, _as_written)
    customs = basis.rules.sitting
    return Agreement(count, customs.players if basis.sound else _ANY_NUMBER, customs.seats)


def _as_written(_deal: Deal, ranking: tuple[int, ...], seats: tuple[int, ...]) -> tuple[int, ...]:
    """Where nobody knows the rules, a ranking may be the seats, too."""
    return ranking or seats


def _says_who_sits(value: object, mended: dict[str, Any]) -> bool:
    """Whether nothing was refused from which the seats follow."""
    return isinstance(value, dict) and {"seats", "places"}.isdisjoint(value.keys() - mended.keys())


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
