"""Printing: bytes as they are, and text for people as well as their terminal can show it."""

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


def write_bytes(pieces: Iterable[bytes]) -> None:
    """Print to standard output byte for byte, whatever its encoding."""
    for piece in pieces:
        click.echo(piece, nl=False)


def write_text(pieces: Iterable[bytes]) -> None:
    """Print to standard output for people."""
    for text in iterdecode(pieces, "utf-8"):
        click.echo(text, nl=False)


def write_to_stderr(pieces: Iterable[bytes]) -> None:
    """Print to standard error for people."""
    for text in iterdecode(pieces, "utf-8"):
        click.echo(text, nl=False, err=True)


def replace_unencodable() -> None:
    """Let what a terminal's encoding does not have come out as a question mark instead of an error.

    Where a stream was closed before the program began, what is printed to it is lost.
    """
    sys.stdout = sys.stdout or _devnull()
    sys.stderr = sys.stderr or _devnull()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def discard_output() -> None:
    """Print no more: the reader of standard output is gone, or nothing can be written to it."""
    with suppress(UnsupportedOperation):  # a stream that is no file has nothing that could fail later
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _devnull() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - it stays open as long as the program runs


def printable(text: str) -> str:
    """The text with a sign in place of whatever would steer the terminal instead of being shown."""
    return (
        text
        if text.isprintable()
        else "".join(char if _is_printable(char) else "\N{REPLACEMENT CHARACTER}" for char in text)
    )


def _is_printable(char: str) -> bool:
    return unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}


READER_CHECK_INTERVAL: Final = 0.5
"""Seconds between two looks."""


class _ReaderGone(BaseException):
    """The reader has gone. No `Exception`, which the app in this process would answer as an error of its own."""


@contextmanager
def stop_when_reader_leaves() -> Iterator[None]:
    """End whatever waits inside soon after the reader of standard output has gone, by raising `BrokenPipeError`.

    Only the main thread can use this. It takes the alarm signal of the process.
    """
    poll = select.poll()
    try:
        poll.register(sys.stdout, 0)  # errors are told without being asked for
    except UnsupportedOperation:  # a stream that is no file has no reader who could go
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
