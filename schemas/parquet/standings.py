"""The columns of standings, of meetings and of teams: those that say which standing it is, and those of a row.

Numbers that need not be whole have two columns: a double to compute with, and behind it the exact number as a text.
"""

from collections.abc import Iterator
from typing import Final

from daifu.replay.text import Text
from daifu.schemas.parquet.table import RULES, Column, ColumnType

STANDING_NAME: Final = "standing"
STANDING_TEXT: Final = Text("A row for each entrant, best first.", "参加者1人につき1行（上位から）。")


def _with_exact_value(column: Column) -> Iterator[Column]:
    """A column of doubles, and behind it what these are exactly."""
    yield column
    yield Column(
        f"{column.name}_exact",
        ColumnType.TEXT,
        f"`{column.name}` exactly, as a fraction in lowest terms: `31/3`, or `12` where it is whole.",
        f"`{column.name}` の正確な値（既約分数）。`31/3` のように書き、整数なら `12` と書く。",
        column.optional,
    )


_OF_STANDING: Final = (
    Column(
        "tournament",
        ColumnType.TEXT,
        "The name of the tournament, by which records refer to it.",
        "大会名（棋譜での大会の名前）。",
    ),
    RULES,
    Column(
        "version",
        ColumnType.INT64,
        "The number of the last entry of the log that it is made of.",
        "もとにした記録簿の最後の項の番号。",
    ),
    Column("after_stage", ColumnType.INT16, "The stage whose standing it is.", "どのステージの順位表か。"),
    Column(
        "after_round",
        ColumnType.INT16,
        "The round of that stage after which it is; 0 before the first.",
        "何回戦終了時か。1回戦の前なら0。",
    ),
)
_ENTRANT: Final = (
    Column("place", ColumnType.INT16, "The place; who cannot be told apart share one.", "順位。決着しなければ同順位。"),
    Column("entrant", ColumnType.INT16, "The number of the entrant.", "参加者の番号。"),
    Column("name", ColumnType.TEXT, "What the entrant is called.", "氏名。"),
    Column(
        "player_ids",
        ColumnType.TEXTS,
        "The ids by which records know the entrant.",
        "棋譜でこの参加者を表すプレイヤーのID。",
    ),
    Column("team", ColumnType.TEXT, "The team.", "チーム。", optional=True),
    Column("withdrawn", ColumnType.BOOL, "Whether the entrant has withdrawn.", "棄権しているか。"),
    Column(
        "stage",
        ColumnType.INT16,
        "The stage whose numbers these are: who came no further stands behind those who did.",
        "どのステージの数値か。前のステージまでの参加者は、進んだ人の後に並ぶ。",
    ),
)
_POINTS: Final = (
    Column(
        "points",
        ColumnType.FLOAT64,
        "The points: `carried`, `counted` and `referee` together.",
        "合計。`carried`、`counted`、`referee` の和。",
    ),
    Column(
        "carried", ColumnType.FLOAT64, "What was brought along from a stage before.", "前のステージからの持ち越し。"
    ),
    Column("counted", ColumnType.FLOAT64, "What the rounds that count scored.", "数えられる回戦の得点。"),
    Column("referee", ColumnType.FLOAT64, "What awards and faults did to the points.", "裁定と反則による増減。"),
)
_PLAYED: Final = (
    Column("deals", ColumnType.INT32, "How many deals were played.", "回数。"),
    Column(
        "firsts",
        ColumnType.INT32,
        "How often the entrant was first, alone or not.",
        "1位になった回数（同順位を含む）。",
    ),
    *_with_exact_value(
        Column("best_round", ColumnType.FLOAT64, "The best score at a table.", "1つの卓での最高点。", optional=True)
    ),
    Column("faults", ColumnType.INT32, "How many faults were upheld.", "認められた反則の数。"),
    *_with_exact_value(
        Column(
            "opponents",
            ColumnType.FLOAT64,
            "The mean of the points of those whom the entrant met, each meeting counted.",
            "対戦相手の合計の平均（対戦ごとに数える）。",
            optional=True,
        )
    ),
    Column("dropped", ColumnType.NUMBERS, "The rounds that do not count.", "除外した回戦。"),
    Column(
        "movement",
        ColumnType.INT16,
        "By how many places the entrant is better than a round before; null where there was none.",
        "前の回戦から上がった順位の数。前の回戦がなければnull。",
        optional=True,
    ),
)
_TIES: Final = (
    Column(
        "tie_breaks",
        ColumnType.TEXTS,
        "The tie-breaks that led to the place, in their order.",
        "この順位が決まるまでに使われた基準（使われた順）。",
    ),
    *_with_exact_value(
        Column(
            "head_to_head",
            ColumnType.FLOAT64,
            "The sum of the shares against those who were tied; null where it was not needed, or not all had met.",
            "並んだ相手との直接対決の勝率の和。使われなかったか、全員の対戦がなければnull。",
            optional=True,
        )
    ),
    Column(
        "lot",
        ColumnType.INT16,
        "The place in the lot; null where none was needed, or drawn.",
        "抽選での順番。使われていなければnull。",
        optional=True,
    ),
)

STANDING_COLUMNS: Final = (
    *_OF_STANDING,
    *_ENTRANT,
    *(part for column in _POINTS for part in _with_exact_value(column)),
    *_PLAYED,
    *_TIES,
)

_PLACE_OF_MEETING: Final = (
    Column("entrant", ColumnType.INT16, "The number of the entrant.", "参加者の番号。"),
    Column("name", ColumnType.TEXT, "The name of the entrant.", "氏名。"),
    Column("opponent", ColumnType.INT16, "The number of the opponent.", "相手の番号。"),
    Column("opponent_name", ColumnType.TEXT, "The name of the opponent.", "相手の氏名。"),
    Column("round", ColumnType.INT16, "The round in which they met.", "対戦した回戦。"),
    Column("table", ColumnType.INT16, "The table at which they met.", "対戦した卓。"),
)
MEETING_FIELDS: Final = (
    *_PLACE_OF_MEETING,
    Column("own", ColumnType.FLOAT64, "The score of the entrant at the table.", "その卓での得点。"),
    Column("theirs", ColumnType.FLOAT64, "The score of the opponent there.", "その卓での相手の得点。"),
    Column(
        "won",
        ColumnType.FLOAT64,
        "1 if the entrant did better, 0 if the opponent did, 1/2 otherwise.",
        "勝ちなら1、負けなら0、引き分けなら1/2。",
    ),
)
"""The columns of a meeting as CSV has them."""
TEAM_FIELDS: Final = (
    Column(
        "place", ColumnType.INT16, "The place of the team; equal teams share one.", "チームの順位。同点なら同順位。"
    ),
    Column("team", ColumnType.TEXT, "The team.", "チーム。"),
    Column("points", ColumnType.FLOAT64, "The points of its entrants together.", "参加者の合計の和。"),
    Column("entrant", ColumnType.INT16, "The number of an entrant of the team.", "チームの参加者の番号。"),
    Column("name", ColumnType.TEXT, "The name of the entrant.", "氏名。"),
    Column("entrant_place", ColumnType.INT16, "The place of the entrant.", "参加者の順位。"),
    Column("entrant_points", ColumnType.FLOAT64, "The points of the entrant.", "参加者の合計。"),
)
"""The columns of an entrant of a team as CSV has them."""


def _with_all_exact_values(fields: tuple[Column, ...]) -> Iterator[Column]:
    for column in fields:
        yield from _with_exact_value(column) if column.type is ColumnType.FLOAT64 else (column,)


MEETINGS_NAME: Final = "head-to-head"
MEETINGS_TEXT: Final = Text(
    "A row for each meeting, seen from each of the two.", "対戦1回につき、双方から見た1行ずつ。"
)
MEETING_COLUMNS: Final = (*_OF_STANDING, *_with_all_exact_values(MEETING_FIELDS))
TEAMS_NAME: Final = "teams"
TEAMS_TEXT: Final = Text(
    "A row for each entrant of a team, the best team first.", "チームの参加者1人につき1行（上位のチームから）。"
)
TEAM_COLUMNS: Final = (*_OF_STANDING, *_with_all_exact_values(TEAM_FIELDS))
