"""What a copy copies, how its proof finds each difference, and when the file of a backup appears."""

import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from daifu.data.store.errors import StoreExists
from daifu.data.store.open import open_copy, open_store
from daifu.data.store.sql.schema import TABLES
from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import SCOREKEEPER
from daifu.data.store_comparison import store_comparison
from daifu.data.tournaments.changes import Created
from tests.support.naive_ratings import judged_results, result_deal
from tests.support.stores import (
    ANN,
    WHY,
    evening,
    fetch_rows,
    judged_sitting,
    process_environment,
    record_ids,
    tamper,
    verification_errors,
)

_COLUMNS = "SELECT tables.name, columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns"


def test_a_copy_has_all_columns_of_all_tables(store: Store) -> None:
    found = fetch_rows(store.path, f"{_COLUMNS} WHERE tables.type = 'table' AND tables.name NOT LIKE '%sqlite%'")
    assert {(table.name, column) for table in TABLES.values() for column in table.columns} == set(found)


@pytest.fixture
def twin(store: Store, tmp_path: Path) -> Path:
    """The file of a store that is the same as the store."""
    evening(store, "Mu", "Junko", "Shimo", "Aki")
    evening(store, "Mu", "Junko", "Shimo", "aki2", table="B")
    store.add([judged_sitting("C", 3)], ANN)
    store.add([judged_sitting("C", 5)], ANN)
    store.add([judged_results("D", "ABC", result_deal(1, 2, 3))], ANN)
    store.analyses.keep(1, 1, "proofs-1", b"[]")
    store.people.merge("aki2", "Aki", ANN, WHY)
    store.create_token("Ann", SCOREKEEPER)
    store.tournaments.create(Created(name="Cup", rules="theater"), ANN)
    store.statistics.catch_up()
    store.ratings.catch_up()
    store.back_up(tmp_path / "twin.db", lambda _count: None)
    return tmp_path / "twin.db"


def differences(store: Store, twin: Path) -> list[str]:
    """In what the twin differs, in English, with the records."""
    with closing(open_store(twin, read_only=True)) as other:
        found = list(store_comparison(store, other, lambda _count: None))
    return [f"{difference.record or 'store'}: {difference.text.en}" for difference in found]


def test_a_store_does_not_differ_from_its_backup(store: Store, twin: Path) -> None:
    assert differences(store, twin) == []


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("UPDATE revisions SET author = kind, checksum = NULL WHERE record = 2", ["2: lists show it differently"]),
        (
            "UPDATE revisions SET reason = 'another', checksum = NULL WHERE record = 3 AND number = 2",
            ["3: its revisions differ"],
        ),
        (
            (
                "UPDATE revisions SET (packed, cut) = (SELECT packed, cut FROM revisions WHERE record = 2) "
                "WHERE record = 1"
            ),
            ["1: the record or its report differs"],
        ),
        ("UPDATE analyses SET method = 'another'", ["1: its analysis differs"]),
        ("UPDATE tokens SET role = 'admin'", ["store: the tokens differ"]),
        ("UPDATE signing_key SET key = zeroblob(32)", ["store: the signing key differs"]),
        ("UPDATE person_changes SET reason = 'another'", ["store: what is said of Aki differs"]),
        (
            (
                "UPDATE player_totals SET counts = (SELECT counts FROM player_totals WHERE player = -1) WHERE id = "
                "(SELECT id FROM player_totals JOIN texts ON number = player WHERE text = 'Junko')"
            ),
            ["store: statistics or ratings of Junko in theater differ"],
        ),
        (
            "UPDATE player_counts SET day = 1 WHERE player = (SELECT number FROM texts WHERE text = 'Junko')",
            ["store: statistics or ratings of Junko in theater differ"],
        ),
        (
            "UPDATE pairs SET higher = higher + 1 WHERE other = (SELECT number FROM texts WHERE text = 'B')",
            ["store: statistics or ratings of A in akagiri differ"],
        ),
        (
            "UPDATE ratings SET sigma = 1 WHERE person = (SELECT number FROM texts WHERE text = 'B')",
            ["store: statistics or ratings of B in akagiri differ"],
        ),
        ("UPDATE tournaments SET finished = 1", ["store: tournament 1 differs"]),
    ],
)
def test_every_difference_is_found(store: Store, twin: Path, statement: str, found: list[str]) -> None:
    tamper(twin, statement)
    assert differences(store, twin) == found


def test_a_record_that_one_store_lacks_is_found(store: Store, twin: Path) -> None:
    evening(store, "Mu", "Junko", "Shimo", "Aki", table="E")
    assert differences(store, twin)[0] == "5: one store does not have it"


def test_a_copy_that_is_begun_does_not_change_a_database_of_others(store: Store, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    tamper(other, "CREATE TABLE notes (text TEXT)")
    before = other.read_bytes()
    with pytest.raises(StoreExists), open_copy(store.path, other):
        pass
    assert other.read_bytes() == before


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "copy.db"


def copy(store: Store, target: Path) -> list[int]:
    """Copy a store; the reported progress."""
    reported: list[int] = []
    store.back_up(target, reported.append)
    return reported


def test_the_progress_adds_up_to_the_whole(store: Store, target: Path) -> None:
    store.add([judged_sitting(str(table)) for table in range(200)], ANN)
    assert sum(copy(store, target)) == store.counts().bytes == target.stat().st_size


def test_the_copy_is_one_file(store: Store, target: Path) -> None:
    before = set(target.parent.iterdir())
    copy(store, target)
    assert set(target.parent.iterdir()) - before == {target}


def test_only_its_owner_may_read_the_copy(store: Store, target: Path) -> None:
    copy(store, target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def damage_page(store: Store, index: str) -> None:
    """Overwrite the first page of an index."""
    [(page,)] = fetch_rows(store.path, "SELECT rootpage FROM sqlite_schema WHERE name = ?", (index,))
    store.close()
    with store.path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)


def test_a_store_with_a_damaged_page_is_backed_up_from_its_other_pages(store: Store, target: Path) -> None:
    store.add([judged_sitting()], ANN)
    damage_page(store, "by_opening")
    assert store.back_up(target, lambda _bytes: None) == []
    with closing(Store.open(target, read_only=True)) as copied:
        assert copied.record(1).record == judged_sitting().record
        assert verification_errors(copied) == []


def test_a_backup_goes_on_without_a_text_that_cannot_be_unpacked_and_names_it(store: Store, target: Path) -> None:
    store.add([judged_sitting("A"), judged_sitting("B")], ANN)
    store.create_token("Ann", "admin")
    tamper(store.path, "UPDATE revisions SET packed = x'ff' WHERE record = 1")
    [left_out] = store.back_up(target, lambda _bytes: None)
    assert (left_out.record, left_out.revision) == (1, 1)
    assert list(target.parent.glob(".*")) == []
    with closing(Store.open(target, read_only=True)) as copied:
        assert record_ids(copied) == [2]
        assert copied.tokens() == store.tokens()
        assert verification_errors(copied) == []


def test_what_a_killed_backup_has_left_is_deleted_by_the_next_one(store: Store, target: Path) -> None:
    program = (
        "import os, signal, sys; from daifu.data.store.open import open_store;"
        "open_store(sys.argv[1]).back_up(sys.argv[2], lambda _count: os.kill(os.getpid(), signal.SIGKILL))"
    )
    call = [sys.executable, "-c", program, str(store.path), str(target.with_name("yesterday.db"))]
    subprocess.run(call, env=process_environment(), timeout=60, check=False)
    assert list(target.parent.glob(".yesterday.db.*"))
    copy(store, target)
    assert list(target.parent.glob(".*")) == []


def test_a_backup_under_way_is_left_alone_by_another(store: Store, target: Path) -> None:
    def begin_another(_count: int) -> None:
        if not other.exists():
            copy(store, other)

    other = target.with_name("other.db")
    store.back_up(target, begin_another)
    assert target.exists()
    assert other.exists()


def test_an_interrupted_copy_leaves_nothing(store: Store, target: Path) -> None:
    def stop(_count: int) -> None:
        raise KeyboardInterrupt

    before = set(target.parent.iterdir())
    with pytest.raises(KeyboardInterrupt):
        store.back_up(target, stop)
    assert set(target.parent.iterdir()) == before
    store.add([judged_sitting()], ANN)
