"""The types of values on the command line, and the arguments and options that several commands share."""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final, Generic, TypeVar

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

Value = TypeVar("Value")


class Parsed(click.ParamType[Value], Generic[Value]):
    """A value that `read` parses or refuses with an error; `wanted` says what is expected."""

    def __init__(self, name: str, wanted: Text, read: Callable[[str], Value]) -> None:
        self.name = name
        self._wanted = wanted
        self._read = read

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002 - as click asks
        """Its name in the usage line."""
        return self.name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Value:  # noqa: ANN401, ARG002
        """The parsed value. Raises `UsageError`."""
        if not isinstance(value, str):  # a default
            return value  # type: ignore[no-any-return]
        try:
            return self._read(value)
        except (KeyError, ValueError) as error:
            text = expected(self._wanted.en, self._wanted.ja, self._shown(value))
            raise UsageError(with_param_name(param, text)) from error

    def _shown(self, value: str) -> str:
        return value


class OneOf(Parsed[str]):
    """One of the given words."""

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__(f"[{'|'.join(words)}]", one_of(words), self._known)
        self.words = words

    def _known(self, word: str) -> str:
        if word not in self.words:
            raise ValueError(word)
        return word

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

    def _known(self, word: str) -> str:
        game_of(word)
        return word


class WholeNumber(Parsed[int]):
    """A whole number within bounds."""

    def __init__(self, least: int, most: int = 10**9) -> None:
        bounds = Text(f"a whole number from {least} to {most}", f"{least}〜{most}の整数（半角）")

        def read(text: str) -> int:
            if not _DIGITS.fullmatch(text) or not least <= int(text) <= most:
                raise ValueError(text)
            return int(text)

        super().__init__("N", bounds, read)


class Name(Parsed[str]):
    """A name of a person, tournament or stage, without invisible characters.

    Characters that turn the direction of writing are invisible, too.
    """

    def __init__(self) -> None:
        most = limits.NAME_LENGTH
        wanted = Text(f"1 to {most} visible characters", f"1〜{most}文字の表示できる文字列")
        super().__init__("NAME", wanted, self._visible)

    def _visible(self, name: str) -> str:
        if not is_name(name) or self._shown(name.translate(_JOINERS)) != name.translate(_JOINERS):
            raise ValueError(name)
        return name

    def _shown(self, value: str) -> str:
        return printable(value)


def _codec(name: str) -> str:
    if (codec := find_codec(name)) is None:
        raise ValueError(name)
    return codec


DAY: Final = Parsed(
    "DAY",
    Text("a day such as 2026-07-31", "2026-07-31のような日付"),
    lambda text: datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).date(),
)
TRUE_OR_FALSE: Final = Parsed(
    "[true|false]", Text("true or false", "trueかfalse"), {"true": True, "false": False}.__getitem__
)


def with_param_name(param: click.Parameter | None, text: Text) -> Text:
    """The sentence with the name of its option or argument in front."""
    if param is None:
        return text
    shown = param.opts[0] if isinstance(param, click.Option) else param.metavar or str(param.name).upper()
    name = shown.strip("[].")
    return Text(f"{name}: {text.en}", f"{name}：{text.ja}")


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
    type=Parsed(f"[{'|'.join(ENCODINGS)}]", one_of(ENCODINGS), _codec),
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
