"""What is loaded for a command: a run waits for nothing that it does not need."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command_line import command_environment, daifu

PROGRAM = """
import sys
from api.cli import main
try:
    main()
finally:
    print(*sorted(sys.modules), file=sys.stderr)
"""


def loaded(*args: str | Path) -> set[str]:
    """The modules that are loaded at the end of a run."""
    call = [sys.executable, "-c", PROGRAM, *map(str, args)]
    run = subprocess.run(call, capture_output=True, text=True, env=command_environment(), check=True)
    return set(run.stderr.split())


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a tournament, made by this version."""
    path = tmp_path_factory.mktemp("startup") / "club.db"
    daifu("tournament", "create", "Cup", "--rules", "dalmuti", "--db", path)
    return path


def test_a_command_is_loaded_when_it_is_called() -> None:
    modules = loaded("--lang", "en", "rules", "dalmuti")
    assert "api.cli.rules" in modules
    assert not modules & {"api.cli.check.command", "api.cli.stats.command", "api.client", "httpx"}
    assert not [name for name in modules if name.startswith(("api.http", "data.store.sqlite", "data.tournaments"))]


@pytest.mark.parametrize("command", ["tournament list", "tournament show Cup", "stats players", "token list", "verify"])
def test_reading_a_store_loads_no_solvers_and_no_tables(db: Path, command: str) -> None:
    modules = loaded(*command.split(), "--db", db)
    assert not modules & {"numpy", "ortools", "pandas", "pyarrow", "sqlite_utils", "openskill"}


def test_a_service_is_asked_without_an_app_in_this_process() -> None:
    program = "import sys; from api.client import Client; Client('http://127.0.0.1:9'); print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=command_environment(), check=True
    )
    modules = set(run.stdout.split())
    assert "httpx" in modules
    assert not [name for name in modules if name.startswith(("api.http", "data.store.sqlite", "flask"))]
