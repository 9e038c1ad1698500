"""The report as JSON (record format, section 5): written at once or deal by deal, split, and compared."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from replay.deal import DealReport, Points
from replay.faults import Fault
from replay.match import DEAL_INCOMPLETE, Report

REPORT_FORMAT: Final = "daifu-report/1"

_encode: Final = msgspec.json.Encoder().encode


def report_json(report: Report) -> bytes:
    """The report as the bytes of a JSON document in UTF-8."""
    head = report_head(report.rules, report.players, legal=report.legal)
    return head + b",".join(map(deal_report_json, report.deals)) + report_foot(report.totals, report.ranks)


def report_head(rules: str, players: Sequence[object], *, legal: bool) -> bytes:
    """The beginning of the report, up to its first deal."""
    head = {"format": REPORT_FORMAT, "rules": rules, "players": players, "legal": legal}
    return _encode(head).removesuffix(b"}") + b',"deals":['


def deal_report_json(deal: DealReport) -> bytes:
    """A deal of the report; the caller writes a comma between two deals."""
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
    """The end of the report, after its last deal."""
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
    """What two faults of a deal have in common if they are the same fault."""

    action: int | None
    player: int | None
    code: str


def compare_reports(before: bytes, after: bytes) -> ReportChanges:
    """The differences between two reports, both JSON texts; empty if there are none.

    Deals are compared by their numbers, counted from 1. Deals and fields without a change are left out.
    """
    old, new = _decode_compared(before), _decode_compared(after)
    pairs = enumerate(zip(old.deals, new.deals, strict=False), 1)
    compared = ({"deal": number, **_compare_deals(*pair)} for number, pair in pairs)
    changes = {
        **_changed_fields(old, new, "legal", "totals", "ranks"),
        "deals": [deal for deal in compared if len(deal) > 1],
        "added": list(range(len(old.deals) + 1, len(new.deals) + 1)),
        "removed": list(range(len(new.deals) + 1, len(old.deals) + 1)),
    }
    return {name: value for name, value in changes.items() if value}


def _compare_deals(old: _ComparedDeal, new: _ComparedDeal) -> ReportChanges:
    gone, come = _faults_not_in(old.faults, new.faults), _faults_not_in(new.faults, old.faults)
    changes = _changed_fields(old, new, "order", "titles", "points")
    if gone or come:
        changes["faults"] = {"gone": gone, "come": come}
    return changes


def _changed_fields(old: object, new: object, *names: str) -> ReportChanges:
    """The fields of these names that differ, with their old and new values."""
    pairs = ((name, getattr(old, name), getattr(new, name)) for name in names)
    return {name: {"before": before, "after": after} for name, before, after in pairs if before != after}


def _faults_not_in(faults: list[FaultJson], others: list[FaultJson]) -> list[FaultJson]:
    """The faults that are not among the others; equal faults are counted."""
    remaining = Counter(map(_fault_key, others))
    missing = []
    for fault in faults:
        key = _fault_key(fault)
        if remaining[key]:
            remaining[key] -= 1
        else:
            missing.append(fault)
    return missing


def _fault_key(fault: FaultJson) -> _FaultKey:
    return _FaultKey(fault["action"], fault["player"], fault["code"])


class ReportParts(msgspec.Struct):
    """The parts of a report that are shown with a single deal, as undecoded JSON."""

    deals: list[msgspec.Raw]
    totals: msgspec.Raw
    ranks: msgspec.Raw


split_report: Final = msgspec.json.Decoder(ReportParts).decode


class _DealFault(msgspec.Struct):
    code: str


class _DealResult(msgspec.Struct):
    order: list[int]
    unfinished: list[int]
    titles: list[str | None]
    points: Points
    verified: bool
    faults: list[_DealFault]


class _ReportOfDeals(msgspec.Struct):
    deals: list[_DealResult]


_decode_results: Final = msgspec.json.Decoder(_ReportOfDeals).decode


def read_results(report: bytes) -> list[DealReport]:
    """The results of the deals of a report as JSON, without their faults.

    A report does not say whether an abandoned deal was decided: such a deal has to be replayed.
    """
    return [
        DealReport(
            deal.order,
            deal.unfinished,
            deal.titles,
            deal.points,
            verified=deal.verified,
            decided=all(fault.code != DEAL_INCOMPLETE for fault in deal.faults),
        )
        for deal in _decode_results(report).deals
    ]
