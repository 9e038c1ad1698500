"""How deals came out: places, titles, points, and who was above whom."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from tests.support.recount.course import Course
from tests.support.recount.sheet import Scribe


class Outcomes:
    """The result of a decided deal, player by player."""

    def __init__(self, course: Course, *, scored: bool) -> None:
        self.course = course
        self.scored = scored

    def place(self, player: int) -> int | None:
        """From 1."""
        order = self.course.report.order
        return order.index(player) + 1 if player in order else None

    def standing(self, player: int) -> int:
        """The share of the others who did better, in thousandths; who has no place has the mean of those left."""
        placed, others = len(self.course.report.order), len(self.course.seated) - 1
        place = self.place(player)
        better = Fraction(place - 1) if place else Fraction(sum(range(placed, others + 1)), others + 1 - placed)
        return int(1000 * better / others)

    @property
    def last(self) -> int | None:
        """Who stands behind all others; nobody where several share that, having no place."""
        report = self.course.report
        hindmost = report.unfinished or report.order[-1:]
        return hindmost[0] if len(hindmost) == 1 else None

    def points(self, player: int) -> int | None:
        """In thousandths."""
        points = self.course.report.points[player - 1] if self.scored else None
        return None if points is None else round(1000 * Fraction(points))

    def write(self, scribe: Scribe, player: int, under: str) -> None:
        """What is counted under a seat, a hand or a part."""
        scribe.own(player, f"{under}.deals")
        scribe.own(player, f"{under}.first", int(self.place(player) == 1))
        scribe.own(player, f"{under}.standing", self.standing(player))
        points = self.points(player)
        if points is not None:
            scribe.own(player, f"{under}.scored")
            scribe.own(player, f"{under}.points", points)


def count_deal(scribe: Scribe, course: Course) -> None:
    """That there was a deal, and what was wrong with it."""
    names = ["deals" if course.report.decided else "undecided"]
    if course.played:
        names.append("played")
    elif course.report.decided:
        names.append("unverified")
    for name in names:
        scribe.table(name)
    for player in course.seated:
        for name in (*names, "seated"):
            scribe.own(player, name)
    for fault in course.report.faults:
        scribe.table(f"rule.{fault.rule}")
        for name in ("faults", f"faults.{fault.code}"):
            scribe.table(name)
            if fault.player is not None:
                scribe.own(fault.player, name)


def count_results(scribe: Scribe, outcomes: Outcomes) -> None:
    """Places, titles and points of a decided deal."""
    course = outcomes.course
    for player in course.seated:
        place, points = outcomes.place(player), outcomes.points(player)
        scribe.own(player, f"place.{place or 'none'}")
        scribe.own(player, "first", int(place == 1))
        scribe.own(player, "last", int(player == outcomes.last))
        scribe.own(player, "standing", outcomes.standing(player))
        scribe.own(player, "standing_squared", outcomes.standing(player) ** 2)
        scribe.own(player, f"title.{course.report.titles[player - 1] or 'none'}")
        if points is not None:
            scribe.own(player, "scored")
            scribe.own(player, "points", points)
            scribe.own(player, "points_squared", points**2)
    for one, other in combinations(course.seated, 2):
        for name, number in _between(outcomes, one, other):
            scribe.pair(one, other, name, number)


def _between(outcomes: Outcomes, one: int, other: int) -> Iterator[tuple[str, int]]:
    yield "deals", 1
    ours, theirs = outcomes.place(one), outcomes.place(other)
    if ours == theirs:
        yield "equal", 1
    else:
        last = len(outcomes.course.seated) + 1
        yield "higher" if (ours or last) < (theirs or last) else "lower", 1
    gained, paid = outcomes.points(one), outcomes.points(other)
    if gained is not None and paid is not None:
        yield "scored", 1
        yield "points", gained - paid
