"""`daifu club`: what a club says of itself is set and shown."""

from contextlib import closing
from pathlib import Path

import pytest

from daifu.data.store.open import open_store
from tests.support.command_line import daifu, write_file


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
