"""`daifu check`: read, replay and judge games."""

import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from functools import partial
from typing import Final

import click

from api.cli import wording
from api.cli.apart import apart
from api.cli.batch import batches, judge_batch
from api.cli.commands import Command, Option
from api.cli.language import language_of, say
from api.cli.output import put_aside, put_bytes, put_text
from api.cli.parts import FILES, FORMAT
from api.cli.pool import in_processes
from api.cli.progress import watching
from api.cli.spool import Room
from api.cli.tally import Tally
from api.cli.telling import Manner
from api.cli.told import Told
from api.cli.totals import show_totals
from api.cli.values import Whole
from replay.text import Text
from schemas.sources import Item, Log, Unread, expand, items, size_of

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
    ways: dict[bool, Callable[[Iterable[bytes]], None]] = {True: put_aside, False: put_bytes if as_json else put_text}
    label = say(wording.READING, language)
    with watching(label, size_of(found), quiet=as_json and sys.stdout.isatty()) as watch, Room() as room:
        manner = Manner(as_json, language, limit, room)
        with closing(_judged(manner, items(found, wanted, watch.advance), jobs)) as judged:
            for told in judged:
                for aside, spool in told.pieces:
                    ways[aside](spool.take())
                tally.add(told.tally)
    if not as_json:
        show_totals(tally, language)
    context.exit(tally.exit_code)


def _judged(manner: Manner, entries: Iterable[Item | Log | Unread], jobs: int) -> Generator[Told, None, None]:
    """What came of the entries, in their order. When this is closed, no other process is at work any more."""
    work = partial(judge_batch, manner)
    if jobs == 1:
        yield from map(work, batches(entries, 0))
    else:
        yield from in_processes(work, batches(apart(entries, manner.room)), jobs)


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
