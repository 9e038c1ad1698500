"""The forms in which a record is handed out: as it is, or as a log of another program."""

from typing import Final

import msgspec
from flask import Response

from api.http import kinds
from api.http.answers import json_bytes
from api.http.problems import HttpProblem
from schemas.intake.item import DAIFU, Item, Refused
from schemas.intake.streams import STDIN
from schemas.intake.writing import written

_TEXT: Final = "text/plain; charset=utf-8"

_read: Final = msgspec.json.decode


def in_form(form: str, record: bytes) -> Response:
    """The record, of which this is the JSON text, in a format. Raises the problem `cannot-convert`."""
    if form == DAIFU:
        return json_bytes(record)
    try:
        log = written(Item(STDIN, 0, DAIFU, record), _read(record), form)
    except Refused as refused:
        raise HttpProblem(kinds.CANNOT_CONVERT, refused.reasons[0].expected) from refused
    return Response(log, content_type=_TEXT)
