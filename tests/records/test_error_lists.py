"""A refusal lists every problem, not only the first."""

import json

import pytest

from daifu.schemas.record.decode import load_raw_record, load_record
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.record.limits import ACTIONS, DEALS, PLAYERS, PROBLEMS
from tests.support.small_records import document, json_bytes, one_deal, refusal_pointers

FOUR = ["", "", "", ""]


def test_problems_are_found_in_every_part_of_a_record() -> None:
    broken = document(
        rules="theater",
        options={"jokers": 9, "jester": True},
        players=["Mu", "Mu", "Shimo", ""],
        event={"date": "today"},
        extra=1,
        deals=[
            {"seats": [1, 2, 3, 4], "hands": ["D3 Z", None, "", 4], "actions": ["1 D3", "x", "2 -", 5], "dealer": 9},
            {"places": [1, 1, 2, 3], "result": {"order": [1, 1], "points": [1, "2"], "prize": 1}},
            7,
        ],
    )
    assert refusal_pointers(broken) == [
        "/event/date",
        "/extra",
        "/options/jester",
        "/options/jokers",
        "/players/1",
        "/players/3",
        "/deals/0/actions/1",
        "/deals/0/actions/3",
        "/deals/0/dealer",
        "/deals/0/hands/0",
        "/deals/0/hands/1",
        "/deals/0/hands/3",
        "/deals/1/places",
        "/deals/1/result/order",
        "/deals/1/result/points",
        "/deals/1/result/points/1",
        "/deals/1/result/prize",
        "/deals/2",
    ]


def test_a_wrong_header_does_not_hide_wrong_deals() -> None:
    deals = [{"seats": [1, 2, 3, 3], "actions": ["1 - ", 3], "hands": FOUR}]
    assert refusal_pointers(document(rules="teater", deals=deals)) == ["/rules", "/deals/0/actions/1", "/deals/0/seats"]


def test_cards_are_read_though_options_are_wrong() -> None:
    assert refusal_pointers(document(options={"jokers": 9}, deals=[{"hands": ["Z", "", "", ""]}])) == [
        "/options/jokers",
        "/deals/0/hands/0",
    ]


def test_the_number_of_seats_is_not_checked_under_wrong_options() -> None:
    nine = document(rules="dalmuti", players=list("ABCDEFGHI"), options={"allow_any_players": "yes"}, deals=[{}])
    assert refusal_pointers(nine) == ["/options/allow_any_players"]


def test_actions_are_not_read_if_the_players_are_not_a_list() -> None:
    assert refusal_pointers(document(players=4, deals=[{"hands": ["Z"], "actions": ["9 Z"]}])) == [
        "/players",
        "/deals/0/hands/0",
    ]


def test_seats_that_follow_from_wrong_seats_are_not_checked() -> None:
    five = document(
        rules="dalmuti",
        players=list("ABCDE"),
        deals=[{"seats": [1, 2, "3", 4]}, {"hands": ["", "", "", "", None]}, {"seats": [1, 2, 3, 9]}],
    )
    assert refusal_pointers(five) == ["/deals/0/seats/2", "/deals/2/seats"]


def test_hands_that_are_not_a_list_are_not_reported_as_missing() -> None:
    assert refusal_pointers(one_deal(hands={}, actions=["1 -"])) == ["/deals/0/hands"]


def test_actions_are_read_if_the_hands_are_not_a_list() -> None:
    assert refusal_pointers(one_deal(hands={}, actions=["1 -", "x"])) == ["/deals/0/actions/1", "/deals/0/hands"]


def test_problems_are_listed_in_the_order_of_the_deals() -> None:
    wrong = [place for place in range(12) if place % 3]
    deals = [{"dealer": 0} if place in wrong else {} for place in range(12)]
    assert refusal_pointers(document(deals=deals)) == [f"/deals/{place}/dealer" for place in wrong]


def test_slashes_and_tildes_in_a_field_name_are_escaped_in_the_pointer() -> None:
    assert refusal_pointers(document(**{"a/b~c": 1})) == ["/a~1b~0c"]


def test_a_field_named_like_an_attribute_of_the_reader_is_unknown() -> None:
    assert refusal_pointers(document(_schema=1, fields=2)) == ["/_schema", "/fields"]


@pytest.mark.parametrize(
    "endless",
    [
        one_deal(hands=FOUR, actions=["?"] * (PROBLEMS + 5)),
        document(deals=[{"dealer": 0}] * (PROBLEMS + 5)),
        document(**{f"field {number}": 1 for number in range(PROBLEMS + 5)}),
    ],
)
def test_a_refusal_lists_a_limited_number_of_problems(endless: object) -> None:
    assert len(refusal_pointers(endless)) == PROBLEMS


def test_the_error_itself_says_where_and_what() -> None:
    with pytest.raises(RecordRefused, match=r"^/rules: expected one of dalmuti, .*, found 'x'$"):
        load_record(json_bytes(document(rules="x")))
    with pytest.raises(RecordRefused, match=r"^the record: expected an object, found a list$"):
        load_record(b"[]")


def test_the_error_itself_says_the_first_reasons_and_how_many_more_there_are() -> None:
    with pytest.raises(RecordRefused) as refused:
        load_record(json_bytes(one_deal(hands=FOUR, actions=["?"] * 30)))
    text = str(refused.value)
    assert (text.count("/deals/0/actions/"), len(refused.value.problems)) == (5, 30)
    assert text.endswith("; and 25 more")


def test_plain_values_are_refused_like_their_json_text() -> None:
    broken = document(event={"date": 1}, deals=[{"seats": [1, 1, 1, 1], "hands": ["Z"]}])
    with pytest.raises(RecordRefused) as refusal:
        load_raw_record(json.loads(json_bytes(broken)))
    assert [problem.pointer for problem in refusal.value.problems] == refusal_pointers(broken)


@pytest.mark.untraced
def test_a_record_may_have_200000_deals_and_a_deal_20000_actions() -> None:
    assert len(load_record(json_bytes(document(deals=[{}] * DEALS))).deals) == DEALS
    assert refusal_pointers(document(deals=[{}] * (DEALS + 1))) == ["/deals"]
    assert (
        len(load_record(json_bytes(one_deal(hands=FOUR, actions=["1 -"] * ACTIONS))).deals[0].actions or ()) == ACTIONS
    )
    assert refusal_pointers(one_deal(hands=FOUR, actions=["1 -"] * (ACTIONS + 1))) == ["/deals/0/actions"]


def test_a_record_may_have_100_players_of_whom_few_are_seated() -> None:
    many = [f"P{number}" for number in range(1, PLAYERS + 1)]
    assert load_record(json_bytes(document(players=many, deals=[{"seats": [100, 50, 2, 1]}]))).deals[0].seats == (
        100,
        50,
        2,
        1,
    )
    assert refusal_pointers(document(players=[*many, "one more"], deals=[{"seats": [1, 2, 3, 4]}])) == ["/players"]
