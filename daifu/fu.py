"""The hand notation: records from texts as people write them, and texts from records."""

from dataclasses import dataclass
from typing import Literal

from daifu.records import Record, loaded_record
from daifu.schemas.fu.errors import Remark
from daifu.schemas.fu.reader import read as read_text
from daifu.schemas.fu.writer import write as write_text
from daifu.schemas.record.decode import decode_json


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of a text: the record, None if there are errors, and the remarks on it.

    A remark has the `line` and the `column` from 1, the `length`, a `code`, its sentence as `text`, and `suggestions`.
    Notices say what was read how, and what is against the rules.
    """

    record: Record | None
    errors: tuple[Remark, ...]
    notices: tuple[Remark, ...]


def read(text: str) -> Reading:
    """What a text says in the hand notation, spelt as its grammar has it or as people do."""
    found = read_text(text)
    record = None if found.decoded is None else loaded_record(found.decoded)
    return Reading(record, tuple(found.errors), (*found.notices, *found.breaches))


def write(record: Record, *, exact: bool = False, full: bool = False, aids: Literal["en", "ja"] | None = None) -> str:
    """The record in the hand notation: in its normal form, or with `exact` so that its JSON value is read again.

    With `full` every player and every pass is named; `aids` for the eye, in a language, are not read again.
    """
    return write_text(decode_json(record.json), exact=exact, full=full, aids=aids)
