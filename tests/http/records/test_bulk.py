"""`POST /v1/records/bulk`: any number of records in one request."""

import gzip
import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from daifu.api.http.resources import bulk
from daifu.api.settings import Settings
from daifu.data.store.errors import StoreFull
from daifu.data.store.sql.statistics.statistics import Statistics
from daifu.data.store.store import Store
from daifu.data.store.values import Author, RecordFilter, UploadOutcome
from daifu.schemas.judged_record import JudgedRecord
from tests.support.http_app import MakeClient
from tests.support.http_client import Headers
from tests.support.samples import FAULTY_RECORDS
from tests.support.small_records import UECDA_LOG, document, one_deal

NDJSON = "application/x-ndjson"


def json_lines_bytes(*records: object) -> bytes:
    """Records, one a line."""
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def post_bulk(client: FlaskClient, headers: Headers, body: bytes, **settings: Any) -> TestResponse:  # noqa: ANN401 - of the test client
    """The answer to an upload in bulk."""
    return client.post("/v1/records/bulk", data=body, headers=headers, **{"content_type": NDJSON, **settings})


def answer_lines(answer: TestResponse) -> list[dict[str, Any]]:
    """The lines of the answer."""
    assert answer.status_code == 200, answer.get_data()
    assert answer.mimetype == NDJSON
    return [json.loads(line) for line in answer.get_data().splitlines()]


def bulk_sittings(count: int) -> list[dict[str, Any]]:
    """`count` records, no two of them equal."""
    return [document(event={"name": "League", "round": number}) for number in range(count)]


def test_a_record_that_is_probably_there_already_names_that_one(client: FlaskClient, scorekeeper: Headers) -> None:
    event = {"name": "Friday court", "date": "2026-07-31"}
    orders = ([1, 2, 3, 4], [2, 1, 3, 4])
    records = [document(event=event, deals=[{"result": {"order": order}}]) for order in orders]
    first, second, _ = answer_lines(post_bulk(client, scorekeeper, json_lines_bytes(*records)))
    assert "duplicates" not in first
    assert second["duplicates"] == [first["id"]]


def test_faults_are_counted_and_a_faulty_game_is_stored(client: FlaskClient, scorekeeper: Headers) -> None:
    first, last = answer_lines(post_bulk(client, scorekeeper, json_lines_bytes(FAULTY_RECORDS[0])))
    assert (first["status"], first["legal"]) == ("created", False)
    assert first["faults"] == last["faults"] != {}


BAD_LINES = [
    b"{}",
    b"[]",
    b'{"a": 1}',
    b"{oops}",
    b'{"format": "daifu/1", "rules": "theater"',
    b'{"format":',
    b"what is this",
]


@pytest.mark.parametrize("second", BAD_LINES)
@pytest.mark.parametrize("first", BAD_LINES)
def test_two_bad_lines_at_the_start_leave_the_other_lines_as_they_are(
    client: FlaskClient, scorekeeper: Headers, first: bytes, second: bytes
) -> None:
    body = b"%b\n%b\n%b" % (first, second, json_lines_bytes(document()))
    lines = answer_lines(post_bulk(client, scorekeeper, body))
    assert [(line["line"], line["status"]) for line in lines[:-1]] == [(1, "refused"), (2, "refused"), (3, "created")]


def test_a_record_over_several_lines_is_one_record_where_it_is_sent_as_json(
    client: FlaskClient, scorekeeper: Headers
) -> None:
    body = json.dumps(document(), indent=1).encode()
    lines = answer_lines(post_bulk(client, scorekeeper, body, content_type="application/json"))
    assert [line["status"] for line in lines[:-1]] == ["created"]


def test_what_is_refused_is_explained_in_japanese_to_who_prefers_it(client: FlaskClient, scorekeeper: Headers) -> None:
    answer = post_bulk(client, {**scorekeeper, "Accept-Language": "ja"}, b"{}\n")
    assert "必要" in answer_lines(answer)[0]["problem"]["errors"][0]["detail"]


def test_a_cut_gzip_ends_the_upload_and_what_was_told_of_stays(
    client: FlaskClient, scorekeeper: Headers, store: Store
) -> None:
    body = gzip.compress(json_lines_bytes(*bulk_sittings(800)))[:-9]
    lines = answer_lines(post_bulk(client, scorekeeper, body))
    assert (lines[-1]["done"], lines[-1]["created"]) == (False, len(lines) - 1)
    assert len(lines) > 1
    assert lines[-1]["problem"]["type"] == "urn:daifu:problem:bad-request"
    stored = {record.id for record in store.page(RecordFilter(), None, 1_000).records}
    assert {line["id"] for line in lines[:-1]} == stored


def test_the_games_before_the_end_of_a_cut_log_are_stored(client: FlaskClient, scorekeeper: Headers) -> None:
    [log, end] = answer_lines(
        post_bulk(client, scorekeeper, gzip.compress(UECDA_LOG)[:-8], content_type="application/gzip")
    )
    assert (log["status"], end["done"], end["created"]) == ("created", False, 1)


def test_records_that_have_come_before_the_end_of_a_cut_upload_are_stored(
    client: FlaskClient, scorekeeper: Headers
) -> None:
    lines = answer_lines(post_bulk(client, scorekeeper, gzip.compress(json_lines_bytes(*bulk_sittings(9)))[:-8]))
    assert [line.get("status") for line in lines] == [*["created"] * 9, None]


def test_a_body_that_cannot_be_unpacked_at_all_is_the_answer_itself(client: FlaskClient, scorekeeper: Headers) -> None:
    answer = post_bulk(client, scorekeeper, gzip.compress(json_lines_bytes(document()))[:-9])
    assert (answer.status_code, answer.mimetype) == (400, "application/problem+json")


def test_more_records_than_are_taken_at_once_end_the_upload(
    make_client: MakeClient, scorekeeper: Headers, store: Store
) -> None:
    client = make_client(Settings(bulk_records=3))
    lines = answer_lines(post_bulk(client, scorekeeper, json_lines_bytes(*bulk_sittings(5))))
    assert (lines[-1]["done"], lines[-1]["problem"]["limit"]) == (False, 3)
    assert lines[-1]["records"] <= 3
    assert len(store.page(RecordFilter(), None, 50).records) == lines[-1]["created"]


@pytest.mark.parametrize("begin", [b"", json.dumps(document()).encode() + b"\n"])
def test_more_blank_lines_than_records_are_taken_end_the_upload(
    make_client: MakeClient, scorekeeper: Headers, begin: bytes
) -> None:
    client = make_client(Settings(bulk_records=3))
    as_many = post_bulk(client, scorekeeper, begin + b" \n" * 3 + json.dumps(document()).encode())
    assert answer_lines(as_many)[-1]["done"] is True
    ended = post_bulk(client, scorekeeper, begin + b" \n" * 4)
    problem = answer_lines(ended)[-1]["problem"] if ended.status_code == 200 else ended.get_json()
    assert (problem["type"], problem["limit"]) == ("urn:daifu:problem:too-large", 3)


def test_a_record_longer_than_is_taken_is_refused_and_the_rest_goes_on(
    make_client: MakeClient, scorekeeper: Headers
) -> None:
    client = make_client(Settings(decompressed_bytes=1_000))
    long = document(notes="long " * 300)
    lines = answer_lines(
        post_bulk(client, scorekeeper, json_lines_bytes(long, one_deal(result={"order": [1, 2, 3, 4]})))
    )
    assert [line["status"] for line in lines[:-1]] == ["refused", "created"]


def test_a_body_longer_than_is_taken_ends_the_upload(make_client: MakeClient, scorekeeper: Headers) -> None:
    client = make_client(Settings(bulk_bytes=100_000))
    answer = post_bulk(client, scorekeeper, gzip.compress(json_lines_bytes(*bulk_sittings(800))))
    assert answer_lines(answer)[-1]["problem"]["type"] == "urn:daifu:problem:too-large"


def test_nothing_is_stored_without_a_scorekeepers_token(client: FlaskClient, reader: Headers) -> None:
    assert post_bulk(client, {}, json_lines_bytes(document())).status_code == 401
    assert post_bulk(client, reader, json_lines_bytes(document())).status_code == 403


def test_a_store_that_takes_nothing_is_the_answer_itself(
    client: FlaskClient, scorekeeper: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_store: Store, _judged: list[JudgedRecord], _author: object) -> None:
        raise StoreFull

    monkeypatch.setattr(Store, "add", full)
    answer = post_bulk(client, scorekeeper, json_lines_bytes(document()))
    assert (answer.status_code, answer.mimetype) == (507, "application/problem+json")


def test_a_store_that_fills_up_is_told_in_the_last_line(
    client: FlaskClient, scorekeeper: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Store.add

    def full_behind_the_first(store: Store, judged: list[JudgedRecord], author: Author) -> list[UploadOutcome]:
        if len(store.page(RecordFilter(), None, 5).records) > 2:
            raise StoreFull
        return add(store, judged, author)

    monkeypatch.setattr(Store, "add", full_behind_the_first)
    lines = answer_lines(post_bulk(client, scorekeeper, json_lines_bytes(*bulk_sittings(20))))
    assert (lines[-1]["done"], lines[-1]["problem"]["status"]) == (False, 507)
    assert lines[-1]["created"] == len(lines) - 1 == 3


def test_a_token_that_is_revoked_ends_the_upload_and_what_was_told_of_stays(
    client: FlaskClient, scorekeeper: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Store.add

    def add_and_revoke(store: Store, judged: list[JudgedRecord], author: Author) -> list[UploadOutcome]:
        outcomes = add(store, judged, author)
        store.revoke(author.token or 0)
        return outcomes

    monkeypatch.setattr(Store, "add", add_and_revoke)
    lines = answer_lines(post_bulk(client, scorekeeper, json_lines_bytes(*bulk_sittings(20))))
    assert (lines[-1]["done"], lines[-1]["problem"]["status"]) == (False, 401)
    assert lines[-1]["created"] == len(lines) - 1 == 1


@pytest.mark.parametrize(("records", "times"), [(3, 0), (4, 1)])
def test_the_counts_of_a_large_upload_are_added_up_when_its_sender_has_the_answer(
    client: FlaskClient, scorekeeper: Headers, monkeypatch: pytest.MonkeyPatch, records: int, times: int
) -> None:
    calls: list[str] = []
    monkeypatch.setattr(bulk, "MAX_BATCH_RECORDS", 4)
    monkeypatch.setattr(Statistics, "catch_up", lambda _statistics: calls.append("catch_up"))
    answer = post_bulk(client, scorekeeper, json_lines_bytes(*bulk_sittings(records)))
    assert len(answer_lines(answer)) == records + 1
    assert calls == []
    answer.close()
    assert len(calls) == times
