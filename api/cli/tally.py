"""What was found in all, counted: records, deals, actions, faults, and what could not be read."""

from collections import Counter
from dataclasses import dataclass, field

from replay.faults import CATALOGUE
from replay.record import Record
from replay.report import Report

FaultKey = tuple[str, str]
"""The code of a fault and its severity, which the rules of a game may change."""

ALL_LEGAL = 0
FAULTS_FOUND = 1
UNREADABLE = 2


@dataclass(slots=True)
class Tally:
    """Sums over some records; two of them add up to one."""

    records: int = 0
    legal: int = 0
    deals: int = 0
    actions: int = 0
    unread: int = 0
    faults: Counter[FaultKey] = field(default_factory=Counter)

    @classmethod
    def of(cls, record: Record, report: Report) -> "Tally":
        """The sums of one record."""
        actions = sum(len(deal.actions or ()) for deal in record.deals)
        return cls(1, int(report.legal), len(report.deals), actions, 0, faults_of(report))

    def add(self, other: "Tally") -> None:
        """Take another sum in."""
        self.records += other.records
        self.legal += other.legal
        self.deals += other.deals
        self.actions += other.actions
        self.unread += other.unread
        self.faults.update(other.faults)

    @property
    def exit_code(self) -> int:
        """What the command returns to its caller."""
        if self.unread:
            return UNREADABLE
        return ALL_LEGAL if self.legal == self.records else FAULTS_FOUND


def faults_of(report: Report) -> Counter[FaultKey]:
    """How often each fault stands in a report."""
    return Counter((fault.code, fault.severity) for deal in report.deals for fault in deal.faults)


def in_order(faults: Counter[FaultKey]) -> list[tuple[str, str, int]]:
    """Code, severity and number of the faults, the most frequent first, equal ones as in the catalogue."""
    places = {code: place for place, code in enumerate(CATALOGUE)}
    keys = sorted(faults, key=lambda key: (-faults[key], places[key[0]], key[1]))
    return [(code, severity, faults[code, severity]) for code, severity in keys]
