"""Where a record is refused, with every problem. What is said of it is in the golden outputs of refusals."""

import json
from typing import Final

import pytest

from daifu.schemas.record.decode import load_raw_record, load_record
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.record.limits import ACTIONS, DEALS, PLAYERS, PROBLEMS
from tests.support.small_records import (
    ORDER,
    document,
    document_without,
    json_bytes,
    one_deal,
    refusal_pointers,
    refusal_problems,
)

FOUR: Final = ["", "", "", ""]
FIVE_OF_WHOM_FOUR_SIT: Final = {"rules": "dalmuti", "players": list("ABCDE")}
D3_64_TIMES: Final = "D3 " * 64

WRONG_IN_DEALS: Final[dict[str, tuple[list[object], list[str]]]] = {
    "a deal has the fields that the format knows": ([one_deal(action=[])], ["/action"]),
    "a result has the fields that the format knows": ([one_deal(result={"titles": []})], ["/result/titles"]),
    "the rules limit the number of seated players": (
        [
            document(rules="dalmuti", deals=[{"seats": [1, 2, 3]}]),
            document(rules="uecda", players=list("ABCDE"), deals=[{"seats": [1, 2, 3, 4]}]),
        ],
        ["/seats"],
    ),
    "too many players seated by default are refused once": (
        [document(rules="dalmuti", players=list("ABCDEFGHI"), deals=[{}, {}])],
        [""],
    ),
    "places rank every seated player once": (
        [one_deal(places=places) for places in ([1, 2, 3], [1, 2, 3, 3], [1, 2, 3, 5], [1, 2, 3, 4, 4])],
        ["/places"],
    ),
    "an order names seated players once each": (
        [
            *(one_deal(result={"order": order}) for order in ([1, 5], [1, 2, 1])),
            document(**FIVE_OF_WHOM_FOUR_SIT, deals=[{"seats": [1, 2, 3, 5], "result": ORDER}]),
        ],
        ["/result/order"],
    ),
    "the dealer is seated": (
        [document(**FIVE_OF_WHOM_FOUR_SIT, deals=[{"seats": [1, 2, 3, 5], "dealer": 4}])],
        ["/dealer"],
    ),
    "the first is seated": (
        [document(**FIVE_OF_WHOM_FOUR_SIT, deals=[{"seats": [1, 2, 3, 5], "first": 4}])],
        ["/first"],
    ),
    "actions need hands": ([one_deal(actions=[])], ["/hands"]),
    "there is a hand for each player of the record": ([one_deal(hands=["", "", ""])], ["/hands"]),
    "a seated player has a hand": ([one_deal(hands=["", None, "", None])], ["/hands/1", "/hands/3"]),
    "the number of unknown cards is written in digits and limited": (
        [
            one_deal(hands=["", "", "", f"D3 {mark}"])
            for mark in ("?*0", "?*01", "?*", "?13", "??", "?*1000", "?*-1", "?*１", "?*200 ?")
        ],
        ["/hands/3"],
    ),
    "the cards of the stock are known": (
        [one_deal(stock=stock) for stock in ("?", "D3 ?*3", "D1", "1")],
        ["/stock"],
    ),
    "an action can be read": (
        [one_deal(hands=FOUR, actions=["1 D3", action]) for action in ("", "5 D3", "1 give 2", "1 - D3")],
        ["/actions/1"],
    ),
    "hands, gifts and draws name no card more often than hands can count": (
        [
            *(one_deal(hands=[hand, "", "", ""], actions=[f"1 give 2 {D3_64_TIMES}"] * 2) for hand in ("?", "?*13")),
            document(rules="floor13", deals=[{"hands": FOUR, "actions": ["1 draw " + "D3 " * 100] * 2}]),
            one_deal(hands=["D3 " * 128, "", "", ""]),
            one_deal(hands=[D3_64_TIMES, "", D3_64_TIMES, ""]),
            one_deal(hands=["D3 " * 100, "D3 " * 166, "", ""]),
        ],
        [""],
    ),
}

NO_NAMES: Final = ("", "   ", "a\nb", "a\tb", "\x1b[2J", "a\x7f", "x" * 201, 3, None, ["Mu"])
NO_TEXTS: Final[tuple[object, ...]] = (None, True, [], {}, 1.5)
NO_DATES: Final = (
    *("", "16.7.2007", "2007-13-01", "2007-02-29", "2007-7-16", "07-07-16", "２００７"),
    *("2007-07-16 20:00", "2007-07-16T", "2007-07-16TT20:00", "2007-07-16T25:00", None, 2007, True),
)


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


@pytest.mark.parametrize(("records", "places"), WRONG_IN_DEALS.values(), ids=WRONG_IN_DEALS)
def test_a_deal_is_refused_where_it_breaks_this(records: list[object], places: list[str]) -> None:
    for record in records:
        assert refusal_pointers(record) == [f"/deals/0{place}" for place in places]


@pytest.mark.parametrize("seats", [[1, 2, 3, 5], [1, 2, 3, 3]])
def test_seats_name_players_of_the_record_once_each(seats: list[int]) -> None:
    assert "/deals/0/seats" in refusal_pointers(one_deal(seats=seats))


def test_places_used_as_seats_name_every_player_once() -> None:
    expected = refusal_problems(document(rules="dalmuti", deals=[{"places": [1, 2, 3, 4, 4]}]))[0].expected
    assert expected.en == "expected players from 1 to 4, each once, found '1 2 3 4 4'"


def test_an_option_may_allow_fewer_seated_players() -> None:
    fewer = document(rules="dalmuti", options={"allow_any_players": True}, deals=[{"seats": [1]}])
    assert refusal_problems(fewer)[0].expected.en == "expected 2 to 20 seated players, found 1"


def test_all_cards_of_a_hand_that_cannot_be_read_are_named() -> None:
    [(pointer, expected)] = refusal_problems(one_deal(hands=["D3 D1 Z S5 d4", "", "", ""]))
    assert (pointer, "found 'D1 Z d4'" in expected.en) == ("/deals/0/hands/0", True)


def test_a_card_given_back_and_forth_is_one_card() -> None:
    to_and_fro = ["1 give 2 D3", "2 give 1 D3"] * 100
    record = load_record(json_bytes(one_deal(hands=["D3", "", "", ""], actions=to_and_fro)))
    assert len(record.deals[0].actions or ()) == 200


def nested(levels: int) -> list[object]:
    """Lists within lists."""
    return [nested(levels - 1)] if levels else []


WRONG_OUTSIDE_DEALS: Final[dict[str, tuple[list[object], list[str]]]] = {
    "a record has a format": ([document_without("format"), document(format="daifu/2")], ["/format"]),
    "a record has rules that are known": (
        [
            document_without("rules"),
            *(document(rules=one) for one in ("poker", "Theater", "", None, 3, ["theater"], {"theater": 1})),
        ],
        ["/rules"],
    ),
    "a record has players": ([document_without("players")], ["/players"]),
    "a record has deals": ([document_without("deals")], ["/deals"]),
    "a record has the fields that the format knows": ([document(deal=[])], ["/deal"]),
    "a record has the options that its rules know": ([document(options={"joker": 1})], ["/options/joker"]),
    "an option takes only its values": (
        [
            document(options={"illegal_play": value})
            for value in ("pas", "Stands", True, None, 0, ["stands"], {"stands": 1})
        ],
        ["/options/illegal_play"],
    ),
    "an option that is a number takes whole numbers in its range": (
        [document(options={"jokers": value}) for value in (0, 3, -1, 1.0, True, "2", None)],
        ["/options/jokers"],
    ),
    "options do not exclude each other": (
        [document(rules="dalmuti", options={"philosophical": True, "score": False})],
        ["/options"],
    ),
    "the name of a player has a visible character": (
        [document(players=["Mu", name, "Shimo", "Aki"]) for name in NO_NAMES],
        ["/players/1"],
    ),
    "a player who is an object has an id, a name and nothing else": (
        [document(players=["Mu", {"id": "", "nick": "J"}, "Shimo", "Aki"])],
        ["/players/1/id", "/players/1/name", "/players/1/nick"],
    ),
    "no two players have the same id": (
        [document(players=["Mu", {"id": "Mu", "name": "Mushi"}, "Shimo", "Shimo"])],
        ["/players/1", "/players/3"],
    ),
    "the date of an event is one of ISO 8601": ([document(event={"date": date}) for date in NO_DATES], ["/event/date"]),
    **{
        f"the {field} of an event is text{or_number}": (
            [document(event={field: value}) for value in NO_TEXTS],
            [f"/event/{field}"],
        )
        for field, or_number in (
            *(("name", ""), ("site", "")),
            *(("round", " or a whole number"), ("table", " or a whole number")),
        )
    },
    **{
        f"an {field} is nested in 16 levels at most": (
            [document(**{field: {"a": nested(16)}})],
            [f"/{field}/a" + "/0" * 15],
        )
        for field in ("event", "source")
    },
    "numbers in a free object are within the range of all readers": (
        [document(event={"fee": [number]}) for number in (2**53, -(2**53), 10**30, 1e300)],
        ["/event/fee/0"],
    ),
    "a name in a free object has no NUL": ([document(source={"a\0": 1})], ["/source"]),
}


@pytest.mark.parametrize(("records", "places"), WRONG_OUTSIDE_DEALS.values(), ids=WRONG_OUTSIDE_DEALS)
def test_a_record_is_refused_where_it_breaks_this(records: list[object], places: list[str]) -> None:
    for record in records:
        assert refusal_pointers(record) == places


@pytest.mark.parametrize("value", [10**30, 10**400])
def test_an_option_takes_no_number_beyond_the_range_of_all_readers(value: int) -> None:
    assert set(refusal_pointers(document(options={"jokers": value}))) == {"/options/jokers"}
