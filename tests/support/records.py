"""Judge a record that is written down as briefly as a test wants it."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from replay.match import replay
from replay.options import Options
from replay.report import Report
from schemas.raw import FORMAT, RawRecord
from schemas.record import read_record


def judged(
    rules: str, deals: Sequence[Mapping[str, Any]], players: int | list[Any] = 4, options: Options | None = None
) -> Report:
    """The report on these deals, written as in a record; `players` may be just their number."""
    entries = [f"P{number}" for number in range(1, players + 1)] if isinstance(players, int) else players
    raw = {"format": FORMAT, "rules": rules, "options": dict(options or {}), "players": entries, "deals": [*deals]}
    return replay(read_record(cast("RawRecord", raw)))


def codes(report: Report, deal: int = 0) -> list[tuple[int | None, int | None, str]]:
    """Action, player and code of every fault of a deal, in the report's order."""
    return [(fault.action, fault.player, fault.code) for fault in report.deals[deal].faults]
