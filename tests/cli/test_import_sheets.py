"""`daifu import` with sheets of results."""

from contextlib import closing
from pathlib import Path

import pytest

from daifu.data.store.open import open_store
from daifu.data.store.values import Location, RecordFilter
from daifu.schemas.sheets.layout import read_columns
from tests.support.command_line import daifu
from tests.support.stores import Locate
from tests.support.tournaments.cli import serve_store

SHEET = "日付,回,さくら,健一,美咲,Tom\n2025/4/4,1,1,2,3,4\n,2,2,1,4,3\n2025/4/11,1,1,3,2,-\n合計,,4,6,9,7\n"


@pytest.fixture
def db(locate: Locate) -> Location:
    return locate("club.db")


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    file = tmp_path / "april.csv"
    file.write_text(SHEET, "cp932")
    return file


def deals(db: Location) -> int:
    with closing(open_store(db)) as store:
        return sum(record.deals for record in store.page(RecordFilter()).records)


def test_a_sheet_is_shown_and_not_stored_while_something_is_asked(db: Location, sheet: Path) -> None:
    shown = daifu("import", "--db", db, "--rules", "akagiri", sheet)
    assert shown.exit_code == 2
    assert "the first winner is さくら if these are places, Tom if they are points" in shown.stdout
    assert deals(db) == 0


def test_a_sheet_is_stored_once_and_its_map_reads_it_again(db: Location, sheet: Path, tmp_path: Path) -> None:
    kept = tmp_path / "club.map"
    first = daifu("import", "--db", db, "--rules", "akagiri", "--layout", "P", "--keep-map", kept, sheet)
    assert (first.exit_code, deals(db)) == (0, 3)
    again = daifu("import", "--db", db, "--map", kept, sheet)
    assert (again.exit_code, deals(db), read_columns(kept.read_bytes()).layout) == (0, 3, "P")
    assert "record 1 has it already" in again.stdout


def test_the_map_of_the_last_sheet_of_a_club_answers_for_the_next_one(
    db: Location, sheet: Path, tmp_path: Path
) -> None:
    club = ("import", "--db", db, "--event", "金曜会")
    assert daifu(*club, "--rules", "akagiri", "--layout", "P", sheet).exit_code == 0
    may = tmp_path / "may.csv"
    may.write_text(SHEET.replace("/4/", "/5/"))
    assert (daifu(*club, may).exit_code, deals(db)) == (0, 6)


def test_a_dry_run_stores_nothing(db: Location, sheet: Path) -> None:
    shown = daifu("import", "--db", db, "--rules", "akagiri", "--layout", "P", "--dry-run", sheet)
    assert (shown.exit_code, deals(db)) == (0, 0)
    assert "さくら: deals +3, first +2" in shown.stdout


def test_a_sheet_with_errors_comes_in_only_partly(db: Location, tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("順位,A,B,C\n,1,2,3\n,1,1,3\n")
    options = ("import", "--db", db, "--rules", "akagiri")
    refused = daifu(*options, bad)
    assert (refused.exit_code, deals(db)) == (2, 0)
    assert f"{bad} C3: place 1 twice" in refused.stderr
    assert (daifu(*options, "--partly", bad).exit_code, deals(db)) == (2, 1)


def test_a_name_like_a_known_one_is_asked_about_and_a_map_answers(db: Location, tmp_path: Path) -> None:
    options = ("import", "--db", db, "--rules", "akagiri")
    first, second, answers = (tmp_path / name for name in ("a.csv", "b.csv", "map.json"))
    first.write_text("順位,Haruka,B,C\n,1,2,3\n")
    second.write_text("順位,Haruko,B,C\n,3,2,1\n")
    answers.write_text('{"format": "daifu-columns/1", "names": {"Haruko": "Haruka"}}')
    assert daifu(*options, first).exit_code == 0
    asked = daifu(*options, second)
    assert (asked.exit_code, asked.stderr) == (2, "? Haruko: a new player, or Haruka? (names)\n")
    assert (daifu(*options, "--map", answers, second).exit_code, deals(db)) == (0, 2)


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


def test_results_are_written_as_a_sheet_that_is_read_again(db: Location, sheet: Path, tmp_path: Path) -> None:
    daifu("import", "--db", db, "--rules", "akagiri", "--layout", "P", sheet)
    written = tmp_path / "club.xlsx"
    assert daifu("export", "--db", db, "--layout", "P", written).exit_code == 0
    assert "already" in daifu("export", "--db", db, "--layout", "P", written).stderr
    again = daifu("import", "--db", db, "--rules", "akagiri", written)
    assert (again.exit_code, deals(db), "record 1 has it already" in again.stdout) == (0, 3, True)


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
