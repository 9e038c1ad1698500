"""Arguments and options that several commands have."""

from typing import Final

from api.cli.commands import Argument, Option
from api.cli.values import OneOf, Whole
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
