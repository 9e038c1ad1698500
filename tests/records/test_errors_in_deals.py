"""Where a deal is refused. What is said of it is in the golden outputs of refusals."""

from typing import Final

import pytest

from daifu.schemas.record.decode import load_record
from tests.support.small_records import ORDER, document, json_bytes, one_deal, refusal_pointers, refusal_problems

FOUR: Final = ["", "", "", ""]
FIVE_OF_WHOM_FOUR_SIT: Final = {"rules": "dalmuti", "players": list("ABCDE")}
D3_64_TIMES: Final = "D3 " * 64

WRONG: Final[dict[str, tuple[list[object], list[str]]]] = {
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


@pytest.mark.parametrize(("records", "places"), WRONG.values(), ids=WRONG)
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
