"""The exported table of ratings: people with their estimated strength in each game."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from daifu.replay.text import Text
from daifu.schemas.parquet.table import PERSON_ID, RULES, Column, ColumnType, Row, Table


class ExportedRating(NamedTuple):
    """The rating of a person in a game, its values in the order of the columns."""

    rules: str
    place: int
    person_id: str
    person_name: str
    mu: float
    sigma: float
    skill: float
    deals: int
    behind: int


def rating_rows(rating: ExportedRating) -> Iterator[Row]:
    """The row of a rating."""
    yield tuple(rating)


RATINGS: Final = Table(
    "ratings",
    Text(
        "A row for each person with a rating in a game, best first.",
        "ゲームごとに、レーティングのある人1人につき1行（上位から）。",
    ),
    (
        RULES,
        Column(
            "place",
            ColumnType.INT32,
            Text("The place by `skill`; equal ones share it.", "`skill` による順位。同じ値なら同順位。"),
        ),
        PERSON_ID,
        Column("person_name", ColumnType.TEXT, Text("The name of the person.", "名前。")),
        Column("mu", ColumnType.FLOAT64, Text("The estimated strength.", "強さの推定値。")),
        Column("sigma", ColumnType.FLOAT64, Text("The deviation of the estimate.", "推定値の標準偏差。")),
        Column(
            "skill",
            ColumnType.FLOAT64,
            Text(
                "`mu` less three times `sigma`: a cautious estimate.",
                "`mu` から `sigma` の3倍を引いた、控えめな推定値。",
            ),
        ),
        Column("deals", ColumnType.INT32, Text("How many rated deals it follows from.", "もとになった回の数。")),
        Column(
            "behind",
            ColumnType.INT32,
            Text(
                "How many deals of the game the ratings do not take into account yet.",
                "レーティングにまだ反映されていない回の数（ゲーム全体）。",
            ),
        ),
    ),
    rating_rows,
)
"""Of all records of a game that are not withdrawn: ratings depend on the order of all deals."""
