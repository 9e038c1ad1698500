"""`daifu tournament draw` and `redraw`: who sits where, and how good that is."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, get_args

import click

from api.cli.commands import Option
from api.cli.language import Language, say
from api.cli.tournament import wording
from api.cli.tournament.changing import Asked, changing
from api.cli.tournament.opening import stage_meant
from api.cli.tournament.parts import STAGE
from api.cli.tournament.seeds import SEED, chosen
from api.cli.tournament.tables import names_of, show_table
from api.cli.tournament.unable import Unable
from api.cli.tournament.values import ENTRANTS
from api.cli.values import OneOf, Whole
from data.tournaments.changes import AnyChange, Drawn, Redrawn
from data.tournaments.settings import MOST_AT_A_TABLE
from data.tournaments.state import State
from data.tournaments.wishes import MOST_AT_ONCE, MOST_WORK, Anew, Apart, Balanced, ByHand, Snake, Swiss, Wish
from replay.text import Text

_BALANCED: Final = "balanced"
_KINDS: Final[Mapping[str, tuple[type[Balanced | Swiss | Snake], tuple[str, ...]]]] = {
    _BALANCED: (Balanced, ("wanted", "rounds", "seed", "work", "apart")),
    "swiss": (Swiss, ("wanted", "apart")),
    "snake": (Snake, ("wanted",)),
}
"""The ways to draw, with the options that each of them takes."""

_SEED: Final = Option(
    "--seed",
    Text(
        "The same seed draws the same again; chosen and told by default.",
        "同じシードなら同じ組み合わせになる。省略時は選んで表示する。",
    ),
    type=SEED,
)
_WORK: Final = Option(
    "--work",
    Text("How long to search, in exchanges that are tried.", "探索の長さ（試す交換の数）。"),
    type=Whole(0, MOST_WORK - 1),
)
_APART: Final = Option(
    "--apart",
    Text(
        "teams: members of a team meet only where it cannot be avoided, even if others meet again for that.",
        "teamsなら、同じチームの人をなるべく同卓にしない。そのために再戦が増えることがある。",
    ),
    type=OneOf(get_args(Apart)),
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
    """What the options wish for. Raises `Unable` where one of them does not go with the rest."""
    given = {name: value for name, value in told.items() if value is not None}
    if tables:
        if method is not None:
            raise Unable(Text("--method and --table exclude each other", "--methodと--tableは同時に指定できません"))
        _see_taken(given, (), Text("that are fixed by hand", "手で決める組み方"))
        return ByHand(stage=stage, tables=tables, byes=byes or ())
    if byes is not None:
        raise Unable(Text("--byes needs --table: other draws choose who sits out", "--byesには--tableが必要です"))
    kind, taken = _KINDS[method or _BALANCED]
    _see_taken(given, taken, Text(f"by the method {method}", f"{method}の組み方"))
    if "seed" in taken:
        given["seed"] = chosen(told["seed"])
    return kind(stage=stage, **given)


def _see_taken(given: Iterable[str], taken: Iterable[str], draws: Text) -> None:
    """See that nothing is said in vain: a way to draw takes some options and not the others. Raises `Unable`."""
    for name in given:
        if name not in taken:
            raise Unable(Text(f"--{name} is not for draws {draws.en}", f"--{name}は{draws.ja}では使えません"))


def _drawn_anew(asked: Asked, stage: int | None, **told: Any) -> Sequence[AnyChange]:  # noqa: ANN401
    from data.tournaments.planning import planned_anew  # noqa: PLC0415 - the solvers take long to load

    wish = Anew(stage=stage_meant(asked.state, stage), **{**told, "seed": chosen(told["seed"])})
    return planned_anew(asked.state, wish)


def _show(state: State, changes: Sequence[AnyChange], language: Language) -> None:
    """Print each round, and how good all of them are together."""
    drawn = [change for change in changes if isinstance(change, Drawn | Redrawn)]
    for change in drawn:
        click.echo(say(wording.round_of(change.stage, change.round), language))
        rows = [[number, names_of(state, seats, language)] for number, seats in enumerate(change.tables, 1)]
        show_table((wording.TABLE, wording.SEATS), rows, language)
        if change.byes:
            click.echo(say(wording.sitting_out(names_of(state, change.byes, language)), language))
    if drawn:
        click.echo(say(wording.quality(drawn[0].quality), language))
        if any(entrant.team for entrant in state.entrants):
            click.echo(say(wording.quality_for_teams(drawn[0].quality), language))
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
            type=OneOf(tuple(_KINDS)),
        ),
        Option(
            "--rounds",
            Text("So many rounds, drawn together; 1 by default.", "まとめて組む回戦の数。既定値は1。"),
            type=Whole(1, MOST_AT_ONCE),
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
        _APART,
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
    [STAGE, _WANTED, _APART, _SEED, _WORK],
    _drawn_anew,
    _show,
)
