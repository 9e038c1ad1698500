"""What one look at a record gives whoever keeps it: its text, its report, what it is told from others by, its facts."""

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from replay.report import Report
from replay.tallies import Tallies
from replay.text import Text
from schemas.identity import content_hash, opening_hash
from schemas.intake.item import DAIFU, Item
from schemas.intake.reading import raw_item, refused_record
from schemas.pipeline import Examined, examine, examine_raw
from schemas.problems import RecordRefused
from schemas.report import report_json
from schemas.shape.structs import RecordShape


class Facts(NamedTuple):
    """What lists of records show and are filtered by.

    `players` are ids and names, `tournament`, `round` and `date` come from the event; `date` is an ISO day, None where
    the record tells no more than a month. `faults` counts them by code, notices included.
    """

    rules: str
    players: list[tuple[str, str]]
    tournament: str | None
    round: str | None
    date: str | None
    deals: int
    actions: int
    legal: bool
    faults: dict[str, int]


class Judged(NamedTuple):
    """A record and the report on it, both as compact JSON; `content` and `opening` are its hashes (see `identity`).

    `tallies` are what was counted of it.
    """

    record: bytes
    report: bytes
    content: bytes
    opening: bytes
    facts: Facts
    notices: list[Text]
    tallies: Tallies


def judge_json(data: bytes) -> Judged:
    """The record in the JSON text, judged. Raises `RecordRefused`."""
    return _judged(examine(data), [])


def judge_raw(raw: Mapping[str, object]) -> Judged:
    """The record that plain JSON values hold, judged. Raises `RecordRefused`."""
    return _judged(examine_raw(raw), [])


def judge_item(item: Item) -> Judged:
    """The record of an item in any format, judged, with what people should be told about it. Raises `Refused`."""
    try:
        if item.format == DAIFU:
            return judge_json(item.data)
        imported = raw_item(item)
        return _judged(examine_raw(imported.record), imported.notices)
    except RecordRefused as refusal:
        raise refused_record(item, refusal) from refusal


def _judged(examined: Examined, notices: list[Text]) -> Judged:
    (_, shape, text), report, tallies = examined
    return Judged(
        record=text,
        report=report_json(report),
        content=content_hash(shape, text),
        opening=opening_hash(shape),
        facts=facts_of(shape, report),
        notices=notices,
        tallies=tallies,
    )


def facts_of(shape: RecordShape, report: Report) -> Facts:
    """What lists show of the record of this shape, and of the report on it."""
    event = shape.event or {}
    return Facts(
        rules=shape.rules,
        players=[(one, one) if isinstance(one, str) else (one.id, one.name) for one in shape.players],
        tournament=event.get("name"),
        round=_text(event.get("round")),
        date=day_of(event.get("date")),
        deals=len(shape.deals),
        actions=sum(len(deal.actions or ()) for deal in shape.deals),
        legal=report.legal,
        faults=_by_code(report),
    )


def _by_code(report: Report) -> dict[str, int]:
    found: dict[str, int] = {}
    for deal in report.deals:
        for fault in deal.faults:
            found[fault.code] = found.get(fault.code, 0) + 1
    return found


def _text(value: Any) -> str | None:  # noqa: ANN401 - the format takes texts and whole numbers
    return None if value is None else str(value)


def day_of(written: str | None) -> str | None:
    """The day of an ISO date; a year or a month is none."""
    if written is None:
        return None
    try:
        return date.fromisoformat(written.partition("T")[0]).isoformat()
    except ValueError:
        return None
