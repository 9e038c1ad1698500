"""`daifu check`: read, replay and judge games."""

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

import click

from api.cli import wording
from api.cli.batch import BATCH_BYTES, Batch, Manner, Told, batches, judge_batch
from api.cli.commands import Argument, Command, Option
from api.cli.language import language_of, say
from api.cli.output import put_aside, put_bytes, put_text
from api.cli.parts import FORMAT
from api.cli.pool import in_processes
from api.cli.progress import watching
from api.cli.tally import Tally
from api.cli.totals import show_totals
from api.cli.values import Whole
from replay.text import Text
from schemas.sources import expand, items, size_of

MOST_FAULTS: Final = 20
MOST_JOBS: Final = 64


@click.pass_context
def check(
    context: click.Context, /, files: tuple[str, ...], wanted: str, jobs: int, limit: int, *, as_json: bool
) -> None:
    """Judge every game in the files, print what is found, and leave with 0, 1 or 2."""
    language = language_of(context)
    found = expand(files)
    tally = Tally()
    ways: dict[bool, Callable[[bytes], None]] = {True: put_aside, False: put_bytes if as_json else put_text}
    label = say(wording.READING, language)
    with watching(label, size_of(found), quiet=as_json and sys.stdout.isatty()) as watch:
        entries = batches(items(found, wanted, watch.advance), BATCH_BYTES if jobs > 1 else 0)
        for told in _judged(Manner(as_json, language, limit), entries, jobs):
            for aside, text in told.pieces:
                ways[aside](text)
            tally.add(told.tally)
    if not as_json:
        show_totals(tally, language)
    context.exit(tally.exit_code)


def _judged(manner: Manner, entries: Iterable[Batch], jobs: int) -> Iterator[Told]:
    work = partial(judge_batch, manner)
    return in_processes(work, entries, jobs) if jobs > 1 else map(work, entries)


CHECK: Final = Command(
    "check",
    Text(
        "Replay games and report every fault. Leaves with 0 if all are legal, 1 if faults were found, 2 if something "
        "could not be read (the rest is checked all the same).",
        "対局を再現し、問題点をすべて報告する。終了コードは、すべて問題なしなら0、問題があれば1、"
        "読めないものがあれば2（残りは最後まで調べる）。",
    ),
    [
        Argument(
            "files",
            Text(
                "Files, plain or gzipped, folders with games, or - for standard input.",
                "ファイル（gzip可）、対局の入ったフォルダー、または標準入力を表す - 。",
            ),
            nargs=-1,
            required=True,
            metavar="FILE...",
            type=click.UNPROCESSED,
        ),
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
            type=Whole(0),
            default=MOST_FAULTS,
        ),
        Option(
            "--jobs",
            Text(
                "Share the work among N processes; 1 by default.",
                "N個のプロセスで分担する。既定値は1。",
            ),
            type=Whole(1, MOST_JOBS),
            default=1,
        ),
    ],
    callback=check,
)
