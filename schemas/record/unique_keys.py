"""Whether a JSON text names a field twice, told by its colons: the decoder takes the last of equal names."""

import re
from typing import Final

from msgspec import UNSET
from msgspec.structs import astuple, replace

from schemas.record.identity import canonical_json
from schemas.record.model import DealShape, RecordShape

_find_escaped_colons: Final = re.compile(rb"(\\+)u003[aA]").findall


def has_unique_keys(shape: RecordShape, data: bytes) -> bool:
    """Whether no object in `data` names a field twice; `shape` is what was read from it.

    Every field needs a colon. If there are only as many as the shape needs, no name was dropped. Others may stand in
    texts of the deals, such as comments: then the canonical text decides, which has these texts.
    """
    colons = _count_colons(data)
    return colons == _fewest_colons(shape) or colons == canonical_json(shape).count(b":")


def _count_colons(data: bytes) -> int:
    """The colons in a JSON text, with those that are written as escapes."""
    colons = data.count(b":")
    if b"\\" in data:  # an even number of backslashes is no escape of what follows
        colons += sum(len(backslashes) % 2 for backslashes in _find_escaped_colons(data))
    return colons


def _fewest_colons(shape: RecordShape) -> int:
    """The colons that the record needs if the texts of its deals have none."""
    return canonical_json(replace(shape, deals=())).count(b":") + sum(map(_count_fields, shape.deals))


def _count_fields(deal: DealShape) -> int:
    fields = astuple(deal)
    if deal.result is not UNSET:
        fields += astuple(deal.result)
    return len(fields) - fields.count(UNSET)
