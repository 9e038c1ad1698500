"""The page of the library, its examples and names, and programs that people write with it."""

import doctest
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import daifu
from daifu.replay import match
from tests.support.command_line import command_environment
from tests.support.project import PROJECT_ROOT, blocks, read_text, tables
from tests.support.small_records import LEGAL_RECORD

PAGES = [PROJECT_ROOT / "docs" / name for name in ("library.md", "library.ja.md")]

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)

PROGRAMS = sorted(Path(__file__).with_name("programs").glob("*.py"))

FILES = {"all_faults_of_a_file": "faulty.ndjson"}
"""The sample that a program reads, if it is another than that of Dalmuti."""

TOPS = ("api", "data", "replay", "schemas")


def examples(page: Path) -> str:
    return "\n".join(block.text for block in blocks(read_text(page)) if block.language == "pycon")


@every_page
def test_every_example_prints_what_is_shown(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT_ROOT)
    test = doctest.DocTestParser().get_doctest(examples(page), {}, page.name, str(page), 0)
    report: list[str] = []
    outcome = doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert (outcome.failed, "".join(report)) == (0, "")
    assert outcome.attempted > 0


def test_both_languages_have_the_same_examples() -> None:
    assert examples(PAGES[0]) == examples(PAGES[1])


@every_page
def test_the_table_lists_every_public_name_and_no_other(page: Path) -> None:
    table, *_ = tables(read_text(page))
    names = [name for row in table for name in re.findall(r"`(\w+)", row[0])]
    assert sorted(names) == sorted(daifu.__all__)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_program_runs(program: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    sample = PROJECT_ROOT / "data" / "samples" / FILES.get(program.stem, "dalmuti.ndjson")
    monkeypatch.setattr(sys, "argv", [str(program), str(sample)])
    runpy.run_path(str(program))
    assert capsys.readouterr().out


def test_every_public_name_is_there_and_listed() -> None:
    assert all(getattr(daifu, name) for name in daifu.__all__)
    assert set(daifu.__all__) <= set(dir(daifu))


def test_modules_of_a_program_may_have_the_names_of_folders_of_this_one(tmp_path: Path) -> None:
    for name in TOPS:
        (tmp_path / f"{name}.py").write_text(f"NAME = 'own {name}'\n", "utf-8")
    names = ", ".join(f"{name}.NAME" for name in TOPS)
    program = (
        f"import daifu, {', '.join(TOPS)}; print(daifu.Client.__module__, daifu.Game('dalmuti', players=4), {names})"
    )
    call = [sys.executable, "-c", program]
    run = subprocess.run(call, cwd=tmp_path, env=command_environment(), capture_output=True, text=True, check=True)
    assert run.stdout.startswith("daifu.api.client")
    assert run.stdout.endswith("own api own data own replay own schemas\n")


def test_the_package_of_the_engine_is_also_the_function_of_its_name() -> None:
    assert match.__name__ == "daifu.replay.match"
    assert daifu.replay(daifu.load(LEGAL_RECORD)).legal
