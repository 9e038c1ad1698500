"""A match: the deals of a record, replayed in turn, each starting from the result of the one before."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import NamedTuple

from daifu.replay.actions import Action
from daifu.replay.deal import NOT_WRITTEN, Deal, DealReport, Points, Start, Total
from daifu.replay.engine import take_actions
from daifu.replay.faults import BAD_SEATING, DEAL_INCOMPLETE, IGNORED, POINTS_INCONSISTENT, STANDS, Fault
from daifu.replay.options import Options
from daifu.replay.rules import Rules
from daifu.replay.sitting import (
    add_points,
    by_place,
    doubt_points,
    places_by_points,
    points_differ,
    points_text,
    total_number,
    without_gone,
)
from daifu.replay.table import Table
from daifu.replay.text import Text, cards_text, number_range

Player = str | dict[str, str]
"""A player's entry as the record has it: a name, or an object with `id` and `name`."""


class RecordHouse(NamedTuple):
    """The house rules that a record says it was played under: for how many players they are, and what contradicts them.

    `written` is how the record names them. `found` and `owed` name the difference between the record's rules and these;
    without one they are None.
    """

    players: range
    written: dict[str, object]
    found: Text | None = None
    owed: Text | None = None


@dataclass(slots=True)
class Record:
    """One sitting of one group of players under one choice of rules."""

    rules: Rules
    options: Options
    players: Sequence[Player]
    deals: Sequence[Deal]
    house: RecordHouse | None = None


@dataclass(slots=True)
class Report:
    """The report on a whole record: its deals, and the sums over the decided ones."""

    rules: str
    players: list[object]
    deals: list[DealReport]
    totals: Points
    ranks: list[int | None]

    @property
    def legal(self) -> bool:
        """Whether nothing worse than a notice was found in any deal."""
        return all(deal.legal for deal in self.deals)


def check_cards(table: Table, start: Start) -> None:
    """Report `bad_deck` for cards beyond those of the pack, and `bad_deal` for wrong hand sizes.

    If the stock is recorded, hands and stock have to be the whole pack.
    """
    rules, hands, stock = table.rules, start.deal.hands or (), start.deal.stock
    pack = rules.sitting.pack(len(start.seats))
    named = rules.alphabet.add_all(table.dealt)
    given = 0
    if stock:
        named = rules.alphabet.add(named, rules.alphabet.of_ones(list(stock)))
        given = len(stock)
    sizes: dict[int, int] = {}
    for player in start.seats:
        hand = hands[player - 1]
        size = 0 if hand is None else hand.size
        sizes[player] = size
        given += size
    if not rules.alphabet.holds(pack.cards, named):
        table.report_at(
            None, None, "bad_deck", STANDS, cards=" ".join(pack.alphabet.list(pack.alphabet.lacking(pack.cards, named)))
        )
    elif stock is not None and given != pack.size:
        table.report_at(None, None, "bad_deck", STANDS, "size", found=cards_text(given), owed=cards_text(pack.size))
    if due := rules.sitting.sizes(start, pack, sizes):
        table.report_at(None, None, "bad_deal", STANDS, found=" ".join(map(str, sizes.values())), owed=due)
    if rules.sitting.check_hands is not None:
        rules.sitting.check_hands(table, start)


StepTaker = Callable[[Table, list[Action]], None]
"""Takes all actions of a deal on its table."""


def replay(record: Record) -> Report:
    """Replay a record.

    Returns all faults of its deals, places, titles, points and totals. Never raises on a well-formed record.
    """
    match = Match(record.rules, len(record.players), house=record.house)
    deals = [match.play(deal) for deal in record.deals]
    return Report(record.rules.profile.name, list(record.players), deals, match.totals, match.ranks())


class Match:
    """The state of a sitting between two deals: the seats, the ranking, and the points so far.

    `gone` are the players who left the last deal, as a mask: they sit in the next one only if it names them.
    """

    def __init__(
        self, rules: Rules, count: int, steps: StepTaker = take_actions, house: RecordHouse | None = None
    ) -> None:
        """A sitting of `count` players before its first deal; `steps` takes the actions of its deals.

        What contradicts the `house` is a fault of the deals.
        """
        self.rules = rules
        self.count = count
        self.number = 0
        self.seats: tuple[int, ...] = tuple(range(1, count + 1))
        self.ranking: tuple[int, ...] = ()
        self.winner = 0
        self.points: Points = []
        self._totals: list[Total | None] = [None] * count
        self.gone = 0
        self._decided = 0
        self._reset = False
        self._kept: int | None = None
        self._steps = steps
        self._house = house

    def copy(self) -> "Match":
        """A copy of the sitting that can go on on its own."""
        twin = Match(self.rules, self.count, self._steps, self._house)
        twin.number, twin.seats, twin.ranking, twin.winner = self.number, self.seats, self.ranking, self.winner
        twin.points, twin.gone = self.points, self.gone
        twin._totals, twin._decided = self._totals.copy(), self._decided
        twin._reset, twin._kept = self._reset, self._kept
        return twin

    def play(self, deal: Deal) -> DealReport:
        """Replay the next deal and keep its result for the one after."""
        faults: list[Fault] = []
        start = self.start(deal, faults)
        self.gone = 0
        report = self._written(start, faults) if deal.actions is None else self._played(start, faults)
        self._keep_result(start, report)
        if faults:
            faults.sort(key=Fault.sort_key)
        return report

    def skip(self, deal: Deal, report: DealReport) -> None:
        """Go on behind the next deal, which nobody left, without a replay, by an earlier report on it."""
        start = self.start(deal, [])
        self.gone = 0
        self._keep_result(start, report)

    def start(self, deal: Deal, faults: list[Fault]) -> Start:
        """What the next deal starts from; adds a fault for seats or places that contradict the rules."""
        ranking = self.ranking if deal.places == NOT_WRITTEN else deal.places or ()
        sitting = self.rules.sitting
        seats = deal.seats or sitting.seats(deal, ranking, self.seats)
        if self.gone and not deal.seats:
            seats = without_gone(seats, deal, self.gone)
        if set(seats) != set(ranking):
            ranking = ()  # other players sit down: nobody has a title of theirs
        start = Start(deal, self.number, self.count, seats, ranking, self.winner, self.points)
        start.before, start.decided, start.totals = self.seats, self._decided, self._totals
        if self._kept is not None and set(seats) == set(self.seats):
            start.kept = self._kept
        if sitting.reseat is not None and not deal.seats:
            start.seats = sitting.reseat(start)
        if deal.places and self._reset:
            faults.append(self._seating_fault("places", deal.places, ()))
        elif deal.places is not None and self.ranking and not sitting.follows(start, self.ranking):
            faults.append(self._seating_fault("places", ranking or seats, self.ranking))
        elif deal.seats and (due := sitting.wrong_seats(start)):
            faults.append(self._seating_fault("seats", deal.seats, due))
        if self._house is not None:
            self._check_house(self._house, start, faults)
        return start

    def _check_house(self, house: RecordHouse, start: Start, faults: list[Fault]) -> None:
        """Add a fault for rules that are not those of the house, in the first deal, and for too few or many players."""
        seated = len(start.seats)
        if house.found is not None and not start.number:
            faults.append(self.rules.fault(None, None, "house_mismatch", STANDS, found=house.found, owed=house.owed))
        elif seated not in house.players:
            found, owed = number_range(seated, seated), number_range(house.players[0], house.players[-1])
            faults.append(self.rules.fault(None, None, "house_mismatch", STANDS, "players", found=found, owed=owed))

    def open(self, start: Start) -> Table:
        """The table at the beginning of a deal, before its first action."""
        rules = self.rules
        hands, unknown = [0], [0]
        for hand in start.deal.hands or [None] * self.count:
            hands.append(0 if hand is None else hand.cards)
            unknown.append(0 if hand is None else hand.unknown)
        table: Table = rules.table(rules, rules.sitting.ring(start), hands, unknown, start.ranking)
        rules.sitting.begin(table, start)
        return table

    @property
    def totals(self) -> Points:
        """The points of each player so far, added exactly; None for those who never got any."""
        return [None if total is None else total_number(total) for total in self._totals]

    def ranks(self) -> list[int | None]:
        """The place of each player by total points; equal totals share a place."""
        known = [total for total in self._totals if total is not None]
        better = self.rules.sitting.better
        return [None if total is None else 1 + sum(map(better, known, repeat(total))) for total in self._totals]

    def _played(self, start: Start, faults: list[Fault]) -> DealReport:
        table = self.open(start)
        table.faults = faults
        check_cards(table, start)
        self._steps(table, start.deal.actions or [])
        self.gone = table.left
        sitting = self.rules.sitting
        order = sitting.order(table, start.deal)
        if order is None:
            return self._undecided(start, faults, table.out, owed=not sitting.called_off(table))
        points = sitting.score(table, start, order) if sitting.score else sitting.points(start, order)
        report = self._decided_report(start, faults, order, points)
        if sitting.untitled(table):
            report.titles = [None] * self.count
        self._check_result(start, report)
        return report

    def _written(self, start: Start, faults: list[Fault]) -> DealReport:
        """Report a deal without actions: its written result is taken, unverified.

        Points alone decide it, too, if everybody at the table has some: they give the places.
        """
        points = start.deal.result.points
        if start.deal.abandoned:
            report = self._undecided(start, faults, [])
        elif start.deal.result.order:
            order = list(start.deal.result.order)
            given = list(points) if points else self.rules.sitting.points(start, order)
            report = self._decided_report(start, faults, order, given)
        else:
            report = self._by_points(start, faults)
        if points and report.decided and (doubt := doubt_points(self.rules.sitting, start, report.order, points)):
            faults.append(self.rules.fault(None, None, POINTS_INCONSISTENT, IGNORED, doubt.kind, **doubt.details))
        report.verified = False
        return report

    def _by_points(self, start: Start, faults: list[Fault]) -> DealReport:
        """Report a deal of which at most the points are written. Where some are equal, their players share a place."""
        points = list(start.deal.result.points or ())
        places = places_by_points(self.rules.sitting, start, points) if points else None
        if places is None:
            return self._undecided(start, faults, [], "points" if points else "")
        order = sorted(start.seats, key=lambda player: places[player - 1] or 0)
        if all(places[player - 1] == place for place, player in enumerate(order, 1)):
            return self._decided_report(start, faults, order, points)
        report = DealReport([], sorted(order), [None] * self.count, points, faults)
        report.shared_places = places
        return report

    def _decided_report(self, start: Start, faults: list[Fault], order: list[int], points: Points | None) -> DealReport:
        titles = by_place(start, order, self.rules.sitting.titles(len(start.seats)))
        return DealReport(order, _without_place(start, order), titles, points or [None] * self.count, faults)

    def _undecided(
        self, start: Start, faults: list[Fault], out: list[int], kind: str = "", *, owed: bool = True
    ) -> DealReport:
        if owed and not start.deal.abandoned:
            faults.append(self.rules.fault(None, None, DEAL_INCOMPLETE, STANDS, kind))
        nothing: Points = [None] * self.count
        return DealReport(list(out), _without_place(start, out), [None] * self.count, nothing, faults, decided=False)

    def _check_result(self, start: Start, report: DealReport) -> None:
        written = start.deal.result
        if written.order is not None and self.rules.sitting.contradicts(list(written.order), report.order):
            found, owed = list(written.order), list(report.order)
            report.faults.append(self.rules.fault(None, None, "result_mismatch", IGNORED, found=found, owed=owed))
        if written.points is not None and points_differ(written.points, report.points):
            points, due = points_text(written.points), points_text(report.points)
            report.faults.append(self.rules.fault(None, None, "points_mismatch", IGNORED, found=points, owed=due))

    def _seating_fault(self, what: str, found: tuple[int, ...], due: tuple[int, ...]) -> Fault:
        return self.rules.fault(None, None, BAD_SEATING, STANDS, what, found=list(found), owed=list(due))

    def _keep_result(self, start: Start, report: DealReport) -> None:
        self.number += 1
        self.seats = start.seats
        self.ranking = tuple(report.order) if report.decided and not report.unfinished else ()
        self.winner = report.order[0] if report.decided and report.order else 0
        self.points = report.points if report.decided else []
        sitting = self.rules.sitting
        if sitting.keep is not None:
            self._kept = sitting.keep(start)
        self._reset = False
        if not report.decided or self._decided == sitting.counted:
            return
        self._decided += 1
        if sitting.set_of and self._decided % sitting.set_of == 0:
            self._kept = None  # a set of deals ends: the next one begins with a whole pack, often without titles
            if sitting.titles_reset:
                self.ranking = ()
                self._reset = True
        totals = self._totals
        for place, points in enumerate(report.points):
            if points is not None:
                totals[place] = add_points(totals[place] or 0, points)


def _without_place(start: Start, placed: list[int]) -> list[int]:
    """The seated players who have no place."""
    return [] if len(placed) == len(start.seats) else sorted(set(start.seats).difference(placed))
