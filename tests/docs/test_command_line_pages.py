"""The pages about the command line name everything that it has, in both languages."""

import re
from pathlib import Path

import click
import pytest

from daifu.api.cli.program.command_line import COMMAND_LINE
from daifu.api.cli.program.commands import OneOf
from daifu.api.cli.program.output import ALL_LEGAL, CLOSED_PIPE, FAILED, FAULTS_FOUND, INTERRUPTED
from daifu.api.languages import LANGUAGES
from daifu.api.settings import ALL_SETTINGS
from daifu.schemas.sources.files import ENDINGS
from daifu.schemas.sources.items import FORMATS
from tests.support.command_line import daifu, write_file
from tests.support.project import PROJECT_ROOT
from tests.support.small_records import FAULTY_RECORD, LEGAL_RECORD, json_lines

PAGES = {"en": PROJECT_ROOT / "docs" / "command-line.md", "ja": PROJECT_ROOT / "docs" / "command-line.ja.md"}
in_each_language = pytest.mark.parametrize("language", LANGUAGES)


def page(language: str) -> str:
    return PAGES[language].read_text(encoding="utf-8")


def section(language: str, command: str) -> str:
    """The section of a page about one command."""
    return page(language).partition(f"\n## daifu {command}\n")[2].partition("\n## ")[0]


def examples(text: str) -> str:
    """The text of the fenced blocks."""
    return "\n".join(re.findall(r"```\n(.*?)```", text, re.DOTALL))


def options(command: click.Command) -> set[str]:
    """The options of a command and of its subcommands."""
    below = command.commands.values() if isinstance(command, click.Group) else ()
    return own_options(command).union(*map(options, below))


def own_options(command: click.Command) -> set[str]:
    options = (param for param in command.params if isinstance(param, click.Option))
    return {name for param in options for name in param.opts if name.startswith("--")}


def page_options(name: str) -> set[str]:
    """The options that the page itself has to explain: the settings of the service have a page of their own."""
    settings = {setting.flag for setting in ALL_SETTINGS} if name == "serve" else set()
    return options(COMMAND_LINE.commands[name]) - settings


@in_each_language
@pytest.mark.parametrize("name", COMMAND_LINE.commands)
def test_a_page_explains_every_option_of_every_command_and_no_other(language: str, name: str) -> None:
    explained = set(re.findall(r"^- `(--[a-z-]+)", section(language, name), re.MULTILINE))
    assert explained == page_options(name)


@in_each_language
@pytest.mark.parametrize("name", COMMAND_LINE.commands)
def test_a_page_has_an_example_of_every_option(language: str, name: str) -> None:
    shown = set(re.findall(r"--[a-z-]+", examples(section(language, name))))
    assert page_options(name) <= shown


@in_each_language
@pytest.mark.parametrize("name", COMMAND_LINE.commands)
def test_the_words_that_a_page_lists_for_an_option_are_those_that_it_takes(language: str, name: str) -> None:
    listed = dict(re.findall(r"^- `(--[a-z]+) ([a-z_]+(?:\|[a-z_]+)+)`", section(language, name), re.MULTILINE))
    words = {
        param.opts[0]: "|".join(param.type.words)
        for param in COMMAND_LINE.commands[name].params
        if isinstance(param.type, OneOf)
    }
    assert {option: listed[option] for option in words.keys() & listed} == {
        option: words[option] for option in words.keys() & listed
    }


@in_each_language
def test_a_page_names_the_options_of_the_whole_command_line(language: str) -> None:
    assert all(name in page(language) for name in own_options(COMMAND_LINE))


@in_each_language
def test_a_page_lists_every_command(language: str) -> None:
    listed = re.findall(r"^\| \[`daifu ([a-z-]+)`\]", page(language), re.MULTILINE)
    assert listed == list(COMMAND_LINE.commands)


@in_each_language
def test_a_page_names_every_format_and_every_ending_of_names(language: str) -> None:
    assert all(name in page(language) for name in FORMATS)
    assert all(f"`{ending}`" in page(language) for ending in ENDINGS)


@in_each_language
def test_a_page_lists_every_exit_code(language: str) -> None:
    codes = re.findall(r"^\| ([0-9]+) \|", page(language), re.MULTILINE)
    assert list(map(int, codes)) == [ALL_LEGAL, FAULTS_FOUND, FAILED, INTERRUPTED, CLOSED_PIPE]


@in_each_language
@pytest.mark.parametrize("call", ["check july.ndjson", "show july.ndjson --line 2 --at 7"])
def test_the_output_on_a_page_is_the_one_that_is_printed(
    language: str, call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_file(Path("july.ndjson"), json_lines(LEGAL_RECORD, FAULTY_RECORD))
    printed = [line.rstrip() for line in daifu("--lang", language, *call.split()).stdout.splitlines()]
    fence = re.search(rf"^\$ daifu[^\n]* {call}\n(.*?)^```", page(language), re.DOTALL | re.MULTILINE)
    assert fence
    shown = [line.rstrip() for line in fence[1].removesuffix("  …\n").splitlines()]
    assert printed[: len(shown)] == shown
