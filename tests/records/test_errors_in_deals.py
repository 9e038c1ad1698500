"""Problems in deals, and their sentences."""

import pytest

from daifu.schemas.record.decode import load_record
from tests.support.small_records import (
    ORDER,
    document,
    json_bytes,
    one_deal,
    problem,
    refusal_pointers,
    refusal_problems,
)

DEAL_FIELDS = "seats, places, hands, hands_are, dealer, first, stock, actions, result, abandoned, notes"
FOUR = ["", "", "", ""]


def test_an_unknown_field_of_a_deal_is_refused_and_the_known_ones_are_named() -> None:
    assert refusal_problems(one_deal(action=[])) == [
        problem(
            "/deals/0/action",
            f"expected one of {DEAL_FIELDS}, found 'action'",
            f"{DEAL_FIELDS.replace(', ', '、')}のどれかが必要ですが、「action」となっています",
        )
    ]


def test_an_unknown_field_of_a_result_is_refused_and_the_known_ones_are_named() -> None:
    assert refusal_problems(one_deal(result={"titles": []})) == [
        problem(
            "/deals/0/result/titles",
            "expected one of order, points, found 'titles'",
            "order、pointsのどれかが必要ですが、「titles」となっています",
        )
    ]


@pytest.mark.parametrize("seats", [[1, 2, 3, 5], [1, 2, 3, 3]])
def test_seats_name_players_of_the_record_once_each(seats: list[int]) -> None:
    found = " ".join(map(str, seats))
    assert problem(
        "/deals/0/seats",
        f"expected players from 1 to 4, each once, found '{found}'",
        f"1〜4のプレイヤー（重複なし）が必要ですが、「{found}」となっています",
    ) in refusal_problems(one_deal(seats=seats))


def test_the_rules_limit_the_number_of_seated_players() -> None:
    assert refusal_problems(document(rules="dalmuti", deals=[{"seats": [1, 2, 3]}])) == [
        problem(
            "/deals/0/seats",
            "expected 4 to 8 seated players, found 3",
            "席に着く4〜8人が必要ですが、3となっています",
        )
    ]


def test_a_single_possible_number_of_seated_players_is_no_range() -> None:
    four = document(rules="uecda", players=list("ABCDE"), deals=[{"seats": [1, 2, 3, 4]}])
    assert refusal_problems(four) == [
        problem("/deals/0/seats", "expected 5 seated players, found 4", "席に着く5人が必要ですが、4となっています")
    ]


def test_an_option_may_allow_fewer_seated_players() -> None:
    fewer = document(rules="dalmuti", options={"allow_any_players": True}, deals=[{"seats": [1]}])
    assert refusal_problems(fewer)[0].expected.en == "expected 2 to 20 seated players, found 1"


def test_too_many_players_seated_by_default_are_refused_once() -> None:
    nine = document(rules="dalmuti", players=list("ABCDEFGHI"), deals=[{}, {}])
    assert refusal_problems(nine) == [
        problem(
            "/deals/0",
            "expected 4 to 8 seated players, found 9",
            "席に着く4〜8人が必要ですが、9となっています",
        )
    ]


@pytest.mark.parametrize("places", [[1, 2, 3], [1, 2, 3, 3], [1, 2, 3, 5], [1, 2, 3, 4, 4]])
def test_places_rank_every_seated_player_once(places: list[int]) -> None:
    found = " ".join(map(str, places))
    assert refusal_problems(one_deal(places=places)) == [
        problem(
            "/deals/0/places",
            f"expected every seated player once (1 2 3 4), found '{found}'",
            f"席についている全員1回ずつ（1 2 3 4）が必要ですが、「{found}」となっています",
        )
    ]


def test_places_used_as_seats_name_every_player_once() -> None:
    assert refusal_problems(document(rules="dalmuti", deals=[{"places": [1, 2, 3, 4, 4]}]))[0] == problem(
        "/deals/0/places",
        "expected players from 1 to 4, each once, found '1 2 3 4 4'",
        "1〜4のプレイヤー（重複なし）が必要ですが、「1 2 3 4 4」となっています",
    )


@pytest.mark.parametrize("order", [[1, 5], [1, 2, 1]])
def test_an_order_names_seated_players_once_each(order: list[int]) -> None:
    found = " ".join(map(str, order))
    assert refusal_problems(one_deal(result={"order": order})) == [
        problem(
            "/deals/0/result/order",
            f"expected seated players (1 2 3 4), nobody twice, found '{found}'",
            f"席についているプレイヤー（1 2 3 4、重複なし）が必要ですが、「{found}」となっています",
        )
    ]


def test_a_player_who_sits_out_is_not_in_the_order() -> None:
    five = document(rules="dalmuti", players=list("ABCDE"), deals=[{"seats": [1, 2, 3, 5], "result": ORDER}])
    assert refusal_pointers(five) == ["/deals/0/result/order"]


@pytest.mark.parametrize("field", ["dealer", "first"])
def test_dealer_and_first_are_seated_players(field: str) -> None:
    five = document(rules="dalmuti", players=list("ABCDE"), deals=[{"seats": [1, 2, 3, 5], field: 4}])
    assert refusal_problems(five) == [
        problem(
            f"/deals/0/{field}",
            "expected a seated player (1 2 3 5), found 4",
            "席についているプレイヤー（1 2 3 5）が必要ですが、4となっています",
        )
    ]


def test_actions_need_hands() -> None:
    assert refusal_problems(one_deal(actions=[])) == [
        problem("/deals/0/hands", "expected this field, found nothing", "この項目が必要ですが、ありません")
    ]


def test_there_is_a_hand_for_each_player_of_the_record() -> None:
    assert refusal_problems(one_deal(hands=["", "", ""])) == [
        problem(
            "/deals/0/hands",
            "expected hands for 4 players, found 3",
            "プレイヤー4人分の手札が必要ですが、3となっています",
        )
    ]


def test_a_seated_player_has_a_hand() -> None:
    assert refusal_problems(one_deal(hands=["", None, "", None])) == [
        problem(
            f"/deals/0/hands/{place}",
            "expected a hand, as this player is seated, found null",
            "席についているプレイヤーの手札が必要ですが、nullとなっています",
        )
        for place in (1, 3)
    ]


def test_all_cards_of_a_hand_that_cannot_be_read_are_named() -> None:
    [(pointer, expected)] = refusal_problems(one_deal(hands=["D3 D1 Z S5 d4", "", "", ""]))
    assert pointer == "/deals/0/hands/0"
    assert expected.en.startswith("expected cards of this game, found 'D1 Z d4'. A card is written S5: ")
    assert expected.ja.startswith("このゲームのカードが必要ですが、「D1 Z d4」とあります。カードはS5のように")


@pytest.mark.parametrize("mark", ["?*0", "?*01", "?*", "?13", "??", "?*1000", "?*-1", "?*１"])
def test_the_number_of_unknown_cards_is_written_in_digits(mark: str) -> None:
    assert refusal_pointers(one_deal(hands=["", "", "", f"D3 {mark}"])) == ["/deals/0/hands/3"]


def test_the_number_of_unknown_cards_of_a_hand_is_limited() -> None:
    assert refusal_problems(one_deal(hands=["?*200 ?", "", "", ""])) == [
        problem(
            "/deals/0/hands/0",
            "expected at most 200 unknown cards, found '201'",
            "200枚以下の不明札が必要ですが、「201」とあります",
        )
    ]


@pytest.mark.parametrize("stock", ["?", "D3 ?*3", "D1", "1"])
def test_the_cards_of_the_stock_are_known(stock: str) -> None:
    [(pointer, expected)] = refusal_problems(one_deal(stock=stock))
    assert pointer == "/deals/0/stock"
    assert expected.en.startswith("expected cards of this game, found ")


@pytest.mark.parametrize(
    ("action", "en", "ja"),
    [
        ("", "expected a player number and an action, found ''", "プレイヤー番号と行動が必要ですが、「」とあります"),
        (
            "5 D3",
            "expected a player number from 1 to 4, found '5'",
            "1〜4のプレイヤー番号が必要ですが、「5」とあります",
        ),
        ("1 give 2", "expected 1 to 127 cards, found ''", "1〜127枚のカードが必要ですが、「」とあります"),
        ("1 - D3", "expected nothing more, found 'D3'", "ここで終わりが必要ですが、「D3」とあります"),
    ],
)
def test_an_action_that_cannot_be_read_is_refused_with_what_was_expected(action: str, en: str, ja: str) -> None:
    assert refusal_problems(one_deal(hands=FOUR, actions=["1 D3", action])) == [problem("/deals/0/actions/1", en, ja)]


@pytest.mark.parametrize("unknown", ["?", "?*13"])
def test_gifts_cannot_make_more_of_a_card_than_hands_can_count(unknown: str) -> None:
    gifts = ["1 give 2 " + "D3 " * 64] * 2
    assert refusal_problems(one_deal(hands=[unknown, "", "", ""], actions=gifts)) == [
        problem(
            "/deals/0",
            "expected each card at most 127 times in the hands, the stock, the gifts and the draws of a deal, "
            "found 'D3'",
            "手札・山札・渡した札・引いた札を合わせて各カード127枚以下が必要ですが、「D3」となっています",
        )
    ]


def test_draws_cannot_make_more_of_a_card_than_hands_can_count() -> None:
    draws = document(rules="floor13", deals=[{"hands": FOUR, "actions": ["1 draw " + "D3 " * 100] * 2}])
    assert refusal_pointers(draws) == ["/deals/0"]


@pytest.mark.parametrize(
    "hands", [["D3 " * 128, "", "", ""], ["D3 " * 64, "", "D3 " * 64, ""], ["D3 " * 100, "D3 " * 166, "", ""]]
)
def test_hands_cannot_name_a_card_more_often_than_they_can_count(hands: list[str]) -> None:
    assert refusal_pointers(one_deal(hands=hands)) == ["/deals/0"]


def test_a_card_given_back_and_forth_is_one_card() -> None:
    to_and_fro = ["1 give 2 D3", "2 give 1 D3"] * 100
    record = load_record(json_bytes(one_deal(hands=["D3", "", "", ""], actions=to_and_fro)))
    assert len(record.deals[0].actions or ()) == 200
