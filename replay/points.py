"""Written points: their exact sums, the places that follow from them, and what they contradict."""

from collections.abc import Sequence
from decimal import Context, Decimal
from typing import Final

from daifu.replay.deal import Number, Points, Start, Total
from daifu.replay.sitting import Doubt, SittingRules

MOST_DIGITS: Final = 600
"""More digits than a sum has: a number has 16 before the point, and the smallest has 340 behind it."""
_EXACT: Final = Context(prec=MOST_DIGITS)


def add_points(total: Total, points: Number) -> Total:
    """The exact sum, in which 0.1 is a tenth."""
    if isinstance(points, int) and isinstance(total, int):
        return total + points
    return _EXACT.add(total, Decimal(repr(points)))


def total_number(total: Total) -> Number:
    """A sum as a number for JSON: whole where it is, else the nearest that a program can hold."""
    if isinstance(total, int):
        return total
    return int(total) if total == total.to_integral_value() else float(total)


def sum_of_points(points: Sequence[Number]) -> Number:
    """The exact sum of these points."""
    total: Total = 0
    for one in points:
        total = add_points(total, one)
    return total_number(total)


def number_text(number: Number) -> str:
    """A number with all its digits: 7, 2.5, 1234567.5."""
    return repr(number).removesuffix(".0")


def points_text(points: Sequence[Number | None]) -> str:
    """Points or places by player, a dash for none."""
    return " ".join("-" if value is None else number_text(value) for value in points)


def points_differ(written: Sequence[Number | None], owed: Sequence[Number | None]) -> bool:
    """Whether written points contradict others; unknown points contradict nothing."""
    for place, found in enumerate(written):
        due = owed[place]
        if found != due and found is not None and due is not None:
            return True
    return False


def places_by_points(sitting: SittingRules, start: Start, points: Sequence[Number | None]) -> list[int | None] | None:
    """The place of each player by written points, equal points on the same place; None if a seated player has none."""
    gained = [points[player - 1] for player in start.seats]
    known = [one for one in gained if one is not None]
    if len(known) < len(gained):
        return None
    places: list[int | None] = [None] * start.count
    for player, own in zip(start.seats, known, strict=True):
        places[player - 1] = 1 + sum([sitting.better(other, own) for other in known])
    return places


def doubt_points(
    sitting: SittingRules, start: Start, order: list[int], points: Sequence[Number | None]
) -> Doubt | None:
    """What speaks against the written points of a deal that ended in this order, empty where players share places."""
    if sitting.doubt is not None:
        return sitting.doubt(start, order, points)
    owed = sitting.points(start, order or list(start.seats))
    return None if owed is None else doubt_by_order(start, order, points, owed)


def doubt_by_order(start: Start, order: list[int], points: Sequence[Number | None], owed: Points) -> Doubt | None:
    """What speaks against written points where the order gives those `owed`; without an order only their sum counts."""
    written = [one for player in start.seats if (one := points[player - 1]) is not None]
    due = [one for player in start.seats if (one := owed[player - 1]) is not None]
    if len(written) == len(due) == len(start.seats) and (doubt := doubt_sum(points, written, sum_of_points(due))):
        return doubt
    if order and points_differ(points, owed):
        return Doubt("", {"found": points_text(points), "owed": points_text(owed)})
    return None


def doubt_sum(points: Sequence[Number | None], written: Sequence[Number], owed: Number) -> Doubt | None:
    """The doubt about points by player of which those `written` at the table do not add up to what the rules fix."""
    found = sum_of_points(written)
    if found == owed:
        return None
    return Doubt("sum", {"found": points_text(points), "sum": number_text(found), "owed": number_text(owed)})
