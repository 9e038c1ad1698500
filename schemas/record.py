"""A record from bytes or from plain JSON values: read fast, or refused with every reason (record format, section 4)."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from replay.actions import Unreadable
from replay.deal import Deal
from replay.record import Record
from replay.rules import Rules
from schemas import limits
from schemas.identity import canonical
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
from schemas.shape.structs import DealShape, RecordShape

_decode: Final = msgspec.json.Decoder(RecordShape).decode
DEVIATIONS: Final = (msgspec.MsgspecError, UnicodeError, RecursionError, Deviation, Unreadable)
"""What stops the fast reader: another shape, a text that cannot be read, fields that do not agree."""


class Loaded(NamedTuple):
    """A record, the shape that it was read from, and the text in which equal records are equal bytes."""

    record: Record
    shape: RecordShape
    text: bytes


class Deals:
    """Reads the deals that `count` players recorded under some rules, one after the other."""

    def __init__(self, rules: Rules, count: int) -> None:
        self._read = DealReader(rules, count).read
        self._agreement = Agreement(count, rules.sitting.players, rules.sitting.seats)
        self._crowding = Crowding(rules)

    def take(self, shape: DealShape) -> Deal:
        """The next deal. Raises `Deviation` or `Unreadable`."""
        deal = self._read(shape)
        accept_none(self._agreement.findings(deal))
        accept_none(self._crowding.findings(deal))
        return deal


def load(data: bytes) -> Loaded:
    """The record in the JSON text. Raises `RecordRefused`."""
    try:
        if len(data) > limits.RECORD_BYTES:
            raise Deviation
        loaded = _build(_decode(data))
        if not written_once(loaded.text, data):
            raise Deviation
    except DEVIATIONS as deviation:
        raise RecordRefused(explain_text(data)) from deviation
    return loaded


def load_raw(raw: Mapping[str, object]) -> Loaded:
    """The record that plain JSON values hold, such as a `RawRecord` of an importer. Raises `RecordRefused`."""
    try:
        return _build(msgspec.convert(raw, RecordShape))
    except DEVIATIONS as deviation:
        raise RecordRefused(explain(raw)) from deviation


def load_record(data: bytes) -> Record:
    """The record in the JSON text and nothing else. Raises `RecordRefused`."""
    return load(data).record


def read_record(raw: Mapping[str, object]) -> Record:
    """The record that plain JSON values hold and nothing else. Raises `RecordRefused`."""
    return load_raw(raw).record


def _build(shape: RecordShape) -> Loaded:
    """The record of this shape. Raises `Deviation` or `Unreadable`."""
    if shape.event:
        accept_none(survey(shape.event))
        accept_none(check_event(shape.event))
    if shape.source:
        accept_none(survey(shape.source))
    accept_none(check_ids(list(map(shape_id, shape.players))))
    options = shape.options or {}
    rules = compiled(shape.rules, options)
    deals = Deals(rules, len(shape.players))
    record = Record(rules, options, list(map(entry, shape.players)), list(map(deals.take, shape.deals)))
    return Loaded(record, shape, canonical(shape))
