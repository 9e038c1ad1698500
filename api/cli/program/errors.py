"""The exit codes of `daifu`, and the errors that end a command, in both languages."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import click

from daifu.api.cli.program.output import language_of, printable
from daifu.api.languages import Language, say
from daifu.replay.text import Text

ALL_LEGAL: Final = 0
FAULTS_FOUND: Final = 1
FAILED: Final = 2
WRONG_USAGE: Final = 2
STORE_SOUND: Final = 0
STORE_DIFFERS: Final = 1
INTERRUPTED: Final = 130
CLOSED_PIPE: Final = 141
"""As shells report programs that were interrupted, or whose reader closed the pipe."""


class UsageError(click.UsageError):
    """A command that was called wrongly; `text` says how."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en, click.get_current_context(silent=True))
        self.text = text


class CommandError(Exception):
    """A command that was called correctly but cannot do its work; `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


@contextmanager
def attach_context(context: click.Context) -> Iterator[None]:
    """Attach this context to usage errors inside that have none."""
    try:
        yield
    except click.UsageError as error:
        error.ctx = error.ctx or context
        raise


def print_error(text: Text, language: Language) -> None:
    """Print what went wrong to standard error. It may have several lines, none with what controls the terminal."""
    lines = say(text, language).split("\n")
    click.echo("daifu: " + "\n".join(map(printable, lines)), err=True)


def print_usage_error(error: click.UsageError) -> None:
    """Print the error, and how to get help, to standard error."""
    language = language_of(error.ctx)
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.message, err=True)
        return
    print_error(_text_of(error), language)
    if error.ctx is not None:
        hint = Text("try {} --help", "使い方は {} --help で表示されます")
        click.echo(say(hint, language).format(error.ctx.command_path), err=True)


def _text_of(error: click.UsageError) -> Text:
    match error:
        case UsageError():
            return error.text
        case click.NoSuchOption():
            return _not_found(Text("option", "オプション"), error.option_name, error.possibilities)
        case click.exceptions.NoSuchCommand():
            return _not_found(Text("command", "コマンド"), error.command_name, error.possibilities)
        case click.BadOptionUsage():
            return _bad_option(error)
        case click.MissingParameter():
            name = ""
            if error.param and error.ctx:
                is_option = isinstance(error.param, click.Option)
                name = error.param.opts[0] if is_option else error.param.make_metavar(error.ctx)
            return Text(f"{name} is missing", f"{name}が指定されていません")
        case _:
            return Text("a command is missing", "コマンドが指定されていません")


def _not_found(kind: Text, name: str, near: Sequence[str] | None) -> Text:
    meant = near or ()
    return Text(
        f"there is no {kind.en} {name}" + (f"; did you mean {', '.join(meant)}?" if meant else ""),
        f"{kind.ja}{name}はありません" + (f"（もしかして：{'、'.join(meant)}）" if meant else ""),
    )


def _bad_option(error: click.BadOptionUsage) -> Text:
    """The sentence for an option without its value, or a flag with one."""
    options = error.ctx.command.params if error.ctx else []
    switches = {
        name for option in options if isinstance(option, click.Option) and option.is_flag for name in option.opts
    }
    name = error.option_name
    if name in switches:
        return Text(f"option {name} takes no value", f"オプション{name}に値は付けられません")
    return Text(f"option {name} needs a value", f"オプション{name}には値が必要です")
