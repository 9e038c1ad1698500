"""What a new revision of a record changed: places, titles, points and faults, from the reports before and after."""

from collections import Counter
from typing import Any, Final, NamedTuple

import msgspec

Fault = dict[str, Any]
Change = dict[str, Any]


class _Deal(msgspec.Struct):
    order: list[int]
    titles: list[str | None]
    points: list[float | int | None]
    faults: list[Fault]


class _Report(msgspec.Struct):
    legal: bool
    deals: list[_Deal]
    totals: list[float | int | None]
    ranks: list[int | None]


_read: Final = msgspec.json.Decoder(_Report).decode


class _Key(NamedTuple):
    """What makes two faults of a deal the same one."""

    action: int | None
    player: int | None
    code: str


def changes(before: bytes, after: bytes) -> Change:
    """What differs between two reports, both JSON texts; empty where nothing does.

    Deals are compared by their numbers, which count from 1. Of what did not change nothing is said.
    """
    then, now = _read(before), _read(after)
    numbered = enumerate(zip(then.deals, now.deals, strict=False), 1)
    compared = ({"deal": number, **_of_deal(*pair)} for number, pair in numbered)
    found = {
        **_differing(then, now, "legal", "totals", "ranks"),
        "deals": [deal for deal in compared if len(deal) > 1],
        "added": list(range(len(then.deals) + 1, len(now.deals) + 1)),
        "removed": list(range(len(now.deals) + 1, len(then.deals) + 1)),
    }
    return {name: value for name, value in found.items() if value}


def _of_deal(then: _Deal, now: _Deal) -> Change:
    gone, come = _without(then.faults, now.faults), _without(now.faults, then.faults)
    found = _differing(then, now, "order", "titles", "points")
    if gone or come:
        found["faults"] = {"gone": gone, "come": come}
    return found


def _differing(then: object, now: object, *names: str) -> Change:
    """The fields of these names that differ, as they were and as they are."""
    pairs = ((name, getattr(then, name), getattr(now, name)) for name in names)
    return {name: {"before": old, "after": new} for name, old, new in pairs if old != new}


def _without(faults: list[Fault], others: list[Fault]) -> list[Fault]:
    """Those of the faults that are not among the others; the same one may be there several times."""
    left = Counter(map(_key, others))
    kept = []
    for fault in faults:
        key = _key(fault)
        if not left[key]:
            kept.append(fault)
        left[key] -= 1
    return kept


def _key(fault: Fault) -> _Key:
    return _Key(fault["action"], fault["player"], fault["code"])
