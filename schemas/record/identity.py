"""The identity of records: which are the same, and which continue the same sitting.

`source` says where a record came from and is not part of its identity: the same log under two file names is one record.
"""

from hashlib import blake2b
from typing import Any, Final

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from schemas.record.model import DealShape, RecordShape

CONTENT_BYTES: Final = 16
OPENING_BYTES: Final = 8

canonical_json: Final = msgspec.json.Encoder(order="deterministic").encode
"""Encodes a shape so that equal records give equal bytes: without spaces, fields in the order of the format, names in
free objects sorted."""

_decode_shape: Final = msgspec.json.Decoder(RecordShape).decode


def content_hash(shape: RecordShape, text: bytes) -> bytes:
    """The hash of a record, given its shape and its canonical text; different records have different hashes."""
    if shape.source is not UNSET:
        text = canonical_json(replace(shape, source=UNSET))
    return blake2b(text, digest_size=CONTENT_BYTES).digest()


def opening_hash(shape: RecordShape) -> bytes:
    """A hash that all versions of one sitting have in common, however far it had been played.

    It covers the rules, the players, the event and the start of the first deal: its hands, or without them its result.
    """
    return blake2b(canonical_json(_opening_parts(shape)), digest_size=OPENING_BYTES).digest()


def is_continuation(longer: bytes, shorter: bytes) -> bool:
    """Whether the longer record continues the shorter one; both are JSON texts of records.

    It has the deals of the shorter one and more: further deals, or more of the last deal, which was not over. All the
    rest but `source` is the same.
    """
    after, before = _decode_shape(longer), _decode_shape(shorter)
    last = len(before.deals) - 1
    return (
        len(after.deals) > last
        and canonical_json(_header(after)) == canonical_json(_header(before))
        and canonical_json(after.deals[:last]) == canonical_json(before.deals[:last])
        and _is_same_deal(after.deals[last], before.deals[last])
        and (len(after.deals) > len(before.deals) or _has_grown(after.deals[last], before.deals[last]))
    )


def _header(shape: RecordShape) -> list[Any]:
    return [*_opening_parts(shape), shape.notes or ""]


def _opening_parts(shape: RecordShape) -> list[Any]:
    first = shape.deals[0]
    result = first.result if first.hands is UNSET else UNSET
    start = replace(first, actions=UNSET, result=result, abandoned=UNSET, notes=UNSET)
    return [shape.rules, shape.options or {}, shape.players, shape.event or {}, start]


def _is_same_deal(after: DealShape, before: DealShape) -> bool:
    """Whether a deal is the same, or continues the one that was in play."""
    if not _is_in_progress(before):
        return canonical_json(after) == canonical_json(before)
    taken = before.actions or ()
    return (
        canonical_json(_without_play(after)) == canonical_json(_without_play(before))
        and (after.actions or ())[: len(taken)] == taken
    )


def _has_grown(after: DealShape, before: DealShape) -> bool:
    """Whether a deal in play has more actions now, or has ended."""
    more = len(after.actions or ()) > len(before.actions or ())
    return _is_in_progress(before) and (more or not _is_in_progress(after))


def _is_in_progress(deal: DealShape) -> bool:
    return deal.result is UNSET and not deal.abandoned


def _without_play(deal: DealShape) -> DealShape:
    return replace(deal, actions=UNSET, result=UNSET, abandoned=UNSET)
