"""Encodes verdicts for the connection between the worker process and its parent.

Thousands of games share the same rows of counters. Each end keeps a table of the rows that were sent, and a message
holds only new ones; the others are named by number. Rows that were shared before are shared after decoding, too.
"""

from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

import msgspec

from data.big_integers import PackedInteger, pack_large, unpack_large
from data.judging.batches import Verdict
from replay.counters import CounterRow, Counts, UncachedRow
from replay.statistics.record import RecordCounters
from replay.statistics.results import PairRows
from replay.text import Text
from schemas.judgement import JudgedRecord, RecordFacts
from schemas.sources.items import SourceProblem

MAX_KNOWN_ROWS: Final = 1 << 14
"""So many rows and meetings are in a book at most, and those of one message more; then both ends begin a new one."""

_RowContent = tuple[Counts, Counts]
_LargeCounts = dict[str, PackedInteger]
_LargeRowContent = tuple[_LargeCounts, _LargeCounts]
"""The content of a row, and how it is told where some counts are too large."""

_SentRow = TypeVar("_SentRow")


class _SentJudged(msgspec.Struct, array_like=True, gc=False):
    """A record and what was found, its rows and meetings by their numbers."""

    record: bytes
    report: bytes
    content: bytes
    opening: bytes
    facts: RecordFacts
    notices: list[Text]
    noted: dict[tuple[int, int], list[int]]
    met: dict[tuple[int, ...], list[int]]


class _SentVerdict(msgspec.Struct, array_like=True, gc=False):
    """A verdict, its record as it goes over the line."""

    file: str
    line: int
    judged: _SentJudged | None
    problems: tuple[SourceProblem, ...]


class _Message(msgspec.Struct, Generic[_SentRow], array_like=True, gc=False):
    """Verdicts, and what the other end has to know to understand them.

    The new rows and meetings follow those that are known: so many, none where the books begin anew. Rows that are like
    no other have negative numbers, and are forgotten again.
    """

    known: tuple[int, int]
    rows: list[_SentRow]
    unlike: list[_SentRow]
    meetings: list[list[int]]
    verdicts: list[_SentVerdict]


_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(_Message[_RowContent]).decode
_decode_large: Final = msgspec.msgpack.Decoder(_Message[_LargeRowContent]).decode


class VerdictEncoder:
    """The end that sends."""

    def __init__(self) -> None:
        self._rows = _RowNumbers()
        self._meetings = _MeetingNumbers(self._rows)

    def message(self, verdicts: Sequence[Verdict]) -> bytes:
        """The verdicts as a message."""
        rows, meetings = self._rows, self._meetings
        if len(rows) + len(meetings) >= MAX_KNOWN_ROWS:
            rows.clear()
            meetings.clear()
        known = len(rows), len(meetings)
        sent = [self._told(verdict) for verdict in verdicts]
        message = _encode_message(_Message(known, rows.new, rows.unlike, meetings.new, sent))
        rows.new, rows.unlike, meetings.new = [], [], []
        return message

    def _told(self, verdict: Verdict) -> _SentVerdict:
        judged = verdict.judged and self._numbered(*verdict.judged)
        return _SentVerdict(verdict.file, verdict.line, judged, verdict.problems)

    def _numbered(
        self,
        record: bytes,
        report: bytes,
        content: bytes,
        opening: bytes,
        facts: RecordFacts,
        notices: list[Text],
        tallies: RecordCounters,
    ) -> _SentJudged:
        row, meeting = self._rows.__getitem__, self._meetings.__getitem__
        noted = {whose: list(map(row, rows)) for whose, rows in tallies.noted.items()}
        met = {players: list(map(meeting, meetings)) for players, meetings in tallies.met.items()}
        return _SentJudged(record, report, content, opening, facts, notices, noted, met)


class VerdictDecoder:
    """The end that receives."""

    def __init__(self) -> None:
        self._rows: list[CounterRow] = []
        self._meetings: list[PairRows] = []

    def verdicts(self, message: bytes) -> list[Verdict]:
        """The verdicts of a message, the next after the last that was read."""
        found = _decode_message(message)
        rows, meetings = self._rows, self._meetings
        del rows[found.known[0] :], meetings[found.known[1] :]
        rows += [CounterRow(*content) for content in found.rows]
        meetings += [PairRows(tuple(rows[number] for number in numbers)) for numbers in found.meetings]
        row = [*rows, *(UncachedRow(*content) for content in reversed(found.unlike))].__getitem__
        return [_received_verdict(one, row, meetings.__getitem__) for one in found.verdicts]


def _encode_message(message: _Message[_RowContent]) -> bytes:
    try:
        return _encode(message)
    except OverflowError:
        return _encode(
            msgspec.structs.replace(message, rows=pack_large(message.rows), unlike=pack_large(message.unlike))
        )


def _decode_message(message: bytes) -> _Message[_RowContent]:
    try:
        return _decode(message)
    except msgspec.ValidationError:
        wide = _decode_large(message)
        return _Message(wide.known, unpack_large(wide.rows), unpack_large(wide.unlike), wide.meetings, wide.verdicts)


def _received_verdict(
    sent: _SentVerdict, row: Callable[[int], CounterRow], meeting: Callable[[int], PairRows]
) -> Verdict:
    judged = None if sent.judged is None else _received_judged(sent.judged, row, meeting)
    return Verdict(sent.file, sent.line, judged, sent.problems)


def _received_judged(
    sent: _SentJudged, row: Callable[[int], CounterRow], meeting: Callable[[int], PairRows]
) -> JudgedRecord:
    noted = {whose: list(map(row, numbers)) for whose, numbers in sent.noted.items()}
    met = {players: list(map(meeting, numbers)) for players, numbers in sent.met.items()}
    return JudgedRecord(
        sent.record, sent.report, sent.content, sent.opening, sent.facts, sent.notices, RecordCounters(noted, met)
    )


class _RowNumbers(dict[CounterRow, int]):
    """Rows by number, those that the other end has yet to learn, and those that it is to forget."""

    def __init__(self) -> None:
        super().__init__()
        self.new: list[_RowContent] = []
        self.unlike: list[_RowContent] = []

    def __missing__(self, row: CounterRow) -> int:
        content = row.own, row.shared
        if isinstance(row, UncachedRow):
            self.unlike.append(content)
            return -len(self.unlike)
        number = self[row] = len(self)
        self.new.append(content)
        return number


class _MeetingNumbers(dict[PairRows, int]):
    """Meetings by number, and those that the other end has yet to learn."""

    def __init__(self, rows: _RowNumbers) -> None:
        super().__init__()
        self.new: list[list[int]] = []
        self._rows = rows

    def __missing__(self, meeting: PairRows) -> int:
        number = self[meeting] = len(self)
        self.new.append([self._rows[row] for row in meeting.rows])
        return number
