"""The public client works alike on a store and on a service, which `daifu serve` prepares."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from daifu.api.cli.serve import prepare_store
from daifu.api.client import Client, ClientError
from daifu.api.settings import Settings
from daifu.data.store.errors import StoreMissing
from daifu.data.store.open import open_store
from daifu.data.tournaments.changes import Created, Entered
from tests.support.command_line import daifu
from tests.support.small_records import LEGAL_RECORD, json_line
from tests.support.tournaments.cli import serve_store

THEATER_LINE = json_line(LEGAL_RECORD)


@contextmanager
def client_of(kind: str, folder: Path) -> Iterator[Client]:
    db = folder / "club.db"
    if kind == "store":
        with Client.create(db, author="Haru") as client:
            yield client
    else:
        with serve_store(db) as (url, token), Client(url, token=token) as client:
            yield client


@pytest.fixture(params=["store", "service"])
def client(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Client]:
    with client_of(request.param, tmp_path) as client:
        yield client


def test_a_record_is_uploaded_corrected_and_withdrawn(client: Client) -> None:
    assert client.records.upload(THEATER_LINE)["status"] == "created"
    stored = client.records.read(1)
    corrected = stored.content.replace(b'"rules"', b'"notes":"by hand","rules"', 1)
    assert client.records.correct(1, corrected, expected=stored.revision, reason="notes")["revision"] == 2
    assert [record["id"] for record in client.records.each(rules="theater")] == [1]
    client.records.withdraw(1, expected=2, reason="by mistake")
    assert list(client.records.each()) == []


def test_many_records_are_answered_one_by_one(client: Client) -> None:
    lines = list(client.records.upload_many([THEATER_LINE, b"{}\n", THEATER_LINE]))
    assert [line["status"] for line in lines] == ["created", "refused", "exists"]


def test_a_tournament_is_created_and_changed_by_its_author(client: Client) -> None:
    number = client.tournaments.create(Created(name="Cup", rules="dalmuti"), reason="winter")
    assert client.tournaments.change(number, [Entered(name="Mio"), Entered(name="Ren")], expected=1) == 3
    assert [entrant.name for entrant in client.tournaments.present(number).state.entrants] == ["Mio", "Ren"]
    assert [entry.author for entry in client.tournaments.log(number)] == ["Haru"] * 3
    assert [tournament.name for tournament in client.tournaments.each()] == ["Cup"]


def test_a_refusal_has_its_code_status_and_members(client: Client) -> None:
    number = client.tournaments.create(Created(name="Cup", rules="dalmuti"))
    with pytest.raises(ClientError, match="the change is for version 7, the present one is 1") as refused:
        client.tournaments.change(number, [Entered(name="Mio")], expected=7)
    error = refused.value
    assert (error.code, error.status, error.members["current"]) == ("precondition-failed", 412, 1)


def test_every_address_can_be_read(client: Client) -> None:
    client.records.upload(THEATER_LINE)
    assert client.get("/v1/players", limit=2)["players"]
    first, second, *_ = client.pages("/v1/players", {"limit": 1})
    assert first.more
    assert first.content != second.content


def test_problems_are_in_the_language_of_the_client(tmp_path: Path) -> None:
    with Client.create(tmp_path / "club.db", language="ja") as client, pytest.raises(ClientError) as refused:
        client.records.read(1)
    assert str(refused.value) == "その棋譜はありません"


def test_a_service_that_is_not_there_is_an_error_without_a_status() -> None:
    with Client("http://127.0.0.1:9") as client, pytest.raises(ClientError) as refused:
        client.get("/v1/players")
    assert (refused.value.code, refused.value.status) == ("no-connection", None)


def test_a_store_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(StoreMissing):
        Client(tmp_path / "none.db")
    assert list(tmp_path.iterdir()) == []


def test_clients_of_two_stores_do_not_see_each_other(tmp_path: Path) -> None:
    with Client.create(tmp_path / "a.db") as one, Client.create(tmp_path / "b.db") as other:
        one.records.upload(THEATER_LINE)
        assert list(other.records.each()) == []
    with Client(tmp_path / "b.db") as again:
        assert list(again.records.each()) == []


def test_a_caller_over_http_cannot_name_themselves(tmp_path: Path) -> None:
    with serve_store(tmp_path / "club.db") as (url, _token), Client(url, author="admin") as stranger:
        stranger._connection._headers["daifu.local_caller"] = "admin"  # noqa: SLF001 - as an attacker would
        with pytest.raises(ClientError) as refused:
            stranger.records.upload(THEATER_LINE)
    assert refused.value.code == "not-authenticated"


def test_every_wrong_setting_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAIFU_READING", "ajar")
    result = daifu("serve", "--db", tmp_path / "a.db", "--port", "http")
    assert result.exit_code == 2
    assert result.stderr.splitlines()[:2] == [
        "daifu: --port: expected a whole number from 0 to 65535, found 'http'",
        "DAIFU_READING: expected one of open, closed, found 'ajar'",
    ]


def test_a_wrong_setting_is_named_in_japanese() -> None:
    result = daifu("serve", "--threads", "0", language="ja_JP")
    assert result.stderr.splitlines()[0] == "daifu: --threads：1〜64の整数が必要ですが、「0」とあります"


def test_a_store_that_can_only_be_read_is_served_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.db"
    open_store(path).close()
    monkeypatch.setattr(os, "access", lambda _path, mode: mode != os.W_OK)
    assert prepare_store(Settings(db=str(path), samples=True)) is None


def test_a_port_that_is_taken_is_refused_before_a_store_is_made(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = daifu("serve", "--db", tmp_path / "a.db", "--port", str(port))
    assert result.exit_code == 2
    assert result.stderr.splitlines()[0].startswith(f"daifu: cannot listen on 127.0.0.1:{port}: ")
    assert list(tmp_path.iterdir()) == []


def test_a_host_that_is_not_this_machine_is_refused(tmp_path: Path) -> None:
    result = daifu("serve", "--db", tmp_path / "a.db", "--host", "203.0.113.1")
    assert (result.exit_code, result.stderr.partition(":8000: ")[0]) == (2, "daifu: cannot listen on 203.0.113.1")


def test_a_store_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    result = daifu("serve", "--db", tmp_path, "--port", "0")
    assert result.exit_code == 2
    assert result.stderr.startswith("daifu: ")
    assert "Traceback" not in result.stderr
