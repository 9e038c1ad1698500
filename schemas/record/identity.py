"""The identity of records: which are the same, and which continue the same sitting.

`source` says where a record came from and is not part of its identity: the same log under two file names is one record.
"""

from hashlib import blake2b
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from daifu.schemas.record.model import DealShape, RecordShape

CONTENT_BYTES: Final = 16
OPENING_BYTES: Final = 8

canonical_json: Final = msgspec.json.Encoder(order="deterministic").encode
"""Encodes a shape so that equal records give equal bytes: without spaces, fields in the order of the format, names in
free objects sorted."""


class _Source(msgspec.Struct):
    source: msgspec.Raw | UnsetType = UNSET


_decode_source: Final = msgspec.json.Decoder(_Source).decode
_decode_shape: Final = msgspec.json.Decoder(RecordShape).decode


def content_hash(shape: RecordShape, text: bytes) -> bytes:
    """The hash of a record, given its shape and its canonical text; different records have different hashes."""
    if shape.source is not UNSET:
        text = canonical_json(replace(shape, source=UNSET))
    return _digest(text)


def _digest(text: bytes) -> bytes:
    return blake2b(text, digest_size=CONTENT_BYTES).digest()


def has_content(text: bytes, content: bytes) -> bool:
    """Whether a canonical text is that of the record with this hash."""
    if _digest(text) == content:
        return True
    try:
        source = _decode_source(text).source
        before, written, after = text.partition(b',"source":' + bytes(source or b""))
        if source is UNSET or not written:
            return False
        # Where the same text stands before the `source`, too, the record has to be decoded.
        return _digest(before + after) == content or content_hash(_decode_shape(text), text) == content
    except msgspec.MsgspecError:
        return False


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


def play_sequence(text: bytes) -> list[bytes]:
    """What was written of a sitting in the order of play, from the JSON text of its record.

    A record continues another one (see `is_continuation`) if its sequence begins with that of the other and is longer.
    So if many records are sorted by their sequences, one that any other continues stands right before one that does.
    """
    shape = _decode_shape(text)
    sequence = [canonical_json(_header(shape))]
    for deal in shape.deals:
        sequence.append(canonical_json(_without_play(deal)))
        sequence += [action.encode() for action in deal.actions or ()]
        if not _is_in_progress(deal):
            sequence.append(canonical_json([deal.actions is UNSET, deal.result or None, deal.abandoned or False]))
    return sequence


def may_be_same_sitting(one: bytes, other: bytes) -> bool:
    """Whether two records may be versions of one sitting, such as before and after a correction; both are JSON texts.

    That they have the event, the day and the players in common is for the caller to know. They are different sittings
    if they name different rounds, tables or times. They are also different if the hands, or else the actions, that both
    have agree in less than half: a correction changes little of them.
    """
    shapes = _decode_shape(one), _decode_shape(other)
    events = [shape.event or {} for shape in shapes]
    if any(_differ(events[0].get(place), events[1].get(place)) for place in ("round", "table")):
        return False
    from daifu.schemas.record.header import time_of_date  # noqa: PLC0415 - it loads the engine

    if _differ(*(time_of_date(event.get("date")) for event in events)):
        return False
    for traits in (_hands, _action_runs):  # hands are the surer sign; actions are compared where there are none
        first, second = map(traits, shapes)
        if first and second:
            return 2 * len(first & second) >= min(len(first), len(second))
    return True


def _differ(one: object, other: object) -> bool:
    """Whether two values are known and differ; 3 is the same as "3"."""
    return one is not None and other is not None and str(one) != str(other)


def _hands(shape: RecordShape) -> set[tuple[str, ...]]:
    """The hands that are completely known, in any order of their cards."""
    hands = (hand for deal in shape.deals for hand in deal.hands or ())
    return {tuple(sorted(hand.split())) for hand in hands if hand and "?" not in hand}


def _action_runs(shape: RecordShape) -> set[tuple[str, ...]]:
    """All three actions that follow each other in a deal, without comments."""
    deals = ([action.partition("#")[0].strip() for action in deal.actions or ()] for deal in shape.deals)
    return {run for actions in deals for run in zip(actions, actions[1:], actions[2:], strict=False)}


def _header(shape: RecordShape) -> list[Any]:
    return [*_opening_parts(shape), shape.notes or "", *([shape.house] if shape.house else [])]


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
