"""`daifu tournament clock` and `wall`: the clock of the round, and what the walls show."""

import time
from collections.abc import Sequence
from typing import Final, cast

import click

from daifu.api.cli.program.commands import Argument, Option
from daifu.api.cli.program.params import OneOf, WholeNumber
from daifu.api.cli.tournament.changes import ChangeContext, change_command
from daifu.data.tournaments.changes import MAX_SECONDS_LEFT, WALL_PAGES, AnyChange, WallPage, WallSet
from daifu.data.tournaments.clock import CLOCK_ACTS, ClockAct, clock_change
from daifu.replay.text import Text

_MOST_MINUTES: Final = MAX_SECONDS_LEFT // 60
_USUAL_MINUTES: Final = {"start": 40, "extend": 5}


def _clock_changes(context: ChangeContext, act: ClockAct, minutes: int | None) -> Sequence[AnyChange]:
    return [clock_change(context.state.clock, act, minutes or _USUAL_MINUTES.get(act, 0), time.time())]


def _wall_changes(_context: ChangeContext, pages: Sequence[str]) -> Sequence[AnyChange]:
    return [WallSet(pages=cast("tuple[WallPage, ...]", tuple(pages)))]


_ACT: Final[click.Parameter] = Argument(
    "act", Text("What to do with the clock.", "時計をどうするか。"), type=OneOf(CLOCK_ACTS), metavar="ACT"
)
_MINUTES: Final[click.Parameter] = Option(
    "--minutes",
    Text("The minutes to start with (40) or to extend by (5).", "開始する分数（40）、または延長する分数（5）。"),
    type=WholeNumber(1, _MOST_MINUTES),
)
CLOCK: Final = change_command(
    "clock",
    Text(
        "Start, pause, resume, extend or stop the clock of the round, which walls and phones show.",
        "回戦の時計を開始・一時停止・再開・延長・終了する。掲示画面とスマートフォンに出る。",
    ),
    [_ACT, _MINUTES],
    _clock_changes,
)
WALL: Final = change_command(
    "wall",
    Text(
        "Choose the pages that take turns on the walls; without any, all of them.",
        "掲示画面に順に出す画面を選ぶ。指定しなければすべて出す。",
    ),
    [
        Argument(
            "pages",
            Text(
                "The pages: standing, playing, seats.", "画面：standing（順位）、playing（対局中の卓）、seats（席）。"
            ),
            type=OneOf(WALL_PAGES),
            nargs=-1,
            required=False,
            metavar="PAGE...",
        )
    ],
    _wall_changes,
)
