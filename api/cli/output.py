"""Printing: bytes to standard output as they are, sentences to people as well as their terminal can show them."""

import sys
from io import TextIOWrapper

import click


def put_bytes(text: bytes) -> None:
    """Print to standard output byte for byte, whatever its encoding."""
    click.echo(text, nl=False)


def put_text(text: bytes) -> None:
    """Print to standard output for people."""
    click.echo(text.decode(), nl=False)


def put_aside(text: bytes) -> None:
    """Print to standard error for people."""
    click.echo(text.decode(), nl=False, err=True)


def forgive_unprintable() -> None:
    """Let what a terminal's encoding does not have come out as a question mark instead of an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
