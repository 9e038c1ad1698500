"""What a run prints: text in its language, a bar for long work, and the errors and codes with which it ends."""

import os
import select
import signal
import sys
import unicodedata
from codecs import iterdecode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import TextIOWrapper, UnsupportedOperation
from time import monotonic
from typing import TYPE_CHECKING, Final, Literal, TextIO

import click

from daifu.api.languages import Language, environment_language, say
from daifu.replay.text import Text

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


def write_bytes(pieces: Iterable[bytes]) -> None:
    """Print bytes to standard output, whatever its encoding."""
    for piece in pieces:
        click.echo(piece, nl=False)


def write_text(pieces: Iterable[bytes]) -> None:
    """Print UTF-8 text to standard output in its encoding."""
    for text in iterdecode(pieces, "utf-8"):
        click.echo(text, nl=False)


def write_to_stderr(pieces: Iterable[bytes]) -> None:
    """Print UTF-8 text to standard error in its encoding."""
    for text in iterdecode(pieces, "utf-8"):
        click.echo(text, nl=False, err=True)


def replace_unencodable() -> None:
    """Print a question mark for characters that the terminal's encoding lacks, instead of failing.

    Output to a stream that was closed before the program began is dropped.
    """
    sys.stdout = sys.stdout or _devnull()
    sys.stderr = sys.stderr or _devnull()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def discard_output() -> None:
    """Drop further output, because the reader has gone or nothing can be written."""
    with suppress(UnsupportedOperation):  # a stream that is no file cannot fail later
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _devnull() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - it stays open as long as the program runs


def printable(text: str) -> str:
    """The text with a replacement character for each character that would control the terminal."""
    return (
        text
        if text.isprintable()
        # Not `isprintable` for each character: that refuses wide spaces and characters of a later Unicode as well.
        else "".join(
            "\N{REPLACEMENT CHARACTER}" if unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"} else char
            for char in text
        )
    )


READER_CHECK_INTERVAL: Final = 0.5
"""Seconds between two checks."""


class _ReaderGone(BaseException):
    """The reader has gone. No `Exception`, which the app in this process would answer as an error of its own."""


@contextmanager
def stop_when_reader_leaves() -> Iterator[None]:
    """End whatever waits inside soon after the reader of standard output has gone, by raising `BrokenPipeError`.

    Only the main thread can use this. It takes the alarm signal of the process.
    """
    poll = select.poll()
    try:
        poll.register(sys.stdout, 0)  # errors are always reported
    except UnsupportedOperation:  # a stream that is no file has no reader
        yield
        return

    def look(_signal: int, _frame: object) -> None:
        if poll.poll(0):
            raise _ReaderGone

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, READER_CHECK_INTERVAL, READER_CHECK_INTERVAL)
    try:
        yield
    except _ReaderGone as gone:
        raise BrokenPipeError from gone
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def language_of(context: click.Context | None = None) -> Language:
    """The language that `--lang` chose for this run, of which the context is any, or that of the environment."""
    known = context or click.get_current_context(silent=True)
    chosen: Language | None = known.find_root().obj if known else None
    return chosen or environment_language()


def tell(text: Text, *, err: bool = False) -> None:
    """Print a line in the language of this run, without what would control the terminal."""
    click.echo(printable(say(text, language_of())), err=err)


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


DELAY: Final = 0.5
"""Seconds of work before a bar is shown."""


class ShownProgress:
    """Counts the work done, and shows it as a bar once the work has taken a while."""

    def __init__(self, bar: "Progress", label: str, total: int | None) -> None:
        self._bar = bar
        self._label = label
        self._total = total
        self._done = 0
        self._begin = monotonic()
        self._task: TaskID | None = None

    def advance(self, count: int) -> None:
        """Add to the work done."""
        self._done += count
        if self._task is not None:
            self._bar.update(self._task, completed=self._done)
        elif monotonic() - self._begin > DELAY:
            self._task = self._bar.add_task(self._label, total=self._total, completed=self._done)
            self._bar.start()


class HiddenProgress:
    """Shows nothing, where there is no terminal."""

    def advance(self, count: int) -> None:
        """Do nothing."""


@contextmanager
def progress_bar(
    label: Text, total: int | None, unit: Literal["bytes", "count", "share"] = "bytes", *, quiet: bool = False
) -> Iterator[ShownProgress | HiddenProgress]:
    """A progress bar for the work inside, on standard error if that is a terminal; none when `quiet`.

    `unit` says as what the work done and the total are shown.
    """
    from rich.console import Console  # noqa: PLC0415 - no run without long work waits for rich

    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield HiddenProgress()
        return
    from rich import progress  # noqa: PLC0415 - likewise, and most run without a terminal

    units: dict[str, type[progress.ProgressColumn]] = {
        "bytes": progress.DownloadColumn,
        "count": progress.MofNCompleteColumn,
        "share": progress.TaskProgressColumn,
    }
    bar = progress.Progress(
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        units[unit](),
        progress.TimeRemainingColumn(),
        console=console,
        transient=True,
        redirect_stdout=sys.stdout.isatty(),
    )
    try:
        yield ShownProgress(bar, say(label, language_of()), total)
    finally:
        bar.stop()
