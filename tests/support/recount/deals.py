"""Deals for the slow count: every action with the positions before and after it, the sheet of counters, and results."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from daifu.replay.actions import PASS, PLAY, Action
from daifu.replay.counters import GameTable
from daifu.replay.deal import Deal, DealReport
from daifu.replay.faults import AS_PASS, STANDS, Fault
from daifu.replay.match import Record, replay
from daifu.replay.melds import Combination
from daifu.replay.table import Table
from tests.support.positions import opening_tables, walk


@dataclass
class CounterSheet:
    """Counters by player number and number of players, by number of players, and by two player numbers."""

    seats: defaultdict[tuple[int, int], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    tables: defaultdict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    pairs: defaultdict[tuple[int, int], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))


@dataclass
class SheetWriter:
    """Counts what happened in deals with this many players."""

    sheet: CounterSheet
    seated: int

    def own(self, player: int, name: str, number: int = 1) -> None:
        """Count for a player."""
        self.sheet.seats[player, self.seated][name] += number

    def table(self, name: str, number: int = 1) -> None:
        """Count for the deal."""
        self.sheet.tables[self.seated][name] += number

    def both(self, player: int, name: str, number: int = 1) -> None:
        """Count for a player and for the deal."""
        self.own(player, name, number)
        self.table(name, number)

    def pair(self, player: int, other: int, name: str, number: int = 1) -> None:
        """Count between two players, seen by the first."""
        self.sheet.pairs[player, other][name] += number


def nonzero(counts: Counter[str]) -> dict[str, int]:
    """The counters that are not 0."""
    return {name: number for name, number in counts.items() if number}


@dataclass(frozen=True)
class PlayStep:
    """An action, the positions before and after it, and the faults that it was blamed for."""

    action: Action
    before: GameTable
    after: GameTable
    faults: tuple[Fault, ...]

    @property
    def clean(self) -> bool:
        """Whether nothing was wrong with it, and it was not ignored either, as words after the end are."""
        return not self.action.void and not self.faults and not self.before.over

    @property
    def stood(self) -> bool:
        """Whether it took effect, faulty or not."""
        ignored = self.action.void or self.before.over
        return not ignored and all(fault.resolution == STANDS for fault in self.faults)

    @property
    def counts_as_pass(self) -> bool:
        """Whether it was a faulty pass that took effect as one."""
        resolutions = {fault.resolution for fault in self.faults}
        return not self.action.void and self.action.verb == PASS and resolutions <= {STANDS, AS_PASS}

    @property
    def laid(self) -> Combination | None:
        """The set that came to lie on the table."""
        if self.action.verb != PLAY or not self.stood:
            return None
        top: Combination | None = self.action.only or self.after.top or self.after.cleared
        return top

    @property
    def led(self) -> bool:
        """Whether it began a trick."""
        return bool(self.after.leads > self.before.leads)


@dataclass(frozen=True)
class PlayedDeal:
    """A deal, the report on it, and, where its actions are known, how it went."""

    record: Record
    deal: Deal
    report: DealReport
    begin: Table
    steps: tuple[PlayStep, ...]

    @property
    def played(self) -> bool:
        """Whether the actions are known."""
        return self.deal.actions is not None

    @property
    def seated(self) -> list[int]:
        """Who sat in the deal."""
        return sorted(self.report.order + self.report.unfinished)

    @property
    def end(self) -> GameTable:
        """The last position."""
        return self.steps[-1].after if self.steps else self.begin

    @cached_property
    def sets(self) -> list[tuple[PlayStep, Combination]]:
        """The sets that stood, in their order."""
        return [(step, step.laid) for step in self.steps if step.laid is not None]

    @cached_property
    def tricks(self) -> list[list[int]]:
        """Who laid the sets of each trick."""
        found: list[list[int]] = []
        for step, _laid in self.sets:
            if step.led:
                found.append([])
            found[-1].append(step.action.player)
        return found


def played_deals(record: Record) -> Iterator[PlayedDeal]:
    """The deals of a record."""
    for deal, report, (table, actions) in zip(record.deals, replay(record).deals, opening_tables(record), strict=True):
        begin = table.copy()
        yield PlayedDeal(record, deal, report, begin, tuple(_play_steps(table, actions, report)))


def _play_steps(table: Table, actions: list[Action], report: DealReport) -> Iterator[PlayStep]:
    for index, (action, before, after) in enumerate(walk(table, actions)):
        blamed = (one for one in report.faults if one.action == index and one.player == action.player)
        yield PlayStep(action, before, after.copy(), tuple(blamed))


class DealResults:
    """The result of a decided deal, player by player."""

    def __init__(self, course: PlayedDeal, *, scored: bool) -> None:
        self.course = course
        self.scored = scored

    def place(self, player: int) -> int | None:
        """From 1."""
        shared, order = self.course.report.shared_places, self.course.report.order
        if shared:
            return 1 + sum(self.better(other, player) for other in self.course.seated)
        return order.index(player) + 1 if player in order else None

    def better(self, one: int, other: int) -> bool:
        """Whether the points of the one are better."""
        points = self.course.report.points
        gained, paid = points[one - 1], points[other - 1]
        assert gained is not None
        assert paid is not None
        return gained < paid if self.course.record.rules.profile.name == "floor13" else gained > paid

    def shared_place(self, player: int) -> Fraction:
        """The place; players who share places have the mean of them, those without one the mean of the places left."""
        if self.course.report.shared_places:
            equal = [other for other in self.course.seated if self.place(other) == self.place(player)]
            return Fraction((self.place(player) or 0) * 2 + len(equal) - 1, 2)
        placed, seated = len(self.course.report.order), len(self.course.seated)
        place = self.place(player)
        return Fraction(place) if place else Fraction(sum(range(placed + 1, seated + 1)), seated - placed)

    def standing(self, player: int) -> int:
        """The share of the others who did better, in parts of 55,440."""
        return round(55_440 * (self.shared_place(player) - 1) / (len(self.course.seated) - 1))

    @property
    def last(self) -> int | None:
        """The player behind all others; nobody if several share that place."""
        report = self.course.report
        hindmost = report.unfinished or report.order[-1:]
        if report.shared_places:
            hindmost = [player for player in self.course.seated if self.shared_place(player) == len(self.course.seated)]
        return hindmost[0] if len(hindmost) == 1 else None

    def points(self, player: int) -> int | None:
        """In thousandths."""
        points = self.course.report.points[player - 1] if self.scored else None
        return None if points is None else round(1000 * Fraction(repr(points)))

    def write(self, scribe: SheetWriter, player: int, under: str) -> None:
        """What is counted under a seat, a hand or a part."""
        scribe.own(player, f"{under}.deals")
        scribe.own(player, f"{under}.first", int(self.place(player) == 1))
        scribe.own(player, f"{under}.standing", self.standing(player))
        points = self.points(player)
        if points is not None:
            scribe.own(player, f"{under}.scored")
            scribe.own(player, f"{under}.points", points)


def count_deal(scribe: SheetWriter, course: PlayedDeal) -> None:
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


def count_results(scribe: SheetWriter, outcomes: DealResults) -> None:
    """Places, titles and points of a decided deal."""
    course = outcomes.course
    for player in course.seated:
        place, points = outcomes.place(player), outcomes.points(player)
        scribe.own(player, f"place.{place or 'none'}")
        scribe.own(player, "first", int(place == 1))
        scribe.own(player, "last", int(player == outcomes.last))
        scribe.own(player, "standing", outcomes.standing(player))
        scribe.own(player, "places", int(2 * outcomes.shared_place(player)))
        scribe.own(player, f"title.{course.report.titles[player - 1] or 'none'}")
        if points is not None:
            scribe.own(player, "scored")
            scribe.own(player, "points", points)
            scribe.own(player, "points_squared", points**2)
    for one, other in combinations(course.seated, 2):
        for name, number in _between(outcomes, one, other):
            scribe.pair(one, other, name, number)


def _between(outcomes: DealResults, one: int, other: int) -> Iterator[tuple[str, int]]:
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


def ranking_before(course: PlayedDeal, before: PlayedDeal | None) -> tuple[int, ...]:
    """The players best first, as a deal found them; empty where nobody had a title.

    It is that which is written, else the order of the deal just before it, if the same players sat there and all had a
    place. Where none is known, a played deal may still have made one of its seats.
    """
    written = course.deal.places
    known = () if written is None else written or _order_of(before)
    if set(known) == set(course.seated):
        return known
    return tuple(course.begin.places) if course.played else ()


def _order_of(course: PlayedDeal | None) -> tuple[int, ...]:
    complete = course is not None and course.report.decided and not course.report.unfinished
    return tuple(course.report.order) if course is not None and complete else ()


def count_titles(scribe: SheetWriter, outcomes: DealResults, before: PlayedDeal | None) -> None:
    """Results by the title before a decided deal, and what it was before and after where the deal gave titles."""
    course = outcomes.course
    titles = course.record.rules.sitting.titles(len(course.seated))
    for place, player in enumerate(ranking_before(course, before) if any(titles) else ()):
        earlier, later = titles[place], course.report.titles[player - 1]
        outcomes.write(scribe, player, f"before.{earlier or 'none'}")
        if any(course.report.titles):
            _count_top(scribe, player, earlier=earlier == titles[0], later=later == titles[0])
            if player in course.report.order:
                _count_bottom(scribe, player, earlier=earlier == titles[-1], later=later == titles[-1])
            if earlier and later:
                scribe.own(player, f"turn.{earlier}.{later}")


def _count_top(scribe: SheetWriter, player: int, *, earlier: bool, later: bool) -> None:
    scribe.own(player, "top.begun", int(earlier))
    scribe.own(player, "top.below", int(not earlier))
    scribe.own(player, "top.kept", int(earlier and later))
    scribe.own(player, "top.taken", int(later and not earlier))


def _count_bottom(scribe: SheetWriter, player: int, *, earlier: bool, later: bool) -> None:
    scribe.own(player, "bottom.begun", int(earlier))
    scribe.own(player, "bottom.above", int(not earlier))
    scribe.own(player, "bottom.left", int(earlier and not later))
    scribe.own(player, "bottom.reached", int(later and not earlier))
