"""Gives the records of an earlier version their times, which then stood in their texts alone."""

from contextlib import suppress
from typing import Any, Final

import msgspec

from data.store.errors import StoreDamaged
from data.store.sql.compression import Compressor
from data.store.sql.connection import Connection
from schemas.record.header import time_of_date

_DATED: Final = """
SELECT id, dictionary, packed, cut FROM records CROSS JOIN revisions ON record = id AND number = revision - withdrawn
WHERE date IS NOT NULL
"""
_SET_TIME: Final = "UPDATE records SET time = ? WHERE id = ?"


class _Record(msgspec.Struct):
    """The field of a record that has its date."""

    event: dict[str, Any] = {}


_decode: Final = msgspec.json.Decoder(_Record).decode


def fill_times(connection: Connection) -> None:
    """Write the times of all records. A damaged record keeps none; `daifu verify` tells of it."""
    compressor = Compressor(connection)
    times = []
    for record, dictionary, packed, cut in connection.execute(_DATED):
        with suppress(StoreDamaged, msgspec.MsgspecError):
            text, _ = compressor.unpack(dictionary, packed, cut or 0)
            time = time_of_date(_decode(text).event["date"])
            if time is not None:
                times.append((time, record))
    connection.executemany(_SET_TIME, times)
