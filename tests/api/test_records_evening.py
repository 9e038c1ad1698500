"""`POST /v1/records/{id}/deals`: an evening is recorded deal by deal while it is played."""

from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from data.store import Store
from replay.games.catalogue import PROFILES
from schemas.raw import RawDeal, RawRecord
from tests.support.documents import ORDER, document, one_deal
from tests.support.playout import Playout, record
from tests.support.sense import sensible
from tests.support.uploads import Headers, Json, corrected, matching, problem, sent, stored, withdrawn

SECOND = {"result": {"order": [2, 1, 3, 4]}}


def added(client: FlaskClient, headers: Headers, address: str, deal: object, *, revision: int) -> Any:  # noqa: ANN401
    """The answer to a deal that is added to that revision."""
    return client.post(f"{address}/deals", json=deal, headers=matching(headers, revision))


def written_down(following: Json, deal: RawDeal) -> Json:
    """The deal as a table notes it that plays on from what it was told."""
    return {"seats": following["seats"], "places": following["places"], **deal}


def given(deal: RawDeal) -> set[tuple[int, int, int]]:
    """The gifts of a deal: from whom, to whom, how many cards."""
    gifts = (action.split() for action in deal["actions"] if " give " in action)
    return {(int(giver), int(taker), len(cards)) for giver, _, taker, *cards in gifts}


@pytest.mark.parametrize(("game", "players"), [("dalmuti", 5), ("theater", 4)])
def test_an_evening_is_entered_as_it_is_played(
    client: FlaskClient, scorekeeper: Headers, game: str, players: int
) -> None:
    evening = Playout(PROFILES[game].rules({}), players, Random(f"{game} evening"), choose=sensible)
    first = evening.deal({})
    opened = sent(client, scorekeeper, record(evening, [first]))
    address, following = opened.headers["Location"], None
    deals: list[Any] = [first]
    for revision in (1, 2, 3):
        deal = evening.deal({})
        deals.append(deal if following is None else written_down(following, deal))
        answer = added(client, scorekeeper, address, deals[-1], revision=revision)
        told = answer.get_json()
        assert answer.status_code == 201
        assert answer.headers["ETag"] == f'"{revision + 1}"'
        assert answer.headers["Location"] == f"{address}/deals/{revision + 1}"
        assert (told["deal"], told["revision"], told["report"]["faults"]) == (revision + 1, revision + 1, [])
        if following is not None:
            assert given(deal) == {(gift["from"], gift["to"], gift["cards"]) for gift in following["exchange"]}
        following = told["next"]
    report = client.get(f"{address}/report").get_json()
    assert report["legal"] is True
    assert (report["totals"], report["ranks"]) == (told["totals"], told["ranks"])
    assert client.get(address).get_json()["deals"] == deals


def test_the_answer_has_the_report_on_the_deal_and_the_totals(client: FlaskClient, scorekeeper: Headers) -> None:
    address = stored(client, scorekeeper, rules="dalmuti")
    told = added(client, scorekeeper, address, SECOND, revision=1).get_json()
    report = client.get(f"{address}/report").get_json()
    assert told["report"] == report["deals"][1]
    assert (told["totals"], told["ranks"]) == (report["totals"], report["ranks"])
    assert told["next"]["deal"] == 3
    assert told["next"]["places"] == [2, 1, 3, 4]


def test_what_was_dealt_with_faults_is_added_all_the_same(client: FlaskClient, scorekeeper: Headers) -> None:
    address = stored(client, scorekeeper)
    deal = {"places": None, "hands": ["D3 ?*12", "?*13", "?*13", "?*14"], "actions": ["2 S5"], "abandoned": True}
    told = added(client, scorekeeper, address, deal, revision=1).get_json()
    assert [fault["code"] for fault in told["report"]["faults"]] == ["opening_card_missing", "out_of_turn"]


def test_the_history_tells_that_a_deal_was_added(client: FlaskClient, scorekeeper: Headers) -> None:
    address = stored(client, scorekeeper)
    added(client, scorekeeper, address, SECOND, revision=1)
    revision = client.get(f"{address}/revisions").get_json()["revisions"][1]
    assert (revision["kind"], revision["author"], revision["reason"]) == ("deal", "Haru", None)
    assert revision["changes"]["added"] == [2]


def test_a_deal_has_to_say_which_version_it_is_for(client: FlaskClient, scorekeeper: Headers) -> None:
    address = stored(client, scorekeeper)
    for headers in (scorekeeper, {**scorekeeper, "If-Match": "*"}):
        answer = client.post(f"{address}/deals", json=SECOND, headers=headers)
        assert problem(answer) == "precondition-required"


def test_two_scorekeepers_do_not_add_the_same_deal_twice(client: FlaskClient, scorekeeper: Headers) -> None:
    address = stored(client, scorekeeper)
    added(client, scorekeeper, address, SECOND, revision=1)
    answer = added(client, scorekeeper, address, SECOND, revision=1)
    told = answer.get_json()
    assert (problem(answer), told["given"], told["current"]) == ("precondition-failed", 1, 2)
    assert answer.headers["ETag"] == '"2"'
    assert len(client.get(address).get_json()["deals"]) == 2


def test_what_is_wrong_is_told_by_its_place_in_the_deal(client: FlaskClient, scorekeeper: Headers) -> None:
    address = stored(client, scorekeeper)
    wrong = {"hands": ["D3", "S5", "S6"], "actions": ["1 D3", "9 S5", "2 Z9"], "winner": 1}
    answer = added(client, scorekeeper, address, wrong, revision=1)
    assert problem(answer) == "unreadable"
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
    address = stored(client, scorekeeper)
    headers = {**matching(scorekeeper, 1), "Content-Type": "application/json"}
    answer = client.post(f"{address}/deals", data=data, headers=headers)
    assert problem(answer) == "unreadable"
    assert answer.get_json()["errors"]
    assert store.counts().revisions == 1


def test_a_deal_that_is_none_is_told_before_the_version_is_looked_at(client: FlaskClient, scorekeeper: Headers) -> None:
    address = stored(client, scorekeeper)
    assert problem(added(client, scorekeeper, address, {"winner": 1}, revision=7)) == "unreadable"


def test_a_deal_is_sent_as_json(client: FlaskClient, scorekeeper: Headers) -> None:
    address = stored(client, scorekeeper)
    headers = {**matching(scorekeeper, 1), "Content-Type": "text/plain"}
    assert problem(client.post(f"{address}/deals", data="{}", headers=headers)) == "unsupported-media-type"


def test_no_deal_is_added_to_a_record_that_is_not_there(client: FlaskClient, scorekeeper: Headers) -> None:
    assert problem(added(client, scorekeeper, "/v1/records/7", SECOND, revision=1)) == "not-found"


def test_nor_to_one_that_was_withdrawn(client: FlaskClient, scorekeeper: Headers) -> None:
    address = stored(client, scorekeeper)
    withdrawn(client, scorekeeper, address, revision=1)
    answer = added(client, scorekeeper, address, SECOND, revision=2)
    assert (problem(answer), answer.headers["ETag"]) == ("withdrawn", '"2"')


def test_nor_where_the_sitting_would_become_another_record(client: FlaskClient, scorekeeper: Headers) -> None:
    other = stored(client, scorekeeper, deals=[{"result": ORDER}, SECOND])
    address = stored(client, scorekeeper, deals=[SECOND])
    corrected(client, scorekeeper, address, document(), revision=1)
    answer = added(client, scorekeeper, address, SECOND, revision=2)
    assert (problem(answer), answer.get_json()["address"]) == ("conflict", other)


def test_only_a_scorekeeper_adds_deals(client: FlaskClient, scorekeeper: Headers, reader: Headers) -> None:
    address = stored(client, scorekeeper)
    assert problem(added(client, {}, address, SECOND, revision=1)) == "not-authenticated"
    assert problem(added(client, reader, address, SECOND, revision=1)) == "not-allowed"


def test_a_deal_in_play_is_replaced_by_a_correction(client: FlaskClient, scorekeeper: Headers) -> None:
    hands = ["D3 ?*12", "?*13", "?*13", "?*14"]
    in_play: RawRecord | Json = one_deal(hands=hands, actions=["1 D3"])
    address = sent(client, scorekeeper, in_play).headers["Location"]
    further = document(deals=[{"hands": hands, "actions": ["1 D3", "2 S5"]}])
    answer = client.put(f"{address}?reason=played+on", json=further, headers=matching(scorekeeper, 1))
    assert answer.status_code == 200
    assert client.get(address).get_json() == further
