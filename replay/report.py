"""The report: what a replay found and how the deals were scored (record format, section 5)."""

from dataclasses import dataclass, field

from replay.faults import NOTICE, Fault
from replay.sitting import Points


@dataclass(slots=True)
class DealReport:
    """One deal: `order` lists who has a place, best first; `titles` and `points` are by player."""

    order: list[int]
    unfinished: list[int]
    titles: list[str | None]
    points: Points
    faults: list[Fault] = field(default_factory=list)
    verified: bool = True
    decided: bool = True

    @property
    def legal(self) -> bool:
        """Whether nothing worse than a notice was found."""
        return all(fault.severity == NOTICE for fault in self.faults)


@dataclass(slots=True)
class Report:
    """A whole record: its deals, and the sums over the decided ones."""

    rules: str
    players: list[object]
    deals: list[DealReport]
    totals: Points
    ranks: list[int | None]

    @property
    def legal(self) -> bool:
        """Whether nothing worse than a notice was found in any deal."""
        return all(deal.legal for deal in self.deals)
