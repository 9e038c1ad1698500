"""Whether every object of a text names each of its fields once; the fast reader would take the last and say nothing."""

import msgspec
from msgspec import UNSET, Struct

from schemas.shape.json_text import parse
from schemas.shape.structs import DealShape, PlayerShape, RecordShape

_MAYBE_A_COLON = b"\\u003"
"""How an escaped colon begins."""


def written_once(shape: RecordShape, data: bytes) -> bool:
    """Whether nothing was written twice in the text that `shape` was read from.

    Every field needs one colon, so where the text has no more of them than what was read, nothing was dropped. Other
    texts (mostly those with a colon in a comment) are read again, slowly.
    """
    if _MAYBE_A_COLON not in data and data.count(b":") == _colons_of_record(shape):
        return True
    return not parse(data).doubled


def _colons_of_record(shape: RecordShape) -> int:
    free = (shape.options, shape.event, shape.source, shape.notes)
    players = sum(map(_colons_of_player, shape.players))
    return _fields(shape) + sum(map(_colons, free)) + players + sum(map(_colons_of_deal, shape.deals))


def _colons_of_deal(shape: DealShape) -> int:
    result = 0 if shape.result is UNSET else _fields(shape.result)
    return _fields(shape) + result + _colons(shape.notes)


def _colons_of_player(shape: str | PlayerShape) -> int:
    if isinstance(shape, str):
        return shape.count(":")
    return _fields(shape) + shape.id.count(":") + shape.name.count(":")


def _fields(shape: Struct) -> int:
    values = msgspec.structs.astuple(shape)
    return len(values) - values.count(UNSET)


def _colons(value: object) -> int:
    """The colons in a free value, and those that JSON needs to write it."""
    if isinstance(value, str):
        return value.count(":")
    if isinstance(value, dict):
        return len(value) + sum(map(_colons, value)) + sum(map(_colons, value.values()))
    if isinstance(value, list):
        return sum(map(_colons, value))
    return 0
