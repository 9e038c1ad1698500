"""What a report says, to be compared with another report."""

from typing import Any, NamedTuple

from replay.faults import Fault
from replay.match import replay
from replay.report import DealReport, Report
from schemas.raw import RawRecord
from schemas.record import read_record


class Found(NamedTuple):
    """A fault, as far as two replays can be compared."""

    action: int | None
    player: int | None
    code: str
    resolution: str


def judged(raw: RawRecord) -> Report:
    """The report on a raw record."""
    return replay(read_record(raw))


def found(deal: DealReport) -> list[Found]:
    """The faults of a deal in the order of the report."""
    return [told(fault) for fault in deal.faults]


def told(fault: Fault) -> Found:
    """The fault itself, without its words."""
    return Found(fault.action, fault.player, fault.code, fault.resolution)


def results(report: Report) -> tuple[Any, ...]:
    """Places, titles and points of every deal, and what they add up to."""
    deals = [(deal.order, deal.unfinished, deal.titles, deal.points, deal.decided) for deal in report.deals]
    return deals, report.totals, report.ranks


def whole(report: Report) -> tuple[Any, ...]:
    """Everything that is told of a record: the results, and every fault with its words."""
    return results(report), [
        [(told(fault), fault.rule, fault.severity, fault.message) for fault in deal.faults] for deal in report.deals
    ]
