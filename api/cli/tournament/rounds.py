"""`daifu tournament draw`, `redraw`, `clock`, `wall`, `close`, `reopen` and `finish`: rounds from draw to end."""

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

import click

from daifu.api.cli.program.commands import Argument, OneOf, Option, WholeNumber
from daifu.api.cli.program.output import CommandError, HiddenProgress, ShownProgress, progress_bar, tell
from daifu.api.cli.tournament.changes import ChangeContext, change_command, field_params, struct_command
from daifu.api.cli.tournament.commands import entrant_names, find_entrants, seed_or_random, show_table, stage_or_last
from daifu.api.views.tournaments.text import quality_for_teams, repeat_meetings
from daifu.data.tournaments.changes import (
    MAX_SECONDS_LEFT,
    WALL_PAGES,
    AnyChange,
    Drawn,
    Finished,
    Redrawn,
    RoundClosed,
    RoundReopened,
    WallPage,
    WallSet,
)
from daifu.data.tournaments.draw_requests import Anew, Balanced, ByHand, DrawRequest, Snake, Swiss
from daifu.data.tournaments.open_tasks import find_undecided_faults
from daifu.data.tournaments.state import CLOCK_ACTS, ClockAct, State, clock_change
from daifu.replay.text import Text

if TYPE_CHECKING:
    from contextlib import AbstractContextManager


_BALANCED: Final = "balanced"
_METHODS: Final[Mapping[str, type[Balanced | Swiss | Snake]]] = {_BALANCED: Balanced, "swiss": Swiss, "snake": Snake}


def _draw_changes(context: ChangeContext, stage: int | None, **values: Any) -> Sequence[AnyChange]:  # noqa: ANN401 - as the options say
    from daifu.data.tournaments.draws import plan_rounds  # noqa: PLC0415 - the solvers take long to load

    request = _draw_plan(context, stage_or_last(context.state, stage), **values)
    with _search_progress(values["work"]) as watch:
        return plan_rounds(context.state, request, watch.advance)


def _search_progress(work: int | None) -> "AbstractContextManager[ShownProgress | HiddenProgress]":
    """A bar for the part of the longest search that is done; it usually ends earlier."""
    from daifu.data.tournaments.draws import DEFAULT_WORK  # noqa: PLC0415 - the solvers take long to load

    total = DEFAULT_WORK if work is None else work
    return progress_bar(Text("drawing", "組み合わせを探索中"), total, "share")


def _draw_plan(
    context: ChangeContext,
    stage: int,
    method: str | None,
    tables: tuple[tuple[str, ...], ...],
    byes: tuple[str, ...] | None,
    **values: Any,  # noqa: ANN401 - as the options say
) -> DrawRequest:
    """The draw that the options ask for. Raises `CommandError` where they exclude each other."""
    values["groups"] = _groups(context, values["groups"]) or None
    given = {name: value for name, value in values.items() if value is not None}
    if tables:
        if method is not None:
            raise CommandError(
                Text("--method and --table exclude each other", "--methodと--tableは同時に指定できません")
            )
        _check_options(given, (), Text("that are fixed by hand", "手で決める組み方"))
        seats = tuple(find_entrants(context.state, table) for table in tables)
        return ByHand(stage=stage, tables=seats, byes=find_entrants(context.state, byes or ()))
    if byes is not None:
        raise CommandError(Text("--byes needs --table: other draws choose who sits out", "--byesには--tableが必要です"))
    kind = _METHODS[method or _BALANCED]
    _check_options(given, kind.__struct_fields__, Text(f"by the method {method}", f"{method}の組み方"))
    if "seed" in kind.__struct_fields__:
        given["seed"] = seed_or_random(values["seed"])
    return kind(stage=stage, **given)


def _groups(context: ChangeContext, groups: Iterable[Iterable[str]]) -> tuple[tuple[int, ...], ...]:
    return tuple(find_entrants(context.state, group) for group in groups)


def _check_options(given: Iterable[str], taken: Iterable[str], draws: Text) -> None:
    """Check that the method takes all given options. Raises `CommandError`."""
    for name in given:
        if name not in taken:
            raise CommandError(
                Text(f"--{name} does not apply to draws {draws.en}", f"--{name}は{draws.ja}では使えません")
            )


def _redraw_changes(context: ChangeContext, stage: int | None, **values: Any) -> Sequence[AnyChange]:  # noqa: ANN401
    from daifu.data.tournaments.draws import plan_redraw  # noqa: PLC0415 - the solvers take long to load

    given = {**values, "seed": seed_or_random(values["seed"]), "groups": _groups(context, values["groups"])}
    request = Anew(stage=stage_or_last(context.state, stage), **given)
    with _search_progress(values["work"]) as watch:
        return plan_redraw(context.state, request, watch.advance)


def _show_draw(state: State, changes: Sequence[AnyChange]) -> None:
    """Print each round, and the quality of the whole draw."""
    drawn = [change for change in changes if isinstance(change, Drawn | Redrawn)]
    for change in drawn:
        tell(Text(f"stage {change.stage}, round {change.round}", f"第{change.stage}ステージ　{change.round}回戦"))
        rows = [[number, entrant_names(state, seats)] for number, seats in enumerate(change.tables, 1)]
        show_table((Text("table", "卓"), Text("seats", "席順")), rows)
        if change.byes:
            names = entrant_names(state, change.byes)
            tell(Text(f"sitting out: {names}", f"不戦：{names}"))
    if drawn:
        found = drawn[0].quality
        repeats = repeat_meetings(found["repeats"], found["repeats_at_least"])
        most, uneven, byes = found["most_meetings"], found["imbalance"], found["byes_apart"]
        tell(
            Text(
                f"{repeats.en}, at most {most} of the same two; seat imbalance: {uneven}; byes apart: {byes}",
                f"{repeats.ja}、同じ2人の対戦は最多{most}回、席の偏り{uneven}、不戦回数の差{byes}",
            )
        )
        if any(entrant.team for entrant in state.entrants):
            tell(quality_for_teams(found))
        if drawn[0].seed is not None:
            tell(Text(f"seed: {drawn[0].seed}", f"シード：{drawn[0].seed}"))


DRAW: Final = change_command(
    "draw",
    Text("Draw the next rounds, and show how good the draw is.", "次の回戦を組み、組み合わせの良さを表示する。"),
    [
        Option(
            "--method",
            Text(
                "balanced: few meet again, and seats are even; swiss: by standing; snake: tables of equal strength.",
                "balancedは再戦を減らし席順を均等に、swissは順位の近い者同士、snakeは各卓の強さを均等に組む。",
            ),
            type=OneOf(tuple(_METHODS)),
        ),
        *field_params("draw", Balanced, "--rounds"),
        *field_params("draw", ByHand, "--table=tables --byes"),
        *field_params("draw", Balanced, "--stage --wanted --apart --group=groups --seed --work"),
    ],
    _draw_changes,
    _show_draw,
)
REDRAW: Final = change_command(
    "redraw",
    Text(
        "Draw the rounds that have not begun again, for the present entrants.",
        "まだ始まっていない回戦を、今の参加者で組み直す。",
    ),
    field_params("redraw", Anew, "--stage --wanted --apart --group=groups --seed --work"),
    _redraw_changes,
    _show_draw,
)


def _show_open_faults(state: State, changes: Sequence[AnyChange]) -> None:
    """Print how many faults remain undecided in a round that is closed."""
    for change in changes:
        if isinstance(change, RoundClosed):
            open_ = sum(fault.place.round == change.round for fault in find_undecided_faults(state, change.stage))
            if open_:
                faults = "1 fault needs" if open_ == 1 else f"{open_} faults need"
                text = Text(
                    f"{faults} a decision; reopen the round to decide",
                    f"裁定を待つ反則が{open_}件残っています。裁定するには回戦を再開してください",
                )
                tell(text)


CLOSE: Final = struct_command(
    "close",
    Text("Close a round that is complete; it can then no longer change.", "回戦を確定する。以後は変更できない。"),
    RoundClosed,
    "ROUND --stage",
    _show_open_faults,
)
REOPEN: Final = struct_command(
    "reopen",
    Text("Reopen a closed round to correct it.", "確定した回戦を再開し、訂正できるようにする。"),
    RoundReopened,
    "ROUND --stage",
)
FINISH: Final = struct_command("finish", Text("Finish the tournament.", "大会を終了する。"), Finished)

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
