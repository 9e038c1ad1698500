"""Commands, options and arguments with help texts in both languages, and their help pages."""

import io
import shutil
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, Final, Protocol, cast

import click
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Plain

from api.cli.errors import UsageError, attach_context
from api.cli.output import language_of
from api.languages import Language, say
from replay.text import Text

MAX_WIDTH: Final = 100
_USAGE: Final = Text("Usage:", "使い方：")
_OPTIONS: Final = Text("Options:", "オプション：")
_ARGUMENTS: Final = Text("Arguments:", "引数：")
_COMMANDS: Final = Text("Commands:", "コマンド：")

Rows = list[tuple[str, Text]]


class Described(Protocol):
    """A command, option or argument with its help text."""

    text: Text


def help_page(about: Text, context: click.Context) -> str:
    """The help page of the context's command, described by `about`; at most as wide as the terminal."""
    language = language_of(context)
    page = io.StringIO()
    console = Console(file=page, width=min(shutil.get_terminal_size().columns, MAX_WIDTH), color_system=None)
    console.print(Plain(f"{say(_USAGE, language)} {_usage(context)}"), "")
    console.print(Padding(Plain(say(about, language)), (0, 0, 0, 2)))
    for heading, rows in _sections(context):
        if rows:
            console.print("", Plain(say(heading, language)), _grid(rows, language), sep="\n")
    return "\n".join(map(str.rstrip, page.getvalue().splitlines()))


def _usage(context: click.Context) -> str:
    """The usage line: options in brackets, then arguments."""
    parts = [context.command_path]
    parts += [f"[{_spec(param, context)}]" for param in context.command.params if isinstance(param, click.Option)]
    parts += [param.make_metavar(context) for param in context.command.params if isinstance(param, click.Argument)]
    return " ".join(parts + (["COMMAND …"] if isinstance(context.command, click.Group) else []))


def _sections(context: click.Context) -> Iterator[tuple[Text, Rows]]:
    command = context.command
    arguments = [param for param in command.params if isinstance(param, click.Argument)]
    options = [param for param in command.params if isinstance(param, click.Option)]
    commands = command.commands.values() if isinstance(command, click.Group) else ()
    yield _ARGUMENTS, _rows(arguments, context)
    yield _OPTIONS, _rows(options, context)
    yield _COMMANDS, [(str(one.name), _text_of(one)) for one in commands]


def _rows(params: Iterable[click.Parameter], context: click.Context) -> Rows:
    return [(_spec(param, context), _text_of(param)) for param in params]


def _spec(param: click.Parameter, context: click.Context) -> str:
    """An option with the value that it takes, or the name of an argument."""
    if not isinstance(param, click.Option):
        return param.make_metavar(context)
    return param.opts[0] if param.is_flag else f"{param.opts[0]} {param.make_metavar(context)}"


def _text_of(part: click.Parameter | click.Command) -> Text:
    return cast("Described", part).text


def _grid(rows: Rows, language: Language) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for name, text in rows:
        grid.add_row(Plain(f"  {name}"), Plain(say(text, language)))
    return grid


class Argument(click.Argument):
    """An argument with its help text."""

    def __init__(self, name: str, text: Text, **settings: Any) -> None:  # noqa: ANN401 - click's own
        super().__init__([name], **settings)
        self.text = text


class Option(click.Option):
    """An option with its help text; `into` is the name of its value if it is not that of the option."""

    def __init__(self, name: str, text: Text, into: str = "", **settings: Any) -> None:  # noqa: ANN401 - click's own
        super().__init__([name, into] if into else [name], **settings)
        self.text = text


def _show_help(context: click.Context, _option: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click's signature
    if value:
        click.echo(context.get_help())
        context.exit()


def help_option() -> Option:
    """The option `--help`, which every command has."""
    text = Text("Show this page and exit.", "この説明を表示して終了する。")
    return Option("--help", text, is_flag=True, is_eager=True, expose_value=False, callback=_show_help)


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
        if rest:
            text = " ".join(rest)
            raise UsageError(Text(f"nothing takes the argument {text}", f"余分な引数があります：{text}"), ctx)
        return rest

    def get_help(self, ctx: click.Context) -> str:
        """The help page in the language of this run."""
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
    """A group of commands with its help text; called without a command, it shows its help page."""

    def __init__(self, name: str, text: Text, params: list[click.Parameter], **settings: Any) -> None:  # noqa: ANN401
        super().__init__(name, params=[*params, help_option()], add_help_option=False, no_args_is_help=True, **settings)
        self.text = text

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the options before the name of a command."""
        with attach_context(ctx):
            return super().parse_args(ctx, args)

    def get_help(self, ctx: click.Context) -> str:
        """The help page in the language of this run."""
        return help_page(self.text, ctx)
