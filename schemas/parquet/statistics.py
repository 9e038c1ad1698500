"""The tables of people over all records: counters, the figures made of them, and ratings.

Each counter is a column, 0 where it was not counted. `docs/statistics.md` says what they are.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cache
from itertools import repeat
from typing import Final, NamedTuple

from daifu.replay.counters import PAIR, SEAT, TABLE, Counts
from daifu.replay.figures.figures import Figures
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.statistics.catalogue import counters_of
from daifu.replay.text import Text
from daifu.schemas.parquet.table import DAY, PERSON_ID, RULES, Column, ColumnType, Row, Table

ROW_BYTES: Final = 1 << 10
"""What a row of counters counts for in the size of a row group: it has hundreds of columns."""

_SMALL: Final = 2**63 - 1
"""What a column of any counter can hold."""
_LARGEST: Final = {ColumnType.INT64: _SMALL, ColumnType.DECIMAL: 10**38 - 1}
"""Sums of squares of points can be larger than any column. They are null."""

_PLAYER_ID: Final = Column("player_id", ColumnType.TEXT, "The id of the player.", "プレイヤーのID。")
_TOURNAMENT: Final = Column("tournament", ColumnType.TEXT, "The name of the event.", "大会の名前。", optional=True)
_PLAYERS: Final = Column("players", ColumnType.INT16, "How many sat in these deals.", "その回に参加した人数。")


class DealCounts(NamedTuple):
    """The counts of deals of one day, event and number of players; of one player, or of the deals themselves."""

    rules: str
    day: date | None
    tournament: str | None
    seated: int
    player: str | None
    counts: Counts


class PairCounts(NamedTuple):
    """The counts of two players in a game, as the first one sees them."""

    rules: str
    player: str
    other: str
    counts: Counts


class FiguresOf(NamedTuple):
    """The figures of a player, by id and name, or of the game as a whole."""

    rules: str
    player: str | None
    name: str | None
    figures: Figures


def _figure_rows(of: FiguresOf) -> Iterator[Row]:
    for figure, value in of.figures.items():
        numbers = value.numerator, value.denominator, value.value, value.low, value.high
        yield (of.rules, of.player, of.name, figure, *numbers)


@cache
def player_counts_table(rules: str) -> Table[DealCounts]:
    """The table of the counters of players in a game."""
    counters = _CounterColumns(counters_of(rules, SEAT))
    return Table(
        "player_counts",
        Text(
            "A row for each player, by day, event and number of players.",
            "日、大会、人数ごとに、プレイヤー1人につき1行。",
        ),
        (RULES, DAY, _TOURNAMENT, _PLAYERS, _PLAYER_ID, *counters.columns),
        lambda one: counters.rows((one.rules, one.day, one.tournament, one.seated, one.player), one.counts),
        lambda _one: ROW_BYTES,
    )


@cache
def deal_counts_table(rules: str) -> Table[DealCounts]:
    """The table of the counters of the deals of a game themselves."""
    counters = _CounterColumns(counters_of(rules, TABLE))
    return Table(
        "deal_counts",
        Text("A row for each day, event and number of players.", "日、大会、人数ごとに1行。"),
        (RULES, DAY, _TOURNAMENT, _PLAYERS, *counters.columns),
        lambda one: counters.rows((one.rules, one.day, one.tournament, one.seated), one.counts),
        lambda _one: ROW_BYTES,
    )


class _CounterColumns:
    """The columns of counters, and the values in them: there are hundreds, so most are only looked up."""

    def __init__(self, counters: Iterable[str]) -> None:
        self.columns = tuple(
            Column(
                name,
                ColumnType.DECIMAL if "points" in name or "time" in name else ColumnType.INT64,
                "The counter of this name.",
                "この名前のカウンター。",
                optional=True,
            )
            for name in counters
        )
        self._names = [column.name for column in self.columns]

    def rows(self, head: Row, counts: Mapping[str, int]) -> Iterator[Row]:
        """The row that begins like this and goes on with counts."""
        values: Iterable[int | None] = map(counts.get, self._names, repeat(0))
        if any(abs(count) > _SMALL for count in counts.values()):
            found = [(counts.get(column.name, 0), column.type) for column in self.columns]
            values = [count if abs(count) <= _LARGEST[kind] else None for count, kind in found]
        yield (*head, *values)


_PAIR_COUNTERS: Final = _CounterColumns(dict.fromkeys(name for rules in PROFILES for name in counters_of(rules, PAIR)))

PAIR_COUNTS: Final[Table[PairCounts]] = Table(
    "pair_counts",
    Text(
        "A row for each two players who sat in the same deals, from the side of the first.",
        "同じ回に参加した2人につき、双方の側から1行ずつ。",
    ),
    (
        RULES,
        _PLAYER_ID,
        Column("other_id", ColumnType.TEXT, "The id of the other player.", "相手のID。"),
        *_PAIR_COUNTERS.columns,
    ),
    lambda one: _PAIR_COUNTERS.rows((one.rules, one.player, one.other), one.counts),
    lambda _one: ROW_BYTES,
)

FIGURES: Final[Table[FiguresOf]] = Table(
    "figures",
    Text(
        "A row for each figure of a player, and of each game as a whole.",
        "プレイヤーの指標1つにつき1行と、ゲーム全体の指標1つにつき1行。",
    ),
    (
        RULES,
        Column(
            "player_id",
            ColumnType.TEXT,
            "The id of the player; null for the game as a whole.",
            "プレイヤーのID。ゲーム全体ならnull。",
            optional=True,
        ),
        Column("player_name", ColumnType.TEXT, "The name of the player.", "プレイヤーの名前。", optional=True),
        Column("figure", ColumnType.TEXT, "The id of the figure.", "指標のID。"),
        Column("numerator", ColumnType.FLOAT64, "The numerator.", "分子。"),
        Column("denominator", ColumnType.FLOAT64, "The denominator.", "分母。"),
        Column(
            "value",
            ColumnType.FLOAT64,
            "The value; null if nothing is known.",
            "値。分からなければnull。",
            optional=True,
        ),
        Column("low", ColumnType.FLOAT64, "The lower end of its 95 % interval.", "95％区間の下端。", optional=True),
        Column("high", ColumnType.FLOAT64, "The upper end of its 95 % interval.", "95％区間の上端。", optional=True),
    ),
    _figure_rows,
)


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


RATINGS: Final[Table[ExportedRating]] = Table(
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
            "The place by `skill`; equal ones share it.",
            "`skill` による順位。同じ値なら同順位。",
        ),
        PERSON_ID,
        Column("person_name", ColumnType.TEXT, "The name of the person.", "名前。"),
        Column("mu", ColumnType.FLOAT64, "The estimated strength.", "強さの推定値。"),
        Column("sigma", ColumnType.FLOAT64, "The deviation of the estimate.", "推定値の標準偏差。"),
        Column(
            "skill",
            ColumnType.FLOAT64,
            "`mu` less three times `sigma`: a cautious estimate.",
            "`mu` から `sigma` の3倍を引いた、控えめな推定値。",
        ),
        Column("deals", ColumnType.INT32, "How many rated deals it follows from.", "もとになった回の数。"),
        Column(
            "behind",
            ColumnType.INT32,
            "How many deals of the game the ratings do not take into account yet.",
            "レーティングにまだ反映されていない回の数（ゲーム全体）。",
        ),
    ),
    lambda rating: iter([tuple(rating)]),
)
"""Of all records of a game that are not withdrawn: ratings depend on the order of all deals."""
