"""`daifu import`: games are taken into a store, or sent to a service."""

import gzip
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest
from click.testing import Result
from werkzeug.serving import make_server

from data.store.open import open_store
from data.store.values import READER, SCOREKEEPER, RecordFilter
from tests.support.command_line import daifu, write_file
from tests.support.http_app import app_on
from tests.support.small_records import FAULTY_RECORD, LEGAL_RECORD, RESULT_RECORD, json_line, json_lines


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with two files, one of them gzipped."""
    write_file(tmp_path / "games" / "july.ndjson", json_lines(LEGAL_RECORD, FAULTY_RECORD))
    write_file(tmp_path / "games" / "august.json.gz", json_line(RESULT_RECORD))
    return tmp_path / "games"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Where a store may be."""
    return tmp_path / "test.db"


@pytest.fixture
def service(db: Path) -> Iterator[str]:
    """The address of a service on that store."""
    with closing(open_store(db)) as store:
        server = make_server("127.0.0.1", 0, app_on(store), threaded=True)
        Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        server.server_close()


def token(db: Path, role: str = SCOREKEEPER) -> str:
    with closing(open_store(db)) as store:
        return store.create_token("Haru", role).secret


def stored(db: Path) -> list[tuple[str, str]]:
    """Game and author of each record, the oldest first."""
    with closing(open_store(db)) as store:
        return [(record.rules, record.author) for record in reversed(store.page(RecordFilter(), None, 100).records)]


def sums(result: Result) -> list[str]:
    """The cells of the first row of figures."""
    row = next(line for line in result.stdout.splitlines() if line.startswith("│"))
    return [cell.strip() for cell in row.strip("│").split("│")]


def test_every_game_of_a_folder_is_taken_in(games: Path, db: Path) -> None:
    result = daifu("import", games, "--db", db)
    assert result.exit_code == 0
    assert sums(result)[:4] == ["3", "0", "0", "0"]
    assert stored(db) == [("dalmuti", "local"), ("theater", "local"), ("theater", "local")]


def test_what_is_there_already_is_not_taken_twice(games: Path, db: Path) -> None:
    daifu("import", games, "--db", db)
    assert sums(daifu("import", games, "--db", db))[:4] == ["0", "0", "3", "0"]
    assert len(stored(db)) == 3


def test_the_revisions_name_who_took_it_in(games: Path, db: Path) -> None:
    daifu("import", games / "july.ndjson", "--db", db, "--as", "Haru")
    assert {author for _, author in stored(db)} == {"Haru"}


def test_the_faults_are_counted_by_code(games: Path, db: Path) -> None:
    printed = daifu("import", games, "--db", db).stdout
    assert "│ locked_by_pass" in printed
    assert "│ not_stronger" in printed


def test_what_cannot_be_read_is_told_and_the_rest_is_taken_in(tmp_path: Path, db: Path) -> None:
    file = write_file(tmp_path / "july.ndjson", json_lines(LEGAL_RECORD) + b"{}\n" + json_lines(FAULTY_RECORD))
    result = daifu("import", file, "--db", db)
    assert result.exit_code == 2
    assert f"{file}:2: /players: " in result.stderr
    assert sums(result)[:4] == ["2", "0", "0", "1"]


def test_games_come_from_standard_input_too(db: Path) -> None:
    assert daifu("import", "-", "--db", db, data=gzip.compress(json_lines(LEGAL_RECORD))).exit_code == 0
    assert len(stored(db)) == 1


def test_a_file_that_is_no_store_is_refused(games: Path, tmp_path: Path) -> None:
    result = daifu("import", games, "--db", write_file(tmp_path / "no.db", b"no store at all" * 100))
    assert result.exit_code == 2
    assert "daifu: " in result.stderr


def test_games_are_sent_to_a_service(games: Path, db: Path, service: str) -> None:
    result = daifu("import", games, "--url", service, "--token", token(db))
    assert (result.exit_code, sums(result)[:4]) == (0, ["3", "0", "0", "0"])
    assert stored(db) == [("dalmuti", "Haru"), ("theater", "Haru"), ("theater", "Haru")]
    assert "│ not_stronger" in result.stdout


def test_what_a_service_refuses_is_told_by_file_and_line(tmp_path: Path, db: Path, service: str) -> None:
    file = write_file(tmp_path / "july.ndjson", json_lines(LEGAL_RECORD) + b"{}\n" + json_lines(FAULTY_RECORD))
    result = daifu("import", file, "--url", service, "--token", token(db))
    assert result.exit_code == 2
    assert f"{file}:2: /players: " in result.stderr
    assert sums(result)[:4] == ["2", "0", "0", "1"]


def test_a_service_explains_itself_in_the_language_of_the_run(tmp_path: Path, db: Path, service: str) -> None:
    file = write_file(tmp_path / "july.ndjson", b"{}\n" + json_lines(LEGAL_RECORD))
    assert "必要" in daifu("--lang", "ja", "import", file, "--url", service, "--token", token(db)).stderr


def test_a_token_that_does_not_allow_it_ends_the_sending(games: Path, db: Path, service: str) -> None:
    result = daifu("import", games, "--url", service, "--token", token(db, READER))
    assert result.exit_code == 2
    assert "role scorekeeper" in result.stderr
    assert stored(db) == []


def test_a_service_that_is_not_there_is_told(games: Path) -> None:
    result = daifu("import", games, "--url", "http://127.0.0.1:9", "--token", "x")
    assert result.exit_code == 2
    assert "no connection to http://127.0.0.1:9" in result.stderr


def test_a_file_that_is_not_there_is_told_and_the_rest_is_sent(games: Path, db: Path, service: str) -> None:
    result = daifu("import", games / "none.ndjson", games, "--url", service, "--token", token(db))
    assert result.exit_code == 2
    assert "none.ndjson: expected a file or folder, found nothing of this name" in result.stderr
    assert sums(result)[:4] == ["3", "0", "0", "1"]


def test_an_address_that_is_none_is_refused(games: Path) -> None:
    assert "--url: expected http://" in daifu("import", games, "--url", "localhost:8000").stderr


FRIDAY = {"event": {"name": "Friday court", "date": "2026-07-31"}}


@pytest.mark.parametrize("where", ["store", "service"])
def test_a_corrected_file_is_stored_as_another_record_and_the_first_one_is_named(
    db: Path, service: str, where: str
) -> None:
    target = ("--db", db) if where == "store" else ("--url", service, "--token", token(db))
    daifu("import", "-", *target, data=json_line({**LEGAL_RECORD, **FRIDAY}))
    result = daifu("import", "-", *target, data=json_line({**FAULTY_RECORD, **FRIDAY}))
    assert (result.exit_code, sums(result)[:5]) == (0, ["1", "0", "0", "0", "1"])
    assert result.stderr == (
        "-:1: note: record 2 is probably the same sitting as record 1: event, day and players are the same. "
        "All of them count; `daifu withdraw` takes one back\n"
    )


def test_other_games_of_an_evening_are_no_duplicates(db: Path) -> None:
    tables = [{**LEGAL_RECORD, "event": {**FRIDAY["event"], "table": table}} for table in "AB"]
    result = daifu("import", "-", "--db", db, data=json_lines(*tables))
    assert (sums(result)[:5], result.stderr) == (["2", "0", "0", "0", "0"], "")
