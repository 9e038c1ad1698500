"""The report as JSON (record format, section 5): written at once or deal by deal, split, and compared with another."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from replay.deal import DealReport, Points
from replay.faults import Fault
from replay.match import Report

REPORT_FORMAT: Final = "daifu-report/1"

_encode: Final = msgspec.json.Encoder().encode


def report_json(report: Report) -> bytes:
    """The report as the bytes of a JSON document in UTF-8."""
    head = report_head(report.rules, report.players, legal=report.legal)
    return head + b",".join(map(deal_report_json, report.deals)) + report_foot(report.totals, report.ranks)


def report_head(rules: str, players: Sequence[object], *, legal: bool) -> bytes:
    """How the report begins, up to its first deal."""
    head = {"format": REPORT_FORMAT, "rules": rules, "players": players, "legal": legal}
    return _encode(head).removesuffix(b"}") + b',"deals":['


def deal_report_json(deal: DealReport) -> bytes:
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


def fault_json(fault: Fault) -> dict[str, Any]:
    """The fault with its sentences."""
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


FaultJson = dict[str, Any]
ReportChanges = dict[str, Any]


class _ComparedDeal(msgspec.Struct):
    order: list[int]
    titles: list[str | None]
    points: list[float | int | None]
    faults: list[FaultJson]


class _ComparedReport(msgspec.Struct):
    legal: bool
    deals: list[_ComparedDeal]
    totals: list[float | int | None]
    ranks: list[int | None]


_decode_compared: Final = msgspec.json.Decoder(_ComparedReport).decode


class _FaultKey(NamedTuple):
    """What makes two faults of a deal the same one."""

    action: int | None
    player: int | None
    code: str


def compare_reports(before: bytes, after: bytes) -> ReportChanges:
    """What differs between two reports, both JSON texts; empty where nothing does.

    Deals are compared by their numbers, which count from 1. Of what did not change nothing is said.
    """
    then, now = _decode_compared(before), _decode_compared(after)
    numbered = enumerate(zip(then.deals, now.deals, strict=False), 1)
    compared = ({"deal": number, **_compare_deals(*pair)} for number, pair in numbered)
    found = {
        **_changed_fields(then, now, "legal", "totals", "ranks"),
        "deals": [deal for deal in compared if len(deal) > 1],
        "added": list(range(len(then.deals) + 1, len(now.deals) + 1)),
        "removed": list(range(len(now.deals) + 1, len(then.deals) + 1)),
    }
    return {name: value for name, value in found.items() if value}


def _compare_deals(then: _ComparedDeal, now: _ComparedDeal) -> ReportChanges:
    gone, come = _faults_not_in(then.faults, now.faults), _faults_not_in(now.faults, then.faults)
    found = _changed_fields(then, now, "order", "titles", "points")
    if gone or come:
        found["faults"] = {"gone": gone, "come": come}
    return found


def _changed_fields(then: object, now: object, *names: str) -> ReportChanges:
    """The fields of these names that differ, as they were and as they are."""
    pairs = ((name, getattr(then, name), getattr(now, name)) for name in names)
    return {name: {"before": old, "after": new} for name, old, new in pairs if old != new}


def _faults_not_in(faults: list[FaultJson], others: list[FaultJson]) -> list[FaultJson]:
    """Those of the faults that are not among the others; the same one may be there several times."""
    left = Counter(map(_fault_key, others))
    kept = []
    for fault in faults:
        key = _fault_key(fault)
        if not left[key]:
            kept.append(fault)
        left[key] -= 1
    return kept


def _fault_key(fault: FaultJson) -> _FaultKey:
    return _FaultKey(fault["action"], fault["player"], fault["code"])


class ReportParts(msgspec.Struct):
    """The parts of a report that answers on single deals are made of."""

    deals: list[msgspec.Raw]
    totals: msgspec.Raw
    ranks: msgspec.Raw


split_report: Final = msgspec.json.Decoder(ReportParts).decode
