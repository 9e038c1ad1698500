"""An item as a record: from JSON, or from a foreign log by way of its importer."""

from collections.abc import Callable, Iterable
from io import BytesIO
from pathlib import PurePath
from typing import Final, NamedTuple

import msgspec

from replay.record import Record
from replay.text import Text
from schemas.fujigokoro.settle import import_fujigokoro
from schemas.intake.item import FUJIGOKORO, UECDA, Item, Log, Refused, Unread
from schemas.intake.lines import Lines
from schemas.intake.log_text import refuse_nul, refusing, text_of
from schemas.intake.streams import STDIN
from schemas.problems import RecordRefused
from schemas.raw import Imported, RawRecord
from schemas.record import load_record, read_record
from schemas.uecda.settle import import_server_log

__all__ = ["Reading", "Refused", "raw_item", "read_item", "refused_record", "source_name"]

_IMPORTERS: Final[dict[str, Callable[[Iterable[str], str], Imported]]] = {
    UECDA: import_server_log,
    FUJIGOKORO: import_fujigokoro,
}


class Reading(NamedTuple):
    """A record that was read, and what people should be told about how it was."""

    record: Record
    notices: list[Text]


def read_item(item: Item) -> Reading:
    """The record of an item. Raises `Refused`."""
    try:
        if item.format not in _IMPORTERS:
            return Reading(load_record(item.data), [])
        imported = _imported(item)
        return Reading(read_record(imported.record), imported.notices)
    except RecordRefused as refusal:
        raise refused_record(item, refusal) from refusal


def raw_item(item: Item) -> Imported:
    """The plain JSON values of an item that is a record, with the notices of its importer. Raises `Refused`."""
    if item.format in _IMPORTERS:
        return _imported(item)
    read_item(item)
    raw: RawRecord = msgspec.json.decode(item.data)
    return Imported(raw, [])


def refused_record(place: Item | Log, refusal: RecordRefused) -> Refused:
    """The refusal of a record with the place where it stands."""
    return Refused([Unread(place.file, place.line, text, pointer) for pointer, text in refusal.problems])


def source_name(file: str) -> str:
    """What the `source` of a record calls the file that it was made from."""
    return "" if file == STDIN else PurePath(file).name


def _imported(item: Item) -> Imported:
    log = Log(item.file, item.line, Lines(BytesIO(item.data), item.line))
    text = text_of(log)
    with refusing(log, text):
        imported = _IMPORTERS[item.format](text, source_name(item.file))
    refuse_nul(log, imported.record["source"])
    return imported
