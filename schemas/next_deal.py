"""A sitting with one more deal, as JSON text: so an evening is recorded while it is played."""

from typing import Final

import msgspec

from schemas.problems import Problem, RecordRefused, pointer
from schemas.shape.json_text import NotJson, parse

_DEALS: Final = "deals"

_read_fields: Final = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_read_deals: Final = msgspec.json.Decoder(list[msgspec.Raw]).decode
_write: Final = msgspec.json.encode


def with_deal(record: bytes, deal: bytes) -> bytes:
    """The record, of which this is the JSON text, with the deal behind its last one; nothing is changed in either.

    Raises `RecordRefused` where the deal is no JSON, which might come to more or less than one deal.
    """
    try:
        parse(deal)
    except NotJson as reason:
        raise RecordRefused([Problem("", reason.text)]) from reason
    fields = _read_fields(record)
    fields[_DEALS] = msgspec.Raw(_write([*_read_deals(fields[_DEALS]), msgspec.Raw(deal)]))
    return _write(fields)


def seen_from(deal: int, refused: RecordRefused) -> RecordRefused:
    """What is wrong with the deal of this number, counted from 1, its places seen from the deal alone."""
    place = pointer((_DEALS, deal - 1))
    return RecordRefused(_inside(place, problem) for problem in refused.problems)


def _inside(place: str, problem: Problem) -> Problem:
    inside = problem.pointer == place or problem.pointer.startswith(f"{place}/")
    return problem._replace(pointer=problem.pointer.removeprefix(place)) if inside else problem
