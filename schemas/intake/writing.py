"""A record written in any of the formats."""

from collections.abc import Callable
from typing import Final

import msgspec

from schemas.fujigokoro.writer import write_fujigokoro
from schemas.intake import wording
from schemas.intake.item import DAIFU, FUJIGOKORO, UECDA, Item, Refused, Unread
from schemas.log_errors import WritingError
from schemas.raw import RawRecord
from schemas.uecda.server_log_writer import write_server_log


def written(item: Item, record: RawRecord, to: str) -> bytes:
    """The record, which stands at the item, as the bytes of a file in the format `to`.

    Raises `Refused` where the format has no words for it.
    """
    try:
        return _WRITERS[to](record)
    except WritingError as error:
        raise Refused([Unread(item.file, item.line, wording.no_words(to, error.message))]) from error


_WRITERS: Final[dict[str, Callable[[RawRecord], bytes]]] = {
    DAIFU: lambda record: msgspec.json.encode(record) + b"\n",
    UECDA: lambda record: write_server_log(record).encode(),
    FUJIGOKORO: lambda record: write_fujigokoro(record).encode(),
}
