"""The course of a deal: every action with the positions around it, as copies that stay."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from replay.actions import PLAY, Action
from replay.combination import Combination
from replay.deal import Deal
from replay.faults import STANDS, Fault
from replay.match import replay
from replay.record import Record
from replay.report import DealReport
from replay.rules import AnyTable
from replay.table import Table
from tests.support.walk import tables, walk


@dataclass(frozen=True)
class Step:
    """An action, the positions before and after it, and the faults that it was blamed for."""

    action: Action
    before: AnyTable
    after: AnyTable
    faults: tuple[Fault, ...]

    @property
    def clean(self) -> bool:
        """Whether nothing was wrong with it."""
        return not self.action.void and not self.faults

    @property
    def stood(self) -> bool:
        """Whether it took effect, faulty or not."""
        return not self.action.void and all(fault.resolution == STANDS for fault in self.faults)

    @property
    def laid(self) -> Combination | None:
        """The set that came to lie on the table."""
        if self.action.verb != PLAY or not self.stood:
            return None
        top: Combination | None = self.after.top or self.after.cleared
        return top

    @property
    def led(self) -> bool:
        """Whether it began a trick."""
        return bool(self.after.leads > self.before.leads)


@dataclass(frozen=True)
class Course:
    """A deal, the report on it, and, where its actions are known, how it went."""

    record: Record
    deal: Deal
    report: DealReport
    begin: Table
    steps: tuple[Step, ...]

    @property
    def played(self) -> bool:
        """Whether the actions are known."""
        return self.deal.actions is not None

    @property
    def seated(self) -> list[int]:
        """Who sat in the deal."""
        return sorted(self.report.order + self.report.unfinished)

    @property
    def end(self) -> AnyTable:
        """The last position."""
        return self.steps[-1].after if self.steps else self.begin

    @cached_property
    def sets(self) -> list[tuple[Step, Combination]]:
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


def courses(record: Record) -> Iterator[Course]:
    """The deals of a record."""
    for deal, report, (table, actions) in zip(record.deals, replay(record).deals, tables(record), strict=True):
        begin = table.copy()
        yield Course(record, deal, report, begin, tuple(_steps(table, actions, report)))


def _steps(table: Table, actions: list[Action], report: DealReport) -> Iterator[Step]:
    for index, (action, before, after) in enumerate(walk(table, actions)):
        blamed = (one for one in report.faults if one.action == index and one.player == action.player)
        yield Step(action, before, after.copy(), tuple(blamed))
