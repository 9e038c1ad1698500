"""`daifu copy` between files and databases."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from daifu.api.cli import store as commands
from daifu.data.store import copy as copying
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import Difference
from daifu.data.store_comparison import store_comparison
from daifu.replay.text import Text
from tests.support.command_line import daifu
from tests.support.postgresql import new_schema
from tests.support.stores import ANN, disputed_sitting, evening, judged_sitting, store_contents


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """A store with two records, in the folder where the commands are given."""
    monkeypatch.chdir(tmp_path)
    with closing(open_store("club.db")) as store:
        store.add([judged_sitting("A", 3), judged_sitting("A", 5), disputed_sitting("B")], ANN)
        yield store


def test_a_store_moves_to_a_database_and_back(club: Store) -> None:
    database = new_schema()
    there = daifu("copy", "club.db", database)
    assert (there.exit_code, there.stdout) == (0, "2 records, 3 revisions: the copy says the same\n")
    back = daifu("--lang", "ja", "copy", database, "again.db")
    assert (back.exit_code, back.stdout) == (0, "棋譜2件、版3件：複製の内容は同じです\n")
    with closing(open_store("again.db")) as again:
        assert store_contents(again) == store_contents(club)


@pytest.mark.usefixtures("club")
def test_a_store_is_not_overwritten() -> None:
    daifu("copy", "club.db", "copy.db")
    result = daifu("copy", "club.db", "copy.db")
    assert (result.exit_code, result.stderr) == (
        2,
        "daifu: there is a store already; a copy is made where there is none\n",
    )


@pytest.mark.usefixtures("club")
def test_an_interrupted_copy_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_call: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(copying.StoreCopy, "_copy_rest", stop)
        assert daifu("copy", "club.db", "copy.db").exit_code == 130
    unfinished = daifu("verify", "--db", "copy.db")
    assert unfinished.exit_code == 2
    assert unfinished.stderr.endswith("copy.db is an unfinished copy of a store; daifu copy goes on with it\n")
    assert daifu("copy", "club.db", "copy.db").exit_code == 0
    assert daifu("verify", "--db", "copy.db").exit_code == 0


def test_a_copy_of_a_store_in_use_is_not_finished_before_all_is_copied(
    club: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_first(one: Store, other: Store, advance: Callable[[int], None]) -> Iterator[Difference]:
        evening(club, "Mu", "Junko", "Shimo", "Aki", table="late")
        return store_comparison(one, other, advance)

    with monkeypatch.context() as patch:
        patch.setattr(commands, "store_comparison", write_first)
        result = daifu("copy", "club.db", "copy.db")
    assert result.exit_code == 2
    assert "stop the service and run the same command again" in result.stderr
    assert daifu("copy", "club.db", "copy.db").stdout == "3 records, 4 revisions: the copy says the same\n"


@pytest.mark.usefixtures("club")
def test_differences_are_printed_and_leave_the_copy_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Difference(Text("its revisions differ", "版の履歴が違います"), 2)
    with monkeypatch.context() as patch:
        patch.setattr(commands, "store_comparison", lambda *_call: iter([found]))
        result = daifu("copy", "club.db", "copy.db")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "record 2: its revisions differ",
        "2 records, 3 revisions: 1 difference; the copy stays unfinished",
    ]
    assert daifu("verify", "--db", "copy.db").exit_code == 2


@pytest.mark.parametrize("target", ["copy.db", "postgresql:///nowhere?host=/nowhere"])
def test_a_missing_store_is_reported_and_nothing_is_made(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = daifu("copy", "club.db", target)
    assert (result.exit_code, result.stderr) == (2, f"daifu: there is no store {tmp_path / 'club.db'}\n")
    assert list(tmp_path.iterdir()) == []
