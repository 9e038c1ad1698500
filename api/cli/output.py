"""Printing: bytes to standard output as they are, sentences to people as well as their terminal can show them."""

import os
import sys
from codecs import iterdecode
from collections.abc import Iterable
from contextlib import suppress
from io import TextIOWrapper, UnsupportedOperation
from typing import TextIO

import click


def put_bytes(pieces: Iterable[bytes]) -> None:
    """Print to standard output byte for byte, whatever its encoding."""
    for piece in pieces:
        click.echo(piece, nl=False)


def put_text(pieces: Iterable[bytes]) -> None:
    """Print to standard output for people."""
    for text in iterdecode(pieces, "utf-8"):
        click.echo(text, nl=False)


def put_aside(pieces: Iterable[bytes]) -> None:
    """Print to standard error for people."""
    for text in iterdecode(pieces, "utf-8"):
        click.echo(text, nl=False, err=True)


def forgive_unprintable() -> None:
    """Let what a terminal's encoding does not have come out as a question mark instead of an error.

    Where a stream was closed before the program began, what is printed to it is lost.
    """
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def abandon_output() -> None:
    """Print no more: the reader of standard output is gone, or nothing can be written to it."""
    with suppress(UnsupportedOperation):  # a stream that is no file has nothing that could fail later
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - it stays open as long as the program runs
