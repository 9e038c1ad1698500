"""`daifu club` and `daifu people`: what a club says of itself is set and shown, and its people are kept."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from daifu.data.store.open import open_store
from tests.support.command_line import daifu, write_file
from tests.support.pages import small_picture
from tests.support.stores import evening


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The store of the settings."""
    monkeypatch.setenv("DAIFU_DB", str(tmp_path / "club.db"))
    return tmp_path / "club.db"


def test_a_club_is_set_and_shown(db: Path, tmp_path: Path) -> None:
    names = write_file(tmp_path / "names.txt", "\ufeffHaru\n\n 花子 \n".encode())
    made = daifu("club", "set", "--name", "Friday court", "--rules", "dalmuti", "--reading", "link", "--people", names)
    assert made.exit_code == 0
    assert made.stdout.splitlines() == [
        "Friday court",
        "usual game: dalmuti",
        "may read: who was given a link",
        "password: no",
        "password to read: no",
        "names typed in: Haru, 花子",
    ]
    assert daifu("club", "show").stdout == made.output
    assert daifu("club", "set", "--rules", "none").stdout.splitlines()[1] == "usual game: -"
    with closing(open_store(db)) as store:
        assert store.club.names() == ["Haru", "花子"]


@pytest.mark.usefixtures("db")
def test_nothing_to_change_and_a_wrong_game_are_refused() -> None:
    assert daifu("club", "set").exit_code == 2
    wrong = daifu("club", "set", "--name", "Ours", "--rules", "poker")
    assert wrong.exit_code == 2
    assert wrong.stderr.splitlines()[1].startswith("  /rules: ")


@pytest.mark.usefixtures("db")
def test_what_was_changed_is_listed_the_last_first() -> None:
    daifu("club", "set", "--name", "Friday court", "--as", "Bo")
    daifu("club", "set", "--reading", "members", "--rules", "dalmuti")
    lines = [line.partition(" UTC  ")[2] for line in daifu("club", "history").stdout.splitlines()]
    assert lines == [
        "local  may read: members only",
        "local  usual game: dalmuti",
        "Bo  may read: everybody",
        "Bo  name: Friday court",
    ]
    assert "閲覧できる人：会員のみ" in daifu("--lang", "ja", "club", "history").stdout


@pytest.fixture
def haru_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The store of the settings, in which Haru is twice."""
    path = tmp_path / "club.db"
    monkeypatch.setenv("DAIFU_DB", str(path))
    with closing(open_store(path)) as store:
        evening(store, "Haru", "Mu", "Shimo", "Aki", table="A")
        evening(store, "haru", "Mu", "Shimo", "Aki", table="B")
    return path


@pytest.mark.usefixtures("haru_twice")
def test_who_is_here_twice_is_listed_until_they_are_merged() -> None:
    assert daifu("people", "similar").stdout == "haru = Haru\n"
    assert daifu("people", "merge", "haru", "Haru").exit_code == 0
    assert daifu("people", "similar").stdout == "all names look different\n"


@pytest.mark.usefixtures("haru_twice")
def test_two_players_who_are_not_the_same_are_listed_no_more() -> None:
    assert daifu("people", "different", "haru", "Haru").stdout == "haru and Haru stay two people\n"
    assert daifu("people", "similar").stdout == "all names look different\n"


def test_a_dry_run_says_what_would_change_and_changes_nothing(haru_twice: Path) -> None:
    result = daifu("people", "merge", "--dry-run", "haru", "Haru")
    assert result.stdout.splitlines()[:2] == ["haru becomes Haru", "games: 1 + 1 = 2"]
    with closing(open_store(haru_twice)) as store:
        assert store.people.merged() == {}


def test_a_merge_is_undone_by_its_number(haru_twice: Path) -> None:
    daifu("people", "merge", "haru", "Haru", "--reason", "registered twice", "--as", "Ann")
    assert daifu("people", "undo", "1").stdout == "merge 1 is undone\n"
    assert daifu("people", "undo", "1").exit_code == 2
    with closing(open_store(haru_twice)) as store:
        changes = [(one.kind, one.author) for one in store.people.history("Haru")]
    assert changes == [("merged", "Ann"), ("undone", "local")]


def test_a_player_gets_another_name(haru_twice: Path) -> None:
    assert daifu("people", "rename", "Haru", "Haruka").stdout == "Haru is called Haruka\n"
    with closing(open_store(haru_twice)) as store:
        assert store.people.one("Haru").name == "Haruka"


def test_a_person_is_made_anonymous_after_two_questions(haru_twice: Path) -> None:
    refused = daifu("people", "anonymous", "Haru", data=b"Haru\nn\n")
    assert refused.exit_code != 0
    done = daifu("people", "anonymous", "Haru", data=b"Haru\ny\n")
    assert (done.exit_code, "the player is Player 1 now" in done.stdout) == (0, True)
    with closing(open_store(haru_twice)) as store:
        assert store.people.one("anonymous-1").name == "Player 1"


def test_another_name_than_that_of_the_player_is_refused(haru_twice: Path) -> None:
    assert daifu("people", "anonymous", "Haru", "--name", "Mu").exit_code == 2
    with closing(open_store(haru_twice)) as store:
        assert store.people.one("Haru").name == "Haru"


def test_all_of_a_person_is_saved(haru_twice: Path) -> None:
    assert daifu("people", "everything", "Haru", haru_twice.with_name("haru.json")).exit_code == 0
    found = json.loads(haru_twice.with_name("haru.json").read_bytes())
    assert [record["id"] for record in found["records"]] == [1]


def test_a_look_changes_only_by_what_is_given(haru_twice: Path) -> None:
    picture = write_file(haru_twice.with_name("me.png"), small_picture("PNG"))
    daifu("people", "look", "Haru", "--nickname", "Bunny", "--colour", "3", "--picture", picture)
    daifu("people", "look", "Haru", "--colour", "0")
    with closing(open_store(haru_twice)) as store:
        look = store.people.looks()["Haru"]
        assert (look.nickname, look.colour, store.people.picture("Haru")) == ("Bunny", None, picture.read_bytes())
