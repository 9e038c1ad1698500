"""`daifu check`: read, replay and judge games."""

import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple, Protocol

import click
import msgspec

from api.cli import wording
from api.cli.check.pool import ProcessLost, map_in_processes
from api.cli.check.spool import Spool, SpoolFolder, logs_as_files
from api.cli.check.summary import SummaryPage, Tally, show_totals
from api.cli.commands import Command, Option
from api.cli.errors import CommandError
from api.cli.language import language_of
from api.cli.output import write_bytes, write_text, write_to_stderr
from api.cli.params import FILES, FORMAT, WholeNumber
from api.cli.progress import progress_bar
from api.cli.record_text import source_place, unreadable_line
from api.languages import Language, say
from replay.deal import Deal, DealReport
from replay.text import Text
from schemas.report import deal_report_json, report_foot, report_head
from schemas.sources.deal_by_deal import DealByDealJudge
from schemas.sources.files import expand_paths, read_items, reopen_log, total_size
from schemas.sources.items import ForeignLog, Item, LogFile, SourceProblem, SourceRefused


@dataclass(slots=True)
class BatchOutput:
    """The sums, and pieces of what to print, each marked where it goes to standard error."""

    room: SpoolFolder
    tally: Tally = field(default_factory=Tally)
    pieces: list[tuple[bool, Spool]] = field(default_factory=list)

    def print(self, text: bytes, *, aside: bool) -> None:
        """Print some lines with their endings, or parts of lines; what goes the same way is joined."""
        if not self.pieces or self.pieces[-1][0] != aside:
            self.pieces.append((aside, Spool(self.room)))
        self.pieces[-1][1].write_in_memory(text)

    def add_spool(self, spool: Spool, *, aside: bool) -> None:
        """Print what was gathered before."""
        if spool.path:
            self.pieces.append((aside, spool))
        elif spool.held:
            self.print(bytes(spool.held), aside=aside)


class ReportPage:
    """The line of a record that stands at this line of a file."""

    def __init__(self, file: str, line: int, judging: DealByDealJudge) -> None:
        self._source = msgspec.json.encode({"file": file, "line": line})
        self._judging = judging

    def deal(self, number: int, _deal: Deal, report: DealReport) -> bytes:
        """A deal, with a comma between it and the one before."""
        return b"," + deal_report_json(report) if number else deal_report_json(report)

    def head(self, tally: Tally) -> bytes:
        """The beginning of the line."""
        return report_head(self._judging.rules, self._judging.players, legal=bool(tally.legal))

    def foot(self) -> bytes:
        """The end of the line."""
        foot = report_foot(self._judging.totals, self._judging.ranks)
        return foot.removesuffix(b"}") + b',"source":' + self._source + b"}\n"


class RecordPage(Protocol):
    """What is said about one record."""

    def deal(self, number: int, deal: Deal, report: DealReport, /) -> bytes:
        """What is said about the next deal, which has this number from 0; maybe nothing."""
        ...

    def head(self, tally: Tally, /) -> bytes:
        """What stands before that about the deals, all of which have gone by."""
        ...

    def foot(self) -> bytes:
        """What stands behind it."""
        ...


class OutputOptions(NamedTuple):
    """How records are told: as JSON or in a language, with at most so many faults of each.

    What is too much to be held until it is printed waits in the room.
    """

    as_json: bool
    language: Language
    limit: int
    room: SpoolFolder

    def page(self, entry: Item | ForeignLog, judging: DealByDealJudge) -> RecordPage:
        """The page for a record."""
        if self.as_json:
            return ReportPage(entry.file, entry.line, judging)
        return SummaryPage(source_place(entry.file, entry.line), judging, self.language, self.limit)

    def notice(self, entry: Item | ForeignLog, notice: Text) -> bytes:
        """The line that tells people something about how a record was read."""
        text = say(wording.notice(notice), self.language)
        return f"{source_place(entry.file, entry.line)}: {text}\n".encode(errors="replace")


def check_record(entry: Item | ForeignLog, manner: OutputOptions, told: BatchOutput) -> None:
    """Judge a record and say what came of it.

    Raises `Refused`, and `OSError` where there is no room for what is to be said: then nothing has been said.
    """
    notices, body, tally = Spool(manner.room), Spool(manner.room), Tally.of_record()
    with ExitStack() as failing:
        failing.callback(notices.drop)
        failing.callback(body.drop)
        judging = DealByDealJudge(entry)
        page = manner.page(entry, judging)
        for number, (deal, report, notice) in enumerate(judging.deals()):
            tally.count(deal, report)
            body.put(page.deal(number, deal, report))
            if notice is not None:
                notices.put(manner.notice(entry, notice))
        for notice in judging.ending():
            notices.put(manner.notice(entry, notice))
        failing.pop_all()
    told.tally.add(tally)
    told.add_spool(notices, aside=True)
    told.print(page.head(tally), aside=False)
    told.add_spool(body, aside=False)
    told.print(page.foot(), aside=False)


Entry = Item | ForeignLog | LogFile | SourceProblem
Batch = list[Entry]

BATCH_BYTES: Final = 1 << 18
"""Enough work for a process that handing it over costs little, and little enough to hold several at once."""


def batches(entries: Iterable[Entry], size: int = BATCH_BYTES) -> Iterator[Batch]:
    """The entries in batches of about so many bytes; with 0, each for itself. A log makes a batch full."""
    batch: Batch = []
    held = 0
    for entry in entries:
        batch.append(entry)
        held += _entry_size(entry, size + 1)
        if held > size:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch


def check_batch(manner: OutputOptions, batch: Batch) -> BatchOutput:
    """Read and replay each entry of a batch. What cannot be read is told and counted, never raised."""
    told = BatchOutput(manner.room)
    for entry in batch:
        for found in reopen_log(entry) if isinstance(entry, LogFile) else (entry,):
            _check_entry(found, manner, told)
    return told


def _entry_size(entry: Entry, of_a_log: int) -> int:
    if isinstance(entry, SourceProblem):
        return 1
    return len(entry.data) if isinstance(entry, Item) else of_a_log


def _check_entry(entry: Item | ForeignLog | SourceProblem, manner: OutputOptions, told: BatchOutput) -> None:
    if isinstance(entry, SourceProblem):
        _print_unread([entry], manner, told)
        return
    try:
        check_record(entry, manner, told)
    except SourceRefused as refused:
        _print_unread(refused.reasons, manner, told)
    except OSError as error:
        _print_unread([SourceProblem(entry.file, entry.line, wording.no_temporary_space(error))], manner, told)


def _print_unread(reasons: list[SourceProblem], manner: OutputOptions, told: BatchOutput) -> None:
    told.tally.unread += 1
    for reason in reasons:
        told.print(f"{unreadable_line(reason, manner.language)}\n".encode(errors="replace"), aside=True)


MOST_FAULTS: Final = 20
MOST_JOBS: Final = 64


@click.pass_context
def check_games(
    context: click.Context, /, files: tuple[str, ...], wanted: str, jobs: int, limit: int, *, as_json: bool
) -> None:
    """Judge every game in the files, print what is found, and leave with 0, 1 or 2."""
    language = language_of(context)
    found = expand_paths(files)
    tally = Tally()
    ways: dict[bool, Callable[[Iterable[bytes]], None]] = {
        True: write_to_stderr,
        False: write_bytes if as_json else write_text,
    }
    label = say(wording.READING, language)
    with progress_bar(label, total_size(found), quiet=as_json and sys.stdout.isatty()) as watch, SpoolFolder() as room:
        manner = OutputOptions(as_json, language, limit, room)
        with closing(_batch_outputs(manner, read_items(found, wanted, watch.advance), jobs)) as judged:
            for told in judged:
                for aside, spool in told.pieces:
                    ways[aside](spool.take())
                tally.add(told.tally)
    if not as_json:
        show_totals(tally, language)
    context.exit(tally.exit_code)


def _batch_outputs(
    manner: OutputOptions, entries: Iterable[Item | ForeignLog | SourceProblem], jobs: int
) -> Generator[BatchOutput, None, None]:
    """What came of the entries, in their order. When this is closed, no other process is at work any more."""
    work = partial(check_batch, manner)
    if jobs == 1:
        yield from map(work, batches(entries, 0))
    else:
        try:
            yield from map_in_processes(work, batches(logs_as_files(entries, manner.room)), jobs)
        except ProcessLost as lost:
            raise CommandError(wording.PROCESS_LOST) from lost


CHECK: Final = Command(
    "check",
    Text(
        "Replay games and report every fault. Leaves with 0 if all are legal, 1 if faults were found, 2 if something "
        "could not be read (the rest is checked all the same).",
        "対局を再現し、問題点をすべて報告する。終了コードは、すべて問題なしなら0、問題があれば1、"
        "読めないものがあれば2（残りは最後まで調べる）。",
    ),
    [
        FILES,
        FORMAT,
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
            "--jobs",
            Text(
                "Share the work among N processes; 1 by default.",
                "N個のプロセスで分担する。既定値は1。",
            ),
            type=WholeNumber(1, MOST_JOBS),
            default=1,
        ),
    ],
    callback=check_games,
)
