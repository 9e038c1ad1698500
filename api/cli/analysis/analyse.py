"""`daifu analyse`: what could have been, deal by deal."""

import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import Any, Final, NamedTuple

import click
import msgspec
from rich.progress import MofNCompleteColumn

from daifu.api.cli import sentences
from daifu.api.cli.analysis.text import AnalysisPage
from daifu.api.cli.check.pool import ProcessLost, map_in_processes
from daifu.api.cli.program.commands import Command, Option
from daifu.api.cli.program.errors import FAILED, CommandError
from daifu.api.cli.program.output import language_of, write_bytes, write_text, write_to_stderr
from daifu.api.cli.program.params import ENCODING, FILES, FORMAT, JOBS, WholeNumber
from daifu.api.cli.program.progress import progress_bar
from daifu.api.cli.rule_choice import OTHER_RULES, other_rules
from daifu.api.cli.sentences import source_place, unreadable_line
from daifu.api.installation import is_compiled
from daifu.api.languages import Language, say
from daifu.replay.analysis.deals import DEFAULT_POSITIONS, SEED, Effort, effort_of
from daifu.replay.analysis.estimates import ENOUGH
from daifu.replay.text import Text
from daifu.schemas.analysis import DealAnalysis, analysis_json, deal_analyses
from daifu.schemas.record.rules import OtherRules
from daifu.schemas.sources.conversion import log_parts, read_item
from daifu.schemas.sources.files import expand_paths, read_items
from daifu.schemas.sources.items import ForeignLog, Item, SourceProblem, SourceRefused, log_items

ANALYSING: Final = Text("analysing", "解析中")
DEALS_AT_ONCE: Final = 4
"""How many deals a process takes at a time. It replays those before them."""
MOST_POSITIONS: Final = 10_000_000
"""This number of positions takes one to two gigabytes."""
MOST_PLAYOUTS: Final = 1_000_000

PLAIN_IS_SLOW: Final = Text(
    "the plain engine runs, which takes about fourteen times as long as the compiled one; `make compile` builds that",
    "通常版エンジンで動いています。コンパイル版（`make compile`）より14倍ほど時間がかかります",
)


class AnalysisOptions(NamedTuple):
    """How deals are analysed and printed: by `other` rules or their own, as JSON or in a language."""

    as_json: bool
    language: Language
    positions: int
    playouts: int
    seed: int
    other: OtherRules | None

    @property
    def effort(self) -> Effort | None:
        """How estimates are made, None for proofs alone."""
        return effort_of(self.playouts, self.seed)


class AnalysisTask(NamedTuple):
    """Some deals of a record: from number `first`, counted from 0, up to the one before `last`."""

    item: Item
    first: int
    last: int


def analyse_task(options: AnalysisOptions, task: AnalysisTask) -> list[bytes]:
    """The output about each deal of a task."""
    item = task.item
    record = read_item(item, options.other).record
    analyses = deal_analyses(record, task.first, task.last, options.positions, options.effort)
    if options.as_json:
        return [_json_line(item, analysis) for analysis in analyses]
    page = AnalysisPage(source_place(item.file, item.line), record, options.language)
    return [page.deal(analysis) for analysis in analyses]


def _json_line(item: Item, analysis: DealAnalysis) -> bytes:
    source = msgspec.json.encode({"file": item.file, "line": item.line})
    return analysis_json(analysis).removesuffix(b"}") + b',"source":' + source + b"}\n"


def analyse_games(
    files: tuple[str, ...],
    source_format: str,
    codec: str,
    jobs: int,
    **chosen: Any,  # noqa: ANN401 - see `OTHER_RULES` and `AnalysisOptions`
) -> int:
    """Analyse every deal in the files, and print what was found of each as soon as it is."""
    language = language_of()
    options = AnalysisOptions(language=language, other=other_rules(chosen), **chosen)
    reader = _TaskReader(options.other, language)
    write = write_bytes if options.as_json else write_text
    quiet = options.as_json and sys.stdout.isatty()
    if sys.stderr.isatty() and not is_compiled():
        click.echo(f"daifu: {say(PLAIN_IS_SLOW, language)}", err=True)
    with (
        progress_bar(ANALYSING, None, quiet=quiet, measure=MofNCompleteColumn) as watch,
        closing(_outputs(options, reader.tasks(files, source_format, codec), jobs)) as outputs,
    ):
        for output in outputs:
            write(output)
            sys.stdout.flush()
            watch.advance(len(output))
    return FAILED if reader.refused else 0


def _outputs(options: AnalysisOptions, tasks: Iterator[AnalysisTask], jobs: int) -> Generator[list[bytes], None, None]:
    """The output of the tasks, in order. Closing this stops all worker processes."""
    work = partial(analyse_task, options)
    if jobs == 1:
        yield from map(work, tasks)
        return
    try:
        yield from map_in_processes(work, tasks, jobs)
    except ProcessLost as lost:
        raise CommandError(sentences.PROCESS_LOST) from lost


class _TaskReader:
    """Reads files as tasks; what cannot be read is printed and counted."""

    def __init__(self, other: OtherRules | None, language: Language) -> None:
        self.refused = 0
        self._other = other
        self._language = language

    def tasks(self, files: Iterable[str], source_format: str, codec: str) -> Iterator[AnalysisTask]:
        """The tasks of all records in the files."""
        for entry in read_items(expand_paths(files), source_format, lambda _count: None, codec):
            for item in log_items(entry) if isinstance(entry, ForeignLog) else (entry,):
                yield from self._tasks_of(item)

    def _tasks_of(self, item: Item | SourceProblem) -> Iterator[AnalysisTask]:
        if isinstance(item, SourceProblem):
            self._refuse([item])
            return
        try:
            record, notices = read_item(item, self._other)
        except SourceRefused as refused:
            parts = log_parts(item)
            for part in parts:
                yield from self._tasks_of(part)
            if not parts:
                self._refuse(refused.reasons)
            return
        place, deals = source_place(item.file, item.line), len(record.deals)
        lines = [f"{place}: {say(sentences.notice(notice), self._language)}\n" for notice in notices]
        write_to_stderr([line.encode(errors="replace") for line in lines])
        for first in range(0, deals, DEALS_AT_ONCE):
            yield AnalysisTask(item, first, min(first + DEALS_AT_ONCE, deals))

    def _refuse(self, reasons: list[SourceProblem]) -> None:
        self.refused += 1
        lines = [f"{unreadable_line(reason, self._language)}\n" for reason in reasons]
        write_to_stderr([line.encode(errors="replace") for line in lines])


ANALYSE: Final = Command(
    "analyse",
    Text(
        "Say of each deal what would have been better: the wins that were missed, which are proven, and the largest "
        "losses by an estimate; and how much of each result was cards and how much play.",
        "各回について、どう出せばよかったかを示す。逃した上がり（証明済み）、推定で損の大きかった手、"
        "結果のうちの手札とプレイの分。",
    ),
    [
        FILES,
        FORMAT,
        ENCODING,
        *OTHER_RULES,
        Option(
            "--json",
            Text("Print one deal a line as JSON.", "1回につき1行のJSONで出力する。"),
            into="as_json",
            is_flag=True,
        ),
        Option(
            "--positions",
            Text(
                f"Look at N positions for a question at most; {DEFAULT_POSITIONS} by default. More proves more.",
                f"ひとつの問いにつき調べる局面をN個までとする。既定値は{DEFAULT_POSITIONS}。多いほど多くを証明できる。",
            ),
            type=WholeNumber(1, MOST_POSITIONS),
            default=DEFAULT_POSITIONS,
        ),
        Option(
            "--playouts",
            Text(
                f"Estimate by N playouts of each position and action; {ENOUGH} by default, 0 for proofs alone. "
                "More make the errors smaller.",
                f"局面と行動ごとにN回のプレイアウトで推定する。既定値は{ENOUGH}、0なら証明だけ。多いほど誤差が小さい。",
            ),
            type=WholeNumber(0, MOST_PLAYOUTS),
            default=ENOUGH,
        ),
        Option(
            "--seed",
            Text(
                f"The seed of the playouts; {SEED} by default. The same seed gives the same numbers.",
                f"プレイアウトの乱数のシード。既定値は{SEED}。同じシードなら同じ数値になる。",
            ),
            type=WholeNumber(0),
            default=SEED,
        ),
        JOBS,
    ],
    callback=analyse_games,
)
