"""`daifu tournament draw` and `redraw`: who sits where, and how good that is."""

from collections.abc import Sequence
from secrets import randbelow
from typing import Any, Final

import click

from api.cli.commands import Option
from api.cli.language import Language, say
from api.cli.tournament import wording
from api.cli.tournament.changing import Asked, changing
from api.cli.tournament.opening import stage_meant
from api.cli.tournament.parts import STAGE
from api.cli.tournament.tables import names_of, show_table
from api.cli.tournament.unable import Unable
from api.cli.tournament.values import ENTRANTS
from api.cli.values import OneOf, Whole
from data.tournaments.changes import AnyChange, Drawn, Redrawn
from data.tournaments.settings import MOST_AT_A_TABLE
from data.tournaments.state import State
from data.tournaments.wishes import MOST_AT_ONCE, MOST_WORK, Anew, Balanced, ByHand, Snake, Swiss, Wish
from replay.text import Text

_BALANCED: Final = "balanced"
_METHODS: Final = (_BALANCED, "swiss", "snake")
_SEEDS: Final = 1 << 32

_SEED: Final = Option(
    "--seed",
    Text(
        "The same seed draws the same again; chosen and told by default.",
        "同じシードなら同じ組み合わせになる。省略時は選んで表示する。",
    ),
    type=Whole(0, _SEEDS - 1),
)
_WORK: Final = Option(
    "--work",
    Text("How long to search, in exchanges that are tried.", "探索の長さ（試す交換の数）。"),
    type=Whole(0, MOST_WORK - 1),
)
_WANTED: Final = Option(
    "--wanted",
    Text(
        "The size of table that is wanted most; the largest by default.",
        "なるべくこの人数の卓にする。既定値は最大の人数。",
    ),
    type=Whole(2, MOST_AT_A_TABLE),
)


def _drawn(asked: Asked, stage: int | None, **told: Any) -> Sequence[AnyChange]:  # noqa: ANN401 - as the options say
    from data.tournaments.planning import planned  # noqa: PLC0415 - the solvers take long to load

    return planned(asked.state, _wish(stage_meant(asked.state, stage), **told))


def _wish(
    stage: int,
    method: str | None,
    tables: tuple[tuple[int, ...], ...],
    byes: tuple[int, ...] | None,
    **told: Any,  # noqa: ANN401 - as the options say
) -> Wish:
    """What the options wish for."""
    if tables:
        if method is not None:
            raise Unable(Text("--method and --table exclude each other", "--methodと--tableは同時に指定できません"))
        return ByHand(stage=stage, tables=tables, byes=byes or ())
    if byes is not None:
        raise Unable(Text("--byes needs --table: other draws choose who sits out", "--byesには--tableが必要です"))
    wanted = told["wanted"]
    match method or _BALANCED:
        case "swiss":
            return Swiss(stage=stage, wanted=wanted)
        case "snake":
            return Snake(stage=stage, wanted=wanted)
        case _:
            return Balanced(
                stage=stage, wanted=wanted, rounds=told["rounds"], seed=_seed(told["seed"]), work=told["work"]
            )


def _drawn_anew(asked: Asked, stage: int | None, **told: Any) -> Sequence[AnyChange]:  # noqa: ANN401
    from data.tournaments.planning import planned_anew  # noqa: PLC0415 - the solvers take long to load

    seed = _seed(told["seed"])
    wish = Anew(stage=stage_meant(asked.state, stage), wanted=told["wanted"], seed=seed, work=told["work"])
    return planned_anew(asked.state, wish)


def _seed(given: int | None) -> int:
    return randbelow(_SEEDS) if given is None else given


def _show(state: State, changes: Sequence[AnyChange], language: Language) -> None:
    """Print each round, and how good all of them are together."""
    drawn = [change for change in changes if isinstance(change, Drawn | Redrawn)]
    for change in drawn:
        click.echo(say(wording.round_of(change.stage, change.round), language))
        rows = [[number, names_of(state, seats)] for number, seats in enumerate(change.tables, 1)]
        show_table((wording.TABLE, wording.SEATS), rows, language)
        if change.byes:
            click.echo(say(wording.sitting_out(names_of(state, change.byes)), language))
    if drawn:
        click.echo(say(wording.quality(drawn[0].quality), language))
        if drawn[0].seed is not None:
            click.echo(say(wording.seed(drawn[0].seed), language))


DRAW: Final = changing(
    "draw",
    Text("Draw the next rounds, and tell how good the draw is.", "次の回戦を組み、組み合わせの良さを表示する。"),
    [
        Option(
            "--method",
            Text(
                "balanced: few meet again, and seats are even; swiss: by standing; snake: tables of equal strength.",
                "balancedは再戦を減らし席順を均等に、swissは順位の近い者同士、snakeは各卓の強さを均等に組む。",
            ),
            type=OneOf(_METHODS),
        ),
        Option(
            "--rounds",
            Text("So many rounds, drawn together; 1 by default.", "まとめて組む回戦の数。既定値は1。"),
            type=Whole(1, MOST_AT_ONCE),
            default=1,
        ),
        Option(
            "--table",
            Text(
                "A table fixed by hand, in the order of its seats; once for each table.",
                "手で決めた卓（席順）。卓ごとに指定する。",
            ),
            into="tables",
            type=ENTRANTS,
            multiple=True,
        ),
        Option(
            "--byes",
            Text("Who sits out, beside tables that are fixed by hand.", "手で組むときの不戦の参加者。"),
            type=ENTRANTS,
        ),
        STAGE,
        _WANTED,
        _SEED,
        _WORK,
    ],
    _drawn,
    _show,
)
REDRAW: Final = changing(
    "redraw",
    Text(
        "Draw anew the rounds of which nothing is played, for those who are there now.",
        "まだ始まっていない回戦を、今の参加者で組み直す。",
    ),
    [STAGE, _WANTED, _SEED, _WORK],
    _drawn_anew,
    _show,
)
