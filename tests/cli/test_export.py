"""`daifu export`: the records of a store as tables in a folder."""

import fcntl
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from daifu.data.export import ExportSource, export
from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import RecordFilter
from daifu.schemas.judgement import judge_json
from daifu.schemas.parquet.records import EXPORTED_TABLES, TABLES
from tests.support.command_line import daifu
from tests.support.project import FENCED, PROJECT_ROOT, read_text
from tests.support.small_records import RESULT_RECORD, document, json_bytes
from tests.support.stores import ANN
from tests.support.tables import rows_in_folder, rows_of

EVENINGS = [
    document(event={"name": "Cup", "date": "2007-07-31"}),
    document(event={"name": "Cup", "date": "2007-08-01"}),
    document(event={"date": "2007-07-01"}, deals=[{}]),
    RESULT_RECORD,
]


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A store with some records, in the folder where the commands are given."""
    monkeypatch.chdir(tmp_path)
    with closing(Store.open(tmp_path / "daifu.db")) as store:
        store.add([judge_json(json_bytes(record)) for record in EVENINGS], ANN)
        yield store.path


def files(folder: str) -> list[str]:
    """Everything in a folder, seen from there."""
    return sorted(path.relative_to(folder).as_posix() for path in Path(folder).rglob("*") if not path.is_dir())


def records(folder: str) -> list[tuple[int, str]]:
    """The records of an export with their months."""
    return sorted((row["record"], row["month"]) for row in rows_in_folder(Path(folder, "records")))


@pytest.mark.usefixtures("club")
def test_a_table_has_a_file_for_each_game_and_month() -> None:
    assert daifu("export", "--table", "deals", "out").exit_code == 0
    assert files("out") == [
        "deals/rules=dalmuti/month=unknown/part-0.parquet",
        "deals/rules=theater/month=2007-07/part-0.parquet",
        "deals/rules=theater/month=2007-08/part-0.parquet",
    ]


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize("table", [name for name in TABLES if name != "records"])
def test_a_table_has_the_rows_of_all_records(table: str) -> None:
    daifu("export", "out")
    found = [without_month(row) for row in rows_in_folder(Path("out", table))]
    assert sorted(found, key=place) == sorted(rows_of(table, *EVENINGS), key=place)


def without_month(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "month"}


def place(row: dict[str, Any]) -> list[Any]:
    return [row.get(name) or 0 for name in ("record", "deal", "seat", "action")]


@pytest.mark.usefixtures("club")
def test_ratings_have_a_file_for_each_game_and_are_up_to_date() -> None:
    daifu("export", "--table", "ratings", "out")
    assert files("out") == ["ratings/rules=dalmuti/part-0.parquet", "ratings/rules=theater/part-0.parquet"]
    assert {row["behind"] for row in rows_in_folder(Path("out/ratings"))} == {0}


@pytest.mark.usefixtures("club")
def test_exported_ratings_can_be_replaced() -> None:
    daifu("export", "--table", "ratings", "out")
    assert daifu("export", "--replace", "--table", "ratings", "--rules", "dalmuti", "out").exit_code == 0
    assert files("out") == ["ratings/rules=dalmuti/part-0.parquet"]


@pytest.mark.usefixtures("club")
def test_the_rows_of_a_file_are_in_the_order_of_days() -> None:
    daifu("export", "out")
    rows = rows_in_folder(Path("out/records/rules=theater/month=2007-07"))
    assert [row["record"] for row in rows] == [3, 1]


def test_withdrawn_records_are_exported_when_asked_for(club: Path) -> None:
    with closing(Store.open(club)) as store:
        store.withdraw(2, ANN, expected=1)
    daifu("export", "--withdrawn", "out")
    assert [(row["record"], row["withdrawn"]) for row in rows_in_folder(Path("out/records"))] == [(2, True)]


@pytest.mark.usefixtures("club")
def test_where_nothing_is_wanted_each_table_is_one_file_without_rows() -> None:
    assert daifu("export", "--rules", "akagiri", "out").exit_code == 0
    assert files("out") == sorted(f"{name}/part-0.parquet" for name in EXPORTED_TABLES)
    assert [rows_in_folder(Path("out", name)) for name in EXPORTED_TABLES] == [[]] * len(EXPORTED_TABLES)


@pytest.mark.usefixtures("club")
def test_a_folder_that_is_not_empty_is_refused() -> None:
    Path("out").mkdir()
    Path("out/precious").touch()
    result = daifu("export", "out")
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "daifu: expected an empty folder, found out/precious; --replace replaces tables of an earlier export",
        "try daifu export --help",
    ]
    assert files("out") == ["precious"]


@pytest.mark.usefixtures("club")
def test_tables_are_replaced_when_asked_for() -> None:
    daifu("export", "out")
    daifu("export", "--replace", "--table", "records", "--rules", "dalmuti", "out")
    assert records("out") == [(4, "unknown")]
    assert len(rows_in_folder(Path("out/deals"))) == 4
    assert {path.split("/")[0] for path in files("out")} == EXPORTED_TABLES.keys()


@pytest.mark.usefixtures("club")
def test_what_no_export_has_made_is_never_replaced() -> None:
    Path("out/deals").mkdir(parents=True)
    Path("out/deals/precious.txt").touch()
    result = daifu("--lang", "ja", "export", "--replace", "out")
    assert result.exit_code == 2
    assert result.stderr.startswith("daifu: 表の場所には以前に書き出したものだけが必要ですが、out/deals/precious.txtが")
    assert files("out") == ["deals/precious.txt"]


@pytest.mark.usefixtures("club")
def test_other_files_beside_the_tables_stay() -> None:
    Path("out").mkdir()
    Path("out/notes.txt").touch()
    assert daifu("export", "--replace", "--table", "deals", "--rules", "dalmuti", "out").exit_code == 0
    assert files("out") == ["deals/rules=dalmuti/month=unknown/part-0.parquet", "notes.txt"]


@pytest.mark.usefixtures("club")
def test_nothing_is_left_of_an_export_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    daifu("export", "--rules", "dalmuti", "out")
    before = files("out")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    result = daifu("export", "--replace", "out")
    assert (result.exit_code, result.stderr) == (2, "daifu: the output cannot be written: No space left on device\n")
    assert files("out") == before
    assert records("out") == [(4, "unknown")]


def fail_rename(monkeypatch: pytest.MonkeyPatch, at: int, error: BaseException) -> None:
    """Let a rename of the next export come to nothing."""
    rename, calls = Path.rename, iter(range(1000))

    def refused(path: Path, target: Path) -> Path:
        if next(calls) == at:
            raise error
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refused)


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize("at", range(2 * len(EXPORTED_TABLES)))
def test_no_table_is_lost_when_an_export_cannot_put_its_own_there(monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    daifu("export", "out")
    before = files("out")
    with monkeypatch.context() as patched:
        fail_rename(patched, at, PermissionError(13, "Permission denied"))
        result = daifu("export", "--replace", "out")
    assert (result.exit_code, result.stderr) == (2, "daifu: the output cannot be written: Permission denied\n")
    assert files("out") == before


class Killed(BaseException):
    """What nobody can do anything about."""


@pytest.fixture
def killed(club: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which an export was killed while it put its first table into the place of another one."""
    daifu("export", "--replace", "out")
    with monkeypatch.context() as patched:
        fail_rename(patched, 1, Killed())
        patched.setattr("daifu.data.export._clean_up", lambda _inside: None)
        patched.setattr("shutil.rmtree", lambda _path: None)
        with pytest.raises(Killed), closing(Store.open(club, read_only=True)) as store:
            export(
                ExportSource(store.each_by_day(RecordFilter()), {}, ()),
                Path("out"),
                list(EXPORTED_TABLES.values()),
                lambda _count: None,
            )
    assert not Path("out/records").exists()
    return Path("out")


def test_after_an_export_was_killed_the_next_one_has_all_tables(killed: Path) -> None:
    assert daifu("export", "--replace", "--table", "faults", killed).exit_code == 0
    assert {path.split("/")[0] for path in files("out")} == EXPORTED_TABLES.keys()
    assert records("out") == [(1, "2007-07"), (2, "2007-08"), (3, "2007-07"), (4, "unknown")]


def test_tables_that_a_killed_export_was_to_replace_are_not_replaced_unasked(killed: Path) -> None:
    for name in EXPORTED_TABLES.keys() - {"records"}:
        shutil.rmtree(killed / name)
    result = daifu("export", killed)
    assert result.stderr.startswith("daifu: expected an empty folder, found out/.unfinished/records.old; --replace")


@pytest.mark.usefixtures("club")
def test_remains_of_a_killed_export_do_not_hinder_the_next_one() -> None:
    Path("out/.unfinished/deals/rules=dalmuti").mkdir(parents=True)
    Path("out/.unfinished/lock").touch()
    assert daifu("export", "--table", "deals", "--rules", "dalmuti", "out").exit_code == 0
    assert files("out") == ["deals/rules=dalmuti/month=unknown/part-0.parquet"]


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "daifu: another export is writing to this folder"),
        ("ja", "daifu: このフォルダーには別の書き出しが進行中です"),
    ],
)
def test_two_exports_do_not_write_into_one_folder_at_once(language: str, said: str) -> None:
    Path("out/.unfinished").mkdir(parents=True)
    with Path("out/.unfinished/lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        result = daifu("--lang", language, "export", "out")
    assert (result.exit_code, result.stderr.splitlines()[0]) == (2, said)
    assert files("out") == [".unfinished/lock"]


@pytest.mark.usefixtures("club")
def test_a_file_in_the_place_of_the_folder_is_reported() -> None:
    Path("out").touch()
    result = daifu("export", "out")
    assert (result.exit_code, result.stderr) == (2, "daifu: out cannot be written: Not a directory\n")


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize("page", ["docs/export.md", "docs/export.ja.md"])
def test_the_page_reads_what_it_has_written(page: str) -> None:
    blocks = FENCED.findall(read_text(PROJECT_ROOT / page))
    [call] = re.findall("^daifu (export .*)$", "".join(code for _, code in blocks), re.MULTILINE)
    daifu("backup", "club.db")
    assert daifu(*call.split()).exit_code == 0
    read: dict[str, Any] = {}
    exec(next(code for language, code in blocks if language == "python"), read)  # noqa: S102 - as a reader would
    assert read["deals"].num_rows == 4
