"""Verdicts as they go over a line from the process that judges: rows of counters by numbers that both ends learn.

What is counted alike is one object for thousands of games. So each end keeps a book of those that went over, and a
message tells only the new ones. What comes out is shared as it was at the other end.
"""

from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

import msgspec

from data.judging.verdicts import Verdict
from data.whole_numbers import Told, meant, told
from replay.counting import Counts, Row, Unlike
from replay.tallies import Meeting, Tallies
from replay.text import Text
from schemas.intake.item import Unread
from schemas.judged import Facts, Judged

MOST_KNOWN: Final = 1 << 14
"""So many rows and meetings are in a book at most, and those of one message more; then both ends begin a new one."""

_Content = tuple[Counts, Counts]
_WideCounts = dict[str, Told]
_Wide = tuple[_WideCounts, _WideCounts]
"""The content of a row, and how it is told where some counts are too large."""

_Told = TypeVar("_Told")


class _Judged(msgspec.Struct, array_like=True, gc=False):
    """A record and what was found, its rows and meetings by their numbers."""

    record: bytes
    report: bytes
    content: bytes
    opening: bytes
    facts: Facts
    notices: list[Text]
    noted: dict[tuple[int, int], list[int]]
    met: dict[tuple[int, ...], list[int]]


class _Verdict(msgspec.Struct, array_like=True, gc=False):
    """A verdict, its record as it goes over the line."""

    file: str
    line: int
    judged: _Judged | None
    problems: tuple[Unread, ...]


class _Message(msgspec.Struct, Generic[_Told], array_like=True, gc=False):
    """Verdicts, and what the other end has to know to understand them.

    The new rows and meetings follow those that are known: so many, none where the books begin anew. Rows that are like
    no other have negative numbers, and are forgotten again.
    """

    known: tuple[int, int]
    rows: list[_Told]
    unlike: list[_Told]
    meetings: list[list[int]]
    verdicts: list[_Verdict]


_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(_Message[_Content]).decode
_decode_wide: Final = msgspec.msgpack.Decoder(_Message[_Wide]).decode


class Sending:
    """The end that sends."""

    def __init__(self) -> None:
        self._rows = _Rows()
        self._meetings = _Meetings(self._rows)

    def message(self, verdicts: Sequence[Verdict]) -> bytes:
        """The verdicts as a message."""
        rows, meetings = self._rows, self._meetings
        if len(rows) + len(meetings) >= MOST_KNOWN:
            rows.clear()
            meetings.clear()
        known = len(rows), len(meetings)
        sent = [self._told(verdict) for verdict in verdicts]
        message = _packed(_Message(known, rows.new, rows.unlike, meetings.new, sent))
        rows.new, rows.unlike, meetings.new = [], [], []
        return message

    def _told(self, verdict: Verdict) -> _Verdict:
        judged = verdict.judged and self._numbered(*verdict.judged)
        return _Verdict(verdict.file, verdict.line, judged, verdict.problems)

    def _numbered(
        self,
        record: bytes,
        report: bytes,
        content: bytes,
        opening: bytes,
        facts: Facts,
        notices: list[Text],
        tallies: Tallies,
    ) -> _Judged:
        row, meeting = self._rows.__getitem__, self._meetings.__getitem__
        noted = {whose: list(map(row, rows)) for whose, rows in tallies.noted.items()}
        met = {players: list(map(meeting, meetings)) for players, meetings in tallies.met.items()}
        return _Judged(record, report, content, opening, facts, notices, noted, met)


class Receiving:
    """The end that receives."""

    def __init__(self) -> None:
        self._rows: list[Row] = []
        self._meetings: list[Meeting] = []

    def verdicts(self, message: bytes) -> list[Verdict]:
        """The verdicts of a message, the next after the last that was read."""
        found = _unpacked(message)
        rows, meetings = self._rows, self._meetings
        del rows[found.known[0] :], meetings[found.known[1] :]
        rows += [Row(*content) for content in found.rows]
        meetings += [Meeting(tuple(rows[number] for number in numbers)) for numbers in found.meetings]
        row = [*rows, *(Unlike(*content) for content in reversed(found.unlike))].__getitem__
        return [_verdict(one, row, meetings.__getitem__) for one in found.verdicts]


def _packed(message: _Message[_Content]) -> bytes:
    try:
        return _encode(message)
    except OverflowError:
        return _encode(msgspec.structs.replace(message, rows=told(message.rows), unlike=told(message.unlike)))


def _unpacked(message: bytes) -> _Message[_Content]:
    try:
        return _decode(message)
    except msgspec.ValidationError:
        wide = _decode_wide(message)
        return _Message(wide.known, meant(wide.rows), meant(wide.unlike), wide.meetings, wide.verdicts)


def _verdict(sent: _Verdict, row: Callable[[int], Row], meeting: Callable[[int], Meeting]) -> Verdict:
    judged = None if sent.judged is None else _judged(sent.judged, row, meeting)
    return Verdict(sent.file, sent.line, judged, sent.problems)


def _judged(sent: _Judged, row: Callable[[int], Row], meeting: Callable[[int], Meeting]) -> Judged:
    noted = {whose: list(map(row, numbers)) for whose, numbers in sent.noted.items()}
    met = {players: list(map(meeting, numbers)) for players, numbers in sent.met.items()}
    return Judged(sent.record, sent.report, sent.content, sent.opening, sent.facts, sent.notices, Tallies(noted, met))


class _Rows(dict[Row, int]):
    """Rows by number, those that the other end has yet to learn, and those that it is to forget."""

    def __init__(self) -> None:
        super().__init__()
        self.new: list[_Content] = []
        self.unlike: list[_Content] = []

    def __missing__(self, row: Row) -> int:
        content = row.own, row.shared
        if isinstance(row, Unlike):
            self.unlike.append(content)
            return -len(self.unlike)
        number = self[row] = len(self)
        self.new.append(content)
        return number


class _Meetings(dict[Meeting, int]):
    """Meetings by number, and those that the other end has yet to learn."""

    def __init__(self, rows: _Rows) -> None:
        super().__init__()
        self.new: list[list[int]] = []
        self._rows = rows

    def __missing__(self, meeting: Meeting) -> int:
        number = self[meeting] = len(self)
        self.new.append([self._rows[row] for row in meeting.rows])
        return number
