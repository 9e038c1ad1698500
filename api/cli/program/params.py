"""The types of values on the command line, and the arguments and options that several commands share."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Final

import click
from click.shell_completion import CompletionItem

from daifu.api.cli.program.commands import Argument, Option
from daifu.api.cli.program.errors import UsageError
from daifu.api.cli.program.output import printable
from daifu.api.settings import DB_SETTING
from daifu.replay.games.catalogue import PROFILES, game_of
from daifu.replay.text import Text, expected
from daifu.schemas.encodings import ENCODINGS, UTF_8, find_codec
from daifu.schemas.record import limits
from daifu.schemas.record.errors import one_of
from daifu.schemas.record.model import is_name
from daifu.schemas.sources.items import AUTO, FORMATS

_DIGITS: Final = re.compile(r"[0-9]{1,18}")
_JOINERS: Final = str.maketrans("", "", "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}")
"""Invisible characters that letters and pictures are written with."""
_FLAGS: Final = {"true": True, "false": False}


class OneOf(click.ParamType[str]):
    """One of the given words."""

    name = "word"

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002 - as click asks
        """The words, as the usage line shows them."""
        return "[" + "|".join(self.words) + "]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word itself. Raises `UsageError` for any other."""
        if value in self.words:
            return value
        known = one_of(self.words)
        raise UsageError(with_param_name(param, expected(known.en, known.ja, value)), ctx)

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 - as click asks
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem[str]]:
        """The words that begin so."""
        return [CompletionItem(word) for word in self.words if word.startswith(incomplete)]


class CountedGame(OneOf):
    """A name under which results are counted: a game, or a game and the id of a house, such as daifugo_friday."""

    def __init__(self) -> None:
        super().__init__(tuple(PROFILES))

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name itself. Raises `UsageError` for any other."""
        try:
            game_of(value)
        except KeyError:
            return super().convert(value, param, ctx)
        return value


class Encoding(click.ParamType[str]):
    """An encoding that is read, by any of its names."""

    name = "encoding"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002 - as click asks
        """The names that are recommended, as the usage line shows them."""
        return "[" + "|".join(ENCODINGS) + "]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Python's codec for it. Raises `UsageError` for an encoding that is not read."""
        codec = find_codec(value)
        if codec is None:
            known = one_of(ENCODINGS)
            raise UsageError(with_param_name(param, expected(known.en, known.ja, value)), ctx)
        return codec


class WholeNumber(click.ParamType[int]):
    """A whole number within bounds."""

    name = "N"

    def __init__(self, least: int, most: int = 10**9) -> None:
        self.least = least
        self.most = most

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002 - as click asks
        """Its name in the usage line."""
        return "N"

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number. Raises `UsageError` for anything else, and out of bounds."""
        text = str(value)
        if _DIGITS.fullmatch(text) and self.least <= int(text) <= self.most:
            return int(text)
        bounds = Text(
            f"a whole number from {self.least} to {self.most}",
            f"{self.least}〜{self.most}の整数（半角）",
        )
        raise UsageError(with_param_name(param, expected(bounds.en, bounds.ja, text)), ctx)


class Name(click.ParamType[str]):
    """A name of a person, tournament or stage."""

    name = "NAME"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002 - as click asks
        """Its name in the usage line."""
        return "NAME"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name itself. Raises `UsageError` where it is empty, too long, or has invisible characters.

        Characters that turn the direction of writing are invisible, too.
        """
        if is_name(value) and printable(value.translate(_JOINERS)) == value.translate(_JOINERS):
            return value
        most = limits.NAME_LENGTH
        text = expected(f"1 to {most} visible characters", f"1〜{most}文字の表示できる文字列", printable(value))
        raise UsageError(with_param_name(param, text), ctx)


class Day(click.ParamType[date]):
    """A date."""

    name = "DAY"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002 - as click asks
        """Its name in the usage line."""
        return "DAY"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """The date. Raises `UsageError` for anything else."""
        try:
            return datetime.strptime(value, "%Y-%m-%d").replace(tzinfo=UTC).date()
        except ValueError as error:
            text = expected("a day such as 2026-07-31", "2026-07-31のような日付", value)
            raise UsageError(with_param_name(param, text), ctx) from error


class TrueOrFalse(click.ParamType[bool]):
    """`true` or `false`, as in JSON."""

    name = "flag"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002 - as click asks
        """Both words, as the usage line shows them."""
        return f"[{'|'.join(_FLAGS)}]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> bool:
        """The value. Raises `UsageError` for anything else."""
        found = _FLAGS.get(value)
        if found is None:
            raise UsageError(with_param_name(param, expected("true or false", "trueかfalse", value)), ctx)
        return found


def with_param_name(param: click.Parameter | None, text: Text) -> Text:
    """The sentence with the name of its option or argument in front."""
    name = "" if param is None else param.opts[0] if isinstance(param, click.Option) else _argument_name(param)
    return Text(f"{name}: {text.en}", f"{name}：{text.ja}") if name else text


def _argument_name(argument: click.Parameter) -> str:
    """The name of an argument in the usage line."""
    return (argument.metavar or str(argument.name).upper()).strip("[].")


FILE: Final = Argument(
    "file",
    Text(
        "A file with games, plain or compressed (gzip, zstd, bzip2, xz), or - for standard input.",
        "対局のファイル（gzip、zstd、bzip2、xzも可）、または標準入力を表す - 。",
    ),
    metavar="FILE",
)

FILES: Final = Argument(
    "files",
    Text(
        "Files, plain or compressed (gzip, zstd, bzip2, xz), folders with games, or - for standard input.",
        "ファイル（gzip、zstd、bzip2、xzも可）、対局の入ったフォルダー、または標準入力を表す - 。",
    ),
    nargs=-1,
    required=True,
    metavar="FILE...",
    type=click.UNPROCESSED,
)

FORMAT: Final = Option(
    "--format",
    Text(
        "The format of the input; auto (the default) detects it from the beginning of each file.",
        "読み込むファイルの形式。auto（既定値）では各ファイルの先頭から判断する。",
    ),
    into="source_format",
    short="-f",
    type=OneOf((AUTO, *FORMATS)),
    default=AUTO,
)

ENCODING: Final = Option(
    "--encoding",
    Text(
        f"The encoding of files without a byte order mark, {UTF_8} by default. UTF-16 with its mark needs no option.",
        f"BOMのないファイルの文字コード。既定値は{UTF_8}。BOMの付いたUTF-16には指定がいらない。",
    ),
    into="codec",
    type=Encoding(),
    default=UTF_8,
)

LINE: Final = Option(
    "--line",
    Text(
        "The line on which the record begins; needed if the file has several records.",
        "棋譜が始まる行。ファイルに棋譜が複数あるときに必要。",
    ),
    type=WholeNumber(1),
)

MOST_JOBS: Final = 64
JOBS: Final = Option(
    "--jobs",
    Text("Use N processes; 1 by default.", "N個のプロセスで分担する。既定値は1。"),
    short="-j",
    type=WholeNumber(1, MOST_JOBS),
    default=1,
)
DB: Final = Option(
    DB_SETTING.flag,
    Text(
        f"The store: a file, or an address postgresql://…; by default {DB_SETTING.variable}, or else "
        f"{DB_SETTING.default}.",
        f"保存先。ファイル、またはpostgresql://…で始まるアドレス。既定値は{DB_SETTING.variable}、それがなければ"
        f"{DB_SETTING.default}。",
    ),
    metavar="STORE",
    envvar=DB_SETTING.variable,
    default=DB_SETTING.default,
)
