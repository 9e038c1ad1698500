"""Ctrl-C ends every command with a sentence and 130, at whatever moment it comes, with both engines."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest

from daifu.data.samples import load_sample_tournament
from daifu.data.store.open import open_store
from tests.support.command_line import command_environment
from tests.support.project import PROJECT_ROOT
from tests.support.samples import SAMPLES_FOLDER

PLAIN = [PROJECT_ROOT]
COMPILED = [PROJECT_ROOT / "build" / "compiled", PROJECT_ROOT]
"""The folders in which a program looks for its modules first."""

TRIES = 12
"""Interrupts of each command with each engine."""

LOADED = """
import signal
from daifu.api.cli import main

def install_and_say_so(number, handler, install=signal.signal):
    signal.signal = install
    before = install(number, handler)
    print("loaded", flush=True)
    return before

signal.signal = install_and_say_so
main()
"""
"""A program that says when a Ctrl-C is its own; before, it is Python's."""


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A folder with a file of the samples, a record, and a store that has records."""
    samples = [
        line for path in sorted(SAMPLES_FOLDER.glob("*.ndjson")) for line in path.read_bytes().splitlines(keepends=True)
    ]
    (tmp_path / "games.ndjson").write_bytes(b"".join(samples))
    (tmp_path / "game.json").write_bytes(max(samples, key=len))
    with closing(open_store(tmp_path / "daifu.db")) as store:
        load_sample_tournament(store)
    return tmp_path


def interrupted(call: str, folder: Path, seconds: float, path: list[Path]) -> tuple[int, list[str], float]:
    """How a command ends that is interrupted so many seconds after its program began, what it says, and how soon."""
    environment = command_environment(PYTHONPATH=os.pathsep.join(map(os.fspath, path)))
    pipe = subprocess.PIPE
    program = [sys.executable, "-P", "-c", LOADED, *call.split()]
    with subprocess.Popen(program, cwd=folder, env=environment, stdout=pipe, stderr=pipe) as process:
        assert process.stdout
        assert process.stdout.readline() == b"loaded\n"
        sleep(seconds)
        process.send_signal(signal.SIGINT)
        begin = monotonic()
        _, err = process.communicate(timeout=60)
    said = [line for line in err.decode().splitlines() if line and ": note: " not in line]
    return process.returncode, said, monotonic() - begin


@pytest.mark.parametrize("call", ["import games.ndjson --db new.db", "check games.ndjson", "verify"])
def test_an_interrupt_ends_a_command_with_a_sentence(call: str, club: Path) -> None:
    code, said, _ = interrupted(call, club, 0.1, PLAIN)
    assert (code, said) == (130, ["daifu: interrupted"])


def test_an_interrupt_while_the_program_is_loaded_is_told_when_it_is(club: Path) -> None:
    code, said, _ = interrupted("check games.ndjson", club, 0.0, PLAIN)
    assert (code, said) == (130, ["daifu: interrupted"])


@pytest.mark.soak
@pytest.mark.parametrize("path", [PLAIN, COMPILED], ids=["plain", "compiled"])
@pytest.mark.parametrize(
    "call",
    [
        *["check games.ndjson", "check --json --jobs 2 games.ndjson", "show --legal game.json", "export tables"],
        *[
            "import games.ndjson --db new.db",
            "analyse game.json",
            "analyse --jobs 2 game.json",
            "verify",
            "backup copy.db",
        ],
        *[
            "convert game.json --to daifu",
            "archive games.ndjson --out archive",
            "stats rules theater",
            "copy daifu.db b.db",
        ],
    ],
)
def test_an_interrupt_at_any_moment_ends_a_command_with_a_sentence(call: str, path: list[Path], club: Path) -> None:
    random = Random(call)
    ends = [interrupted(call, club, random.uniform(0, 4), path) for _ in range(TRIES)]
    for code, said, seconds in ends:
        assert code in {0, 130, 2, 1}, said
        if code == 130:
            assert said[:1] == ["daifu: interrupted"]
            assert seconds < 10
        assert not any("Traceback" in line or "fatal" in line for line in said)
