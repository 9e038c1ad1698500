"""Decodes records from bytes or from plain JSON values, at once or deal by deal (record format, section 4).

The fast decoder stops at the first reason to refuse a record; `validate` then finds all of them.
"""

import codecs
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from daifu.replay.deal import Deal
from daifu.replay.match import Record
from daifu.replay.options import Options
from daifu.replay.text import ReadError
from daifu.schemas.record import limits
from daifu.schemas.record.deals import ConsistentDealReader
from daifu.schemas.record.errors import InvalidRecord, Problem, RecordRefused, raise_if_any
from daifu.schemas.record.header import (
    check_event,
    check_house,
    check_player_ids,
    player_entry,
    player_shape_id,
    record_house,
)
from daifu.schemas.record.identity import canonical_json
from daifu.schemas.record.json_text import has_too_many_values
from daifu.schemas.record.model import DealShape, RawDeal, RawRecord, RecordShape, check_any_json
from daifu.schemas.record.rules import rules_for
from daifu.schemas.record.validate import (
    DealContext,
    DealValidator,
    find_header_problems,
    find_problems,
    find_problems_in_text,
)

_find_escaped_colons: Final = re.compile(rb"(\\+)u003[aA]").findall
_decode_shape: Final = msgspec.json.Decoder(RecordShape).decode
DECODE_ERRORS: Final = (msgspec.MsgspecError, UnicodeError, RecursionError, InvalidRecord, ReadError)
"""What the fast decoder raises: for another shape, a text that cannot be read, fields that do not agree."""


class DecodedRecord(NamedTuple):
    """A record, the shape that it was read from, and its canonical text."""

    record: Record
    shape: RecordShape
    text: bytes


def decode_json(data: bytes) -> DecodedRecord:
    """The record in the JSON text; a byte order mark before it is left out. Raises `RecordRefused`."""
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        if len(data) > limits.RECORD_BYTES or has_too_many_values(data):
            raise InvalidRecord
        decoded = _decode(_decode_shape(data))
        if not _has_unique_keys(decoded.text, data):
            raise InvalidRecord
    except DECODE_ERRORS as error:
        raise RecordRefused(find_problems_in_text(data)) from error
    return _without_schema(decoded)


def _has_unique_keys(canonical: bytes, data: bytes) -> bool:
    """Whether no object in `data` names a field twice, of which the decoder takes the last one.

    `canonical` is the text of what was read from it. Every field needs a colon, also one that is written as an escape.
    If both have as many, no name was dropped.
    """
    colons = data.count(b":")
    if b"\\" in data:  # an even number of backslashes is no escape of what follows
        colons += sum(len(backslashes) % 2 for backslashes in _find_escaped_colons(data))
    return colons == canonical.count(b":")


def decode_raw(raw: Mapping[str, object]) -> DecodedRecord:
    """The record that plain JSON values hold, such as a `RawRecord` of an importer. Raises `RecordRefused`."""
    try:
        return _without_schema(_decode(msgspec.convert(raw, RecordShape)))
    except DECODE_ERRORS as error:
        raise RecordRefused(find_problems(raw)) from error


def decode_read(raw: Mapping[str, object], deals: Sequence[Deal]) -> DecodedRecord:
    """The same for values whose deals have been read and checked already. Raises `RecordRefused`."""
    try:
        return _decode(msgspec.convert(raw, RecordShape), deals)
    except DECODE_ERRORS as error:
        raise RecordRefused(find_problems(raw)) from error


def load_record(data: bytes) -> Record:
    """The record in the JSON text, without its shape and text. Raises `RecordRefused`."""
    return decode_json(data).record


def load_raw_record(raw: Mapping[str, object]) -> Record:
    """The record that plain JSON values hold, without its shape and text. Raises `RecordRefused`."""
    return decode_raw(raw).record


def _decode(shape: RecordShape, read: Sequence[Deal] | None = None) -> DecodedRecord:
    """The record of this shape, with its deals if they have been read. Raises `InvalidRecord` or `ReadError`."""
    if shape.event:
        raise_if_any(check_any_json(shape.event))
        raise_if_any(check_event(shape.event))
    if shape.source:
        raise_if_any(check_any_json(shape.source))
    raise_if_any(check_player_ids(list(map(player_shape_id, shape.players))))
    options = shape.options or {}
    rules = rules_for(shape.rules, options)
    deals = ConsistentDealReader(rules, len(shape.players)).take_all(shape.deals) if read is None else read
    record = Record(rules, options, list(map(player_entry, shape.players)), deals)
    if shape.house:
        raise_if_any(check_house(msgspec.to_builtins(shape.house), rules.profile))
        record.house = record_house(shape.house, rules.profile, options)
    return DecodedRecord(record, shape, canonical_json(shape))


def _without_schema(decoded: DecodedRecord) -> DecodedRecord:
    """The record without the address of its schema, which is no part of it."""
    if decoded.shape.schema is UNSET:
        return decoded
    shape = replace(decoded.shape, schema=UNSET)
    return DecodedRecord(decoded.record, shape, canonical_json(shape))


class DealByDealReader:
    """Reads a record of any number of deals in bounded memory, and collects every reason to refuse it.

    Each deal names its seats, as all deals of foreign logs do, so that none depends on an earlier deal that cannot be
    read. The options must be valid for the profile.
    """

    def __init__(self, profile: str, options: Options, count: int) -> None:
        self.rules = rules_for(profile, options)
        self._deals = ConsistentDealReader(self.rules, count)
        self._validator = DealValidator(DealContext(self.rules, sound=True, players=count))
        self._number = 0
        self._refused = False
        self._problems: list[Problem] = []

    def take(self, raw: RawDeal) -> Deal | None:
        """The next deal; None from the first refused deal on, since there is no record then."""
        place = self._number
        self._number += 1
        try:
            deal = self._deals.take(msgspec.convert(raw, DealShape))
        except DECODE_ERRORS:
            self._refused = True
            if len(self._problems) < limits.PROBLEMS:
                self._problems += [finding.problem for finding in self._validator.find(place, raw)]
        return None if self._refused else deal

    def finish(self, record: RawRecord) -> None:
        """Check the rest of the record after its last deal. Raises `RecordRefused` with all reasons."""
        document: dict[str, Any] = {**record}
        problems = [*find_header_problems(document), *self._problems]
        if problems or self._refused:
            raise RecordRefused(problems[: limits.PROBLEMS])
