"""Splits a file into items: detects its format, and takes each line or each JSON document as a record.

JSON documents stand one behind the other, over any number of lines, or in a list. Only brackets outside of strings are
counted; what is between them is read later, when the record is decoded. A server log is not split: it is passed on with
its lines.
"""

import codecs
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

import msgspec

from daifu.replay.text import Text
from daifu.schemas.encodings import UTF_8
from daifu.schemas.record import limits
from daifu.schemas.sources import messages
from daifu.schemas.sources.compression import BrokenStream
from daifu.schemas.sources.streams import Lines

BEFORE_OBJECTS: Final = (b"{", b"[", b",", b":")
"""What a line ends with if the next one can go on with an object. A brace is there for the sake of its error."""

LIST_OF_OBJECTS: Final = re.compile(rb"\[\s*(?:\{|\]?\s*$)")
"""How a list of records begins, on a line."""
_STRING: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?')
_TOKEN: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?|[{}\[\]]')
_OPENING: Final = b"{["
_NO_BRACKETS: Final = bytes(set(range(256)) - set(b"{}[]"))
_BLANKS: Final = b" \t\r\n"

AUTO: Final = "auto"
DAIFU: Final = "daifu"
UECDA: Final = "uecda"
FUJIGOKORO: Final = "fujigokoro"
FU: Final = "fu"
FORMATS: Final = (DAIFU, UECDA, FUJIGOKORO, FU)

COMPRESSED: Final = (".gz", ".zst", ".bz2", ".xz")
"""Endings of compressed files, after that of their format."""
RECORD_PER_LINE_ENDINGS: Final = (".ndjson", ".jsonl")
_UECDA_START: Final = re.compile(rb"%(?:-----|[0-9]{5,})%")
FU_LINE: Final = b"fu/1"
"""The first line of a record in the hand notation."""
_FU_START: Final = re.compile(rb"fu/1\s*$|rules ")
LOG_OR_GAME: Final = {UECDA: re.compile(rb"%(?:-----|[0-9]{5,18}%mibun)%"), FUJIGOKORO: re.compile(rb"player |/\*")}
"""How a line begins with which a log or a game begins."""

_NEXT_ON_LINE: Final = re.compile(rb"\}\s*\{")
"""What stands between two records on one line; inside of a record, only in a text."""


class DocumentText(NamedTuple):
    """The text of a document and the line where it begins, or the problem that there is none."""

    line: int
    text: bytes
    problem: Text | None = None


class DocumentCutter:
    """Cuts the lines that it is given into documents.

    A document ends where its brackets are closed, and a broken one where a line begins with an object that cannot
    belong to it: one after a line that nothing can follow, or one that is not indented in a document whose second line
    is. What is no object stays together, up to such a line, so that it is refused once. The records of a list are
    documents of their own.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._held = bytearray()
        self._begin = 0
        self._depth = 0
        self._junk = self._lost = self._in_list = False
        self._goes_on = self._indented = False

    @property
    def is_open(self) -> bool:
        """Whether the next line goes on with a document that has begun."""
        return self._begin > 0

    def take(self, number: int, line: bytes) -> Iterator[DocumentText]:
        """The documents that end on the next line, which has this number, or before it."""
        if self._begin and self._begins_anew(line):
            yield from self.end()
        self._indented |= number == self._begin + 1 and line.startswith((b" ", b"\t"))
        rest = line
        while rest:
            if not self._begin:
                rest = self._skip_between(rest)
                if not rest:
                    break
                self._begin = number
                self._junk = not rest.startswith(b"{")
            size = len(rest) if self._junk else self._document_size(rest)
            yield from self._hold(rest[:size])
            if not self._junk and not self._depth:
                yield from self.end()
            rest = rest[size:]
        if not line.isspace():
            self._goes_on = line.rstrip().endswith(BEFORE_OBJECTS)

    def end(self) -> Iterator[DocumentText]:
        """The document that has begun, ended here."""
        if self._begin and not self._lost:
            yield DocumentText(self._begin, bytes(self._held))
        self._held.clear()
        self._begin = self._depth = 0
        self._junk = self._lost = self._indented = False

    def end_text(self, number: int) -> Iterator[DocumentText]:
        """What is left at the end of the text, whose last line has this number."""
        yield from self.end()
        if self._in_list:
            yield DocumentText(number, b"", messages.LIST_GOES_ON)

    def lose(self, number: int) -> Iterator[DocumentText]:
        """Give up the document at hand, or one on the line with this number, because that is too long to be read."""
        if not self._lost:
            yield DocumentText(self._begin or number, b"", messages.too_long(self._most))
        self._lost = True
        yield from self.end()
        self._in_list = False

    def _begins_anew(self, line: bytes) -> bool:
        """Whether a line begins an object that cannot belong to the document at hand."""
        if self._junk or not self._goes_on:
            return line.lstrip(_BLANKS).startswith(b"{")
        return self._indented and line.startswith(b"{")

    def _skip_between(self, rest: bytes) -> bytes:
        """The text from the next document on, without what stands between documents."""
        while True:
            rest = rest.lstrip(_BLANKS).removeprefix(codecs.BOM_UTF8)
            if self._in_list and rest.startswith((b",", b"]")):
                self._in_list = rest.startswith(b",")
            elif not self._in_list and LIST_OF_OBJECTS.match(rest):
                self._in_list = True
            else:
                return rest
            rest = rest[1:]

    def _document_size(self, text: bytes) -> int:
        """How much of the text belongs to the document at hand, whose depth afterwards is kept."""
        # Most pieces of text end no document: their brackets alone tell that, faster than their tokens could.
        depth = self._depth
        for bracket in _STRING.sub(b"", text).translate(None, _NO_BRACKETS):
            depth += 1 if bracket in _OPENING else -1
            if not depth:
                break
        if depth:
            self._depth = depth
            return len(text)
        for token in _TOKEN.finditer(text):
            if token[0] in {b"{", b"["}:
                self._depth += 1
            elif not token[0].startswith(b'"'):
                self._depth -= 1
                if not self._depth:
                    return token.end()
        return len(text)

    def _hold(self, text: bytes) -> Iterator[DocumentText]:
        if not self._lost and len(self._held) + len(text) > self._most:
            yield DocumentText(self._begin, b"", messages.too_long(self._most))
            self._lost = True
            self._held.clear()
        if not self._lost:
            self._held += text


def split_documents(lines: Lines) -> Iterator[DocumentText]:
    """The documents of the lines."""
    cutter = DocumentCutter(min(lines.longest, limits.RECORD_BYTES))
    for line in lines:
        if lines.is_cut(line):
            yield from cutter.lose(lines.number)
            lines.skip_rest(line)
        else:
            yield from cutter.take(lines.number, line)
    yield from cutter.end_text(lines.number)


def split_line(number: int, line: bytes, lines: Lines) -> Iterator[DocumentText]:
    """The documents on a line that was taken, of which there may be several.

    Where it is the first line of a document over several lines, these are taken, too.
    """
    cutter = DocumentCutter(min(lines.longest, limits.RECORD_BYTES))
    yield from cutter.take(number, line)
    while cutter.is_open and line.strip() == b"{" and (more := lines.peek()) and not lines.is_cut(more):
        yield from cutter.take(lines.number + 1, lines.take())
    yield from cutter.end_text(number)


class Item(NamedTuple):
    """A record in a file: the file, the line where it begins (from 1), its format, and its bytes."""

    file: str
    line: int
    format: str
    data: bytes


class ForeignLog(NamedTuple):
    """A foreign log of any length: where it begins, and its lines, which can be taken once.

    The lines must be taken before the next item of the source. `path` is the path of the file if the log is all of it,
    `codec` that with which the file was opened, and `file` its name for people. `head` are the lines of a header that
    stands before it elsewhere.
    """

    file: str
    line: int
    lines: Lines
    path: str = ""
    codec: str = UTF_8
    head: tuple[bytes, ...] = ()


class LogFile(NamedTuple):
    """A log that can be opened again: the name of its file for people, its path, its first line, and its codec."""

    file: str
    path: str
    first: int
    codec: str = UTF_8


class SourceProblem(NamedTuple):
    """A problem of a source: where it is, and what was expected there.

    `line` is 0 for a problem of the file itself; `pointer` is the JSON pointer (RFC 6901) to a field of a record.
    """

    file: str
    line: int
    expected: Text
    pointer: str = ""


class SourceRefused(ValueError):
    """A source without a record that can be read; `reasons` are all problems that were found.

    `rest` is the log that goes on behind the place at which one was refused.
    """

    def __init__(self, reasons: list[SourceProblem], rest: ForeignLog | None = None) -> None:
        super().__init__("; ".join(reason.expected.en for reason in reasons))
        self.reasons = reasons
        self.rest = rest

    def __reduce__(self) -> tuple[object, ...]:
        """As another process gets it that had the source judged."""
        return SourceRefused, (self.reasons,)


class _RecordStart(msgspec.Struct):
    """The field that tells that a line is a record."""

    format: object


def detect_format(lines: Lines) -> str | None:
    """The format of a file that begins with these lines; None if it is unknown."""
    first = lines.peek()
    if first.lstrip().startswith(b"{") or LIST_OF_OBJECTS.match(first.lstrip()):
        return DAIFU
    if _UECDA_START.match(first):
        return UECDA
    if _FU_START.match(first):
        return FU
    if first.startswith(b"player ") and lines.peek(1).startswith(b"/*"):
        return FUJIGOKORO
    return None


def has_record_per_line(file: str, lines: Lines) -> bool:
    """Whether each line is a record: by the name of the file, or by its first two lines, even if these are no records.

    A file whose first line is a single brace has records over several lines, whatever its name, and so has one that
    begins with a list over several lines. A first line that is too long to be read is taken as a record of its own.
    """
    first = lines.peek()
    if first.strip() == b"{" or (LIST_OF_OBJECTS.match(first.lstrip()) and not _is_json(first)):
        return False
    named_for_lines = without_compression(file).endswith(RECORD_PER_LINE_ENDINGS)
    if named_for_lines or lines.is_cut(first) or _is_json(first):
        return True  # the second line is not waited for: it may come only after the report on the first
    second = lines.peek(1)
    # The second line is one, or begins an object where JSON that goes on from the first line could not have one.
    return _is_json(second, _RecordStart) or (
        second.lstrip().startswith(b"{") and not first.rstrip().endswith(BEFORE_OBJECTS)
    )


def without_compression(name: str) -> str:
    """The name of a file in lower case without the ending of a compressed one."""
    name = name.lower()
    return name.removesuffix(next(filter(name.endswith, COMPRESSED), ""))


def _is_json(line: bytes, kind: Any = Any) -> bool:  # noqa: ANN401 - any type
    try:
        msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def split_file(file: str, lines: Lines, wanted: str) -> Iterator[Item | ForeignLog | SourceProblem]:
    """The records of a file, in the format `wanted` or in the detected one."""
    lines.skip_blank()
    line = lines.number + 1
    if not lines.peek():
        yield SourceProblem(file, line, messages.NOTHING)
    elif (found := detect_format(lines) if wanted == AUTO else wanted) is None:
        yield SourceProblem(file, line, messages.packed(lines.peek()) or messages.no_format(lines.peek()))
    elif found == DAIFU and has_record_per_line(file, lines):
        yield from split_lines(file, lines)
    elif found == DAIFU:
        yield from _items(file, split_documents(lines))
    elif found == UECDA:
        yield ForeignLog(file, line, lines)
    elif found == FU:
        yield from _split_notation(file, lines)
    else:
        yield from _read_whole(file, lines, found)


def log_items(log: ForeignLog) -> Iterator[Item | SourceProblem]:
    """A log as one item, or the problem that it is longer than a record may be.

    Where a log cannot be read to its end, the item has what is before that, and the problem comes behind it.
    """
    return _read_whole(log.file, log.lines, UECDA)


def split_lines(file: str, lines: Lines) -> Iterator[Item | SourceProblem]:
    """Each line as a record, but for blank lines, and for lines that have several records or a part of one."""
    for line in lines:
        if lines.is_cut(line):
            yield SourceProblem(file, lines.number, messages.too_long(lines.longest))
            lines.skip_rest(line)
        elif line.isspace():
            lines.skip_blank()
        elif _is_one_record(line, lines):
            yield Item(file, lines.number, DAIFU, line)
        else:
            yield from _items(file, split_line(lines.number, line, lines))


def _is_one_record(line: bytes, lines: Lines) -> bool:
    """Whether a line is one record, or something that is to be refused as a whole."""
    if line.strip() == b"{":
        return lines.peek().lstrip().startswith(b"{")
    return not (_NEXT_ON_LINE.search(line) or (line.startswith(b"[") and line[1:].lstrip().startswith(b"{")))


def _items(file: str, documents: Iterable[DocumentText]) -> Iterator[Item | SourceProblem]:
    for line, text, problem in documents:
        yield Item(file, line, DAIFU, text) if problem is None else SourceProblem(file, line, problem)


def _split_notation(file: str, lines: Lines) -> Iterator[Item | SourceProblem]:
    """The records of a text in the hand notation: a line `fu/1` begins the next one."""
    most = min(lines.longest, limits.RECORD_BYTES)
    begin, data, begun = lines.number + 1, bytearray(), False
    for line in lines:
        if line.strip() == FU_LINE and begun:
            yield Item(file, begin, FU, bytes(data))
            begin, begun = lines.number, False
            data.clear()
        data += line
        begun |= not line.isspace() and line.strip() != FU_LINE
        if len(data) > most or lines.is_cut(line):
            yield SourceProblem(file, begin, messages.too_long(most))
            return
    if begun or data.strip():
        yield Item(file, begin, FU, bytes(data))


def _read_whole(file: str, lines: Lines, form: str) -> Iterator[Item | SourceProblem]:
    begin = lines.number + 1
    most = min(lines.longest, limits.RECORD_BYTES)
    data = bytearray()
    try:
        for line in lines:
            data += line
            if len(data) > most:
                yield SourceProblem(file, begin, messages.too_long(most))
                return
    except Exception as error:  # the bytes of a request end by errors of their own
        if data:
            yield Item(file, begin, form, bytes(data))
        if not isinstance(error, BrokenStream):
            raise
        yield SourceProblem(file, lines.number, error.expected)
    else:
        yield Item(file, begin, form, bytes(data))
