"""The pages about the command line name everything that it has, and their examples do what they say."""

import json
import re
import shlex
import shutil
from collections.abc import Iterator, Mapping
from contextlib import chdir, closing, suppress
from pathlib import Path
from typing import Final, NamedTuple

import click
import openpyxl
import pytest
import zstandard

from bench.samples import sample_log
from daifu.api.cli.program.command_line import COMMAND_LINE
from daifu.api.cli.program.commands import OneOf
from daifu.api.cli.program.output import ALL_LEGAL, CLOSED_PIPE, FAILED, FAULTS_FOUND, INTERRUPTED
from daifu.api.languages import LANGUAGES
from daifu.api.settings import ALL_SETTINGS
from daifu.data.houses import add_house
from daifu.data.samples import load_sample_tournament
from daifu.data.store.open import open_store
from daifu.data.store.values import SCOREKEEPER, Author
from daifu.schemas.sources.files import ENDINGS
from daifu.schemas.sources.items import FORMATS
from tests.support.command_line import daifu, write_file
from tests.support.houses import CLUB
from tests.support.project import PROJECT_ROOT, read_text
from tests.support.small_records import FAULTY_RECORD, LEGAL_RECORD, RESULT_RECORD, json_line, json_lines
from tests.support.tournaments.cli import serve_store

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


PAGE_PATHS: Final = ("docs/command-line.md", "docs/command-line.ja.md")
HOUSE: Final = CLUB.replace('"club"', '"friday"').replace("version = 1", "version = 3")
NAMES: Final = ["Haru", "Natsu", "Aki", "Fuyu"]
FRIDAY: Final = {"name": "Friday court", "date": "2026-07-10"}
SERVICES: Final = ("https://club.example", "http://127.0.0.1:8000")
ELSEWHERE: Final = re.compile(
    r"daifu (serve|work|analyse|explain|archive|tournament follow|review .*--url)\b|postgresql:"
)
"""What needs more than a store and files, takes long, or does not end: it is only read as a call."""


class Command(NamedTuple):
    """A command of a page: its words, the files that it reads from and writes to, and how it may end."""

    words: list[str]
    taken: str | None
    kept: str | None


def sections(page: str) -> dict[str, list[str]]:
    """The lines with a command below each heading, but for the forms of calls that come first."""
    found = {}
    for section in re.split(r"^## ", read_text(PROJECT_ROOT / page), flags=re.MULTILINE)[1:]:
        blocks = re.findall(r"^ *```\w*\n(.*?)^ *```", section, re.MULTILINE | re.DOTALL)[1:]
        lines = re.findall(r"^ *(?:\$ )?((?:[A-Z_]+=\S+ )*daifu .*)", "".join(blocks), re.MULTILINE)
        found[section.partition("\n")[0]] = lines
    return {name: lines for name, lines in found.items() if lines}


SECTIONS: Final = sections(PAGE_PATHS[0])


def read_command(line: str, variables: Mapping[str, str]) -> Command:
    for name, value in variables.items():
        line = line.replace(name, value)
    words = shlex.split(re.sub(r"^(?:[A-Z_]+=\S+ )*daifu | \| .*", "", line))
    files = {sign: words[words.index(sign) + 1] for sign in "<>" if sign in words}
    end = min((words.index(sign) for sign in files), default=len(words))
    return Command(words[:end], files.get("<"), files.get(">"))


def theater(day: int, **fields: object) -> dict[str, object]:
    return {**LEGAL_RECORD, "players": NAMES, "event": {**FRIDAY, "date": f"2026-07-{day:02}"}, **fields}


def stored_games() -> bytes:
    """Sixteen records; the twelfth is one that is corrected, withdrawn and continued."""
    games = [theater(day, deals=[{"result": {"order": [1, 2, 3, 4]}}]) for day in range(1, 17)]
    games[11] = {**FAULTY_RECORD, "event": {"name": "Friday court", "date": "2026-07-12"}}
    return json_lines(*games)


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with records of theater and UECda, a tournament and two tokens."""
    folder = tmp_path_factory.mktemp("stores")
    log = write_file(folder / "match.log", sample_log())
    records = write_file(folder / "games.ndjson", stored_games())
    for file in (records, log):
        assert daifu("import", file, "--db", folder / "daifu.db").exit_code == 0
    with closing(open_store(folder / "daifu.db")) as store:
        add_house(store, HOUSE.encode(), Author("Haru"), is_toml=True)
        for name in ("Rei", "Yu"):
            store.create_token(name, SCOREKEEPER)
        load_sample_tournament(store)
    return folder / "daifu.db"


@pytest.fixture
def folder(tmp_path: Path, stores: Path) -> Iterator[Path]:
    """A folder with all files that the commands name, in which they run."""
    july = json_lines(LEGAL_RECORD, FAULTY_RECORD, {**LEGAL_RECORD, "notes": "a pass was missing"})
    text = {
        "july.ndjson": july,
        "july.ndjson.gz": july,
        "year.ndjson.gz": july,
        "games/july.ndjson": july,
        "old/july.ndjson": july,
        "evening.json": json_line({**LEGAL_RECORD, "notes": "Shimo laid the 7"}),
        "akagiri.json": json_line({**RESULT_RECORD, "rules": "akagiri"}),
        "deal-4.json": json.dumps({"result": {"order": [2, 1, 4, 3]}}).encode(),
        "cup.json": json.dumps({"name": "Cup", "rules": "dalmuti", "settings": {"deals": 3}}).encode(),
        "table-1.json": json_line(
            {
                "format": "daifu/1",
                "rules": "theater",
                "options": {"jokers": 2},
                "players": ["Sora", "Natsu", {"id": "rin-2", "name": "Rin"}, "Fuyu"],
                "event": {"name": "Spring cup", "round": 1, "table": 1},
                "deals": [
                    {
                        "hands": [" ".join("?" * count) for count in (14, 14, 13, 13)],
                        "actions": ["1 D3", "3 S6", "2 leave", "3 leave", "4 leave"],
                    }
                ],
            }
        ),
        "august.ndjson": json_lines(*[LEGAL_RECORD] * 2, {**LEGAL_RECORD, "rules": "chess"}),
        "match.log.gz": sample_log(),
        "match.log": sample_log(),
        "logs/match.log": sample_log(),
        "april.csv": "日付,さくら,健一,美咲\n2025-04-04,1,2,3\n".encode(),
        "may.csv": "日付,さくら,健一,美咲\n2025-05-02,2,1,3\n".encode(),
        "saturdays.csv": "日付,さくら,健一,美咲\n2025-04-05,1,2,3\n".encode(),
        "sundays.csv": "日付,さくら,健一,美咲\n2025-04-06,1,2,3\n".encode(),
        "friday.toml": HOUSE.encode(),
        "results.txt": "日付;さくら;健一;美咲\n2/5;1,5;0;-3\n1/2/2025;1,5;0;-3\n".encode(),
    }
    for name, content in text.items():
        write_file(tmp_path / name, content)
    (tmp_path / "more.ndjson.zst").write_bytes(zstandard.compress(july))
    book = openpyxl.Workbook()
    book.create_sheet("June").append(["日付", "さくら", "健一", "美咲"])
    book["June"].append(["2025-06-06", 2, 1, 3])
    book.save(tmp_path / "year.xlsx")
    log = json.loads(daifu("convert", "--to", "daifu", tmp_path / "match.log").stdout)
    write_file(tmp_path / "matches.ndjson", json_lines(*[log] * 7))
    for name in ("daifu.db", "club.db", "damaged.db", "service.db"):
        shutil.copyfile(stores, tmp_path / name)
    with chdir(tmp_path):
        yield tmp_path


def may_end_with(words: list[str]) -> set[int]:
    """The exit codes of a command: what is checked may have faults, and the records of August cannot be read."""
    if "august.ndjson" in words:
        return {2}
    return {0, 1} if words[0] == "check" else {0}


def test_both_languages_have_the_same_commands() -> None:
    """But for what they say in quotes, such as reasons."""
    english, japanese = (
        [[re.sub(r'"[^"$]*"|--lang ja ', "", line) for line in lines] for lines in sections(page).values()]
        for page in PAGE_PATHS
    )
    assert english == japanese


@pytest.mark.parametrize("name", SECTIONS)
def test_the_commands_run_as_they_stand(name: str, folder: Path) -> None:
    if name == "daifu tournament":
        (folder / "daifu.db").unlink()
    with serve_store(folder / "service.db") as (url, secret):
        variables = {"$TOKEN": secret, "…": secret, **dict.fromkeys(SERVICES, url)}
        for line in SECTIONS[name]:
            if ELSEWHERE.search(line):
                read_call(read_command(line, {}).words)
                continue
            words, taken, kept = read_command(line, variables)
            result = daifu(*words, data=Path(taken).read_bytes() if taken else b"")
            assert result.exit_code in may_end_with(words), f"{line}\n{result.output}"
            if kept:
                Path(kept).write_bytes(result.stdout_bytes)


def read_call(words: list[str]) -> None:
    """Read the arguments and options of a call. Raises `click.UsageError`."""
    command: click.Command = COMMAND_LINE
    while isinstance(command, click.Group):
        name, *words = words
        command = command.commands[name]
    with suppress(click.exceptions.Exit):  # of --help
        command.make_context(name, words)
