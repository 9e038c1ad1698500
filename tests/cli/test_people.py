"""`daifu people`: who is here twice, merges with a look at what changes, their undoing, other names."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from daifu.data.store.open import open_store
from tests.support.command_line import daifu, write_file
from tests.support.pictures import small_picture
from tests.support.stores import evening


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The store of the settings, in which Haru is twice."""
    path = tmp_path / "club.db"
    monkeypatch.setenv("DAIFU_DB", str(path))
    with closing(open_store(path)) as store:
        evening(store, "Haru", "Mu", "Shimo", "Aki", table="A")
        evening(store, "haru", "Mu", "Shimo", "Aki", table="B")
    return path


@pytest.mark.usefixtures("db")
def test_who_is_here_twice_is_listed_until_they_are_merged() -> None:
    assert daifu("people", "similar").stdout == "haru = Haru\n"
    assert daifu("people", "merge", "haru", "Haru").exit_code == 0
    assert daifu("people", "similar").stdout == "all names look different\n"


@pytest.mark.usefixtures("db")
def test_two_players_who_are_not_the_same_are_listed_no_more() -> None:
    assert daifu("people", "different", "haru", "Haru").stdout == "haru and Haru stay two people\n"
    assert daifu("people", "similar").stdout == "all names look different\n"


def test_a_dry_run_says_what_would_change_and_changes_nothing(db: Path) -> None:
    result = daifu("people", "merge", "--dry-run", "haru", "Haru")
    assert result.stdout.splitlines()[:2] == ["haru becomes Haru", "games: 1 + 1 = 2"]
    with closing(open_store(db)) as store:
        assert store.people.merged() == {}


def test_a_merge_is_undone_by_its_number(db: Path) -> None:
    daifu("people", "merge", "haru", "Haru", "--reason", "registered twice", "--as", "Ann")
    assert daifu("people", "undo", "1").stdout == "merge 1 is undone\n"
    assert daifu("people", "undo", "1").exit_code == 2
    with closing(open_store(db)) as store:
        changes = [(one.kind, one.author) for one in store.people.history("Haru")]
    assert changes == [("merged", "Ann"), ("undone", "local")]


def test_a_player_gets_another_name(db: Path) -> None:
    assert daifu("people", "rename", "Haru", "Haruka").stdout == "Haru is called Haruka\n"
    with closing(open_store(db)) as store:
        assert store.people.one("Haru").name == "Haruka"


def test_a_person_is_made_anonymous_after_two_questions(db: Path) -> None:
    refused = daifu("people", "anonymous", "Haru", data=b"Haru\nn\n")
    assert refused.exit_code != 0
    done = daifu("people", "anonymous", "Haru", data=b"Haru\ny\n")
    assert (done.exit_code, "the player is Player 1 now" in done.stdout) == (0, True)
    with closing(open_store(db)) as store:
        assert store.people.one("anonymous-1").name == "Player 1"


def test_another_name_than_that_of_the_player_is_refused(db: Path) -> None:
    assert daifu("people", "anonymous", "Haru", "--name", "Mu").exit_code == 2
    with closing(open_store(db)) as store:
        assert store.people.one("Haru").name == "Haru"


def test_all_of_a_person_is_saved(db: Path) -> None:
    assert daifu("people", "everything", "Haru", db.with_name("haru.json")).exit_code == 0
    found = json.loads(db.with_name("haru.json").read_bytes())
    assert [record["id"] for record in found["records"]] == [1]


def test_a_look_changes_only_by_what_is_given(db: Path) -> None:
    picture = write_file(db.with_name("me.png"), small_picture("PNG"))
    daifu("people", "look", "Haru", "--nickname", "Bunny", "--colour", "3", "--picture", picture)
    daifu("people", "look", "Haru", "--colour", "0")
    with closing(open_store(db)) as store:
        look = store.people.looks()["Haru"]
        assert (look.nickname, look.colour, store.people.picture("Haru")) == ("Bunny", None, picture.read_bytes())
