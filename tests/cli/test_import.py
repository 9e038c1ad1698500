"""`daifu import`: games are taken into a store, or sent to a service."""

import gzip
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result

from bench.server_log import sample_log
from daifu.data.store.open import open_store
from daifu.data.store.values import READER, SCOREKEEPER, Location, RecordFilter
from tests.support.command_line import daifu, write_file
from tests.support.small_records import (
    FAULTY_RECORD,
    FUJIGOKORO_FILE,
    LEGAL_RECORD,
    RESULT_RECORD,
    json_line,
    json_lines,
)
from tests.support.stores import Locate
from tests.support.tournaments.cli import serve_store

Target = tuple[str | Path, ...]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with two files, one of them gzipped."""
    write_file(tmp_path / "games" / "july.ndjson", json_lines(LEGAL_RECORD, FAULTY_RECORD))
    write_file(tmp_path / "games" / "august.json.gz", json_line(RESULT_RECORD))
    return tmp_path / "games"


@pytest.fixture
def db(locate: Locate) -> Location:
    """Where a store may be."""
    return locate("test.db")


@pytest.fixture
def service(db: Location) -> Iterator[str]:
    """The address of a service on that store."""
    with serve_store(db) as (url, _):
        yield url


@pytest.fixture(params=["store", "service"])
def target(request: pytest.FixtureRequest, db: Location) -> Iterator[Target]:
    """The options that name the store and an author, or a service on the store and the token of the same person."""
    if request.param == "store":
        yield "--db", db, "--as", "Haru"
    else:
        with serve_store(db) as (url, secret):
            yield "--url", url, "--token", secret


def token(db: Location, role: str = SCOREKEEPER) -> str:
    with closing(open_store(db)) as store:
        return store.create_token(f"Haru {len(store.tokens())}", role).secret


def stored(db: Location) -> list[tuple[str, str]]:
    """Game and author of each record, the oldest first."""
    with closing(open_store(db)) as store:
        return [(record.rules, record.author) for record in reversed(store.page(RecordFilter(), None, 100).records)]


def sums(result: Result) -> list[str]:
    """The cells of the first row of figures."""
    row = next(line for line in result.stdout.splitlines() if line.startswith("│"))
    return [cell.strip() for cell in row.strip("│").split("│")]


def test_every_game_of_a_folder_is_imported_for_its_author(games: Path, db: Location, target: Target) -> None:
    result = daifu("import", games, *target)
    assert (result.exit_code, sums(result)[:4]) == (0, ["3", "0", "0", "0"])
    assert stored(db) == [("dalmuti", "Haru"), ("theater", "Haru"), ("theater", "Haru")]


def test_the_games_before_the_end_of_a_cut_log_are_stored_and_the_next_files_are_read(
    tmp_path: Path, db: Location, target: Target
) -> None:
    logs = {"a.log.gz": sample_log(), "b.dat.gz": FUJIGOKORO_FILE}
    cut = [write_file(tmp_path / name, log) for name, log in logs.items()]
    for file in cut:
        file.write_bytes(file.read_bytes()[:-8])
    result = daifu("import", *cut, write_file(tmp_path / "c.json", json_line(RESULT_RECORD)), *target)
    assert (result.exit_code, sums(result)[:4]) == (2, ["3", "0", "0", "2"])
    assert [rules for rules, _ in stored(db)] == ["uecda", "uecda", "dalmuti"]
    assert all(f"{file}:" in result.stderr for file in cut)
    assert result.stderr.count("expected more of this gzip file, found its end") == 2


def test_games_may_come_from_standard_input(db: Location) -> None:
    assert daifu("import", "-", "--db", db, data=gzip.compress(json_lines(LEGAL_RECORD))).exit_code == 0
    assert len(stored(db)) == 1


def test_a_token_without_the_role_ends_the_import(games: Path, db: Location, service: str) -> None:
    result = daifu("import", games, "--url", service, "--token", token(db, READER))
    assert result.exit_code == 2
    assert "role scorekeeper" in result.stderr
    assert stored(db) == []


FRIDAY = {"event": {"name": "Friday court", "date": "2026-07-31"}}


def test_a_corrected_file_is_stored_as_another_record_and_the_first_one_is_named(target: Target) -> None:
    daifu("import", "-", *target, data=json_line({**LEGAL_RECORD, **FRIDAY}))
    result = daifu("import", "-", *target, data=json_line({**FAULTY_RECORD, **FRIDAY}))
    assert (result.exit_code, sums(result)[:5]) == (0, ["1", "0", "0", "0", "1"])
    assert result.stderr == (
        "-:1: note: record 2 is probably the same sitting as record 1: event, day and players are the same. "
        "All of them count; `daifu withdraw` takes one back\n"
    )


def test_an_event_that_nearly_has_the_name_of_a_tournament_is_told(target: Target) -> None:
    daifu("tournament", "create", "Friday cup", "--rules", LEGAL_RECORD["rules"], *target)
    result = daifu("import", "-", *target, data=json_line({**LEGAL_RECORD, "event": {"name": "friday cup "}}))
    assert sums(result)[:4] == ["1", "0", "0", "0"]
    assert result.stderr.startswith(
        '-:1: note: the event looks like tournament 1, "Friday cup"; not in its results. To count there, '
    )
