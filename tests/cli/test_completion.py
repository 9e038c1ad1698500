"""What a shell offers while a command is typed."""

from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from daifu.api.cli.program.command_line import COMMAND_LINE
from daifu.api.settings import DB_SETTING
from tests.support.command_line import daifu, write_file
from tests.support.houses import CLUB
from tests.support.small_records import LEGAL_RECORD, json_lines


def offered(*typed: str) -> list[tuple[str, str]]:
    """The values offered for the last word, each with its type: plain, or a path that the shell completes."""
    *args, beginning = typed
    items = ShellComplete(COMMAND_LINE, {}, "daifu", "_DAIFU_COMPLETE").get_completions(args, beginning)
    return [(item.value, item.type) for item in items]


@pytest.fixture
def db(tmp_path: Path) -> str:
    """A store with one game and one tournament."""
    path = str(tmp_path / "club.db")
    daifu("import", "-", "--db", path, data=json_lines(LEGAL_RECORD))
    daifu("tournament", "create", "Cup", "--rules", "dalmuti", "--db", path)
    return path


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        (["ch"], ["check"]),
        (["check", "--for"], ["--format"]),
        (["check", "-f", "u"], ["uecda"]),
        (["show", "--rules", "b"], ["biga"]),
    ],
)
def test_commands_options_and_words_are_completed(typed: list[str], values: list[str]) -> None:
    assert offered(*typed) == [(value, "plain") for value in values]


def test_the_shell_completes_files_and_folders_itself() -> None:
    assert offered("check", "ga") == [("", "file")]
    assert offered("archive", "games", "--out", "") == [("", "dir")]


def test_players_tournaments_and_games_of_the_store_are_offered(db: str) -> None:
    player = LEGAL_RECORD["players"][0]
    assert (player, "plain") in offered("stats", "player", "--db", db, player[:1])
    assert offered("tournament", "show", "--db", db, "C") == [("Cup", "plain")]
    assert offered("withdraw", "--db", db, "") == [("1", "plain")]


def test_house_rules_of_the_store_are_offered_and_else_files(
    db: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    daifu("house", "add", write_file(tmp_path / "club.toml", CLUB.encode()), "--db", db)
    assert offered("house", "sheet", "--db", db, "c") == [("club", "plain")]
    monkeypatch.setenv(DB_SETTING.variable, db)
    assert offered("check", "--house", "cl") == [("club", "plain")]
    assert offered("check", "--house", "./cl") == [("", "file")]


def test_nothing_is_offered_where_there_is_no_store(tmp_path: Path) -> None:
    assert offered("stats", "player", "--db", str(tmp_path / "none.db"), "") == []


def test_nothing_is_offered_where_the_service_does_not_answer() -> None:
    assert offered("stats", "player", "--url", "http://127.0.0.1:9", "--db", "none.db", "") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_a_script(shell: str) -> None:
    assert "_DAIFU_COMPLETE" in daifu("completion", shell).stdout
