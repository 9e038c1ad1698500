"""`/v1/club` and `/v1/restore`: what the club says of itself, and a backup that takes the place of its store."""

from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from daifu.api.settings import Settings
from daifu.data.restore import put_in_place
from daifu.data.store.open import open_store
from daifu.data.store.values import Author, current_time
from tests.http.test_rules import send
from tests.support.http_app import MakeClient
from tests.support.stores import judged_sitting

CLUB = "/v1/club"


def test_a_store_begins_without_a_club(client: FlaskClient) -> None:
    answer = client.get(CLUB)
    assert answer.get_json() == {
        "name": None,
        "rules": None,
        "reading": "public",
        "password": False,
        "reading_password": False,
        "people": [],
    }


def test_what_is_left_out_stays(client: FlaskClient, admin: dict[str, str]) -> None:
    changes: dict[str, Any] = {"name": "Friday court", "rules": "dalmuti", "people": ["Natsu", "Haru"]}
    assert client.patch(CLUB, json=changes, headers=admin).status_code == 200
    answer = client.patch(CLUB, json={"rules": None, "password": "seven jokers"}, headers=admin)
    assert answer.get_json() == {
        "name": "Friday court",
        "rules": None,
        "reading": "public",
        "password": True,
        "reading_password": False,
        "people": ["Natsu", "Haru"],
    }
    assert client.get(CLUB).get_json() == answer.get_json()


def test_only_admins_change_it(client: FlaskClient, scorekeeper: dict[str, str]) -> None:
    assert client.patch(CLUB, json={"name": "Ours"}).status_code == 401
    assert client.patch(CLUB, json={"name": "Ours"}, headers=scorekeeper).status_code == 403
    assert client.get(CLUB).get_json()["name"] is None


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"reading": "link"}, "/name"),
        ({"name": ""}, "/name"),
        ({"name": "Ours", "rules": "poker"}, "/rules"),
        ({"name": "Ours", "password": "short"}, "/password"),
        ({"name": "Ours", "password": "seven jokers", "reading_password": "seven jokers"}, "/reading_password"),
        ({"name": "Ours", "people": ["Haru", ""]}, "/people"),
    ],
)
def test_what_cannot_be_names_its_place(
    client: FlaskClient, admin: dict[str, str], changes: dict[str, Any], place: str
) -> None:
    answer = client.patch(CLUB, json=changes, headers=admin)
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["pointer"] == place


def test_a_club_may_usually_play_by_house_rules_that_are_kept(
    client: FlaskClient, admin: dict[str, str], scorekeeper: dict[str, str]
) -> None:
    changes = {"name": "Ours", "rules": "daifugo_club"}
    assert client.patch(CLUB, json=changes, headers=admin).status_code == 404
    assert send(client, scorekeeper).status_code == 201
    assert client.patch(CLUB, json=changes, headers=admin).get_json()["rules"] == "daifugo_club"


def test_admins_read_what_was_changed_and_by_whom(
    client: FlaskClient, admin: dict[str, str], scorekeeper: dict[str, str]
) -> None:
    client.patch(CLUB, json={"name": "Friday court", "password": "seven jokers"}, headers=admin)
    client.patch(CLUB, json={"reading": "link"}, headers=admin)
    changes = client.get(f"{CLUB}/changes", headers=admin).get_json()["changes"]
    found = [(one["field"], one["value"]) for one in changes]
    assert found == [("reading", "link"), ("password", "set"), ("reading", "public"), ("name", "Friday court")]
    assert client.get(f"{CLUB}/changes", headers=scorekeeper).status_code == 403


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


def upload(client: FlaskClient, content: bytes, query: str = "") -> TestResponse:
    return client.post(f"{RESTORE}{query}", data=content, content_type="application/octet-stream")


def test_a_backup_takes_the_place_of_the_store_at_the_next_start(program: FlaskClient, db: str, backup: bytes) -> None:
    answer = upload(program, backup)
    held = {"club": None, "games": 2, "tournaments": 0, "last_day": f"{current_time():%Y-%m-%d}"}
    assert (answer.status_code, answer.get_json()) == (202, held)
    assert program.get(RESTORE).get_json() == {"waits": True}
    put_in_place(db)
    with closing(open_store(db)) as found:
        assert found.counts().records == 2
    assert program.get(RESTORE).get_json() == {"waits": False}


def test_a_look_at_a_backup_changes_nothing_and_leaves_nothing(program: FlaskClient, db: str, backup: bytes) -> None:
    answer = upload(program, backup, "?dry_run=true")
    assert (answer.status_code, answer.get_json()["games"]) == (200, 2)
    assert program.get(RESTORE).get_json() == {"waits": False}
    assert not [*Path(db).parent.glob("club.db*")]


def test_who_decides_otherwise_keeps_the_store(program: FlaskClient, db: str, backup: bytes) -> None:
    upload(program, backup)
    assert program.delete(RESTORE).status_code == 204
    assert put_in_place(db) is None


@pytest.mark.parametrize("content", [b"", b"no store"])
def test_a_file_that_is_no_backup_is_refused(program: FlaskClient, db: str, content: bytes) -> None:
    answer = upload(program, content)
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
