"""The report as JSON (record format, section 5), at once or deal by deal."""

from collections.abc import Sequence
from typing import Final

import msgspec

from replay.report import DealReport, Report
from replay.sitting import Points
from schemas.faults import fault_json

FORMAT: Final = "daifu-report/1"

_encode: Final = msgspec.json.Encoder().encode


def report_json(report: Report) -> bytes:
    """The report as the bytes of a JSON document in UTF-8."""
    head = report_head(report.rules, report.players, legal=report.legal)
    return head + b",".join(map(deal_json, report.deals)) + report_foot(report.totals, report.ranks)


def report_head(rules: str, players: Sequence[object], *, legal: bool) -> bytes:
    """How the report begins, up to its first deal."""
    head = {"format": FORMAT, "rules": rules, "players": players, "legal": legal}
    return _encode(head).removesuffix(b"}") + b',"deals":['


def deal_json(deal: DealReport) -> bytes:
    """One deal of the report; there is a comma between two of them."""
    return _encode(
        {
            "order": deal.order,
            "unfinished": deal.unfinished,
            "titles": deal.titles,
            "points": deal.points,
            "verified": deal.verified,
            "faults": list(map(fault_json, deal.faults)),
        }
    )


def report_foot(totals: Points, ranks: list[int | None]) -> bytes:
    """How the report ends, behind its last deal."""
    return b"]," + _encode({"totals": totals, "ranks": ranks}).removeprefix(b"{")
