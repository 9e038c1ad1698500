"""An item as a record: from JSON, or from a foreign log by way of its importer."""

import io
from collections.abc import Callable, Iterable
from pathlib import PurePath
from typing import Final, NamedTuple

import msgspec

from replay.record import Record
from replay.text import Text
from schemas.fujigokoro.settle import import_fujigokoro
from schemas.intake import wording
from schemas.intake.item import FUJIGOKORO, UECDA, Item, Unread
from schemas.intake.streams import STDIN
from schemas.log_errors import LogError
from schemas.problems import RecordRefused
from schemas.raw import Imported, RawRecord
from schemas.record import load_record, read_record
from schemas.uecda.settle import import_server_log

_IMPORTERS: Final[dict[str, Callable[[Iterable[str], str], Imported]]] = {
    UECDA: import_server_log,
    FUJIGOKORO: import_fujigokoro,
}


class Refused(ValueError):  # noqa: N818 - that it is refused is all there is to say
    """An item that is no record; `reasons` are all that were found."""

    def __init__(self, reasons: list[Unread]) -> None:
        super().__init__("; ".join(reason.expected.en for reason in reasons))
        self.reasons = reasons


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
        raise Refused([Unread(item.file, item.line, text, pointer) for pointer, text in refusal.problems]) from refusal


def raw_item(item: Item) -> Imported:
    """The plain JSON values of an item that is a record, with the notices of its importer. Raises `Refused`."""
    if item.format in _IMPORTERS:
        return _imported(item)
    read_item(item)
    raw: RawRecord = msgspec.json.decode(item.data)
    return Imported(raw, [])


def _imported(item: Item) -> Imported:
    try:
        name = "" if item.file == STDIN else PurePath(item.file).name
        return _IMPORTERS[item.format](_text_lines(item), name)
    except LogError as error:
        line = item.line + error.line - 1
        raise Refused([Unread(item.file, line, wording.of_log(error))]) from error


def _text_lines(item: Item) -> Iterable[str]:
    """The lines of a log with their endings. Raises `Refused` for what is no text."""
    nul = item.data.find(b"\0")
    if nul >= 0:
        raise Refused([_unread_at(item, nul, wording.NUL)])
    try:
        return io.StringIO(item.data.decode("utf-8"), newline="\n")
    except UnicodeDecodeError as error:
        raise Refused([_unread_at(item, error.start, wording.not_utf8(item.data[error.start]))]) from error


def _unread_at(item: Item, place: int, text: Text) -> Unread:
    return Unread(item.file, item.line + item.data.count(b"\n", 0, place), text)
