"""Printing of bytes, and of text for people in the language of the run, on terminals of any encoding."""

import os
import select
import signal
import sys
import unicodedata
from codecs import iterdecode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper, UnsupportedOperation
from typing import Final, TextIO

import click

from daifu.api.languages import Language, environment_language, say
from daifu.replay.text import Text


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
        else "".join(char if _is_printable(char) else "\N{REPLACEMENT CHARACTER}" for char in text)
    )


def _is_printable(char: str) -> bool:
    return unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}


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
