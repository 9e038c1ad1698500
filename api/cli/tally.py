"""What was found in all, counted: records, deals, actions, faults, and what could not be read."""

from collections import Counter
from dataclasses import dataclass, field

from replay.deal import Deal
from replay.faults import CATALOGUE
from replay.report import DealReport

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
    def of_record(cls) -> "Tally":
        """The sums of one record of which no deal has been counted yet."""
        return cls(records=1, legal=1)

    def count(self, deal: Deal, report: DealReport) -> None:
        """Take the next deal of the record in."""
        self.deals += 1
        self.actions += len(deal.actions or ())
        if report.faults:
            self.faults.update((fault.code, fault.severity) for fault in report.faults)
            if not report.legal:
                self.legal = 0

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


def in_order(faults: Counter[FaultKey]) -> list[tuple[str, str, int]]:
    """Code, severity and number of the faults, the most frequent first, equal ones as in the catalogue."""
    places = {code: place for place, code in enumerate(CATALOGUE)}
    keys = sorted(faults, key=lambda key: (-faults[key], places[key[0]], key[1]))
    return [(code, severity, faults[code, severity]) for code, severity in keys]
