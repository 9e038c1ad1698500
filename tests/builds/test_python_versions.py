"""Which Python the program needs is said before anything is made with another one."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.support.project import PROJECT_ROOT

ENVIRONMENT: Final = {
    name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MFLAGS", "MAKELEVEL"}
}
"""Without what a `make` that runs the tests hands on to another one."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with what `make` reads first."""
    for path in (PROJECT_ROOT / "Makefile", PROJECT_ROOT / "pyproject.toml", *PROJECT_ROOT.glob("*.lock")):
        shutil.copy(path, tmp_path)
    (tmp_path / "replay").mkdir()
    return tmp_path


@pytest.mark.parametrize("target", ["run", "demo", "test"])
def test_an_older_python_is_named_before_anything_is_made(target: str, project: Path) -> None:
    old = project / "python"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 3.9.18\n', "utf-8")
    old.chmod(0o755)
    run = subprocess.run(
        ["make", "--no-print-directory", target, f"PYTHON={old}"],  # noqa: S607
        cwd=project,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    english, japanese, *_ = run.stderr.splitlines()
    assert run.returncode != 0
    assert english.startswith("daifu needs Python 3.11 or newer, and found Python 3.9.18; try: make")
    assert japanese.startswith("daifuにはPython 3.11以降が必要ですが、見つかったのは「Python 3.9.18」です。")
    assert not (project / ".venv").exists()


def test_a_missing_python_is_named(project: Path) -> None:
    run = subprocess.run(
        ["make", "run", "PYTHON=python-nowhere"],  # noqa: S607
        cwd=project,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr.startswith("daifu needs Python 3.11 or newer, and found no python-nowhere;")


@pytest.mark.parametrize(("order", "engine"), [(("replay", "built"), "compiled"), (("built", "replay"), "plain")])
def test_a_service_starts_at_once_and_not_on_an_engine_whose_sources_have_changed(
    order: tuple[str, str], engine: str, project: Path
) -> None:
    tools, built = project / ".venv" / "bin", project / "build" / "compiled" / ".done"
    for folder in (tools, built.parent, project / "site-packages"):
        folder.mkdir(parents=True)
    for name, says in (("python", f"echo {project}/site-packages"), ("daifu", "ls site-packages")):
        (tools / name).write_text(f"#!/bin/sh\n{says}\n", "utf-8")
        (tools / name).chmod(0o755)
    (project / "site-packages" / "daifu-compiled.pth").touch()
    files = {"replay": project / "replay" / "cards.py", "built": built}
    for made in (project / "setup.py", *(project / ".venv" / name for name in (".python", ".runtime", ".compile"))):
        made.touch()
    for at, name in enumerate(order):
        files[name].touch()
        os.utime(files[name], (at + 2e9, at + 2e9))
    run = subprocess.run(
        ["make", "--silent", "run", "CC=no-compiler"],  # noqa: S607
        cwd=project,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == (["daifu-compiled.pth"] if engine == "compiled" else [])
