"""Writes the manual pages of the command line, from the same texts as its help pages.

Run as `python -m daifu.api.reference.man FOLDER`: `man1/daifu-check.1` in English, `ja/man1/daifu-check.1` in Japanese.
"""

import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final

import click

from daifu.api.cli.program.command_line import COMMAND_LINE
from daifu.api.cli.program.help_page import described, sections, summary, usage
from daifu.api.languages import LANGUAGES, Language, say
from daifu.replay.text import Text

_NAME: Final = Text("NAME", "名前")
_SYNOPSIS: Final = Text("SYNOPSIS", "書式")
_DESCRIPTION: Final = Text("DESCRIPTION", "説明")


def commands(context: click.Context) -> Iterator[click.Context]:
    """This command and all below it."""
    yield context
    if isinstance(context.command, click.Group):
        for name, command in context.command.commands.items():
            yield from commands(click.Context(command, context, info_name=name))


def man_page(context: click.Context, language: Language) -> str:
    """The manual page of a command, in the language of manual pages (man(7))."""
    about = described(context.command)
    lines = [
        f'.TH {_title(context).upper()} 1 "" "daifu {version("daifu")}"',
        f".SH {say(_NAME, language)}",
        f"{_title(context)} \\- {_escaped(say(summary(about), language).rstrip('.。'))}",
        f".SH {say(_SYNOPSIS, language)}",
        _escaped(usage(context)),
        f".SH {say(_DESCRIPTION, language)}",
        _escaped(say(about, language)),
    ]
    for heading, rows in sections(context):
        if rows:
            lines.append(f".SH {_escaped(say(heading, language).rstrip(':：').upper())}")
            lines += [f".TP\n.B {_escaped(name)}\n{_escaped(say(text, language))}" for name, text in rows]
    return "\n".join(lines) + "\n"


def write_man_pages(folder: Path) -> None:
    """Write all pages in both languages."""
    for language in LANGUAGES:
        pages = folder / ("man1" if language == "en" else f"{language}/man1")
        pages.mkdir(parents=True, exist_ok=True)
        for context in commands(click.Context(COMMAND_LINE, info_name="daifu", obj=language)):
            (pages / f"{_title(context)}.1").write_text(man_page(context, language), "utf-8")


def _title(context: click.Context) -> str:
    return context.command_path.replace(" ", "-")


def _escaped(text: str) -> str:
    """The text so that no hyphen becomes a dash, and no line a request."""
    return "\\&" + text.replace("\\", "\\e").replace("-", "\\-")


if __name__ == "__main__":
    write_man_pages(Path(sys.argv[1]))
