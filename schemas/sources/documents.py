"""Splits text into JSON documents: several one behind the other, over any number of lines, or a list of records.

Only brackets outside of strings are counted; what is between them is read later, when the record is decoded.
"""

import codecs
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from daifu.replay.text import Text
from daifu.schemas.record import limits
from daifu.schemas.sources import messages
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
