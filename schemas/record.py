"""A record from bytes or from plain JSON values: read fast, or refused with every reason (record format, section 4)."""

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from replay.actions import Unreadable
from replay.deal import Deal
from replay.record import Record
from replay.rules import Rules
from schemas import limits
from schemas.problems import RecordRefused
from schemas.shape.agreement import Agreement
from schemas.shape.compiled import compiled
from schemas.shape.crowding import Crowding
from schemas.shape.deals import DealReader
from schemas.shape.deviation import Deviation, accept_none
from schemas.shape.event import check_event
from schemas.shape.explain import explain, explain_text
from schemas.shape.free import survey
from schemas.shape.once import written_once
from schemas.shape.players import check_ids, entry, shape_id
from schemas.shape.structs import RecordShape

_DECODER: Final = msgspec.json.Decoder(RecordShape)
_DEVIATIONS: Final = (msgspec.MsgspecError, UnicodeError, RecursionError, Deviation, Unreadable)
"""What stops the fast reader: another shape, a text that cannot be read, fields that do not agree."""


def load_record(data: bytes) -> Record:
    """The record in the JSON text. Raises `RecordRefused`."""
    try:
        if len(data) > limits.RECORD_BYTES:
            raise Deviation
        shape = _DECODER.decode(data)
        record = _build(shape)
        if not written_once(shape, data):
            raise Deviation
    except _DEVIATIONS as deviation:
        raise RecordRefused(explain_text(data)) from deviation
    return record


def read_record(raw: Mapping[str, object]) -> Record:
    """The record that plain JSON values hold, such as a `RawRecord` of an importer. Raises `RecordRefused`."""
    try:
        return _build(msgspec.convert(raw, RecordShape))
    except _DEVIATIONS as deviation:
        raise RecordRefused(explain(raw)) from deviation


def _build(shape: RecordShape) -> Record:
    """The record of this shape. Raises `Deviation` or `Unreadable`."""
    options, event = shape.options or {}, shape.event or {}
    for free in (options, event, shape.source or {}):
        accept_none(survey(free))
    accept_none(check_event(event))
    accept_none(check_ids(list(map(shape_id, shape.players))))
    rules = compiled(shape.rules, options)
    return Record(rules, options, list(map(entry, shape.players)), list(_deals(shape, rules)))


def _deals(shape: RecordShape, rules: Rules) -> Iterator[Deal]:
    count = len(shape.players)
    read = DealReader(rules, count).read
    agreement = Agreement(count, rules.sitting.players, rules.sitting.seats)
    crowding = Crowding(rules)
    for written in shape.deals:
        deal = read(written)
        accept_none(agreement.findings(deal))
        accept_none(crowding.findings(deal))
        yield deal
