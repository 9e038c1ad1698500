"""Which engine runs is told, and a compiled one that does not belong to its sources is told, too."""

import shutil
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from daifu.api import installation
from daifu.api.installation import is_compiled, is_outdated
from tests.support.command_line import daifu, run_process
from tests.support.project import PROJECT_ROOT


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like a compiled engine, with the modules from which it was built."""
    folder = tmp_path / "replay"
    shutil.copytree(PROJECT_ROOT / "replay", folder, ignore=shutil.ignore_patterns("__pycache__"))
    library = folder / "engine.so"
    monkeypatch.setattr(installation, "find_spec", lambda name: ModuleSpec(name, None, origin=str(library)))
    return folder


def test_processes_that_tests_start_run_the_engine_of_the_project() -> None:
    assert run_process("--version").stdout.decode().endswith(", plain engine\n")
    assert not is_compiled()


@pytest.mark.usefixtures("built")
def test_a_compiled_engine_is_called_so() -> None:
    assert is_compiled()
    assert daifu("--version").stdout.endswith(", compiled engine\n")


@pytest.mark.usefixtures("built")
def test_an_engine_that_was_built_from_these_sources_is_not_outdated() -> None:
    assert not is_outdated()
    assert daifu("--version").stderr == ""


def test_an_engine_that_was_built_from_another_module_is_outdated(built: Path) -> None:
    (built / "engine.py").write_text("", encoding="utf-8")
    assert is_outdated()
    assert daifu("--version").stderr.startswith("daifu: the compiled engine was built from other sources ")
    assert daifu("rules", language="ja_JP").stderr.startswith("daifu: コンパイル版エンジンのもとになったソース")


def test_an_engine_that_was_built_without_a_module_is_outdated(built: Path) -> None:
    (built / "engine.py").unlink()
    assert is_outdated()


def test_an_installed_engine_is_not_outdated(built: Path) -> None:
    """It has its modules beside it, and no other sources."""
    assert not is_outdated(built)
    (built / "engine.py").unlink()
    assert not is_outdated(built)
    assert not is_outdated(built / "nothing")
