"""Converts an item, JSON or a foreign log, into a record, and writes a record in any format."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import PurePath
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from daifu.replay.match import Record
from daifu.replay.text import Text
from daifu.schemas.foreign_log import NUL, NUL_BYTE, BadLine, ImportedRecord, LogError, WritingError
from daifu.schemas.record.decode import DecodedRecord, decode_json, decode_raw, load_raw_record
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.record.model import RawRecord
from daifu.schemas.record.rules import OtherRules
from daifu.schemas.sources import messages
from daifu.schemas.sources.compression import BrokenStream
from daifu.schemas.sources.items import (
    DAIFU,
    FU,
    FUJIGOKORO,
    LOG_OR_GAME,
    UECDA,
    ForeignLog,
    Item,
    SourceProblem,
    SourceRefused,
)
from daifu.schemas.sources.streams import STDIN, Lines

_NUL: Final = NUL.encode()

LOG_STARTS: Final = (b"%-----%", b"player ")
"""How the header of a foreign log begins."""
_FOREIGN_FORMATS: Final = (UECDA, FUJIGOKORO, FU)


class RecordWithNotices(NamedTuple):
    """A record that was read, and notices for people about how it was read."""

    record: Record
    notices: list[Text]


def read_item(item: Item, other: OtherRules | None = None) -> RecordWithNotices:
    """The record of an item, under other rules if some are given. Raises `SourceRefused`."""
    try:
        if other is not None:
            raw, notices = read_raw_item(item)
            return RecordWithNotices(load_raw_record(other.applied(raw)), notices)
        if item.format not in _FOREIGN_FORMATS:
            decoded, notices = decode_record(item.data)
            return RecordWithNotices(decoded.record, notices)
        imported = _import_log(item)
        return RecordWithNotices(load_raw_record(imported.record), imported.notices)
    except RecordRefused as refusal:
        raise refuse_record(item, refusal) from refusal


def decode_record(data: bytes) -> tuple[DecodedRecord, list[Text]]:
    """The record in a JSON text, with notices where its cards or actions are spelt as people write them.

    Raises `RecordRefused`.
    """
    try:
        return decode_json(data), []
    except RecordRefused as refusal:
        from daifu.schemas.fu.records import respell_record

        found = respell_record(data, refusal)
        if found is None:
            raise
        return found


def read_raw_item(item: Item) -> ImportedRecord:
    """The plain JSON values of the record of an item, with the notices of its importer. Raises `SourceRefused`."""
    if item.format in _FOREIGN_FORMATS:
        return _import_log(item)
    try:
        decoded, notices = decode_record(item.data)
    except RecordRefused as refusal:
        raise refuse_record(item, refusal) from refusal
    raw: RawRecord = msgspec.json.decode(decoded.text if notices else item.data)
    return ImportedRecord(raw, notices)


def refuse_record(place: Item | ForeignLog, refusal: RecordRefused) -> SourceRefused:
    """The refusal of a record with its place: its file and line."""
    return SourceRefused([SourceProblem(place.file, place.line, text, pointer) for pointer, text in refusal.problems])


def source_file_name(file: str) -> str:
    """The name of a file in the `source` of a record."""
    return "" if file == STDIN else PurePath(file).name


def _importer(form: str) -> Callable[[Iterable[str], str], ImportedRecord]:
    """What imports logs of a foreign format. A format is loaded when a log of it is read."""
    if form == UECDA:
        from daifu.schemas.uecda.importer import import_server_log

        return import_server_log
    from daifu.schemas.fujigokoro.importer import import_fujigokoro

    return import_fujigokoro


def _import_log(item: Item) -> ImportedRecord:
    if item.format == FU:
        return _read_notation(item)
    log = ForeignLog(item.file, item.line, Lines(BytesIO(item.data), item.line))
    with refuse_log_errors(log):
        return _importer(item.format)(decode_log(log), source_file_name(item.file))


def _read_notation(item: Item) -> ImportedRecord:
    """The record in a text in the hand notation."""
    from daifu.schemas.fu.reader import read

    try:
        text = item.data.decode()
    except UnicodeDecodeError as error:
        raise SourceRefused([SourceProblem(item.file, item.line, messages.not_utf8(error))]) from error
    reading = read(text, max(item.line, 1))
    if reading.errors:
        raise SourceRefused([SourceProblem(item.file, error.line, error.in_line) for error in reading.errors])
    record: Any = reading.values
    return ImportedRecord(record, [notice.message for notice in reading.notices])


def decode_log(log: ForeignLog, note: Callable[[SourceProblem], None] = lambda _problem: None) -> Iterator[str]:
    """The lines of a log with their endings; one that is no text is a `BadLine`.

    NUL bytes are not text, but for those of a last line. `note` is called with the reason why a log cannot be read to
    its end.
    """
    yield from map(bytes.decode, log.head)
    try:
        for line in log.lines:
            try:
                text = line.decode()
            except UnicodeDecodeError as error:
                yield BadLine(line.decode(errors="surrogateescape"), messages.not_utf8(error))
                continue
            yield BadLine(text, NUL_BYTE) if _NUL in line and line.strip(_NUL) else text
    except BrokenStream as broken:
        note(SourceProblem(log.file, log.lines.number, broken.expected))


def log_problem(log: ForeignLog, error: LogError) -> SourceProblem:
    """The problem of a log with the line of its file."""
    line = error.line - len(log.head)
    return SourceProblem(log.file, log.line + max(line, 1) - 1, messages.log_error_text(error))


class LogInParts(Protocol):
    """What a reader of a foreign log knows of it once it has read it up to its end, or to a broken place."""

    @property
    def resume(self) -> int | None:
        """The line from which on another game or log may begin; None if there is none."""
        ...

    @property
    def head_lines(self) -> tuple[bytes, ...]:
        """The lines of its header."""
        ...

    def ahead(self) -> list[str]:
        """The lines that were read from the line `resume` on."""
        ...


def log_behind(log: ForeignLog, found: LogInParts, form: str) -> ForeignLog | None:
    """The log from the next game on, with the same header, or the next log, behind what was read; None at the end."""
    if found.resume is None:
        return None
    log.lines.put_back([line.encode(errors="surrogateescape") for line in found.ahead()])
    try:
        while (line := log.lines.peek()) and not LOG_OR_GAME[form].match(line):
            log.lines.skip_rest(log.lines.take())
    except BrokenStream:  # it has been reported where it was met first
        return None
    if not line:
        return None
    head = () if line.startswith(LOG_STARTS) else found.head_lines
    return ForeignLog(log.file, log.lines.number + 1, log.lines, head=head)


@contextmanager
def refuse_log_errors(log: ForeignLog) -> Iterator[None]:
    """Turn a `LogError` raised inside into `SourceRefused`."""
    try:
        yield
    except LogError as error:
        raise SourceRefused([log_problem(log, error)]) from error


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
    if to == FU:
        from daifu.schemas.fu.writer import write

        return write(decode_raw(record)).encode()
    if to == UECDA:
        from daifu.schemas.uecda.writer import write_server_log

        return write_server_log(record).encode()
    from daifu.schemas.fujigokoro.writer import write_fujigokoro

    return write_fujigokoro(record).encode()
