"""Judge and count records that are written briefly, and compare their reports."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from daifu.replay.counters import Counts
from daifu.replay.deal import DealReport
from daifu.replay.faults import Fault
from daifu.replay.match import Report, replay
from daifu.replay.options import Options
from daifu.replay.statistics.record import RecordCounters, count_record
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RECORD_FORMAT, RawRecord


def judge_deals(
    rules: str,
    deals: Sequence[Mapping[str, Any]],
    players: int | list[Any] = 4,
    options: Options | None = None,
    house: Mapping[str, Any] | None = None,
) -> Report:
    """The report on these deals, written as in a record; `players` may be just their number."""
    entries = [f"P{number}" for number in range(1, players + 1)] if isinstance(players, int) else players
    raw = {
        "format": RECORD_FORMAT,
        "rules": rules,
        "options": dict(options or {}),
        "players": entries,
        "deals": [*deals],
        **({"house": house} if house else {}),
    }
    return replay(load_raw_record(cast("RawRecord", raw)))


def fault_tuples(report: Report, deal: int = 0) -> list[tuple[int | None, int | None, str]]:
    """Action, player and code of every fault of a deal, in the report's order."""
    return [(fault.action, fault.player, fault.code) for fault in report.deals[deal].faults]


class FaultOutcome(NamedTuple):
    """A fault, as far as two replays can be compared."""

    action: int | None
    player: int | None
    code: str
    resolution: str


def judge_record(raw: RawRecord) -> Report:
    """The report on a raw record."""
    return replay(load_raw_record(raw))


def fault_outcomes(deal: DealReport) -> list[FaultOutcome]:
    """The faults of a deal in the order of the report."""
    return [fault_outcome(fault) for fault in deal.faults]


def fault_outcome(fault: Fault) -> FaultOutcome:
    """The fault itself, without its words."""
    return FaultOutcome(fault.action, fault.player, fault.code, fault.resolution)


def result_values(report: Report) -> tuple[Any, ...]:
    """Places, titles and points of every deal, and what they add up to."""
    deals = [(deal.order, deal.unfinished, deal.titles, deal.points, deal.decided) for deal in report.deals]
    return deals, report.totals, report.ranks


def report_values(report: Report) -> tuple[Any, ...]:
    """Everything that is told of a record: the results, and every fault with its words."""
    return result_values(report), [
        [(fault_outcome(fault), fault.rule, fault.severity, fault.message) for fault in deal.faults]
        for deal in report.deals
    ]


def count_deals(
    rules: str, deals: Sequence[Mapping[str, Any]], players: int = 4, options: Options | None = None
) -> RecordCounters:
    """The counters of these deals with this many players."""
    names = [f"P{number}" for number in range(1, players + 1)]
    raw = {"format": RECORD_FORMAT, "rules": rules, "options": dict(options or {}), "players": names, "deals": [*deals]}
    return count_record(load_raw_record(cast("RawRecord", raw)))[1]


def counts_of_player(tallies: RecordCounters, player: int) -> Counts:
    """The counters of a player who always sat with as many others."""
    found = [counts for (number, _seated), counts in tallies.seats.items() if number == player]
    assert len(found) == 1
    return found[0]


def counter_by_player(tallies: RecordCounters, name: str) -> list[int]:
    """A counter of all players, in player order."""
    return [counts_of_player(tallies, player).get(name, 0) for player, _seated in sorted(tallies.seats)]


def seat_total(tallies: RecordCounters, name: str) -> int:
    """A counter summed over all seats."""
    return sum(counts.get(name, 0) for counts in tallies.seats.values())


def table_total(tallies: RecordCounters, name: str) -> int:
    """A counter summed over all tables."""
    return sum(counts.get(name, 0) for counts in tallies.tables.values())
