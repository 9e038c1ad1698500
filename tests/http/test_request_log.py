"""The log: a line of JSON for each request, under the id that the answer has, too."""

import json
import logging
import re
from collections.abc import Iterator
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from daifu.api.http.request_log import LOG, configure_log
from daifu.api.settings import Settings
from daifu.data.store.errors import StoreDamaged, StoreFull, StoreReadOnly
from daifu.data.store.store import Store
from tests.support.http_app import bearer_headers, restore_log


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    """The file that the log goes to."""
    path = tmp_path / "daifu.log"
    with restore_log():
        configure_log(Settings(log=str(path)))
        yield path


def lines(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


def test_each_request_is_a_line(client: FlaskClient, log: Path) -> None:
    client.get("/v1/records?limit=1", headers={"Accept-Language": "ja"})
    [line] = lines(log)
    assert re.fullmatch(r"[0-9-]{10}T[0-9:]{8}Z", line.pop("time"))
    assert line.pop("process") > 0
    assert line.pop("ms") >= 0
    assert re.fullmatch("[0-9a-f]{16}", line.pop("request_id"))
    assert line == {
        "level": "INFO",
        "message": "request",
        "method": "GET",
        "path": "/v1/records",
        "status": 200,
        "address": "127.0.0.1",
        "token": None,
        "received": None,
        "sent": len(client.get("/v1/records").data),
    }


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        ("/v1/players/Haru", "/v1/players/{player}"),
        ("/v1/players/Haru/stats?rules=biga", "/v1/players/{player}/stats"),
        ("/v1/players/Haru/against/Natsu", "/v1/players/{player}/against/{other}"),
        ("/v1/players/Haru/nothing", "/v1/players/{...}"),
        ("/v1/players/merges/7", "/v1/players/{...}"),
        ("/clubs/evenings/secret", "/clubs/evenings/{...}"),
        ("/v1/records/1", "/v1/records/1"),
    ],
)
def test_ids_of_people_are_not_logged(client: FlaskClient, log: Path, path: str, logged: str) -> None:
    client.get(path)
    assert [json.loads(line)["path"] for line in log.read_text("utf-8").splitlines()] == [logged]


def test_a_path_cannot_break_a_line(client: FlaskClient, log: Path) -> None:
    client.get("/v1/rules/E%C2%85%E2%80%A8D")
    [line] = log.read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["path"] == "/v1/rules/E%C2%85%E2%80%A8D"


def test_who_asks_is_logged_by_name_and_the_secret_is_not(client: FlaskClient, log: Path, store: Store) -> None:
    secret = store.create_token("Haru", "reader").secret
    client.get("/v1/trial/reader", headers=bearer_headers(secret))
    assert lines(log)[0]["token"] == "Haru"
    assert secret not in log.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", ["/v1/rules", "/v1/nothing", "/v1/trial/reader", "/healthz"])
def test_an_answer_has_the_id_under_which_it_is_logged(client: FlaskClient, log: Path, path: str) -> None:
    answer = client.get(path)
    assert lines(log)[-1]["request_id"] == answer.headers["X-Request-Id"]


def test_an_id_that_is_brought_along_is_kept(client: FlaskClient, log: Path) -> None:
    assert client.get("/healthz", headers={"X-Request-Id": "proxy-17"}).headers["X-Request-Id"] == "proxy-17"
    assert lines(log)[0]["request_id"] == "proxy-17"


@pytest.mark.parametrize("brought", ["", "a b", 'a"b', "x" * 129, "大"])
def test_an_id_that_could_harm_a_log_is_replaced(client: FlaskClient, brought: str) -> None:
    headers = {"X-Request-Id": brought.encode().decode("latin-1")}
    assert re.fullmatch("[0-9a-f]{16}", client.get("/healthz", headers=headers).headers["X-Request-Id"])


def test_an_answer_in_parts_is_logged_at_its_end(client: FlaskClient, log: Path) -> None:
    answer = client.get("/v1/trial/streamed", buffered=False)
    assert lines(log) == []
    assert answer.data == b"a\nb\nc\n"
    answer.close()
    assert lines(log)[0]["path"] == "/v1/trial/streamed"


def test_an_error_is_logged_with_its_traceback(client: FlaskClient, log: Path) -> None:
    client.post("/v1/trial/errors")
    error, request = lines(log)
    assert (error["level"], error["path"], request["status"]) == ("ERROR", "/v1/trial/errors", 500)
    assert "ZeroDivisionError" in error["exc_info"]
    assert error["request_id"] == request["request_id"]


@pytest.mark.parametrize("reason", [StoreFull(), StoreReadOnly(), StoreDamaged(), OSError(ENOSPC, "no space")])
def test_an_error_that_is_to_be_expected_is_one_line_without_a_traceback(
    client: FlaskClient, log: Path, store: Store, monkeypatch: pytest.MonkeyPatch, reason: Exception
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise reason from OSError("the cause")

    headers = {**bearer_headers(store.create_token("Haru", "scorekeeper").secret), "If-Match": '"1"'}
    monkeypatch.setattr(type(store), "withdraw", fail)
    assert client.delete("/v1/records/1?reason=x", headers=headers).status_code in {503, 507}
    assert "exc_info" not in lines(log)[0]
    assert lines(log)[0].get("reason") in {None, str(reason)}
    assert len(log.read_bytes()) < 800


def test_a_log_that_cannot_be_written_is_told_once_until_it_can(
    client: FlaskClient, log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    handler = LOG.handlers[0]

    def fail(*_: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    for _ in range(2):
        with monkeypatch.context() as full:
            full.setattr(handler, "format", fail)
            client.get("/healthz")
            client.get("/healthz")
        client.get("/healthz")
    said = "daifu: the log cannot be written: [Errno 28] No space left on device\n"
    assert capsys.readouterr().err == said * 2
    assert len(lines(log)) == 2


def test_a_quiet_log_has_errors_alone(client: FlaskClient, log: Path) -> None:
    LOG.setLevel(logging.ERROR)
    client.get("/v1/rules")
    client.post("/v1/trial/errors")
    assert [line["message"] for line in lines(log)] == ["error"]
