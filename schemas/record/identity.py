"""Which records are the same, and which continue the same sitting.

`source` says where a record came from and is no part of its identity: the same log under two file names is one record.
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
"""The JSON text of a shape in which equal records are equal bytes: no spaces, fields in the contract's order, free
objects by name."""

_decode_shape: Final = msgspec.json.Decoder(RecordShape).decode


def content_hash(shape: RecordShape, text: bytes) -> bytes:
    """What the record of this shape, whose canonical text is at hand, is told from all others by."""
    if shape.source is not UNSET:
        text = canonical_json(replace(shape, source=UNSET))
    return blake2b(text, digest_size=CONTENT_BYTES).digest()


def opening_hash(shape: RecordShape) -> bytes:
    """What the versions of one sitting have in common, however far it has been played when they were written.

    The rules, the players, the event, and what the first deal starts with: its hands, or where there are none its
    result.
    """
    return blake2b(canonical_json(_opening_parts(shape)), digest_size=OPENING_BYTES).digest()


def is_continuation(longer: bytes, shorter: bytes) -> bool:
    """Whether one record is another one played on; both are JSON texts of records.

    It has the deals of the other and goes beyond: with more deals, or with more of the last one, which the other left
    in play. Everything else is the same but for `source`.
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


def _is_same_deal(now: DealShape, then: DealShape) -> bool:
    """Whether a deal is the same, perhaps further on if it was in play."""
    if not _is_in_progress(then):
        return canonical_json(now) == canonical_json(then)
    taken = then.actions or ()
    return (
        canonical_json(_without_play(now)) == canonical_json(_without_play(then))
        and (now.actions or ())[: len(taken)] == taken
    )


def _has_grown(now: DealShape, then: DealShape) -> bool:
    """Whether the same deal has more actions now, or was in play and has ended."""
    more = len(now.actions or ()) > len(then.actions or ())
    return _is_in_progress(then) and (more or not _is_in_progress(now))


def _is_in_progress(deal: DealShape) -> bool:
    return deal.result is UNSET and not deal.abandoned


def _without_play(deal: DealShape) -> DealShape:
    return replace(deal, actions=UNSET, result=UNSET, abandoned=UNSET)
