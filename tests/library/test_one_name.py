"""All of the program is inside the package `daifu`: what else a program has beside it keeps its names."""

import subprocess
import sys
from pathlib import Path

import daifu
from daifu.replay import match
from tests.support.command_line import command_environment
from tests.support.small_records import LEGAL_RECORD

TOPS = ("api", "data", "replay", "schemas")


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
