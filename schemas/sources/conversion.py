"""Converts an item, JSON or a foreign log, into a record, and writes a record in any format.

What a record loses when it is written for another program is found by reading it again. A log that was refused is taken
apart: what is whole between its broken places are logs, too.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import PurePath
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import msgspec

from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import Record
from daifu.replay.text import Text, filled
from daifu.schemas.foreign_log import NUL, NUL_BYTE, BadLine, ImportedRecord, LogError, WritingError
from daifu.schemas.record import limits
from daifu.schemas.record.decode import DecodedRecord, decode_json, decode_raw, load_raw_record
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.record.model import RawDeal, RawRecord, player_id, player_name
from daifu.schemas.record.rules import OtherRules, rules_for
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

_SPOKEN: Final = {
    "event": Text("the event ({what})", "大会などの情報（{what}）"),
    "notes": Text("the notes of the record", "棋譜のメモ"),
    "source": Text("where the record comes from (source)", "棋譜の出どころ（source）"),
    "players.id": Text("the ids of players ({what})", "プレイヤーのID（{what}）"),
    "options": Text("options ({what})", "オプション（{what}）"),
    "deals.notes": Text("the notes of deals ({what})", "各回のメモ（{what}件）"),
    "deals.result": Text("written results and points ({what})", "書かれた結果と得点（{what}件）"),
    "deals.fields": Text("dealers, leaders and stocks of deals ({what})", "各回の親・最初の人・山札（{what}件）"),
    "actions": Text("actions ({what})", "行動（{what}件）"),
    "actions.comment": Text("comments of actions ({what})", "行動のコメント（{what}件）"),
    "actions.time": Text("times of actions ({what})", "行動の時間（{what}件）"),
}

_NOT_OF_LOGS: Final = ("dealer", "first", "stock")

_Value = TypeVar("_Value")


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
                # Escaped, it can be put back as it was where another log begins behind it: see `log_behind`.
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


class Lost(NamedTuple):
    """A part of a record that is lost: its name, such as `deals.notes`, and what of it, or how much."""

    part: str
    what: str = ""

    @property
    def text(self) -> Text:
        """The part in words."""
        return filled(_SPOKEN[self.part], what=self.what)


def find_losses(record: RawRecord, log: bytes, form: str) -> list[Lost]:
    """The parts of a record that are not in the log as which it was written. Raises `SourceRefused`."""
    if form in {DAIFU, FU}:
        return []
    again, _notices = read_raw_item(Item("", 1, form, log))
    return [*_lost_outside_deals(record, again), *_lost_in_deals(record, again)]


def losses_text(losses: list[Lost]) -> Text:
    """The sentence that names what was lost."""
    return Text(
        f"this format has no place for {', '.join(lost.text.en for lost in losses)}; left out",
        f"この形式には{'、'.join(lost.text.ja for lost in losses)}を書く場所がないため、省きました",
    )


def _lost_outside_deals(record: RawRecord, again: RawRecord) -> Iterator[Lost]:
    event, kept = record.get("event", {}), again.get("event", {})
    if lost := [name for name, value in event.items() if kept.get(name) != value]:
        yield Lost("event", ", ".join(lost))
    if record.get("notes"):
        yield Lost("notes")
    source = record.get("source", {})
    if source and source.get("format") != again["source"]["format"]:
        yield Lost("source")
    if ids := [
        player_id(player)
        for player, other in zip(record["players"], again["players"], strict=True)
        if player_id(player) != player_id(other) or player_name(player) != player_name(other)
    ]:
        yield Lost("players.id", ", ".join(ids))
    chosen = [rules_for(one["rules"], one.get("options", {})).options for one in (record, again)]
    if options := [
        option.name
        for option in PROFILES[record["rules"]].options
        if chosen[0].get(option.name) != chosen[1].get(option.name)
    ]:
        yield Lost("options", ", ".join(options))


def _lost_in_deals(record: RawRecord, again: RawRecord) -> Iterator[Lost]:
    counts = Counter[str]()
    for deal, other in zip(record["deals"], again["deals"], strict=True):
        counts["deals.notes"] += bool(deal.get("notes"))
        counts["deals.result"] += _lost_results(deal, other)
        counts["deals.fields"] += any(name in deal and name not in other for name in _NOT_OF_LOGS)
        counts.update(_lost_of_actions(deal.get("actions", []), other.get("actions", [])))
    for part in _SPOKEN:
        if counts[part]:
            yield Lost(part, str(counts[part]))


def _lost_results(deal: RawDeal, other: RawDeal) -> bool:
    """Whether a written result is another one now; points that are not written follow from the order."""
    written, kept = deal.get("result", {}), other.get("result", {})
    order = kept.get("order", [])
    following = [len(order) - order.index(player) for player in sorted(order)]
    points = written.get("points")
    return written.get("order", order) != order or (points is not None and kept.get("points", following) != points)


def _lost_of_actions(actions: list[str], others: list[str]) -> Counter[str]:
    lost = Counter[str]()
    lost["actions"] = max(0, len(actions) - len(others))
    for action, other in zip(actions, others, strict=False):
        said, sign, _comment = action.partition("#")
        time = [word for word in said.split() if word.startswith("@")]
        lost["actions.comment"] += bool(sign)
        lost["actions.time"] += time != [word for word in other.split() if word.startswith("@")]
    return lost


def log_parts(item: Item) -> list[Item | SourceProblem]:
    """The logs of whole games in a refused log, and the problem of each place between them, in their order.

    Each has the header that stands before it. There are none where no place of a log is at fault, but its record.
    Behind as many broken places as a refusal lists, the rest is left out with one more problem.
    """
    if item.format in {DAIFU, FU}:
        return []
    parts = list(_split(item))
    return parts if len(parts) > 1 or any(isinstance(part, SourceProblem) for part in parts) else []


def read_log(item: Item, read: Callable[[Item], _Value]) -> _Value:
    """What `read` makes of an item. Raises `SourceRefused`, for a log with every place at which it is broken."""
    try:
        return read(item)
    except SourceRefused as refused:
        problems = [part for part in log_parts(item) if isinstance(part, SourceProblem)]
        if len(problems) < len(refused.reasons) + 1:
            raise
        raise SourceRefused(problems) from refused


def _split(item: Item) -> Iterator[Item | SourceProblem]:
    from daifu.schemas.fujigokoro.importer import FujiGokoroFile, players_check  # few logs are broken
    from daifu.schemas.uecda.importer import ServerLog

    lines = list(Lines(BytesIO(item.data)))
    log: ForeignLog | None = ForeignLog(item.file, item.line, Lines(BytesIO(item.data), item.line))
    reader: ServerLog | FujiGokoroFile
    places = 0
    while log is not None:
        begin = log.line - item.line
        try:
            if item.format == UECDA:
                reader = ServerLog(decode_log(log))
                games = sum(1 for _ in reader.deals())
            else:
                if not log.head:  # the check of a file is that of all games behind its header
                    check = players_check(lines[at].decode(errors="replace") for at in range(begin, len(lines)))
                reader = FujiGokoroFile(decode_log(log))
                games = sum(1 for _ in reader.games(check))
        except LogError as error:
            yield log_problem(log, error)
            return
        end = begin + reader.whole - len(log.head) if reader.broken or reader.resume else len(lines)
        if games:
            yield Item(item.file, log.line, item.format, b"".join([*log.head, *lines[begin:end]]))
        if reader.broken is not None:
            yield log_problem(log, reader.broken)
            places += 1
        log = log_behind(log, reader, item.format)
        if log is not None and places >= limits.PROBLEMS:
            yield SourceProblem(item.file, log.line, messages.too_many_places(places))
            return
