"""Records sent to the service by tests, and what it says of them."""

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.documents import document

Headers = dict[str, str]
Json = dict[str, Any]


def sent(client: FlaskClient, headers: Headers, record: object, **query: str) -> TestResponse:
    """The answer to a record that is sent."""
    return client.post("/v1/records", json=record, headers=headers, query_string=query)


def stored(client: FlaskClient, headers: Headers, **fields: Any) -> str:  # noqa: ANN401 - any JSON
    """The address of a record of theater that is stored now, with some fields as given."""
    answer = sent(client, headers, document(**fields))
    assert answer.status_code == 201, answer.get_json()
    return answer.headers["Location"]


def matching(headers: Headers, revision: int | str) -> Headers:
    """The headers of a change to this revision."""
    return {**headers, "If-Match": f'"{revision}"'}


def corrected(
    client: FlaskClient, headers: Headers, address: str, record: object, *, revision: int, reason: str = "a slip"
) -> TestResponse:
    """The answer to a correction of that revision."""
    return client.put(address, json=record, headers=matching(headers, revision), query_string={"reason": reason})


def withdrawn(client: FlaskClient, headers: Headers, address: str, *, revision: int) -> TestResponse:
    """The answer to the withdrawal of that revision."""
    return client.delete(address, headers=matching(headers, revision), query_string={"reason": "sent by mistake"})


def problem(answer: TestResponse) -> str:
    """The name of the problem that an answer tells."""
    assert answer.mimetype == "application/problem+json"
    told = answer.get_json()
    assert told["status"] == answer.status_code
    name: str = told["type"].removeprefix("urn:daifu:problem:")
    return name
