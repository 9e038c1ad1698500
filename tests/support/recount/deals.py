"""Deals for the slow count: every action with the positions before and after it, and the sheet of counters."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

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
