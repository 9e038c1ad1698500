"""ETags: what the client has is not sent again, and no change is made on an old version."""

import pytest
from flask.testing import FlaskClient

from tests.support.http_app import MARKS, VERSION

PLACE = "/v1/trial/versions"
MARKED = f"{VERSION.number}.{VERSION.mark}"


def read(client: FlaskClient, **headers: str) -> tuple[int, str]:
    answer = client.get(PLACE, headers=headers)
    return answer.status_code, answer.headers["ETag"]


@pytest.fixture
def tag(client: FlaskClient) -> str:
    """The tag of the answer without its quotes."""
    return read(client)[1].strip('"')


def changed(client: FlaskClient, scorekeeper: dict[str, str], header: str) -> object:
    return client.put(PLACE, headers={**scorekeeper, "If-Match": header}).get_json()["revision"]


def test_a_tag_begins_with_the_version_and_its_mark(tag: str) -> None:
    assert tag.startswith(f"{MARKED}.")


@pytest.mark.parametrize(
    "form", ['"{}"', 'W/"{}"', '"6", "{}"', '"6",W/"{}"', "*", '"{}:gzip"', '"{}-gzip"', '"{};br"']
)
def test_a_version_that_the_client_has_is_not_sent_again(client: FlaskClient, tag: str, form: str) -> None:
    answer = client.get(PLACE, headers={"If-None-Match": form.format(tag)})
    assert (answer.status_code, answer.data) == (304, b"")
    assert "Content-Type" not in answer.headers


@pytest.mark.parametrize("header", [f'"{VERSION.number}"', f'"{MARKED}"', '"6"', '""', '"6", "8"', '"*"', "7"])
def test_what_is_not_the_whole_tag_is_no_reason_to_send_nothing(client: FlaskClient, tag: str, header: str) -> None:
    assert read(client, **{"If-None-Match": header}) == (200, f'"{tag}"')


def test_a_compressed_answer_is_known_by_the_tag_that_it_had(client: FlaskClient, tag: str) -> None:
    status, compressed = read(client, **{"Accept-Encoding": "gzip"})
    assert (status, compressed) == (200, f'"{tag}:gzip"')
    assert read(client, **{"Accept-Encoding": "gzip", "If-None-Match": compressed}) == (304, compressed)


@pytest.mark.parametrize(
    ("header", "revision"),
    [
        ('"3"', 3),
        ('"3:gzip"', 3),
        ('"3-gzip"', 3),
        ('"3;gzip"', 3),
        (' "3" ', 3),
        ('W/"3"', 3),
        ('"12"', 12),
        ('"9"', 9),
        ("3", 3),
        (f'"3.{MARKS[3]}"', 3),
        (f'"3.{MARKS[3]}.0123456789abcdef"', 3),
        ('"9", "3"', 3),
        ('"3" , W/"9"', 3),
        ('"x","3"', 3),
        (f'"4.{MARKS[3]}", "3"', 3),
        ('"3", "4"', 4),
    ],
)
def test_a_change_says_which_revision_it_is_for(
    client: FlaskClient, scorekeeper: dict[str, str], header: str, revision: int
) -> None:
    assert changed(client, scorekeeper, header) == revision


@pytest.mark.parametrize(
    "header",
    [
        f'"3.{MARKS[4]}"',
        '"9.3c3c3c3c"',
        '"8", "9"',
        '"three"',
        '"03"',
        "03",
        '"0"',
        '"-3"',
        '"٣"',
        '""',
        '"' + "9" * 40 + '"',
        '"5fa0"',
    ],
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
@pytest.mark.parametrize("form", ["*", '"{}"', '"1", "{}:gzip"', 'W/"{}"', '"7"', "7", f'"{MARKED}"'])
def test_the_version_that_is_asked_for_is_sent(client: FlaskClient, tag: str, form: str, coding: str) -> None:
    assert client.get(PLACE, headers={"If-Match": form.format(tag), "Accept-Encoding": coding}).status_code == 200


@pytest.mark.parametrize("coding", ["identity", "gzip"])
@pytest.mark.parametrize("header", ['"6"', '"70"', '"7.00000000"', f'"{MARKED}.0123456789abcdef"', '""'])
def test_another_version_than_the_one_that_is_asked_for_is_not_sent(
    client: FlaskClient, header: str, coding: str
) -> None:
    answer = client.get(PLACE, headers={"If-Match": header, "Accept-Encoding": coding})
    assert (answer.status_code, answer.get_json()["type"]) == (412, "urn:daifu:problem:precondition-failed")
    assert header in answer.get_json()["detail"]


@pytest.mark.parametrize(("header", "status"), [('"6"', 412), ("abc", 400), ('"7"', 304)])
def test_the_version_that_is_asked_for_comes_before_the_one_that_is_known(
    client: FlaskClient, header: str, status: int
) -> None:
    assert client.get(PLACE, headers={"If-Match": header, "If-None-Match": "*"}).status_code == status
