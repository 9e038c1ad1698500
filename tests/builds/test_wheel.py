"""`make wheel` builds a program that runs anywhere else, with the compiled engine in it."""

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.support.project import PROJECT_ROOT

SAMPLE = PROJECT_ROOT / "data" / "samples" / "uecda.ndjson"
PARTS = ("Makefile", "setup.py", "pyproject.toml", "LICENSE", "README.md", "api", "daifu", "data", "replay", "schemas")
"""What a wheel is made from."""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command `daifu` of a new environment, into which a new wheel was installed with the lock file."""
    sources = tmp_path_factory.mktemp("sources")
    for name in PARTS:
        if (PROJECT_ROOT / name).is_dir():
            shutil.copytree(PROJECT_ROOT / name, sources / name, symlinks=True)
        else:
            shutil.copy(PROJECT_ROOT / name, sources / name)
    environment = Path(sys.executable).parents[1]
    make = ["make", f"VENV={environment}", f"--old-file={environment}/.compile", "wheel"]
    subprocess.run(make, cwd=sources, check=True)
    [wheel] = (sources / "dist").glob("daifu-*.whl")
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    install = [str(folder / "bin" / "python"), "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, "--require-hashes", "-r", str(PROJECT_ROOT / "requirements.lock")], check=True)
    subprocess.run([*install, "--no-deps", str(wheel)], check=True)
    return folder / "bin" / "daifu"


def run(program: Path, *args: str | Path) -> "subprocess.CompletedProcess[str]":
    """Run the program where the project is not on its path."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment["LC_ALL"] = "C.UTF-8"
    return subprocess.run(
        [program, *args], cwd=program.parent, env=environment, capture_output=True, text=True, check=True
    )


@pytest.mark.soak
def test_a_wheel_brings_the_compiled_engine(program: Path) -> None:
    version = run(program, "--version")
    assert version.stdout.endswith(", compiled engine\n")
    assert version.stderr == ""


@pytest.mark.soak
def test_the_program_of_a_wheel_judges_records(program: Path) -> None:
    reports = [json.loads(line) for line in run(program, "check", "--json", SAMPLE).stdout.splitlines()]
    assert len(reports) == len(SAMPLE.read_bytes().splitlines())
    assert all(report["legal"] for report in reports)
