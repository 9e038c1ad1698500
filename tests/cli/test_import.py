"""`daifu import`: games and sheets of results are taken into a store, or sent to a service."""

import gzip
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result

from bench.samples import sample_log
from daifu.data.store.open import open_store
from daifu.data.store.values import READER, SCOREKEEPER, Location, RecordFilter
from daifu.schemas.sheets.layout import read_columns
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


SHEET = "日付,回,さくら,健一,美咲,Tom\n2025/4/4,1,1,2,3,4\n,2,2,1,4,3\n2025/4/11,1,1,3,2,-\n合計,,4,6,9,7\n"


@pytest.fixture
def club(locate: Locate) -> Location:
    return locate("club.db")


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    file = tmp_path / "april.csv"
    file.write_text(SHEET, "cp932")
    return file


def deals(club: Location) -> int:
    with closing(open_store(club)) as store:
        return sum(record.deals for record in store.page(RecordFilter()).records)


def test_a_sheet_is_shown_and_not_stored_while_something_is_asked(club: Location, sheet: Path) -> None:
    shown = daifu("import", "--db", club, "--rules", "akagiri", sheet)
    assert shown.exit_code == 2
    assert "the first winner is さくら if these are places, Tom if they are points" in shown.stdout
    assert deals(club) == 0


def test_a_sheet_is_stored_once_and_its_map_reads_it_again(club: Location, sheet: Path, tmp_path: Path) -> None:
    kept = tmp_path / "club.map"
    first = daifu("import", "--db", club, "--rules", "akagiri", "--layout", "P", "--keep-map", kept, sheet)
    assert (first.exit_code, deals(club)) == (0, 3)
    again = daifu("import", "--db", club, "--map", kept, sheet)
    assert (again.exit_code, deals(club), read_columns(kept.read_bytes()).layout) == (0, 3, "P")
    assert "record 1 has it already" in again.stdout


def test_the_map_of_the_last_sheet_of_a_club_answers_for_the_next_one(
    club: Location, sheet: Path, tmp_path: Path
) -> None:
    call = ("import", "--db", club, "--event", "金曜会")
    assert daifu(*call, "--rules", "akagiri", "--layout", "P", sheet).exit_code == 0
    may = tmp_path / "may.csv"
    may.write_text(SHEET.replace("/4/", "/5/"))
    assert (daifu(*call, may).exit_code, deals(club)) == (0, 6)


def test_a_dry_run_stores_nothing(club: Location, sheet: Path) -> None:
    shown = daifu("import", "--db", club, "--rules", "akagiri", "--layout", "P", "--dry-run", sheet)
    assert (shown.exit_code, deals(club)) == (0, 0)
    assert "さくら: deals +3, first +2" in shown.stdout


def test_a_sheet_with_errors_comes_in_only_partly(club: Location, tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("順位,A,B,C\n,1,2,3\n,1,1,3\n")
    options = ("import", "--db", club, "--rules", "akagiri")
    refused = daifu(*options, bad)
    assert (refused.exit_code, deals(club)) == (2, 0)
    assert f"{bad} C3: place 1 twice" in refused.stderr
    assert (daifu(*options, "--partly", bad).exit_code, deals(club)) == (2, 1)


def test_a_name_like_a_known_one_is_asked_about_and_a_map_answers(club: Location, tmp_path: Path) -> None:
    options = ("import", "--db", club, "--rules", "akagiri")
    first, second, answers = (tmp_path / name for name in ("a.csv", "b.csv", "map.json"))
    first.write_text("順位,Haruka,B,C\n,1,2,3\n")
    second.write_text("順位,Haruko,B,C\n,3,2,1\n")
    answers.write_text('{"format": "daifu-columns/1", "names": {"Haruko": "Haruka"}}')
    assert daifu(*options, first).exit_code == 0
    asked = daifu(*options, second)
    assert (asked.exit_code, asked.stderr) == (2, "? Haruko: a new player, or Haruka? (names)\n")
    assert (daifu(*options, "--map", answers, second).exit_code, deals(club)) == (0, 2)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--dry-run", "game.json"), "are for sheets"),
        (("a.csv", "game.json"), "are for sheets"),
    ],
)
def test_sheets_are_imported_by_themselves(options: tuple[str, ...], expected: str) -> None:
    refused = daifu("import", *options)
    assert (refused.exit_code, expected in refused.stderr) == (2, True)


def test_results_are_written_as_a_sheet_that_is_read_again(club: Location, sheet: Path, tmp_path: Path) -> None:
    daifu("import", "--db", club, "--rules", "akagiri", "--layout", "P", sheet)
    written = tmp_path / "club.xlsx"
    assert daifu("export", "--db", club, "--layout", "P", written).exit_code == 0
    assert "already" in daifu("export", "--db", club, "--layout", "P", written).stderr
    again = daifu("import", "--db", club, "--rules", "akagiri", written)
    assert (again.exit_code, deals(club), "record 1 has it already" in again.stdout) == (0, 3, True)


def test_a_sheet_is_sent_to_a_service_which_keeps_its_map(sheet: Path, tmp_path: Path) -> None:
    with serve_store(tmp_path / "served.db") as (url, token):
        target = ("import", "--url", url, "--token", token, "--event", "金曜会")
        asked = daifu(*target, "--rules", "akagiri", sheet)
        assert (asked.exit_code, "the first winner is さくら" in asked.stdout) == (2, True)
        first = daifu(*target, "--rules", "akagiri", "--layout", "P", sheet)
        assert (first.exit_code, "stored: 2" in first.stdout) == (0, True), first.stderr
        again = daifu(*target, sheet)
        assert (again.exit_code, "record 1 has it already" in again.stdout) == (0, True), again.stderr
        refused = daifu("import", "--url", url, "--token", "daifu_wrong", "--rules", "akagiri", sheet)
        assert (refused.exit_code, refused.stderr.startswith(f"{sheet}: ")) == (2, True)
