"""Judges records: the report, the hashes, the facts and the counts of a record, by its own rules or by others."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from daifu.replay.games.catalogue import house_key
from daifu.replay.match import Record, Report, replay
from daifu.replay.options import Options
from daifu.replay.statistics.record import RecordCounters, TooManyFaults, count_record
from daifu.replay.text import Text
from daifu.schemas.judged_record import JudgedRecord, RecordFacts
from daifu.schemas.record import limits
from daifu.schemas.record.decode import DecodedRecord, decode_json, decode_raw
from daifu.schemas.record.errors import Problem, RecordRefused
from daifu.schemas.record.header import check_event_length, day_of_date, time_of_date
from daifu.schemas.record.identity import content_hash, opening_hash
from daifu.schemas.record.model import RecordShape
from daifu.schemas.record.rules import replace_rules
from daifu.schemas.report import report_json
from daifu.schemas.sources.conversion import decode_record, read_raw_item, refuse_record
from daifu.schemas.sources.items import DAIFU, Item

_TOO_MANY_FAULTS: Final = Text(
    f"expected a record with at most {limits.FAULTS} faults, notices included, found more; please send it in parts, or "
    "by the rules that it was played by",
    f"1件の棋譜の違反は、注意を含めて{limits.FAULTS}件以下でなければなりません。分けて送るか、実際に使ったルールで送ってください",
)


def check_record(data: bytes) -> Report:
    """The report on the record in the JSON text. Raises `RecordRefused`."""
    return replay(decode_json(data).record)


def check_json(data: bytes) -> bytes:
    """The report on the record in the JSON text, as JSON bytes. Raises `RecordRefused`."""
    return report_json(check_record(data))


def count_json(data: bytes) -> RecordCounters:
    """What is counted of the record in the JSON text. Raises `RecordRefused`."""
    _, counters = count_record(decode_json(data).record)
    return counters


def judge_json(data: bytes) -> JudgedRecord:
    """The record in the JSON text, judged. Raises `RecordRefused`."""
    return judge_decoded(decode_json(data))


def judge_new_json(data: bytes) -> JudgedRecord:
    """The same for a record that comes in: its texts and its report may not be longer than others can read."""
    decoded, notices = decode_record(data)
    return _judge_new(_check_new(decoded), notices)


def judge_grown_json(data: bytes) -> JudgedRecord:
    """The same for a record that was stored and has grown; only its report is limited."""
    return _judge_new(decode_json(data))


def _check_new(decoded: DecodedRecord) -> DecodedRecord:
    """The record, if all its texts are short enough to come in. Raises `RecordRefused`."""
    found = [finding.under("event").problem for finding in check_event_length(decoded.shape.event or {})]
    if found:
        raise RecordRefused(found)
    return decoded


def judge_raw(raw: Mapping[str, object]) -> JudgedRecord:
    """The record that plain JSON values hold, judged. Raises `RecordRefused`."""
    return judge_decoded(decode_raw(raw))


def judge_item(item: Item) -> JudgedRecord:
    """The record of an item in any format, judged, with the notices of its importer. Raises `SourceRefused`."""
    return judge_decoded_item(item, decode_item(item))


def judge_decoded_item(item: Item, found: "DecodedItem") -> JudgedRecord:
    """The same of an item that was decoded."""
    try:
        return _judge_new(*found)
    except RecordRefused as refusal:
        raise refuse_record(item, refusal) from refusal


class DecodedItem(NamedTuple):
    """A decoded record, and the notices of its importer."""

    decoded: DecodedRecord
    notices: list[Text]


def decode_item(item: Item, *, strict: bool = False) -> DecodedItem:
    """The record of an item in any format, with the notices of its importer. Raises `SourceRefused`.

    If this is `strict`, cards and actions in JSON must be spelt as records have them.
    """
    try:
        if item.format == DAIFU:
            decoded, notices = (decode_json(item.data), []) if strict else decode_record(item.data)
            return DecodedItem(_check_new(decoded), notices)
        imported = read_raw_item(item)
        return DecodedItem(_check_new(decode_raw(imported.record)), imported.notices)
    except RecordRefused as refusal:
        raise refuse_record(item, refusal) from refusal


def _judge_new(decoded: DecodedRecord, notices: Sequence[Text] = ()) -> JudgedRecord:
    """The record, judged, unless its report is too long. Raises `RecordRefused`."""
    try:
        return judge_decoded(decoded, notices, limits.FAULTS)
    except TooManyFaults as error:
        raise RecordRefused([Problem("", _TOO_MANY_FAULTS)]) from error


def judge_decoded(decoded: DecodedRecord, notices: Sequence[Text] = (), most_faults: int | None = None) -> JudgedRecord:
    """The record, judged, with the notices of its importer. Raises `TooManyFaults`."""
    record, shape, text = decoded
    report, counters = count_record(record, most_faults)
    return JudgedRecord(
        record=text,
        report=report_json(report),
        content=content_hash(shape, text),
        opening=opening_hash(shape),
        facts=record_facts(shape, report),
        notices=[*notices],
        tallies=counters,
    )


def record_facts(shape: RecordShape, report: Report) -> RecordFacts:
    """The facts of a record with this shape and this report."""
    event = shape.event or {}
    part = event.get("round")
    codes = [fault.code for deal in report.deals for fault in deal.faults]
    return RecordFacts(
        rules=shape.rules,
        players=[(player, player) if isinstance(player, str) else (player.id, player.name) for player in shape.players],
        tournament=event.get("name"),
        round=None if part is None else str(part),
        date=day_of_date(event.get("date")),
        deals=len(shape.deals),
        actions=sum(len(deal.actions or ()) for deal in shape.deals),
        legal=report.legal,
        faults=dict(Counter(codes)) if codes else {},  # most records have none
        time=time_of_date(event.get("date")),
        house=house_key(shape.rules, shape.house.id) if shape.house else None,
    )


def judge_by_other_rules(record: bytes, rules: str | None, options: Options | None) -> bytes:
    """The report as JSON bytes on the record in the JSON text by other rules: see `record_by_other_rules`."""
    return report_json(replay(record_by_other_rules(record, rules, options)))


def record_by_other_rules(record: bytes, rules: str | None, options: Options | None) -> Record:
    """The record in the JSON text under another profile, other options, or both: see `replace_rules`.

    Raises `RecordRefused` if it cannot be read under these rules, such as for its cards or number of players.
    """
    return decode_raw(replace_rules(msgspec.json.decode(record), rules, options)).record
