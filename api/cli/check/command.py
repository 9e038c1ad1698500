"""`daifu check`: read, replay and judge games. What is too large for memory is kept in temporary files."""

import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import partial
from tempfile import TemporaryDirectory, mkstemp
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

from daifu.api.cli.check.pages import DealTable, ReportPage, SummaryPage, Tally, show_totals
from daifu.api.cli.check.pool import ProcessLost, map_in_processes
from daifu.api.cli.program import sentences
from daifu.api.cli.program.commands import ENCODING, FILES, FORMAT, JOBS, Command, Option, WholeNumber
from daifu.api.cli.program.output import (
    CommandError,
    UsageError,
    language_of,
    progress_bar,
    write_bytes,
    write_text,
    write_to_stderr,
)
from daifu.api.cli.program.rule_choice import OTHER_RULES, other_rules
from daifu.api.cli.program.sentences import source_place, unreadable_line
from daifu.api.languages import Language, say
from daifu.replay.text import Text
from daifu.schemas.record.rules import OtherRules
from daifu.schemas.sources.compression import BrokenStream
from daifu.schemas.sources.conversion import log_parts
from daifu.schemas.sources.deal_by_deal import DealByDealJudge
from daifu.schemas.sources.files import expand_paths, read_items, reopen_log, total_size
from daifu.schemas.sources.items import ForeignLog, Item, LogFile, SourceProblem, SourceRefused, log_items
from daifu.schemas.sources.streams import STDIN

MEMORY_LIMIT: Final = 1 << 20
"""The bytes of a spool that stay in memory."""

_BLOCK: Final = 1 << 16


class SpoolFolder:
    """A folder for temporary files, made with the first file and removed at the end of the block.

    It is also made when it is pickled for another process, which then uses the same folder.
    """

    def __init__(self, path: str = "") -> None:
        self._path = path
        self._folder: TemporaryDirectory[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    def __reduce__(self) -> tuple[type["SpoolFolder"], tuple[str]]:
        return SpoolFolder, (self.path,)

    @property
    def path(self) -> str:
        """The path of the folder. Raises `OSError` where it cannot be made."""
        if not self._path:
            self._folder = TemporaryDirectory(prefix="daifu-")
            self._path = self._folder.name
        return self._path

    def new_file(self) -> str:
        """The path of an empty file. Raises `OSError`."""
        handle, path = mkstemp(dir=self.path)
        os.close(handle)
        return path


@dataclass(slots=True)
class Spool:
    """Bytes that are appended and then taken once: the latest in memory, earlier ones in a file."""

    folder: SpoolFolder
    held: bytearray = field(default_factory=bytearray)
    path: str = ""

    def write_in_memory(self, data: bytes) -> None:
        """Append bytes in memory, however many they are."""
        self.held += data

    def put(self, data: bytes) -> None:
        """Append bytes, and move all to the file when they exceed the limit.

        Raises `OSError` where there is no folder.
        """
        self.held += data
        if len(self.held) > MEMORY_LIMIT:
            self.path = self.path or self.folder.new_file()
            with open(self.path, "ab") as file:  # noqa: PTH123 - a file name may be any bytes
                file.write(self.held)
            self.held.clear()

    def take(self) -> Iterator[bytes]:
        """Yield all bytes in pieces, and drop them."""
        if self.path:
            with open(self.path, "rb") as file:  # noqa: PTH123
                yield from iter(partial(file.read, _BLOCK), b"")
        yield bytes(self.held)
        self.drop()

    def drop(self) -> None:
        """Drop the bytes and the file."""
        if self.path:
            os.remove(self.path)  # noqa: PTH107
        self.path = ""
        self.held.clear()


def logs_as_files(
    entries: Iterable[Item | ForeignLog | SourceProblem], folder: SpoolFolder
) -> Iterator[Item | LogFile | SourceProblem]:
    """The entries, with logs as files that other processes can open; logs from pipes are copied into the folder."""
    for entry in entries:
        if isinstance(entry, ForeignLog):
            yield from _log_file(entry, folder)
        else:
            yield entry


def _log_file(log: ForeignLog, folder: SpoolFolder) -> Iterator[LogFile | SourceProblem]:
    """The log as a file, and the problem that it cannot be read to its end."""
    path = os.path.realpath(log.path)  # /dev/stdin is another file to another process
    if log.path != STDIN and os.path.isfile(path):  # noqa: PTH113 - a file name may be any bytes
        yield LogFile(log.file, path, 1, log.codec)
        return
    copy = folder.new_file()
    problem: SourceProblem | None = None
    with open(copy, "wb") as file:  # noqa: PTH123
        try:
            file.writelines(log.lines)
        except BrokenStream as broken:
            problem = SourceProblem(log.file, log.lines.number, broken.expected)
    if os.path.getsize(copy):  # noqa: PTH202
        yield LogFile(log.file, copy, log.line)
    if problem is not None:
        yield problem


@dataclass(slots=True)
class BatchOutput:
    """The output of a batch: its sums, and pieces of text, each with whether it goes to standard error."""

    folder: SpoolFolder
    tally: Tally = field(default_factory=Tally)
    pieces: list[tuple[bool, Spool]] = field(default_factory=list)

    def print(self, text: bytes, *, aside: bool) -> None:
        """Append text, joined to the piece before it if that goes to the same stream."""
        if not self.pieces or self.pieces[-1][0] != aside:
            self.pieces.append((aside, Spool(self.folder)))
        self.pieces[-1][1].write_in_memory(text)

    def add_spool(self, spool: Spool, *, aside: bool) -> None:
        """Append the content of a spool."""
        if spool.path:
            self.pieces.append((aside, spool))
        elif spool.held:
            self.print(bytes(spool.held), aside=aside)


class OutputOptions(NamedTuple):
    """How records are judged and printed: as JSON or as text in a language, with at most `limit` faults each.

    All are judged by the `other` rules, if there are any; `table` says whether the text has a table. `folder` holds
    output that is too large for memory until it is printed.
    """

    as_json: bool
    language: Language
    folder: SpoolFolder
    limit: int
    other: OtherRules | None = None
    table: bool = False

    def notice(self, entry: Item | ForeignLog, notice: Text) -> bytes:
        """The line of a notice about how a record was read."""
        text = say(sentences.notice(notice), self.language)
        return f"{source_place(entry.file, entry.line)}: {text}\n".encode(errors="replace")


def check_record(entry: Item | ForeignLog, options: OutputOptions, output: BatchOutput) -> DealByDealJudge:
    """Judge a record and append the output about it; the judge, which knows what of a log is behind the record.

    Raises `SourceRefused`, and `OSError` where there is no room for the output. Nothing is appended then.
    """
    notices, body, rows, tally = (*(Spool(options.folder) for _ in range(3)), Tally.of_record())
    with ExitStack() as failing:
        for spool in (notices, body, rows):
            failing.callback(spool.drop)
        judging = DealByDealJudge(entry, options.other)
        page = (
            ReportPage(entry.file, entry.line, judging)
            if options.as_json
            else SummaryPage(source_place(entry.file, entry.line), judging, options.language, options.limit)
        )
        table = DealTable(judging.players, options.language) if options.table else None
        for number, (deal, report, notice) in enumerate(judging.deals()):
            tally.count(deal, report)
            body.put(page.deal(number, deal, report))
            if table:
                rows.put(table.row(number, report))
            if notice is not None:
                notices.put(options.notice(entry, notice))
        for notice in judging.ending():
            notices.put(options.notice(entry, notice))
        failing.pop_all()  # from here on nothing fails, and the spools belong to the output
    output.tally.add(tally)
    output.add_spool(notices, aside=True)
    output.print(page.head(tally), aside=False)
    output.add_spool(body, aside=False)
    output.print(page.foot(), aside=False)
    output.add_spool(rows, aside=False)
    return judging


Entry = Item | ForeignLog | LogFile | SourceProblem
Batch = list[Entry]

BATCH_BYTES: Final = 1 << 18
"""Large enough that handing over a batch costs little, small enough to hold several in memory."""


def batches(entries: Iterable[Entry], size: int = BATCH_BYTES) -> Iterator[Batch]:
    """The entries in batches of about `size` bytes, or one by one with 0. A log completes its batch."""
    batch: Batch = []
    held = 0
    for entry in entries:
        batch.append(entry)
        # A log is read by the process that judges it, so its size is not known here.
        match entry:
            case SourceProblem():
                held += 1
            case Item():
                held += len(entry.data)
            case _:
                held += size + 1
        if held > size:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch


def check_batch(options: OutputOptions, batch: Batch) -> BatchOutput:
    """Judge each entry of a batch. Entries that cannot be read are counted and reported, not raised."""
    output = BatchOutput(options.folder)
    for entry in batch:
        for found in reopen_log(entry) if isinstance(entry, LogFile) else (entry,):
            # A log is judged deal by deal, which by other rules is not possible.
            by_others = options.other is not None
            for one in log_items(found) if by_others and isinstance(found, ForeignLog) else (found,):
                _check_entry(one, options, output)
    return output


def _check_entry(entry: Item | ForeignLog | SourceProblem, options: OutputOptions, output: BatchOutput) -> None:
    """Judge an entry. Of a log, what stands behind a broken place is judged as well."""
    if isinstance(entry, SourceProblem):
        _print_unread([entry], options, output)
        return
    left: Item | ForeignLog | None = entry
    while left is not None:
        try:
            judging = check_record(left, options, output)
        except SourceRefused as refused:
            parts = log_parts(left) if isinstance(left, Item) else []
            for part in parts:
                _check_entry(part, options, output)
            if not parts:
                _print_unread(refused.reasons, options, output)
            left = refused.rest
        except OSError as error:
            _print_unread([SourceProblem(left.file, left.line, sentences.no_temporary_space(error))], options, output)
            return
        else:
            if judging.problem is not None:
                _print_unread([judging.problem], options, output)
            left = judging.rest


def _print_unread(reasons: list[SourceProblem], options: OutputOptions, output: BatchOutput) -> None:
    output.tally.unread += 1
    for reason in reasons:
        output.print(f"{unreadable_line(reason, options.language)}\n".encode(errors="replace"), aside=True)


MOST_FAULTS: Final = 20


def check_games(
    files: tuple[str, ...],
    source_format: str,
    codec: str,
    jobs: int,
    *,
    as_json: bool,
    quiet: bool,
    **shown: Any,  # noqa: ANN401 - see `OutputOptions` and `OTHER_RULES`
) -> int:
    """Judge every game in the files, print the results, and exit with 0, 1 or 2."""
    if as_json + quiet + shown["table"] > 1:
        text = Text("--json, --table and --quiet exclude each other", "--json、--table、--quietはどれか1つだけです")
        raise UsageError(text)
    language = language_of()
    other = other_rules(shown)
    found = expand_paths(files)
    tally = Tally()
    write: Callable[[Iterable[bytes]], None] = _drop if quiet else write_bytes if as_json else write_text
    with (
        progress_bar(sentences.READING, total_size(found), quiet=quiet or (as_json and sys.stdout.isatty())) as watch,
        SpoolFolder() as folder,
    ):
        options = OutputOptions(as_json, language, folder, other=other, **shown)
        with closing(_batch_outputs(options, read_items(found, source_format, watch.advance, codec), jobs)) as judged:
            for output in judged:
                for aside, spool in output.pieces:
                    (write_to_stderr if aside else write)(spool.take())
                tally.add(output.tally)
    if not as_json and not quiet:
        show_totals(tally, language)
    return tally.exit_code


def _drop(pieces: Iterable[bytes]) -> None:
    """Take output that is not wanted, so that what holds it is given back."""
    for _ in pieces:
        pass


def _batch_outputs(
    options: OutputOptions, entries: Iterable[Item | ForeignLog | SourceProblem], jobs: int
) -> Generator[BatchOutput, None, None]:
    """The output of the batches, in order. Closing this stops all worker processes."""
    work = partial(check_batch, options)
    if jobs == 1:
        yield from map(work, batches(entries, 0))
    else:
        try:
            yield from map_in_processes(work, batches(logs_as_files(entries, options.folder)), jobs)
        except ProcessLost as lost:
            raise CommandError(sentences.PROCESS_LOST) from lost


CHECK: Final = Command(
    "check",
    Text(
        "Replay games and report every fault. Leaves with 0 if all are legal, 1 if faults were found, 2 if something "
        "could not be read (the rest is checked anyway).",
        "対局を再現し、問題点をすべて報告する。終了コードは、すべて問題なしなら0、問題があれば1、"
        "読めないものがあれば2（残りは最後まで調べる）。",
    ),
    [
        FILES,
        FORMAT,
        ENCODING,
        *OTHER_RULES,
        Option(
            "--json",
            Text(
                "Print one report a line as JSON instead of a summary.",
                "要約の代わりに、報告を1行に1件ずつJSONで出力する。",
            ),
            into="as_json",
            is_flag=True,
        ),
        Option(
            "--limit",
            Text(
                f"Show at most N faults of each record in the summary; {MOST_FAULTS} by default.",
                f"要約に示す問題点を、棋譜ごとにN件までとする。既定値は{MOST_FAULTS}。",
            ),
            type=WholeNumber(0),
            default=MOST_FAULTS,
        ),
        Option(
            "--table",
            Text(
                "Also show a table of each record: the places and points of the players, deal by deal.",
                "棋譜ごとに、各回のプレイヤーの順位と得点の表も示す。",
            ),
            is_flag=True,
        ),
        Option(
            "--quiet",
            Text(
                "Print nothing but what could not be read; the exit code says the rest.",
                "読めなかったもの以外は何も表示しない。結果は終了コードで分かる。",
            ),
            short="-q",
            is_flag=True,
        ),
        JOBS,
    ],
    callback=check_games,
)
