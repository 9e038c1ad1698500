"""Commands, options and arguments with help texts in both languages, the types of their values, and shared ones."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib import import_module
from typing import Any, Final, Generic, TypeVar

import click
from click.shell_completion import CompletionItem

from daifu.api.cli.program.output import UsageError, attach_context, printable
from daifu.api.settings import DB_SETTING
from daifu.replay.games.catalogue import PROFILES, game_of
from daifu.replay.text import Text, expected
from daifu.schemas.encodings import ENCODINGS, UTF_8, find_codec
from daifu.schemas.record import limits
from daifu.schemas.record.errors import one_of
from daifu.schemas.record.model import is_name
from daifu.schemas.sources.items import AUTO, FORMATS

_PATHS: Final = {"FILE": "file", "SOURCE": "file", "STORE": "file", "TO": "file", "FOLDER": "dir", "INPUT": "file"}
"""What a shell completes itself, by the name of a value on the help page."""
_STORED: Final = ("PLAYER", "OTHER", "TOURNAMENT", "RECORD", "HOUSE", "THERE")
"""The names of values that a store knows."""


def _completed(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings of a parameter with what a shell offers for its value."""
    value = settings.get("metavar", "").strip("[].")
    if value in _PATHS:
        return {"shell_complete": lambda *_: [CompletionItem("", type=_PATHS[value])], **settings}
    if value in _STORED:

        def complete(context: click.Context, _param: click.Parameter, beginning: str) -> list[CompletionItem[str]]:
            from daifu.api.cli.program.completion import completions  # noqa: PLC0415 - only a shell asks

            return completions(value, context, beginning)

        return {"shell_complete": complete, **settings}
    return settings


class Argument(click.Argument):
    """An argument with its help text."""

    def __init__(self, name: str, text: Text, **settings: Any) -> None:  # noqa: ANN401 - click's own
        super().__init__([name], **_completed(settings))
        self.text = text


class Option(click.Option):
    """An option with its help text; `into` is the name of its value if it is not that of the option.

    `short` is another name of one letter, such as `-o`.
    """

    def __init__(self, name: str, text: Text, into: str = "", *, short: str = "", **settings: Any) -> None:  # noqa: ANN401 - click's own
        super().__init__([part for part in (name, short, into) if part], **_completed(settings))
        self.text = text


def _show_help(context: click.Context, _option: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click's signature
    if value:
        click.echo(context.get_help())
        context.exit()


def help_option() -> Option:
    """The option `--help`, which every command has."""
    text = Text("Show this page and exit.", "この説明を表示して終了する。")
    return Option("--help", text, short="-h", is_flag=True, is_eager=True, expose_value=False, callback=_show_help)


class Command(click.Command):
    """A command with its help text. It gets `--help` and refuses superfluous arguments."""

    def __init__(self, name: str, text: Text, params: list[click.Parameter], **settings: Any) -> None:  # noqa: ANN401
        super().__init__(name, params=[*params, help_option()], add_help_option=False, **settings)
        self.text = text
        self.allow_extra_args = True

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Raises `UsageError` if some are left over."""
        with attach_context(ctx):
            rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:  # which is how completions are found
            text = " ".join(rest)
            raise UsageError(Text(f"nothing takes the argument {text}", f"余分な引数があります：{text}"))
        return rest

    def get_help(self, ctx: click.Context) -> str:
        """The help page in the language of this run."""
        from daifu.api.cli.program.help_page import help_page  # noqa: PLC0415 - other runs need no rich for it

        return help_page(self.text, ctx)


class LazyCommands(Mapping[str, click.Command]):
    """Commands by their names. Each is loaded when it is looked up, so that a run loads only what it needs."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = places
        """Where each command is, as `module:NAME`."""

    def __getitem__(self, name: str) -> click.Command:
        module, _, constant = self._places[name].partition(":")
        command: click.Command = getattr(import_module(module), constant)
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class CommandGroup(click.Group):
    """A group of commands with its help text, by default under one heading.

    Called without a command, it shows its help page, unless `settings` say otherwise.
    """

    def __init__(
        self,
        name: str,
        text: Text,
        params: list[click.Parameter],
        *,
        headings: Mapping[Text, Collection[str]] | None = None,
        **settings: Any,  # noqa: ANN401 - click's own
    ) -> None:
        settings.setdefault("no_args_is_help", True)
        super().__init__(name, params=[*params, help_option()], add_help_option=False, **settings)
        self.text = text
        self.headings = headings or {Text("Commands:", "コマンド："): self.commands}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the options before the name of a command."""
        with attach_context(ctx):
            return super().parse_args(ctx, args)

    def get_help(self, ctx: click.Context) -> str:
        """The help page in the language of this run."""
        from daifu.api.cli.program.help_page import help_page  # noqa: PLC0415 - other runs need no rich for it

        return help_page(self.text, ctx)


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
URL_VARIABLE: Final = "DAIFU_URL"
TOKEN_VARIABLE: Final = "DAIFU_TOKEN"
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
