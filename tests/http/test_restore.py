"""`/v1/restore`: a backup takes the place of the store at the next start, as admins want it."""

from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from daifu.api.settings import Settings
from daifu.data.restore import put_in_place
from daifu.data.store.open import open_store
from daifu.data.store.values import Author, current_time
from tests.support.http_app import MakeClient
from tests.support.stores import judged_sitting

RESTORE: Final = "/v1/restore"


@pytest.fixture
def db(tmp_path: Path) -> str:
    """The file of a service's store."""
    return str(tmp_path / "club.db")


@pytest.fixture
def program(make_client: MakeClient, db: str, admin: dict[str, str]) -> FlaskClient:
    """An admin's program that calls this service."""
    client = make_client(Settings(db=db))
    client.environ_base["HTTP_AUTHORIZATION"] = admin["Authorization"]
    return client


@pytest.fixture
def backup(tmp_path: Path) -> bytes:
    """A backup with two games."""
    with closing(open_store(tmp_path / "backup.db")) as store:
        store.add([judged_sitting("A"), judged_sitting("B")], Author())
    return (tmp_path / "backup.db").read_bytes()


def send(client: FlaskClient, content: bytes, query: str = "") -> TestResponse:
    return client.post(f"{RESTORE}{query}", data=content, content_type="application/octet-stream")


def test_a_backup_takes_the_place_of_the_store_at_the_next_start(program: FlaskClient, db: str, backup: bytes) -> None:
    answer = send(program, backup)
    held = {"club": None, "games": 2, "tournaments": 0, "last_day": f"{current_time():%Y-%m-%d}"}
    assert (answer.status_code, answer.get_json()) == (202, held)
    assert program.get(RESTORE).get_json() == {"waits": True}
    put_in_place(db)
    with closing(open_store(db)) as found:
        assert found.counts().records == 2
    assert program.get(RESTORE).get_json() == {"waits": False}


def test_a_look_at_a_backup_changes_nothing_and_leaves_nothing(program: FlaskClient, db: str, backup: bytes) -> None:
    answer = send(program, backup, "?dry_run=true")
    assert (answer.status_code, answer.get_json()["games"]) == (200, 2)
    assert program.get(RESTORE).get_json() == {"waits": False}
    assert not [*Path(db).parent.glob("club.db*")]


def test_who_decides_otherwise_keeps_the_store(program: FlaskClient, db: str, backup: bytes) -> None:
    send(program, backup)
    assert program.delete(RESTORE).status_code == 204
    assert put_in_place(db) is None


@pytest.mark.parametrize("content", [b"", b"no store"])
def test_a_file_that_is_no_backup_is_refused(program: FlaskClient, db: str, content: bytes) -> None:
    answer = send(program, content)
    assert answer.status_code == 422
    assert answer.get_json()["detail"] == "expected a backup of daifu, found another file"
    assert put_in_place(db) is None


def test_a_store_in_a_database_is_restored_otherwise(make_client: MakeClient, admin: dict[str, str]) -> None:
    client = make_client(Settings(db="postgresql://127.0.0.1/club"))
    for method in ("GET", "POST", "DELETE"):
        answer = client.open(RESTORE, method=method, headers=admin)
        assert (answer.status_code, answer.get_json()["type"]) == (409, "urn:daifu:problem:store-in-database")


def test_only_admins_restore(client: FlaskClient, scorekeeper: dict[str, str]) -> None:
    for method in ("GET", "POST", "DELETE"):
        assert client.open(RESTORE, method=method).status_code == 401
        assert client.open(RESTORE, method=method, headers=scorekeeper).status_code == 403
