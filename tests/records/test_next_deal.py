"""The start of the next deal of a sitting."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daifu.replay.match import Record
from daifu.schemas.position import Upcoming, position_at
from daifu.schemas.position import next_deal as next_deal_of
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RawRecord
from tests.support.http_app import schema_errors
from tests.support.small_records import Document, document
from tests.support.strategies import GAMES, sittings

FEW = settings(max_examples=max(40, settings().max_examples))


def next_deal(record: Record) -> Any:  # noqa: ANN401
    """The start of the next deal as the service answers it."""
    return msgspec.to_builtins(next_deal_of(record))


def after(*orders: list[int], rules: str, players: int, options: Document | None = None) -> Any:  # noqa: ANN401
    """The start of the deal after deals with these results."""
    names = [f"P{number}" for number in range(1, players + 1)]
    deals = [{"result": {"order": order}} for order in orders]
    return next_deal(load_raw_record(document(rules=rules, players=names, deals=deals, options=options or {})))


def gift(giver: int, taker: int, cards: int, choice: str) -> Document:
    return {"from": giver, "to": taker, "cards": cards, "choice": choice}


@given(sittings(deals=3), st.data())
@FEW
def test_the_next_deal_starts_as_predicted(raw: RawRecord, data: st.DataObject) -> None:
    """Only if the next deal keeps the seats."""
    played = data.draw(st.integers(0, len(raw["deals"]) - 1))
    if not played or "seats" in raw["deals"][played]:
        return
    found = next_deal(load_raw_record({**raw, "deals": raw["deals"][:played]}))
    began = msgspec.to_builtins(position_at(load_raw_record(raw), played + 1, 0))
    titles = {seated["player"]: seated["title"] for seated in began["players"]}
    assert found["deal"] == played + 1
    assert sorted(found["seats"]) == sorted(titles)
    assert {player: title for player, title in enumerate(found["titles"], 1) if player in titles} == titles
    assert [{"what": "gift", **gift} for gift in found["exchange"]] == [
        owed for owed in began["owed"] if owed["what"] == "gift"
    ]
    if found["lead"]:
        assert began["turn"] in found["lead"]


@given(sittings(deals=2))
def test_the_next_deal_has_the_form_of_the_contract(raw: RawRecord) -> None:
    assert schema_errors(next_deal(load_raw_record(raw)), Upcoming) == []


def test_in_dalmuti_players_sit_by_place_the_first_leads_and_the_poor_pay_tax() -> None:
    assert after([2, 1, 4, 3], rules="dalmuti", players=4) == {
        "deal": 2,
        "seats": [2, 1, 4, 3],
        "places": [2, 1, 4, 3],
        "titles": ["lesser_dalmuti", "greater_dalmuti", "greater_peon", "lesser_peon"],
        "lead": [2],
        "dealer": None,
        "first_drawer": None,
        "exchange": [gift(3, 2, 2, "best"), gift(2, 3, 2, "dealt"), gift(4, 1, 1, "best"), gift(1, 4, 1, "dealt")],
    }


def test_in_theater_seats_stay_and_the_diamond_3_leads() -> None:
    found = after([2, 1, 4, 3], rules="theater", players=4)
    assert (found["deal"], found["seats"], found["places"]) == (2, [1, 2, 3, 4], [2, 1, 4, 3])
    assert found["titles"] == ["fugo", "daifugo", "daihinmin", "hinmin"]
    assert found["lead"] == []
    assert found["exchange"] == [
        gift(3, 2, 2, "best"),
        gift(2, 3, 2, "any"),
        gift(4, 1, 1, "best"),
        gift(1, 4, 1, "any"),
    ]


def test_gifts_from_the_hand_as_dealt_are_marked() -> None:
    found = after([2, 1, 4, 3], rules="theater", players=4, options={"gift_from_dealt_hand": True})
    assert [owed["choice"] for owed in found["exchange"]] == ["best", "dealt", "best", "dealt"]


def test_in_akagiri_the_last_player_deals_and_leads_and_gifts_follow_from_titles() -> None:
    found = after([3, 1, 2], rules="akagiri", players=3)
    assert (found["seats"], found["dealer"], found["lead"]) == ([2, 1, 3], 2, [2])
    assert found["exchange"] == [gift(2, 3, 1, "best"), gift(3, 2, 1, "any")]
    found = after([3, 1, 2], rules="akagiri", players=3, options={"first_leader": "daifugo"})
    assert (found["dealer"], found["lead"]) == (2, [3])


def test_in_uecda_two_cards_and_one_card_are_given() -> None:
    found = after([5, 4, 3, 2, 1], rules="uecda", players=5)
    assert found["exchange"] == [
        gift(1, 5, 2, "best"),
        gift(5, 1, 2, "any"),
        gift(2, 4, 1, "best"),
        gift(4, 2, 1, "any"),
    ]
    assert (found["seats"], found["lead"]) == ([1, 2, 3, 4, 5], [])


def test_in_floor13_the_last_player_leads_and_no_cards_are_given() -> None:
    found = after([4, 1, 3, 2], rules="floor13", players=4)
    assert (found["lead"], found["exchange"]) == ([2], [])
    assert found["titles"] == [None, "daihinmin", None, "daifugo"]


def test_any_of_the_players_tied_for_last_may_lead() -> None:
    hands = ["SA", "S4", "SK", "HK"]
    value = document(
        rules="floor13", options={"hand_size": 1}, deals=[{"hands": hands, "actions": ["1 SA"], "first": 1}]
    )
    assert next_deal(load_raw_record(value))["lead"] == [3, 4]


def test_in_biga_the_winner_draws_first_and_there_are_no_titles() -> None:
    found = after([3, 1, 2, 5, 4], rules="biga", players=5)
    assert (found["first_drawer"], found["lead"], found["exchange"]) == (3, [], [])
    assert found["titles"] == [None] * 5


@pytest.mark.parametrize("name", [name for name in GAMES if name != "dalmuti"])
def test_after_a_deal_without_a_result_there_is_no_ranking_and_nothing_to_give(name: str) -> None:
    players = 4 if name not in {"biga", "uecda"} else 5
    names = [f"P{number}" for number in range(1, players + 1)]
    found = next_deal(load_raw_record(document(rules=name, players=names, deals=[{"abandoned": True}])))
    assert (found["places"], found["exchange"], found["lead"]) == (None, [], [])
    assert found["titles"] == [None] * players


def test_in_dalmuti_without_a_ranking_the_places_are_those_of_the_seats() -> None:
    names = ["A", "B", "C", "D"]
    found = next_deal(load_raw_record(document(rules="dalmuti", players=names, deals=[{"abandoned": True}])))
    assert (found["places"], found["lead"], len(found["exchange"])) == ([1, 2, 3, 4], [1], 4)


def test_a_player_who_sat_out_has_no_title() -> None:
    names = ["A", "B", "C", "D", "E"]
    deals = [{"seats": [1, 2, 4, 5], "result": {"order": [5, 4, 2, 1]}}]
    found = next_deal(load_raw_record(document(rules="theater", players=names, deals=deals)))
    assert found["seats"] == [1, 2, 4, 5]
    assert found["titles"] == ["daihinmin", "hinmin", None, "fugo", "daifugo"]
