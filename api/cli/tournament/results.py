"""`daifu tournament result` and `remove`: what came of a table, as its sheet says."""

from typing import Any, Final

from api.cli.commands import Option
from api.cli.tournament.changing import Asked, changing
from api.cli.tournament.opening import stage_meant
from api.cli.tournament.parts import ORDINAL, ROUND, STAGE, TABLE
from api.cli.tournament.values import PLACES, SCORES, TITLES
from data.tournaments.changes import AnyChange, Result, ResultRemoved
from replay.text import Text

_DEAL: Final = Option(
    "--deal",
    Text(
        "Which deal of the table; by default the whole table, which is deal 1 where a table plays one.",
        "卓の何回目か。既定値は卓全体（1卓が1回だけ行うなら1回目）。",
    ),
    type=ORDINAL,
)


def _result(asked: Asked, number: int, table: int, stage: int | None, **told: Any) -> list[AnyChange]:  # noqa: ANN401
    return [Result(stage=stage_meant(asked.state, stage), round=number, table=table, **told)]


def _removed(asked: Asked, number: int, table: int, stage: int | None, deal: int | None) -> list[AnyChange]:
    return [ResultRemoved(stage=stage_meant(asked.state, stage), round=number, table=table, deal=deal)]


RESULT: Final = changing(
    "result",
    Text(
        "Enter the result sheet of a table, or correct it: places, points or both, in the order of the seats.",
        "卓の結果を記入する（訂正も同じ）。順位か得点、または両方を席順に書く。",
    ),
    [
        ROUND,
        TABLE,
        Option("--places", Text("The place of each seat.", "席順の順位。"), type=PLACES),
        Option(
            "--points",
            Text("The points of each seat; - where there are none.", "席順の得点。ない席は - 。"),
            type=SCORES,
        ),
        Option(
            "--titles",
            Text(
                "The title of each seat, where it does not follow from its place.",
                "席順の身分。順位から決まるなら不要。",
            ),
            type=TITLES,
        ),
        _DEAL,
        STAGE,
    ],
    _result,
)
REMOVE: Final = changing(
    "remove", Text("Take a result away.", "結果を取り消す。"), [ROUND, TABLE, _DEAL, STAGE], _removed
)
