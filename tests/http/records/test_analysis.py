"""`/v1/records/{id}/analysis`, `/what-if` and `/explanations`: analyses with their jobs, and other rules."""

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from flask.testing import FlaskClient

from daifu.data.analysis import AnalysisQueue
from daifu.data.store.sql import analyses
from daifu.data.store.store import Store
from daifu.replay.analysis.deals import METHOD
from tests.support.houses import CLUB
from tests.support.http_client import Headers, problem_name, put_correction, store_record, version_of
from tests.support.small_records import CUT, document

ANALYSIS = "/v1/records/1/analysis"
JOB = "/v1/records/1/analysis/jobs/1"


@pytest.fixture
def address(client: FlaskClient, scorekeeper: Headers) -> str:
    """The address of a record, which is the first one."""
    return store_record(client, scorekeeper)


@pytest.fixture
def worker(store: Store) -> Iterator[AnalysisQueue]:
    """The queue as a worker has it."""
    with closing(AnalysisQueue(store)) as queue:
        queue.become_worker()
        yield queue


@pytest.mark.usefixtures("address")
def test_an_analysis_is_ordered_and_read_when_it_is_done(
    client: FlaskClient, scorekeeper: Headers, worker: AnalysisQueue
) -> None:
    answer = client.post(ANALYSIS, headers=scorekeeper)
    assert (answer.status_code, answer.headers["Location"]) == (202, JOB)
    job = client.get(JOB).get_json()
    assert job == answer.get_json()
    assert (job["state"], job["done"], job["deals"]) == ("waiting", None, None)
    assert worker.run_next()
    job = client.get(JOB).get_json()
    assert (job["state"], job["done"], job["deals"]) == ("done", 1, 1)
    found = client.get(job["analysis"])
    assert (found.status_code, version_of(found)) == (200, 1)
    analysis = found.get_json()
    assert (analysis["record"], analysis["revision"], analysis["method"]) == (1, 1, METHOD)
    assert [deal["deal"] for deal in analysis["deals"]] == [0]


@pytest.mark.usefixtures("address")
def test_an_analysis_that_is_there_is_not_ordered_again(
    client: FlaskClient, scorekeeper: Headers, worker: AnalysisQueue
) -> None:
    assert [client.post(ANALYSIS, headers=scorekeeper).status_code for _ in range(2)] == [202, 202]
    worker.run_next()
    assert not worker.run_next()
    answer = client.post(ANALYSIS, headers=scorekeeper)
    assert (answer.status_code, answer.get_json()["state"]) == (200, "done")


@pytest.mark.usefixtures("address")
def test_before_it_is_ordered_the_answer_says_how_to_order_it(client: FlaskClient) -> None:
    answer = client.get(ANALYSIS)
    assert problem_name(answer) == "not-found"
    assert "POST /v1/records/1/analysis orders that" in answer.get_json()["detail"]
    assert problem_name(client.get(JOB)) == "not-found"


def test_the_analysis_of_an_earlier_revision_is_no_answer_for_a_correction(
    client: FlaskClient, scorekeeper: Headers, worker: AnalysisQueue, address: str
) -> None:
    client.post(ANALYSIS, headers=scorekeeper)
    worker.run_next()
    put_correction(client, scorekeeper, address, document(notes="with notes"), revision=1)
    assert problem_name(client.get(ANALYSIS)) == "not-found"
    assert client.get(ANALYSIS, query_string={"revision": 1}).get_json()["revision"] == 1
    assert client.post(ANALYSIS, headers=scorekeeper).headers["Location"].endswith("/jobs/2")


def test_a_client_that_has_the_analysis_is_told_so(
    client: FlaskClient, scorekeeper: Headers, worker: AnalysisQueue, address: str
) -> None:
    client.post(f"{address}/analysis", headers=scorekeeper)
    worker.run_next()
    etag = client.get(ANALYSIS).headers["ETag"]
    assert client.get(ANALYSIS, headers={"If-None-Match": etag}).status_code == 304


@pytest.mark.usefixtures("address")
def test_a_job_is_cancelled(client: FlaskClient, scorekeeper: Headers, worker: AnalysisQueue) -> None:
    client.post(ANALYSIS, headers=scorekeeper)
    answer = client.delete(JOB, headers=scorekeeper)
    assert (answer.status_code, answer.get_json()["state"]) == (200, "cancelled")
    worker.run_next()
    assert client.get(JOB).get_json()["state"] == "cancelled"
    assert problem_name(client.get(ANALYSIS)) == "not-found"


def test_only_what_is_there_is_analysed(client: FlaskClient, scorekeeper: Headers) -> None:
    for path in (ANALYSIS, f"{ANALYSIS}?revision=1"):
        assert problem_name(client.post(path, headers=scorekeeper)) == "not-found"
        assert problem_name(client.get(path)) == "not-found"


@pytest.mark.usefixtures("address")
def test_readers_order_and_cancel_nothing(client: FlaskClient, reader: Headers) -> None:
    for answer in (client.post(ANALYSIS, headers=reader), client.delete(JOB, headers=reader)):
        assert problem_name(answer) == "not-allowed"


@pytest.mark.usefixtures("address")
def test_a_full_queue_takes_no_more(client: FlaskClient, scorekeeper: Headers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "MAX_WAITING", 0)
    answer = client.post(ANALYSIS, headers=scorekeeper)
    assert (problem_name(answer), answer.headers["Retry-After"]) == ("too-many-requests", "60")


EIGHTS = json.dumps({"eight_cut": True})


def stored(client: FlaskClient, scorekeeper: Headers, **fields: Any) -> str:  # noqa: ANN401 - any JSON
    return store_record(client, scorekeeper, **{**CUT, **fields})


def test_what_other_options_change_is_told_from_the_first_action_on(client: FlaskClient, scorekeeper: Headers) -> None:
    answer = client.get(f"{stored(client, scorekeeper)}/what-if", query_string={"options": EIGHTS})
    places = answer.get_json()["places"]
    assert version_of(answer) == 1
    assert [(one["deal"], one["action"], one["parts"]) for one in places][:2] == [
        (1, 0, ["turn", "trick"]),
        (1, 1, ["faults"]),
    ]


def test_a_house_says_the_game_and_the_options(client: FlaskClient, scorekeeper: Headers) -> None:
    client.post("/v1/house-rules", data=CLUB, headers={**scorekeeper, "Content-Type": "application/toml"})
    address = stored(client, scorekeeper)
    options = client.get("/v1/house-rules/club").get_json()["record"]["options"]
    for path in ("what-if", "report", "deals/1/positions/0"):
        one, other = (
            client.get(f"{address}/{path}", query_string=query)
            for query in ({"house": "club"}, {"rules": "daifugo", "options": json.dumps(options)})
        )
        assert (one.status_code, one.get_json()) == (200, other.get_json())
    assert problem_name(client.get(f"{address}/what-if?house=club@9")) == "not-found"
    assert problem_name(client.get(f"{address}/what-if?house=club&rules=akagiri")) == "bad-request"


def test_local_rules_that_another_game_lacks_are_named(client: FlaskClient, scorekeeper: Headers) -> None:
    address = stored(client, scorekeeper, options={"eight_cut": True})
    answer = client.get(f"{address}/what-if", query_string={"rules": "akagiri"}).get_json()
    assert [one["rule"] for one in answer["unasked"]] == ["eight_cut"]


def test_the_rules_that_explain_a_record_are_options_of_a_record(client: FlaskClient, scorekeeper: Headers) -> None:
    answer = client.get(f"{stored(client, scorekeeper)}/explanations").get_json()
    assert answer["explanations"][0]["options"] == {"eight_cut": True}
    assert answer["left"] == []


def test_rules_that_do_not_fit_the_cards_are_refused(client: FlaskClient, scorekeeper: Headers) -> None:
    address = stored(client, scorekeeper)
    assert problem_name(client.get(f"{address}/what-if", query_string={"rules": "dalmuti"})) == "cannot-convert"
