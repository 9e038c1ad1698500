"""Request bodies: plain or gzipped, by header or by their first bytes, and never more than the settings allow."""

import gzip
import io

import pytest
from flask.testing import FlaskClient

from tests.support.http_app import MOST_SENT, MOST_UNPACKED

PLACES = ("/v1/trial/bodies", "/v1/trial/streams")
GZIP = {"Content-Encoding": "gzip"}

in_both_ways = pytest.mark.parametrize("place", PLACES)


def post_body(client: FlaskClient, place: str, data: bytes, **headers: str) -> tuple[int, object]:
    answer = client.post(place, data=data, headers={"Content-Type": "application/json", **headers})
    body = answer.get_json()
    return answer.status_code, body.get("length", sum(body.get("lengths", []))) if answer.status_code == 200 else body


@in_both_ways
def test_a_body_is_read_as_it_is(client: FlaskClient, place: str) -> None:
    assert post_body(client, place, b"x" * MOST_SENT) == (200, MOST_SENT)


@in_both_ways
def test_no_body_is_an_empty_one(client: FlaskClient, place: str) -> None:
    assert post_body(client, place, b"") == (200, 0)


@in_both_ways
@pytest.mark.parametrize("coding", ["gzip", "GZIP", "x-gzip"])
def test_a_gzipped_body_is_unpacked(client: FlaskClient, place: str, coding: str) -> None:
    assert post_body(client, place, gzip.compress(b"x" * MOST_UNPACKED), **{"Content-Encoding": coding}) == (
        200,
        MOST_UNPACKED,
    )


@in_both_ways
def test_a_body_that_begins_like_gzip_is_unpacked_without_a_header(client: FlaskClient, place: str) -> None:
    assert post_body(client, place, gzip.compress(b"x" * MOST_UNPACKED)) == (200, MOST_UNPACKED)


@in_both_ways
def test_a_gzipped_body_may_have_several_parts(client: FlaskClient, place: str) -> None:
    assert post_body(client, place, gzip.compress(b"abc") + gzip.compress(b"de"), **GZIP) == (200, 5)


@in_both_ways
def test_a_body_that_says_that_it_is_as_it_is_is_read_so(client: FlaskClient, place: str) -> None:
    assert post_body(client, place, b"abc", **{"Content-Encoding": "identity"}) == (200, 3)


@in_both_ways
@pytest.mark.parametrize(
    ("data", "limit"),
    [
        (b"x" * (MOST_SENT + 1), MOST_SENT),
        (gzip.compress(b"x" * (MOST_UNPACKED + 1)), MOST_UNPACKED),
        (gzip.compress(b"\0" * 9**6), MOST_UNPACKED),
    ],
    ids=["as sent", "unpacked", "bomb"],
)
def test_a_body_that_is_too_large_is_refused_with_the_limit(
    client: FlaskClient, place: str, data: bytes, limit: int
) -> None:
    status, problem = post_body(client, place, data)
    assert (status, isinstance(problem, dict) and problem["limit"]) == (413, limit)


@in_both_ways
def test_a_body_of_unknown_length_is_refused_once_it_is_too_large(client: FlaskClient, place: str) -> None:
    answer = client.post(
        place,
        input_stream=io.BytesIO(b"x" * (MOST_SENT + 1)),
        environ_overrides={"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"},
        content_type="application/json",
    )
    assert answer.status_code == 413


@in_both_ways
def test_a_body_of_unknown_length_is_read_to_its_end(client: FlaskClient, place: str) -> None:
    answer = client.post(
        place,
        input_stream=io.BytesIO(b"x" * MOST_SENT),
        environ_overrides={"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"},
        content_type="application/json",
    )
    assert answer.status_code == 200
    assert str(MOST_SENT) in answer.get_data(as_text=True)


@in_both_ways
@pytest.mark.parametrize(
    "data",
    [gzip.compress(b"x" * 500)[:-4], gzip.compress(b"x")[:-8] + b"\0" * 8, b"\x1f\x8b\x08nonsense!", b"plain"],
    ids=["cut", "wrong sum", "nonsense", "no gzip"],
)
def test_damaged_gzip_is_a_bad_request(client: FlaskClient, place: str, data: bytes) -> None:
    status, problem = post_body(client, place, data, **GZIP)
    assert (status, isinstance(problem, dict) and problem["type"]) == (400, "urn:daifu:problem:bad-request")


@in_both_ways
def test_another_coding_is_refused_with_those_that_are_known(client: FlaskClient, place: str) -> None:
    answer = client.post(place, data=b"x", headers={"Content-Type": "application/json", "Content-Encoding": "br"})
    assert answer.status_code == 415
    assert answer.headers["Accept-Encoding"] == "gzip, identity"


def test_another_type_is_refused_with_those_that_are_known(client: FlaskClient) -> None:
    answer = client.post(PLACES[0], data=b"x", content_type="text/csv")
    assert (answer.status_code, answer.get_json()["allowed"]) == (415, ["application/json", "text/plain"])


@pytest.mark.parametrize("content_type", ["application/json", "text/plain; charset=utf-8", None])
def test_a_known_type_is_taken_and_none_at_all(client: FlaskClient, content_type: str | None) -> None:
    assert client.post(PLACES[0], data=b"x", content_type=content_type).status_code == 200
