"""Ratings, form and best streaks that are not up to date yet are sent with how far behind they are."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from daifu.data.store.errors import StoreBusy, StoreDamaged, StoreFull, StoreUnusable
from daifu.data.store.sql.ratings import ratings
from daifu.data.store.sql.write_queue import WriteQueue
from daifu.data.store.store import Store
from tests.support.http_client import Headers, friday_event, problem_name, store_evening

PATHS = (
    "/v1/ratings?rules=dalmuti",
    "/v1/players/Haru/ratings?rules=dalmuti",
    "/v1/players/Haru/form?rules=dalmuti",
    "/v1/stats/dalmuti/records",
)


@pytest.fixture
def court(client: FlaskClient, scorekeeper: Headers) -> FlaskClient:
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
def test_what_is_up_to_date_says_so(court: FlaskClient, path: str) -> None:
    assert behind_and_etag(court, path)[0] == 0


@pytest.mark.usefixtures("_hurried")
@pytest.mark.parametrize("path", PATHS)
def test_who_asks_again_is_told_more_until_all_is_there(court: FlaskClient, path: str) -> None:
    first, before = behind_and_etag(court, path)
    behind_and_etag(court, path)
    last, after = behind_and_etag(court, path)
    assert first > last == 0
    assert before != after


@pytest.mark.usefixtures("_hurried")
def test_who_was_behind_when_he_asked_is_sent_the_whole_answer_later(court: FlaskClient) -> None:
    known = {"If-None-Match": behind_and_etag(court, PATHS[0])[1]}
    answer = court.get(PATHS[0], headers=known)
    assert (answer.status_code, [one["deals"] for one in answer.get_json()["ratings"]]) == (200, [3] * 4)


@pytest.mark.parametrize("refusal", [StoreFull, StoreBusy])
@pytest.mark.parametrize("path", PATHS)
def test_where_nothing_can_be_written_they_are_as_they_were(
    court: FlaskClient,
    scorekeeper: Headers,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    refusal: type[StoreUnusable],
) -> None:
    before, version = behind_and_etag(court, path)
    store_evening(court, scorekeeper, "4321", event=friday_event(24))
    with monkeypatch.context() as patch:
        refuse_writes(patch, refusal)
        behind, other_version = behind_and_etag(court, path)
        assert (before, behind) == (0, 1)
        assert other_version != version
        assert court.get(path, headers={"If-None-Match": version}).status_code == 200
    assert behind_and_etag(court, path)[0] == 0


def test_who_has_not_been_come_to_has_no_places_yet(court: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_writes(monkeypatch, StoreFull)
    form = court.get(PATHS[2]).get_json()
    assert (form["places"], form["behind"]) == ([], 3)


@pytest.mark.parametrize("path", PATHS)
def test_a_damaged_store_is_not_passed_over(court: FlaskClient, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    refuse_writes(monkeypatch, StoreDamaged)
    assert problem_name(court.get(path)) == "unavailable"
