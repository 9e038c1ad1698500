"""The options of `daifu import` for sheets of results."""

from pathlib import PurePath
from typing import Final

import click

from daifu.api.cli.program.commands import Option
from daifu.api.cli.program.params import Name, OneOf, WholeNumber
from daifu.api.cli.rule_choice import HOUSE, OPTIONS
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.text import Text

_ENDINGS: Final = (".csv", ".tsv", ".xlsx")

SHEET_OPTIONS: Final[tuple[click.Parameter, ...]] = (
    Option(
        "--rules",
        Text("The rules of the games of a sheet.", "成績表の対局のルール。"),
        type=OneOf(tuple(PROFILES)),
        metavar="RULES",
    ),
    OPTIONS,
    HOUSE,
    Option(
        "--event",
        Text(
            "The name of the evenings of a sheet, such as that of the club. The map of the last sheet of this name "
            "is used.",
            "成績表の会の名前（サークル名など）。同じ名前の前回の成績表の対応表を使う。",
        ),
        type=Name(),
    ),
    Option(
        "--map",
        Text(
            "The map of a sheet: its layout, rules, columns and names, as --keep-map wrote it.",
            "成績表の対応表。書き方、ルール、列、名前を書いたもので、--keep-mapで保存できる。",
        ),
        into="map_file",
        metavar="FILE",
    ),
    Option(
        "--keep-map",
        Text(
            "Write the map by which the next sheet is read alike.", "次の成績表を同じように読むための対応表を書き出す。"
        ),
        metavar="FILE",
    ),
    Option(
        "--dry-run",
        Text(
            "Show what would come of a sheet, and store nothing.",
            "成績表を取り込まず、取り込むとどうなるかだけを表示する。",
        ),
        is_flag=True,
    ),
    Option(
        "--partly",
        Text("Store the good rows of a sheet with errors.", "成績表に誤りがあっても、正しい行だけを取り込む。"),
        is_flag=True,
    ),
    Option(
        "--layout",
        Text(
            "The layout of a sheet: P places, N names, S points, L a row a player, T titles; recognised by default.",
            "成績表の書き方。P：順位、N：名前、S：点数、L：1行に1人、T：身分。既定では自動で見分ける。",
        ),
        type=OneOf(("P", "N", "S", "L", "T")),
    ),
    Option(
        "--date-order",
        Text(
            "Whether 1/2/2025 is the first of February (dmy) or the second of January (mdy).",
            "1/2/2025を2月1日（dmy）と1月2日（mdy）のどちらに読むか。",
        ),
        type=OneOf(("dmy", "mdy")),
    ),
    Option(
        "--year",
        Text("The year of dates that have none.", "年のない日付の年。"),
        type=WholeNumber(1900, 2999),
    ),
    Option(
        "--lowest-wins",
        Text("Fewer points are better.", "点数の少ない人を上位にする。"),
        is_flag=True,
        default=None,
    ),
    Option(
        "--sheet",
        Text(
            "The sheet of a workbook; the first visible one by default.",
            "ブックの中のシート。既定では表示されている最初のシート。",
        ),
        metavar="NAME",
    ),
    Option(
        "--sheet-format",
        Text(
            "Take the files as sheets whatever their names; by default, those that end in .csv, .tsv or .xlsx.",
            "名前にかかわらずファイルを成績表として読む。既定では.csv、.tsv、.xlsxで終わるもの。",
        ),
        type=OneOf(("csv", "tsv", "xlsx")),
    ),
)


def is_sheet(file: str) -> bool:
    """Whether a file is a sheet by its name."""
    return PurePath(file).suffix.lower() in _ENDINGS
