"""What is loaded for a command: a run waits for nothing that it does not need."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.support.command_line import command_environment, daifu
from tests.support.small_records import document, json_bytes

PROGRAM = """
import gc, sys
from daifu.api.cli import main
searches = []
gc.callbacks.append(lambda phase, _: searches.append(phase))
try:
    main()
finally:
    print(searches.count("start"), *sorted(sys.modules), file=sys.stderr)
"""


@cache
def run_once(*args: str | Path) -> tuple[int, frozenset[str]]:
    """How often a run looked for garbage, and what it has loaded at its end. A command is run once for all tests."""
    call = [sys.executable, "-c", PROGRAM, *map(str, args)]
    run = subprocess.run(call, capture_output=True, text=True, env=command_environment(), check=True)
    searches, *modules = run.stderr.split()
    return int(searches), frozenset(modules)


def loaded(*args: str | Path) -> frozenset[str]:
    """The modules that are loaded at the end of a run."""
    return run_once(*args)[1]


def imported(program: str) -> set[str]:
    """The modules that a program has loaded at its end."""
    call = [sys.executable, "-c", f"import sys; {program}; print(*sys.modules)"]
    run = subprocess.run(call, capture_output=True, text=True, env=command_environment(), check=True)
    return set(run.stdout.split())


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a tournament, made by this version."""
    path = tmp_path_factory.mktemp("startup") / "club.db"
    daifu("tournament", "create", "Cup", "--rules", "dalmuti", "--db", path)
    return path


def test_a_command_is_loaded_when_it_is_called() -> None:
    modules = loaded("--lang", "en", "rules", "dalmuti")
    assert "daifu.api.cli.rules" in modules
    assert not modules & {"daifu.api.cli.check.command", "daifu.api.cli.stats", "daifu.api.client", "httpx2"}
    assert not [
        name
        for name in modules
        if name.startswith(("daifu.api.http", "daifu.data.store.sqlite", "daifu.data.tournaments"))
    ]


@pytest.mark.parametrize("command", ["tournament list", "tournament show Cup", "stats players", "token list", "verify"])
def test_reading_a_store_loads_no_solvers_and_no_tables(db: Path, command: str) -> None:
    modules = loaded(*command.split(), "--db", db)
    assert not modules & {"numpy", "ortools", "pandas", "pyarrow", "sqlite_utils", "openskill"}


@pytest.mark.parametrize("command", ["tournament list", "tournament show Cup", "stats players"])
def test_reading_a_store_loads_no_network_and_nothing_that_writes(db: Path, command: str) -> None:
    modules = loaded(*command.split(), "--db", db)
    assert not modules & {"httpx2", "httpcore", "h11", "anyio"}
    assert not modules & {"daifu.data.store.sql.statistics.deltas", "daifu.data.store.sql.maintenance.check"}


def test_a_list_of_tournaments_loads_no_rules_and_no_previews(db: Path) -> None:
    modules = loaded("tournament", "list", "--db", db)
    assert not modules & {"daifu.replay.engine", "daifu.data.tournaments.consequences"}


@pytest.mark.parametrize("command", ["tournament list", "stats players", "token list"])
def test_reading_a_store_loads_nothing_that_only_a_service_needs(db: Path, command: str) -> None:
    modules = loaded(*command.split(), "--db", db)
    assert not modules & {
        "daifu.api.http.contract.openapi",
        "daifu.api.http.metrics",
        "daifu.data.judging",
        "daifu.schemas.judgement",
    }
    assert not modules & {"flask_compress", "multiprocessing", "prometheus_client", "yaml"}
    assert not [name for name in modules if name.startswith(("daifu.api.http.contract", "daifu.schemas.fujigokoro"))]


def test_statistics_of_a_game_load_no_other_game(db: Path) -> None:
    modules = loaded("stats", *["leaderboard", "first", "--rules", "theater"], "--db", db)
    games = {
        name.split(".")[3] for name in modules if name.startswith("daifu.replay.games.") and name.endswith(".profile")
    }
    assert games == {"theater"}


def test_a_command_seldom_looks_for_garbage(db: Path) -> None:
    assert run_once("tournament", "list", "--db", db)[0] < 10


def test_a_list_loads_the_views_of_what_it_lists(db: Path) -> None:
    modules = loaded("tournament", "list", "--db", db)
    views = {name for name in modules if name.startswith("daifu.api.http.resources.")}
    tournaments = "daifu.api.http.resources.tournaments"
    assert views == {tournaments, f"{tournaments}.tournaments"}


def test_a_game_is_loaded_when_its_profile_is_looked_up(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    record.write_bytes(json_bytes(document()))
    modules = loaded("check", record)
    assert "daifu.replay.games.theater.profile" in modules
    games = {
        name.split(".")[3] for name in modules if name.startswith("daifu.replay.games.") and name.endswith(".profile")
    }
    assert games == {"theater", "uecda"}  # the latter judges server logs deal by deal


def test_an_app_is_made_without_its_documentation() -> None:
    modules = imported("import daifu.api.http.app")
    assert "flask" in modules
    assert "daifu.api.http.contract.openapi" not in modules
    assert not [name for name in modules if name.startswith(("daifu.api.http.contract", "apispec", "yaml"))]


def test_a_service_is_asked_without_an_app_in_this_process() -> None:
    modules = imported("from daifu.api.client import Client; Client('http://127.0.0.1:9')")
    assert "httpx2" in modules
    assert not [name for name in modules if name.startswith(("daifu.api.http", "daifu.data.store.sqlite", "flask"))]
