"""A restored store gives numbers again that were lost: no tag of what was lost is taken for what has its number now."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from flask.testing import FlaskClient

from daifu.data.store.open import open_store
from daifu.data.store.values import SCOREKEEPER, Location
from tests.support.http_app import app_on, bearer_headers
from tests.support.http_client import Headers, HttpScorekeeper, court_evening, friday_event, store_evening

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
