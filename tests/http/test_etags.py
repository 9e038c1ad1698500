"""ETags: what the client has is not sent again, and no change is made on an old version; and cached answers."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import NamedTuple

import pytest
from flask.testing import FlaskClient

from daifu.api.http.response_cache import CachedBody, ResponseCache
from daifu.data.store.open import open_store
from daifu.data.store.values import SCOREKEEPER, Location
from tests.support.http_app import MARKS, VERSION, app_on, bearer_headers
from tests.support.http_client import Headers, HttpScorekeeper, court_evening, friday_event, store_evening

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


RECORD_PARTS = ("", "/report", "/deals/1", "/revisions", "/revisions/1", "/revisions/1/report")
TOURNAMENT_PARTS = ("", "/standings", "/log", "/missing")


class Filled(NamedTuple):
    """A client of a store, and the tags of all parts: in the end those of the store that was lost."""

    tags: dict[str, str]
    client: FlaskClient
    headers: Headers


def fill(location: Location, winner: str, cup: str) -> Filled:
    """A store with a record and a tournament, and the tags of all of its parts."""
    store = open_store(location)
    client, headers = app_on(store).test_client(), bearer_headers(store.create_token("Haru", SCOREKEEPER).secret)
    record = store_evening(client, headers, winner, event=friday_event(1))
    HttpScorekeeper(client, headers, name=cup).enter(cup)
    parts = [f"{record}{part}" for part in RECORD_PARTS] + [f"/v1/tournaments/1{part}" for part in TOURNAMENT_PARTS]
    tags = {address: client.get(address).headers["ETag"] for address in parts}
    return Filled(tags, client, headers)


@pytest.fixture
def restored(locate: Callable[[str], Location]) -> Filled:
    """A restored store, in which something else has the numbers that were lost."""
    lost = fill(locate("lost.db"), "1234", "Winter cup")
    return fill(locate("restored.db"), "4321", "Summer cup")._replace(tags=lost.tags)


def test_nothing_is_taken_for_what_was_lost(restored: Filled) -> None:
    for address, tag in restored.tags.items():
        assert restored.client.get(address, headers={"If-None-Match": tag}).status_code == 200, address
        assert restored.client.get(address, headers={"If-Match": tag}).status_code == 412, address


def test_a_change_of_what_was_lost_does_not_change_what_has_its_number_now(restored: Filled) -> None:
    client = restored.client
    change = {**restored.headers, "If-Match": restored.tags["/v1/records/1"]}
    corrected = client.put("/v1/records/1?reason=a+slip", json=court_evening("1324"), headers=change)
    added = client.post("/v1/records/1/deals", json={"result": {"order": [1, 2, 3, 4]}}, headers=change)
    withdrawn = client.delete("/v1/records/1?reason=a+slip", headers=change)
    assert [corrected.status_code, added.status_code, withdrawn.status_code] == [412, 412, 412]
    change = {**restored.headers, "If-Match": restored.tags["/v1/tournaments/1"]}
    entered = client.post("/v1/tournaments/1/changes", json={"change": "entered", "name": "Natsu"}, headers=change)
    assert entered.status_code == 412
    assert restored.tags["/v1/tournaments/1"] in entered.get_json()["detail"]


@pytest.mark.parametrize("part", ["", "/report", "/revisions"])
def test_the_tag_of_any_answer_about_a_record_names_the_version_that_a_change_is_for(
    restored: Filled, part: str
) -> None:
    tag = restored.client.get(f"/v1/records/1{part}").headers["ETag"]
    headers = {**restored.headers, "If-Match": f'"9", {tag}'}
    answer = restored.client.post("/v1/records/1/deals", json={"result": {"order": [1, 2, 3, 4]}}, headers=headers)
    assert answer.status_code == 201
    again = {**restored.headers, "If-Match": answer.headers["ETag"]}
    assert restored.client.delete("/v1/records/1?reason=a+trial", headers=again).status_code == 204


class BodyMaker:
    """Makes bodies of a size, and counts them."""

    def __init__(self, size: int = 10) -> None:
        self.size = size
        self.made = 0

    def make(self, version: str) -> CachedBody:
        self.made += 1
        return CachedBody(version, b"x" * self.size)


def cached(cache: ResponseCache, maker: BodyMaker, key: str, version: str = "1") -> CachedBody:
    return cache.get(key, version, lambda: maker.make(version))


def test_what_was_made_is_not_made_again() -> None:
    cache, maker = ResponseCache(), BodyMaker()
    assert cached(cache, maker, "a") is cached(cache, maker, "a")
    assert maker.made == 1


def test_threads_that_ask_at_the_same_time_have_it_made_once() -> None:
    cache, maker, barrier = ResponseCache(), BodyMaker(), Barrier(8)

    def ask(_number: int) -> CachedBody:
        barrier.wait()
        return cached(cache, maker, "a")

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(ask, range(8)))) == 1
    assert maker.made == 1


def test_another_version_is_made_anew_and_takes_the_place_of_the_old_one() -> None:
    cache, maker = ResponseCache(), BodyMaker()
    cached(cache, maker, "a")
    assert cached(cache, maker, "a", "2").version == "2"
    cached(cache, maker, "a", "1")
    assert maker.made == 3


def test_what_was_asked_for_least_lately_makes_room() -> None:
    cache, maker = ResponseCache(most=2_100), BodyMaker(size=10)
    for key in ("a", "b", "a", "c"):
        cached(cache, maker, key)
    assert maker.made == 3
    cached(cache, maker, "a")
    assert maker.made == 3
    cached(cache, maker, "b")
    assert maker.made == 4


def test_what_is_larger_than_all_room_is_not_kept() -> None:
    cache, maker = ResponseCache(most=40), BodyMaker(size=100)
    cached(cache, maker, "a")
    cached(cache, maker, "a")
    assert maker.made == 2


def test_new_versions_of_one_thing_take_no_more_room_than_one() -> None:
    cache, maker = ResponseCache(most=2_100), BodyMaker(size=10)
    cached(cache, maker, "kept")
    for version in range(10):
        cached(cache, maker, "changing", str(version))
    made = maker.made
    cached(cache, maker, "kept")
    assert maker.made == made


def test_what_cannot_be_made_is_not_kept() -> None:
    cache, maker = ResponseCache(), BodyMaker()

    def fail() -> CachedBody:
        raise LookupError

    try:
        cache.get("a", "1", fail)
    except LookupError:
        cached(cache, maker, "a")
    assert maker.made == 1
