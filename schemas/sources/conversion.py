"""Converts an item, JSON or a foreign log, into a record, and writes a record in any format."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import PurePath
from typing import Any, Final, NamedTuple

import msgspec

from replay.match import Record
from replay.text import Text
from schemas.foreign_log import NUL, ImportedRecord, LogError, WritingError
from schemas.record.decode import load_raw_record, load_record
from schemas.record.errors import RecordRefused
from schemas.record.model import RawRecord
from schemas.record.rules import replace_rules
from schemas.sources import messages
from schemas.sources.compression import BrokenStream
from schemas.sources.items import DAIFU, FUJIGOKORO, UECDA, ForeignLog, Item, SourceProblem, SourceRefused
from schemas.sources.streams import STDIN, Lines

_NUL: Final = NUL.encode()

_FOREIGN_FORMATS: Final = (UECDA, FUJIGOKORO)


class RecordWithNotices(NamedTuple):
    """A record that was read, and notices for people about how it was read."""

    record: Record
    notices: list[Text]


def read_item(item: Item, rules: str | None = None) -> RecordWithNotices:
    """The record of an item, under the rules of another game if one is given. Raises `SourceRefused`."""
    try:
        if rules is not None:
            raw, notices = read_raw_item(item)
            return RecordWithNotices(load_raw_record(replace_rules(raw, rules, None)), notices)
        if item.format not in _FOREIGN_FORMATS:
            return RecordWithNotices(load_record(item.data), [])
        imported = _import_log(item)
        return RecordWithNotices(load_raw_record(imported.record), imported.notices)
    except RecordRefused as refusal:
        raise refuse_record(item, refusal) from refusal


def read_raw_item(item: Item) -> ImportedRecord:
    """The plain JSON values of the record of an item, with the notices of its importer. Raises `SourceRefused`."""
    if item.format in _FOREIGN_FORMATS:
        return _import_log(item)
    read_item(item)
    raw: RawRecord = msgspec.json.decode(item.data)
    return ImportedRecord(raw, [])


def refuse_record(place: Item | ForeignLog, refusal: RecordRefused) -> SourceRefused:
    """The refusal of a record with its place: its file and line."""
    return SourceRefused([SourceProblem(place.file, place.line, text, pointer) for pointer, text in refusal.problems])


def source_file_name(file: str) -> str:
    """The name of a file in the `source` of a record."""
    return "" if file == STDIN else PurePath(file).name


def _importer(form: str) -> Callable[[Iterable[str], str], ImportedRecord]:
    """What imports logs of a foreign format. A format is loaded when a log of it is read."""
    if form == UECDA:
        from schemas.uecda.importer import import_server_log

        return import_server_log
    from schemas.fujigokoro.importer import import_fujigokoro

    return import_fujigokoro


def _import_log(item: Item) -> ImportedRecord:
    log = ForeignLog(item.file, item.line, Lines(BytesIO(item.data), item.line))
    text = decode_log(log)
    with refuse_log_errors(log, text):
        imported = _importer(item.format)(text, source_file_name(item.file))
    refuse_nul(log, imported.record["source"])
    return imported


def decode_log(log: ForeignLog) -> Iterator[str]:
    """The lines of a log with their endings. Raises `SourceRefused` if it is not text or cannot be read further.

    NUL bytes are not text. A last line of only NUL bytes is accepted here: `refuse_nul` checks what it follows.
    """
    try:
        for line in log.lines:
            if _NUL in line and line.strip(_NUL):
                raise SourceRefused([SourceProblem(log.file, log.lines.number, messages.NUL_BYTE)])
            yield line.decode()
    except UnicodeDecodeError as error:
        raise SourceRefused([SourceProblem(log.file, log.lines.number, messages.not_utf8(error))]) from error
    except BrokenStream as broken:
        raise SourceRefused([SourceProblem(log.file, log.lines.number, broken.expected)]) from broken


@contextmanager
def refuse_log_errors(log: ForeignLog, text: Iterator[str]) -> Iterator[None]:
    """Turn a `LogError` raised inside into `SourceRefused`.

    The rest of the text is read first: if the file is damaged, that is reported instead.
    """
    try:
        yield
    except LogError as error:
        deque(text, 0)
        raise SourceRefused(
            [SourceProblem(log.file, log.line + error.line - 1, messages.log_error_text(error))]
        ) from error


def refuse_nul(log: ForeignLog, source: dict[str, Any]) -> None:
    """Raise `SourceRefused` if the tail of a log, after a truncated game, has NUL bytes."""
    tail: str = source.get("tail", "")
    if NUL in tail:
        line = log.line + source["tail_line"] - 1 + tail.count("\n")
        raise SourceRefused([SourceProblem(log.file, line, messages.NUL_BYTE)])


def write_record(item: Item, record: RawRecord, to: str) -> bytes:
    """The record of an item as the bytes of a file in the format `to`.

    Raises `SourceRefused`, with the place of the item, for a record that the format cannot hold.
    """
    try:
        return _write(record, to)
    except WritingError as error:
        raise SourceRefused([SourceProblem(item.file, item.line, messages.not_writable(to, error.message))]) from error


def _write(record: RawRecord, to: str) -> bytes:
    """The record in the format `to`, which is loaded for it. Raises `WritingError`."""
    if to == DAIFU:
        return msgspec.json.encode(record) + b"\n"
    if to == UECDA:
        from schemas.uecda.writer import write_server_log

        return write_server_log(record).encode()
    from schemas.fujigokoro.writer import write_fujigokoro

    return write_fujigokoro(record).encode()
