"""`POST /v1/records/{id}/deals`: a sitting is recorded deal by deal while it is played."""

from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from daifu.api.http.contract import record_examples
from daifu.api.views.values import plain_json
from daifu.data.store.store import Store
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.record.model import RawDeal, RawRecord
from tests.support.http_client import (
    Headers,
    Json,
    if_match,
    post_record,
    problem_name,
    put_correction,
    store_record,
    version_of,
)
from tests.support.playouts import Playout, choose_sensibly, playout_record
from tests.support.small_records import ORDER, document, one_deal

SECOND = {"result": {"order": [2, 1, 3, 4]}}


def post_deal(client: FlaskClient, headers: Headers, address: str, deal: object, *, revision: int) -> Any:  # noqa: ANN401
    """The answer to a deal that is added to that revision."""
    return client.post(f"{address}/deals", json=deal, headers=if_match(headers, revision))


def with_seats(following: Json, deal: RawDeal) -> Json:
    """The deal as written by a table that plays on from the last answer."""
    return {"seats": following["seats"], "places": following["places"], **deal}


def gift_sizes(deal: RawDeal) -> set[tuple[int, int, int]]:
    """The gifts of a deal: from whom, to whom, how many cards."""
    gifts = (action.split() for action in deal["actions"] if " give " in action)
    return {(int(giver), int(taker), len(cards)) for giver, _, taker, *cards in gifts}


@pytest.mark.parametrize(("game", "players"), [("dalmuti", 5), ("theater", 4)])
def test_an_evening_is_entered_as_it_is_played(
    client: FlaskClient, scorekeeper: Headers, game: str, players: int
) -> None:
    evening = Playout(PROFILES[game].rules({}), players, Random(f"{game} evening"), choose=choose_sensibly)
    first = evening.deal({})
    opened = post_record(client, scorekeeper, playout_record(evening, [first]))
    address, following = opened.headers["Location"], None
    deals: list[Any] = [first]
    for revision in (1, 2, 3):
        deal = evening.deal({})
        deals.append(deal if following is None else with_seats(following, deal))
        answer = post_deal(client, scorekeeper, address, deals[-1], revision=revision)
        told = answer.get_json()
        assert answer.status_code == 201
        assert version_of(answer) == revision + 1
        assert answer.headers["Location"] == f"{address}/deals/{revision + 1}"
        assert (told["deal"], told["revision"], told["report"]["faults"]) == (revision + 1, revision + 1, [])
        if following is not None:
            assert gift_sizes(deal) == {(gift["from"], gift["to"], gift["cards"]) for gift in following["exchange"]}
        following = told["next"]
    report = client.get(f"{address}/report").get_json()
    assert report["legal"] is True
    assert (report["totals"], report["ranks"]) == (told["totals"], told["ranks"])
    assert client.get(address).get_json()["deals"] == deals


def test_what_was_dealt_with_faults_is_added_all_the_same(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper)
    deal = {"places": None, "hands": ["D3 ?*12", "?*13", "?*13", "?*14"], "actions": ["2 S5"], "abandoned": True}
    told = post_deal(client, scorekeeper, address, deal, revision=1).get_json()
    assert [fault["code"] for fault in told["report"]["faults"]] == ["opening_card_missing", "out_of_turn"]


def test_the_history_tells_that_a_deal_was_added(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper)
    post_deal(client, scorekeeper, address, SECOND, revision=1)
    revision = client.get(f"{address}/revisions").get_json()["revisions"][1]
    assert (revision["kind"], revision["author"], revision["reason"]) == ("deal", "Haru", None)
    assert revision["changes"]["added"] == [2]


def test_what_is_wrong_is_told_by_its_place_in_the_deal(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper)
    wrong = {"hands": ["D3", "S5", "S6"], "actions": ["1 D3", "9 S5", "2 Z9"], "winner": 1}
    answer = post_deal(client, scorekeeper, address, wrong, revision=1)
    assert problem_name(answer) == "unreadable"
    pointers = {error["pointer"] for error in answer.get_json()["errors"]}
    assert {"/winner", "/actions/1", "/actions/2"} <= pointers
    assert not any(pointer.startswith("/deals") for pointer in pointers)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b'{"result":{"order":[1,2,3,4]}}, {"result":{"order":[1,2,3,4]}}',
        b'{"result":{"order":[1,2,3,4]}}], "notes": ["x"',
        b'{"notes":"a","notes":"b","result":{"order":[1,2,3,4]}}',
        b'{"notes":"\xff"}',
        b"[" * 100_000,
    ],
)
def test_what_is_not_one_deal_is_refused(client: FlaskClient, scorekeeper: Headers, store: Store, data: bytes) -> None:
    address = store_record(client, scorekeeper)
    headers = {**if_match(scorekeeper, 1), "Content-Type": "application/json"}
    answer = client.post(f"{address}/deals", data=data, headers=headers)
    assert problem_name(answer) == "unreadable"
    assert answer.get_json()["errors"]
    assert store.counts().revisions == 1


def test_a_deal_that_is_none_is_told_before_the_version_is_looked_at(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper)
    assert problem_name(post_deal(client, scorekeeper, address, {"winner": 1}, revision=7)) == "unreadable"


def test_a_deal_is_sent_as_json(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper)
    headers = {**if_match(scorekeeper, 1), "Content-Type": "text/plain"}
    assert problem_name(client.post(f"{address}/deals", data="{}", headers=headers)) == "unsupported-media-type"


def test_nor_where_the_sitting_would_become_another_record(client: FlaskClient, scorekeeper: Headers) -> None:
    other = store_record(client, scorekeeper, deals=[{"result": ORDER}, SECOND])
    address = store_record(client, scorekeeper, deals=[SECOND])
    put_correction(client, scorekeeper, address, document(), revision=1)
    answer = post_deal(client, scorekeeper, address, SECOND, revision=2)
    assert (problem_name(answer), answer.get_json()["address"]) == ("conflict", other)


def test_only_a_scorekeeper_adds_deals(client: FlaskClient, scorekeeper: Headers, reader: Headers) -> None:
    address = store_record(client, scorekeeper)
    assert problem_name(post_deal(client, {}, address, SECOND, revision=1)) == "not-authenticated"
    assert problem_name(post_deal(client, reader, address, SECOND, revision=1)) == "not-allowed"


def test_a_deal_in_play_is_replaced_by_a_correction(client: FlaskClient, scorekeeper: Headers) -> None:
    hands = ["D3 ?*12", "?*13", "?*13", "?*14"]
    in_play: RawRecord | Json = one_deal(hands=hands, actions=["1 D3"])
    address = post_record(client, scorekeeper, in_play).headers["Location"]
    further = document(deals=[{"hands": hands, "actions": ["1 D3", "2 S5"]}])
    answer = client.put(f"{address}?reason=played+on", json=further, headers=if_match(scorekeeper, 1))
    assert answer.status_code == 200
    assert client.get(address).get_json() == further


OF_THE_STORE = ("id", "address", "stored_at", "at", "author")


def without_store_values(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """The answer without what the store chose: numbers, times and names."""
    if isinstance(value, list):
        return [without_store_values(part) for part in value]
    if not isinstance(value, dict):
        return value
    return {
        name: without_store_values(part) for name, part in value.items() if name not in OF_THE_STORE or part is None
    }


def test_the_sitting_of_the_examples_goes_the_way_that_they_show(client: FlaskClient, scorekeeper: Headers) -> None:
    judged = post_record(client, scorekeeper, record_examples.RECORD, dry_run="true").get_json()
    uploaded = post_record(client, scorekeeper, record_examples.RECORD)
    address = uploaded.headers["Location"]
    shown = {
        "": record_examples.RECORD,
        "/report": record_examples.REPORT,
        "/deals/2": record_examples.DEAL_OF_RECORD,
        "/deals/1/positions/7": plain_json(record_examples.POSITION),
    }
    assert without_store_values(judged) == without_store_values(plain_json(record_examples.ONLY_JUDGED))
    assert without_store_values(uploaded.get_json()) == without_store_values(plain_json(record_examples.UPLOADED))
    assert {part: client.get(address + part).get_json() for part in shown} == shown
    assert without_store_values(client.get("/v1/records").get_json()) == without_store_values(
        plain_json(record_examples.PAGE.value)
    )
    assert client.get("/v1/records/export").get_data(as_text=True) == record_examples.LINES
    added = client.post(f"{address}/deals", json=record_examples.DEAL, headers=if_match(scorekeeper, 1))
    assert without_store_values(added.get_json()) == without_store_values(plain_json(record_examples.ADDED_DEAL))
    assert without_store_values(client.get(f"{address}/revisions").get_json()) == without_store_values(
        plain_json(record_examples.REVISIONS)
    )
