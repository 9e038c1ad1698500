"""What changed between the reports of two revisions of a record."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from daifu.schemas.answer import Answer, Number, about
from daifu.schemas.report import Fault


class Orders(Answer):
    """The places of a deal, best first."""

    before: Annotated[Sequence[int], about("Before.", [1, 2, 3, 4])]
    after: Annotated[Sequence[int], about("After.", [2, 1, 3, 4])]


class Titles(Answer):
    """Titles by player."""

    before: Annotated[Sequence[str | None], about("Before.", ["daifugo", "fugo", "hinmin", "daihinmin"])]
    after: Annotated[Sequence[str | None], about("After.", ["fugo", "daifugo", "hinmin", "daihinmin"])]


class Points(Answer):
    """Points by player."""

    before: Annotated[Sequence[Number | None], about("Before.", [2, 1, -1, -2])]
    after: Annotated[Sequence[Number | None], about("After.", [1, 2, -1, -2])]


class Ranks(Answer):
    """Places by the totals, by player."""

    before: Annotated[Sequence[int | None], about("Before.", [1, 2, 3, 4])]
    after: Annotated[Sequence[int | None], about("After.", [2, 1, 3, 4])]


class Legal(Answer):
    """Whether nothing worse than a notice was found in the record."""

    before: Annotated[bool, about("Before.", example=False)]
    after: Annotated[bool, about("After.", example=True)]


class Faults(Answer):
    """The faults of a deal that are not in both reports; the same action, player and code make the same fault."""

    gone: Annotated[Sequence[Fault], about("Faults that are no longer found.")]
    come: Annotated[Sequence[Fault], about("New faults.")]


class DealChanges(Answer):
    """What changed in a deal; what did not is left out."""

    deal: Annotated[int, about("The deal, counted from 1.", 3)]
    order: Annotated[Orders | UnsetType, about("The places, best first.")] = UNSET
    titles: Annotated[Titles | UnsetType, about("The titles that the result earns.")] = UNSET
    points: Annotated[Points | UnsetType, about("The points of the deal.")] = UNSET
    faults: Annotated[Faults | UnsetType, about("The faults.")] = UNSET


class Changes(Answer):
    """What a revision changed beside the one before; what did not change is left out, so this may be empty."""

    legal: Annotated[Legal | UnsetType, about("Whether the record is legal.")] = UNSET
    totals: Annotated[Points | UnsetType, about("The sums of the points.")] = UNSET
    ranks: Annotated[Ranks | UnsetType, about("The places by these sums.")] = UNSET
    deals: Annotated[Sequence[DealChanges], about("The deals in which something changed.")] = ()
    added: Annotated[Sequence[int], about("The numbers of new deals.", [4])] = ()
    removed: Annotated[Sequence[int], about("The numbers of removed deals.", [])] = ()


NO_CHANGES: Final = Changes()

Change = TypeVar("Change")


class _ComparedDeal(msgspec.Struct):
    order: list[int]
    titles: list[str | None]
    points: list[Number | None]
    faults: list[Fault]


class _ComparedReport(msgspec.Struct):
    legal: bool
    deals: list[_ComparedDeal]
    totals: list[Number | None]
    ranks: list[int | None]


_decode: Final = msgspec.json.Decoder(_ComparedReport).decode


class _FaultKey(NamedTuple):
    """What two faults of a deal have in common if they are the same fault."""

    action: int | None
    player: int | None
    code: str


def compare_reports(before: bytes, after: bytes) -> Changes:
    """The differences between two reports, both JSON texts.

    Deals are compared by their numbers, counted from 1. Deals and fields without a change are left out.
    """
    old, new = _decode(before), _decode(after)
    compared = (_compare_deals(number, *pair) for number, pair in enumerate(zip(old.deals, new.deals, strict=False), 1))
    return Changes(
        legal=_changed(Legal, old.legal, new.legal),
        totals=_changed(Points, old.totals, new.totals),
        ranks=_changed(Ranks, old.ranks, new.ranks),
        deals=tuple(deal for deal in compared if deal != DealChanges(deal.deal)),
        added=tuple(range(len(old.deals) + 1, len(new.deals) + 1)),
        removed=tuple(range(len(new.deals) + 1, len(old.deals) + 1)),
    )


def _compare_deals(number: int, old: _ComparedDeal, new: _ComparedDeal) -> DealChanges:
    gone, come = _faults_not_in(old.faults, new.faults), _faults_not_in(new.faults, old.faults)
    return DealChanges(
        deal=number,
        order=_changed(Orders, old.order, new.order),
        titles=_changed(Titles, old.titles, new.titles),
        points=_changed(Points, old.points, new.points),
        faults=Faults(gone, come) if gone or come else UNSET,
    )


def _changed(change: Callable[[Any, Any], Change], before: object, after: object) -> Change | UnsetType:
    """The change from one value to the other, left out where they are equal."""
    return UNSET if before == after else change(before, after)


def _faults_not_in(faults: list[Fault], others: list[Fault]) -> list[Fault]:
    """The faults that are not among the others; equal faults are counted."""
    remaining = Counter(map(_fault_key, others))
    missing = []
    for fault in faults:
        key = _fault_key(fault)
        if remaining[key]:
            remaining[key] -= 1
        else:
            missing.append(fault)
    return missing


def _fault_key(fault: Fault) -> _FaultKey:
    return _FaultKey(fault.action, fault.player, fault.code)
