"""What is uploaded: the body of a request as one record in any of the formats."""

import io
from typing import Final

from api.http.bodies import BINARY, GZIP, JSON, PLAIN, check_media_type, read_body
from api.http.services import services
from schemas.intake.item import AUTO, DAIFU, Item, Log, Refused, Unread
from schemas.intake.lines import Lines
from schemas.intake.splitting import split, whole_log
from schemas.intake.streams import STDIN

MEDIA_TYPES: Final = (JSON, PLAIN, BINARY, GZIP)

_NO_LINE: Final = 0
"""A record in JSON is wrong at places of its own, whatever lines it is written in."""


def uploaded_item(wanted: str) -> Item:
    """The body as a record in the format `wanted`, or in the one that it begins like.

    Raises `Refused` where it is none of them, and the problems that there are with bodies.
    """
    check_media_type(MEDIA_TYPES)
    data = uploaded_bytes()
    if wanted == DAIFU or (wanted == AUTO and data.lstrip().startswith(b"{")):
        return Item(STDIN, _NO_LINE, DAIFU, data)
    entry = next(split(STDIN, Lines(io.BytesIO(data)), wanted))
    item = whole_log(entry) if isinstance(entry, Log) else entry
    if isinstance(item, Unread):
        raise Refused([item])
    return item


def uploaded_json() -> bytes:
    """The body, which says of itself that it is JSON. Raises the problems that there are with bodies."""
    check_media_type([JSON])
    return uploaded_bytes()


def uploaded_bytes() -> bytes:
    """The body without gzip, within the limits for one record. Raises the problems that there are with bodies."""
    settings = services().settings
    return read_body(settings.body_bytes, settings.decompressed_bytes)
