"""Arguments and options that several commands have."""

from typing import Final

import click

from api.cli.commands import Argument, Option
from api.cli.values import OneOf, Whole
from api.settings import DB as DB_SETTING
from replay.text import Text
from schemas.sources import AUTO, FORMATS

FILE: Final = Argument(
    "file",
    Text(
        "A file with games, plain or gzipped, or - for standard input.",
        "対局のファイル（gzip可）、または標準入力を表す - 。",
    ),
    metavar="FILE",
)

FILES: Final = Argument(
    "files",
    Text(
        "Files, plain or gzipped, folders with games, or - for standard input.",
        "ファイル（gzip可）、対局の入ったフォルダー、または標準入力を表す - 。",
    ),
    nargs=-1,
    required=True,
    metavar="FILE...",
    type=click.UNPROCESSED,
)

FORMAT: Final = Option(
    "--format",
    Text(
        "The format of what is read; auto (the default) tells it from how each file begins.",
        "読み込むファイルの形式。auto（既定値）では各ファイルの書き出しから判断する。",
    ),
    into="wanted",
    type=OneOf((AUTO, *FORMATS)),
    default=AUTO,
)

LINE: Final = Option(
    "--line",
    Text(
        "The line on which the record begins; needed where the file holds several.",
        "棋譜が始まる行。ファイルに棋譜が複数あるときに必要。",
    ),
    type=Whole(1),
)

DB: Final = Option(
    DB_SETTING.flag,
    Text(
        f"The file of the store; by default {DB_SETTING.variable}, or else {DB_SETTING.default}.",
        f"保存先のファイル。既定値は{DB_SETTING.variable}、それがなければ{DB_SETTING.default}。",
    ),
    metavar="FILE",
    envvar=DB_SETTING.variable,
    default=DB_SETTING.default,
)
