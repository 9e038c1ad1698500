"""The report as JSON (record format, section 5)."""

from typing import Any, Final

import msgspec

from replay.faults import Fault
from replay.report import DealReport, Report

FORMAT: Final = "daifu-report/1"

_encode: Final = msgspec.json.Encoder().encode


def report_json(report: Report) -> bytes:
    """The report as the bytes of a JSON document in UTF-8."""
    return _encode(report_dict(report))


def report_dict(report: Report) -> dict[str, Any]:
    """The report as plain JSON values."""
    return {
        "format": FORMAT,
        "rules": report.rules,
        "players": report.players,
        "legal": report.legal,
        "deals": list(map(_deal, report.deals)),
        "totals": report.totals,
        "ranks": report.ranks,
    }


def _deal(deal: DealReport) -> dict[str, Any]:
    return {
        "order": deal.order,
        "unfinished": deal.unfinished,
        "titles": deal.titles,
        "points": deal.points,
        "verified": deal.verified,
        "faults": list(map(_fault, deal.faults)),
    }


def _fault(fault: Fault) -> dict[str, Any]:
    message = fault.message
    return {
        "action": fault.action,
        "player": fault.player,
        "code": fault.code,
        "severity": fault.severity,
        "rule": fault.rule,
        "resolution": fault.resolution,
        "message": {"en": message.en, "ja": message.ja},
    }
