"""ETags: what has not changed is not sent again, and no change is made on an old version."""

import pytest
from flask.testing import FlaskClient

from tests.support.trial_operations import VERSION

PLACE = "/v1/trial/versions"


def read(client: FlaskClient, **headers: str) -> tuple[int, str]:
    answer = client.get(PLACE, headers=headers)
    return answer.status_code, answer.headers["ETag"]


def changed(client: FlaskClient, scorekeeper: dict[str, str], header: str) -> object:
    return client.put(PLACE, headers={**scorekeeper, "If-Match": header}).get_json()["revision"]


def test_an_answer_tells_its_version(client: FlaskClient) -> None:
    assert read(client) == (200, f'"{VERSION}"')


@pytest.mark.parametrize("header", ['"7"', 'W/"7"', '"6", "7"', "*", '"7:gzip"'])
def test_a_version_that_the_client_has_is_not_sent_again(client: FlaskClient, header: str) -> None:
    answer = client.get(PLACE, headers={"If-None-Match": header})
    assert (answer.status_code, answer.data) == (304, b"")
    assert "Content-Type" not in answer.headers


@pytest.mark.parametrize("header", ['"6"', '"70"', '"7x"', '"07"', '""', '"6", "8"', '"*"'])
def test_another_version_is_sent(client: FlaskClient, header: str) -> None:
    assert read(client, **{"If-None-Match": header}) == (200, f'"{VERSION}"')


def test_a_compressed_answer_is_known_by_the_version_that_it_told(client: FlaskClient) -> None:
    status, version = read(client, **{"Accept-Encoding": "gzip"})
    assert (status, version) == (200, f'"{VERSION}:gzip"')
    assert read(client, **{"Accept-Encoding": "gzip", "If-None-Match": version}) == (304, version)


@pytest.mark.parametrize(
    ("header", "revision"), [('"3"', 3), ('"3:gzip"', 3), (' "3" ', 3), ('W/"3"', 3), ('"12"', 12)]
)
def test_a_change_says_which_revision_it_is_for(
    client: FlaskClient, scorekeeper: dict[str, str], header: str, revision: int
) -> None:
    assert changed(client, scorekeeper, header) == revision


@pytest.mark.parametrize(
    "header", ['"3", "4"', '"three"', '"03"', "03", '"0"', '"-3"', '"٣"', '""', '"' + "9" * 40 + '"', '"5fa0"']
)
def test_what_no_revision_is_called_is_no_revision(
    client: FlaskClient, scorekeeper: dict[str, str], header: str
) -> None:
    assert changed(client, scorekeeper, header) == 0


@pytest.mark.parametrize("header", ["", "three", '"3', '3"', '"3" "4"', "W/3", '"3",', "3.0"])
def test_what_is_no_version_at_all_is_a_bad_request(
    client: FlaskClient, scorekeeper: dict[str, str], header: str
) -> None:
    answer = client.put(PLACE, headers={**scorekeeper, "If-Match": header})
    assert (answer.status_code, answer.get_json()["type"]) == (400, "urn:daifu:problem:bad-request")


@pytest.mark.parametrize("headers", [{}, {"If-Match": "*"}])
def test_a_change_has_to_say_which_version_it_is_for(
    client: FlaskClient, scorekeeper: dict[str, str], headers: dict[str, str]
) -> None:
    assert client.put(PLACE, headers={**scorekeeper, **headers}).status_code == 428


def test_a_change_where_nothing_should_be_is_refused(client: FlaskClient, scorekeeper: dict[str, str]) -> None:
    answer = client.put(PLACE, headers={**scorekeeper, "If-Match": '"3"', "If-None-Match": "*"})
    assert (answer.status_code, answer.get_json()["type"]) == (412, "urn:daifu:problem:precondition-failed")


@pytest.mark.parametrize("header", ["abc", "", '"7', "7x", 'W/7, "7"'])
@pytest.mark.parametrize("name", ["If-Match", "If-None-Match"])
def test_reading_with_what_is_no_version_is_a_bad_request(client: FlaskClient, name: str, header: str) -> None:
    answer = client.get(PLACE, headers={name: header})
    assert (answer.status_code, answer.get_json()["type"]) == (400, "urn:daifu:problem:bad-request")


@pytest.mark.parametrize("coding", ["identity", "gzip"])
@pytest.mark.parametrize("header", ["*", f'"{VERSION}"', f'"1", "{VERSION}:gzip"'])
def test_the_version_that_is_asked_for_is_sent(client: FlaskClient, header: str, coding: str) -> None:
    assert client.get(PLACE, headers={"If-Match": header, "Accept-Encoding": coding}).status_code == 200


@pytest.mark.parametrize("coding", ["identity", "gzip"])
def test_another_version_than_the_one_that_is_asked_for_is_not_sent(client: FlaskClient, coding: str) -> None:
    answer = client.get(PLACE, headers={"If-Match": '"6"', "Accept-Encoding": coding})
    assert (answer.status_code, answer.get_json()["type"]) == (412, "urn:daifu:problem:precondition-failed")


@pytest.mark.parametrize(("header", "status"), [('"6"', 412), ("abc", 400), (f'"{VERSION}"', 304)])
def test_the_version_that_is_asked_for_comes_before_the_one_that_is_known(
    client: FlaskClient, header: str, status: int
) -> None:
    assert client.get(PLACE, headers={"If-Match": header, "If-None-Match": "*"}).status_code == status


def test_the_tag_of_an_answer_without_a_body_is_a_sound_one(client: FlaskClient) -> None:
    assert read(client, **{"If-None-Match": str(VERSION)}) == (304, f'"{VERSION}"')
