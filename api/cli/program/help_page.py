"""The help page of a command, in the language of the run."""

import io
import re
import shutil
from collections.abc import Iterable, Iterator
from typing import Final, Protocol, cast

import click
from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Plain

from daifu.api.cli.program.commands import CommandGroup
from daifu.api.cli.program.output import language_of
from daifu.api.languages import Language, say
from daifu.replay.text import Text

MAX_WIDTH: Final = 100
_INDENT: Final = 2
_USAGE: Final = Text("Usage:", "使い方：")
_OPTIONS: Final = Text("Options:", "オプション：")
_CLAUSE_END: Final = re.compile("[:;.。：]")
_WORD: Final = re.compile(r"[（「]*(?:[!-~]+|.)[、。）」：]*", re.DOTALL)
"""Parts of a text between which a line may be broken: Latin words, and characters of others with their punctuation."""

Rows = list[tuple[str, Text]]


class Described(Protocol):
    """A command, option or argument with its help text."""

    text: Text


def help_page(about: Text, context: click.Context) -> str:
    """The help page of the context's command, described by `about`; at most as wide as the terminal."""
    language = language_of(context)
    page = io.StringIO()
    console = Console(file=page, width=min(shutil.get_terminal_size().columns, MAX_WIDTH), color_system=None)
    console.print(Plain(f"{say(_USAGE, language)} {usage(context)}"), "")
    console.print(Padding(Plain(_broken(say(about, language), console.width - _INDENT)), (0, 0, 0, _INDENT)))
    commands = context.command.commands if isinstance(context.command, click.Group) else ()
    for heading, rows in sections(context):
        if rows:
            names = max(cell_len(name) for name in (*commands, *(name for name, _ in rows)))
            console.print("", Plain(say(heading, language)), _grid(rows, names, language, console.width), sep="\n")
    return "\n".join(map(str.rstrip, page.getvalue().splitlines()))


def usage(context: click.Context) -> str:
    """The usage line: options in brackets, then arguments."""
    parts = [context.command_path]
    parts += [f"[{_spec(param, context)}]" for param in context.command.params if isinstance(param, click.Option)]
    parts += [param.make_metavar(context) for param in context.command.params if isinstance(param, click.Argument)]
    return " ".join(parts + (["COMMAND …"] if isinstance(context.command, click.Group) else []))


def sections(context: click.Context) -> Iterator[tuple[Text, Rows]]:
    """The lists of the page by their headings: arguments, options, commands. A list may be empty."""
    command = context.command
    arguments = [param for param in command.params if isinstance(param, click.Argument)]
    options = [param for param in command.params if isinstance(param, click.Option)]
    yield Text("Arguments:", "引数："), _rows(arguments, context)
    yield _OPTIONS, _rows(options, context)
    if isinstance(command, CommandGroup):
        for heading, names in command.headings.items():
            yield heading, [(name, summary(described(command.commands[name]))) for name in names]


def summary(text: Text) -> Text:
    """What a list of commands says of one: the beginning of its help text, as far as it stands alone."""
    en, ja = (_CLAUSE_END.split(said)[0] for said in (text.en, text.ja))
    return Text(f"{en}.", f"{ja}。")


def _rows(params: Iterable[click.Parameter], context: click.Context) -> Rows:
    return [(_names(param) + _spec(param, context), described(param)) for param in params]


def _names(param: click.Parameter) -> str:
    """The other names of an option before its long one."""
    return "".join(f"{name}, " for name in param.opts[1:]) if isinstance(param, click.Option) else ""


def _spec(param: click.Parameter, context: click.Context) -> str:
    """An option with the value that it takes, or the name of an argument."""
    if not isinstance(param, click.Option):
        return param.make_metavar(context)
    return param.opts[0] if param.is_flag else f"{param.opts[0]} {param.make_metavar(context)}"


def described(part: click.Parameter | click.Command) -> Text:
    """The help text of a command, option or argument."""
    return cast("Described", part).text


def _grid(rows: Rows, names: int, language: Language, width: int) -> Table:
    """The rows, the first column as wide as `names`: the same in all lists of commands."""
    grid = Table.grid(padding=(0, _INDENT))
    grid.add_column(no_wrap=True, min_width=_INDENT + names)
    grid.add_column(overflow="fold")
    left = width - 2 * _INDENT - names
    for name, text in rows:
        grid.add_row(Plain(" " * _INDENT + name), Plain(_broken(say(text, language), left)))
    return grid


def _broken(text: str, width: int) -> str:
    """The text in lines of at most this width, none of which begins with punctuation.

    rich breaks lines at spaces, and where there are none, as in Japanese, in the middle of words.
    """
    lines = [""]
    for word in _WORD.findall(text):
        if cell_len(lines[-1] + word) > width:
            lines.append("")
        lines[-1] += word if lines[-1] else word.lstrip(" ")
    return "\n".join(map(str.rstrip, lines))
