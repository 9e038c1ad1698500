"""Every error is a problem of the catalogue (RFC 9457), in the language of the client, under the id of the request."""

import logging

import pytest
from flask.testing import FlaskClient

from daifu.api.http.errors import problem_of
from daifu.api.http.problem_types import PROBLEM_TYPES
from daifu.api.views.values import plain_json
from daifu.data.store import errors
from daifu.replay.text import Text
from daifu.schemas.record.errors import Problem, RecordRefused
from daifu.schemas.sources.items import SourceProblem, SourceRefused


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_a_number_that_nothing_can_have_is_not_found_whatever_the_method(client: FlaskClient, method: str) -> None:
    assert client.open("/v1/records/0", method=method).status_code == 404


def test_a_problem_has_the_id_of_the_request(client: FlaskClient) -> None:
    answer = client.get("/v1/nothing")
    assert answer.get_json()["request_id"] == answer.headers["X-Request-Id"]


def test_what_nobody_foresaw_is_logged_and_not_told(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR, "daifu")
    answer = client.post("/v1/trial/errors")
    assert answer.status_code == 500
    assert "ZeroDivisionError" not in answer.get_data(as_text=True)
    assert "secret" not in answer.get_data(as_text=True)
    [line] = caplog.records
    assert line.exc_info
    assert line.exc_info[0] is ZeroDivisionError
    assert line.__dict__["request_id"] == answer.get_json()["request_id"]


@pytest.mark.parametrize(
    ("query", "parameters"),
    [
        ("limit=0", ["limit"]),
        ("limit=501", ["limit"]),
        ("limit=%2B5", ["limit"]),
        ("limit=1&limit=2", ["limit"]),
        ("rules=poker", ["rules"]),
        ("legal=yes", ["legal"]),
        ("since=2026-02-30", ["since"]),
        ("since=20260228", ["since"]),
        ("player=", ["player"]),
        ("colour=red", ["colour"]),
        ("limit=x&legal=1", ["limit", "legal"]),
    ],
)
def test_every_wrong_parameter_of_a_query_is_named(client: FlaskClient, query: str, parameters: list[str]) -> None:
    answer = client.get(f"/v1/trial/query?{query}")
    assert answer.status_code == 400
    assert [flaw["parameter"] for flaw in answer.get_json()["errors"]] == parameters


def test_a_wrong_parameter_is_explained_in_both_languages(client: FlaskClient) -> None:
    def told(language: str) -> object:
        return client.get("/v1/trial/query?limit=0", headers={"Accept-Language": language}).get_json()["detail"]

    assert told("en") == "limit: expected a whole number from 1 to 500, found '0'"
    assert told("ja") == "limit：1〜500の整数が必要ですが、「0」となっています"


def test_an_unknown_parameter_is_told_the_known_ones(client: FlaskClient) -> None:
    answer = client.get("/v1/trial/query?colour=red")
    assert answer.get_json()["detail"] == "colour: unknown; known are limit, rules, legal, since, player"


@pytest.mark.parametrize("path", ["/v1/rules", "/v1/records/1/deals/1", "/healthz"])
def test_a_query_is_refused_where_none_is_taken(client: FlaskClient, path: str) -> None:
    answer = client.get(f"{path}?rules=akagiri")
    assert answer.status_code == 400
    assert answer.get_json()["detail"] == "rules: this address takes no parameters"


def test_a_right_query_is_understood(client: FlaskClient) -> None:
    answer = client.get("/v1/trial/query?limit=7&rules=biga&legal=true&since=2026-02-28&player=Haru")
    assert answer.get_json() == {
        "limit": 7,
        "rules": "biga",
        "legal": True,
        "since": "2026-02-28",
        "player": "Haru",
    }


def test_no_query_is_as_by_default(client: FlaskClient) -> None:
    assert client.get("/v1/trial/query").get_json() == {"limit": 50}


@pytest.mark.parametrize(
    ("refusal", "status", "slug"),
    [
        (errors.NoSuchRecord(), 404, "not-found"),
        (errors.NoSuchToken(), 404, "not-found"),
        (errors.DuplicateContent(3), 409, "conflict"),
        (errors.RecordWithdrawn(4), 410, "withdrawn"),
        (errors.RevisionConflict(1, 2), 412, "precondition-failed"),
        (errors.StoreReadOnly(), 503, "read-only"),
        (errors.StoreBusy(), 503, "store-busy"),
        (errors.StoreDamaged(), 503, "unavailable"),
        (errors.StoreMissing(), 503, "unavailable"),
        (errors.StoreFull(), 507, "store-full"),
    ],
)
def test_every_refusal_of_the_store_is_a_problem(refusal: errors.StoreError, status: int, slug: str) -> None:
    kind = problem_of(refusal).kind
    assert (kind.status, kind.slug) == (status, slug)


def test_a_problem_of_the_store_does_not_tell_where_its_file_is() -> None:
    text = Text("/home/haru/daifu.db is damaged", "/home/haru/daifu.dbが壊れています")
    assert "haru" not in str(problem_of(errors.StoreDamaged(text)).as_object("en"))


@pytest.mark.parametrize("refusal", [errors.StoreReadOnly(), errors.StoreBusy(), errors.StoreDamaged()])
def test_who_finds_the_store_unusable_is_told_when_to_try_again(refusal: errors.StoreUnusable) -> None:
    assert int(problem_of(refusal).headers["Retry-After"]) > 0


def test_every_reason_why_a_record_is_refused_is_told_with_its_pointer() -> None:
    refused = RecordRefused([Problem("/rules", Text("a", "い")), Problem("/deals/0", Text("b", "ろ"))])
    assert plain_json(problem_of(refused).as_object("ja"))["errors"] == [
        {"pointer": "/rules", "detail": "い"},
        {"pointer": "/deals/0", "detail": "ろ"},
    ]


def test_every_reason_why_a_log_is_refused_is_told_with_its_line() -> None:
    problem = problem_of(SourceRefused([SourceProblem("a.log", 12, Text("a game", "対局"))]))
    assert plain_json(problem.as_object("en"))["errors"] == [{"pointer": "", "line": 12, "detail": "a game"}]


def test_every_kind_has_a_name_of_its_own_and_the_catalogue_is_in_the_order_of_statuses() -> None:
    assert len({kind.slug for kind in PROBLEM_TYPES}) == len(PROBLEM_TYPES)
    assert [kind.status for kind in PROBLEM_TYPES] == sorted(kind.status for kind in PROBLEM_TYPES)


@pytest.mark.parametrize("number", ["-1", "01", "9" * 19, "9" * 5_000, "1.0", "٣"])
def test_a_place_that_is_no_number_of_actions_is_not_found(client: FlaskClient, number: str) -> None:
    assert client.get(f"/v1/records/1/deals/1/positions/{number}").status_code == 404
