"""Ratings, a player's form and the records of a game, and how far they are behind."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from daifu.data.store.errors import StoreBusy, StoreDamaged, StoreFull, StoreUnusable
from daifu.data.store.sql.ratings import ratings
from daifu.data.store.sql.write_queue import WriteQueue
from daifu.data.store.store import Store
from tests.support.http_client import Headers, friday_event, problem_name, store_evening


@pytest.fixture
def court(client: FlaskClient, scorekeeper: Headers) -> FlaskClient:
    """A service with two Fridays, on which Haru won every deal but the last."""
    store_evening(client, scorekeeper, "1234", "1324", event=friday_event(3))
    store_evening(client, scorekeeper, "1243", "2341", event=friday_event(10))
    return client


def get_json(client: FlaskClient, path: str) -> dict[str, Any]:
    answer = client.get(path)
    assert answer.status_code == 200, answer.get_json()
    found: dict[str, Any] = answer.get_json()
    return found


def test_a_rating_is_told_day_by_day(court: FlaskClient) -> None:
    history = get_json(court, "/v1/players/Haru/ratings")["history"]
    assert [(one["day"], one["deals"]) for one in history] == [("2026-07-03", 2), ("2026-07-10", 4)]


def groups(client: FlaskClient) -> dict[str, int]:
    """The groups in the list of ratings, by the names of the players."""
    return {one["player"]["name"]: one["group"] for one in get_json(client, "/v1/ratings?rules=dalmuti")["ratings"]}


def test_the_list_marks_groups_that_never_met(court: FlaskClient, scorekeeper: Headers) -> None:
    assert set(groups(court).values()) == {1}
    others = ("Ken", "Mei", "Tom", "Rin")
    store_evening(court, scorekeeper, "1234", players=others)
    assert groups(court) == {**dict.fromkeys(("Haru", "Natsu", "Aki", "Fuyu"), 1), **dict.fromkeys(others, 2)}
    listed = court.get("/v1/ratings?rules=dalmuti", headers={"Accept": "text/csv"}).text.splitlines()
    assert {line.rpartition(",")[2].strip('"') for line in listed} == {"group", "1", "2"}
    merge = {"player": "Ken", "into": "Fuyu", "reason": "one person"}
    assert court.post("/v1/players/merges", json=merge, headers=scorekeeper).status_code < 300
    assert set(groups(court).values()) == {1}


def test_the_form_has_the_last_places_latest_last(court: FlaskClient) -> None:
    form = get_json(court, "/v1/players/Haru/form")
    assert form["places"] == [{"place": place, "of": 4} for place in (1, 1, 1, 4)]
    assert (form["first"], form["last"]) == (0, 1)
    assert (form["longest_first"]["value"], form["longest_first"]["day"]) == (3, "2026-07-10")


def test_the_records_tell_who_when_and_where(court: FlaskClient) -> None:
    records = {one["feat"]: one["holders"] for one in get_json(court, "/v1/stats/dalmuti/records")["records"]}
    first = records["first"][0]
    assert (first["player"]["id"], first["value"], first["record"]) == ("Haru", 3, 2)


PATHS = (
    "/v1/ratings?rules=dalmuti",
    "/v1/players/Haru/ratings?rules=dalmuti",
    "/v1/players/Haru/form?rules=dalmuti",
    "/v1/stats/dalmuti/records",
)


@pytest.fixture
def fridays(client: FlaskClient, scorekeeper: Headers) -> FlaskClient:
    """A service with three Fridays of a deal each, which nobody has asked about."""
    for day in (3, 10, 17):
        store_evening(client, scorekeeper, "1234", event=friday_event(day))
    return client


@pytest.fixture
def _hurried(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal is gone through at a time, and nobody waits for the next one."""
    monkeypatch.setattr(ratings, "MAX_DEALS", 1)
    store.ratings.max_wait = 0


def behind_and_etag(client: FlaskClient, path: str) -> tuple[Any, str]:
    """How far an answer is behind, and its version."""
    answer = client.get(path)
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()["behind"], answer.headers["ETag"]


def refuse_writes(patch: pytest.MonkeyPatch, refusal: type[StoreUnusable]) -> None:
    """Refuse every write."""

    def writing(_self: WriteQueue) -> object:
        raise refusal

    patch.setattr(WriteQueue, "transaction", writing)


@pytest.mark.parametrize("path", PATHS)
def test_what_is_up_to_date_says_so(fridays: FlaskClient, path: str) -> None:
    assert behind_and_etag(fridays, path)[0] == 0


@pytest.mark.usefixtures("_hurried")
@pytest.mark.parametrize("path", PATHS)
def test_who_asks_again_is_told_more_until_all_is_there(fridays: FlaskClient, path: str) -> None:
    first, before = behind_and_etag(fridays, path)
    behind_and_etag(fridays, path)
    last, after = behind_and_etag(fridays, path)
    assert first > last == 0
    assert before != after


@pytest.mark.usefixtures("_hurried")
def test_who_was_behind_when_he_asked_is_sent_the_whole_answer_later(fridays: FlaskClient) -> None:
    known = {"If-None-Match": behind_and_etag(fridays, PATHS[0])[1]}
    answer = fridays.get(PATHS[0], headers=known)
    assert (answer.status_code, [one["deals"] for one in answer.get_json()["ratings"]]) == (200, [3] * 4)


@pytest.mark.parametrize("refusal", [StoreFull, StoreBusy])
@pytest.mark.parametrize("path", PATHS)
def test_where_nothing_can_be_written_they_are_as_they_were(
    fridays: FlaskClient,
    scorekeeper: Headers,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    refusal: type[StoreUnusable],
) -> None:
    before, version = behind_and_etag(fridays, path)
    store_evening(fridays, scorekeeper, "4321", event=friday_event(24))
    with monkeypatch.context() as patch:
        refuse_writes(patch, refusal)
        behind, other_version = behind_and_etag(fridays, path)
        assert (before, behind) == (0, 1)
        assert other_version != version
        assert fridays.get(path, headers={"If-None-Match": version}).status_code == 200
    assert behind_and_etag(fridays, path)[0] == 0


def test_who_has_not_been_come_to_has_no_places_yet(fridays: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_writes(monkeypatch, StoreFull)
    form = fridays.get(PATHS[2]).get_json()
    assert (form["places"], form["behind"]) == ([], 3)


@pytest.mark.parametrize("path", PATHS)
def test_a_damaged_store_is_not_passed_over(fridays: FlaskClient, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    refuse_writes(monkeypatch, StoreDamaged)
    assert problem_name(fridays.get(path)) == "unavailable"
