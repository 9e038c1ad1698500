"""`daifu token`: tokens made, listed and revoked on the store itself."""

from pathlib import Path

import pytest

from data.store import Store
from tests.support.command_line import daifu


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


def made(db: Path, *args: str) -> str:
    """The secret of a new token."""
    result = daifu("token", "create", "--db", db, "--name", "Haru", *args)
    assert result.exit_code == 0
    return result.stdout.strip()


def test_the_secret_of_a_new_token_stands_alone_on_standard_output(db: Path) -> None:
    result = daifu("token", "create", "--db", db, "--name", "Haru")
    token = Store.open(db).token_of(result.stdout.strip())
    assert token
    assert (token.name, token.role) == ("Haru", "scorekeeper")
    assert result.stderr == "token 1 for Haru, scorekeeper; its secret is shown only this once:\n"


@pytest.mark.parametrize("role", ["reader", "scorekeeper", "admin"])
def test_a_token_has_the_role_that_was_asked_for(db: Path, role: str) -> None:
    token = Store.open(db).token_of(made(db, "--role", role))
    assert token
    assert token.role == role


def test_tokens_are_listed_without_their_secrets(db: Path) -> None:
    secret = made(db)
    printed = daifu("token", "list", "--db", db).stdout
    assert "Haru" in printed
    assert "scorekeeper" in printed
    assert secret not in printed


def test_a_revoked_token_is_none_any_more_and_stays_in_the_list(db: Path) -> None:
    secret = made(db)
    assert daifu("token", "revoke", "--db", db, "1").stdout == "token 1 is not valid any more\n"
    assert Store.open(db).token_of(secret) is None
    assert "Haru" in daifu("token", "list", "--db", db).stdout


def test_a_token_that_is_not_there_cannot_be_revoked(db: Path) -> None:
    result = daifu("token", "revoke", "--db", db, "7")
    assert (result.exit_code, result.stderr.splitlines()[0]) == (2, "daifu: there is no token 7")


def test_the_store_is_the_one_of_the_environment(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAIFU_DB", str(db))
    daifu("token", "create", "--name", "Haru")
    assert [token.name for token in Store.open(db).tokens()] == ["Haru"]


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Haru owes me a card\n" * 100, encoding="utf-8")
    result = daifu("token", "list", "--db", path)
    assert result.exit_code == 2
    assert result.stderr.startswith("daifu: ")
    assert path.read_text(encoding="utf-8").startswith("Haru owes me a card\n")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("create", "daifu: --name is missing"),
        ("create --name Haru --role king", "daifu: --role: expected one of reader, scorekeeper, admin, found 'king'"),
        ("revoke x", "daifu: ID: expected a whole number from 1 to 1000000000, found 'x'"),
    ],
)
def test_a_wrong_call_is_explained(call: str, said: str) -> None:
    result = daifu("token", *call.split())
    assert (result.exit_code, result.stderr.splitlines()[0]) == (2, said)


def test_a_name_that_cannot_be_seen_is_refused(db: Path) -> None:
    result = daifu("token", "create", "--db", db, "--name", "\x1b[2J")
    assert result.exit_code == 2
    assert not db.exists()
