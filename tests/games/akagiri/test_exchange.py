"""The exchange before play (A-XCH)."""

import pytest

from daifu.replay.options import Value
from tests.support.games.akagiri import action_faults_of, hidden_hands
from tests.support.reports import fault_tuples, judge_deals

FIVE = [
    "S3 H3 D3 C3 D5 C5 S8 H8 D8 C8 C2",
    "S9 H9 D9 C9 ST HT DT CT SJ HJ DJ",
    "CJ SQ HQ DQ CQ SK HK DK CK DA CA",
    "D2 HA S6 H6 D6 C6 S7 H7 D7 C7",
    "X S2 H2 SA S4 H4 D4 C4 S5 H5",
]
"""Player 5 holds a joker, two 2s and an ace, player 4 one 2."""
GIFTS = ("5 give 1 X H2", "4 give 2 D2", "1 give 5 S3 H3", "2 give 4 S9")


def exchanged(*actions: str, hands: list[str] | None = None, **options: Value) -> list[tuple[int, str]]:
    """The faults of a deal after the ranking 1, 2, 3, ..., by action."""
    dealt = hands or FIVE
    ranking = {"result": {"order": list(range(1, len(dealt) + 1))}}
    deal = {"hands": dealt, "actions": list(actions), "abandoned": True}
    return action_faults_of(judge_deals("akagiri", [ranking, deal], len(dealt), options), deal=1)


def owed(players: int, **options: Value) -> list[tuple[int, int, int]]:
    """Giver, taker and number of cards of each gift due after the ranking 1, 2, 3, ..., by giver."""
    ranking = {"result": {"order": list(range(1, players + 1))}}
    deal = {"hands": hidden_hands(players), "actions": [f"{players} S3"], "abandoned": True}
    report = judge_deals("akagiri", [ranking, deal], players, options)
    missing = [fault for fault in report.deals[1].faults if fault.code == "exchange_missing"]
    return [
        (fault.player or 0, int(str(fault.details["target"])), int(str(fault.details["owed"]))) for fault in missing
    ]


def test_the_poor_give_their_strongest_and_the_rich_any_cards() -> None:
    """A-XCH-1, A-XCH-2."""
    assert exchanged(*GIFTS, "5 S4", "4 S6") == []


def test_the_joker_and_one_of_two_2s_are_the_two_strongest() -> None:
    """A-JOK-5, A-Q-12."""
    assert exchanged("5 give 1 X S2", *GIFTS[1:], "5 S4") == []
    assert exchanged("5 give 1 S2 H2", *GIFTS[1:], "5 S4") == [(0, "exchange_not_best")]


def test_an_ace_is_not_given_while_a_2_is_held() -> None:
    """A-XCH-1."""
    assert exchanged("5 give 1 X SA", *GIFTS[1:], "5 S4") == [(0, "exchange_not_best")]


def test_the_hinmin_gives_the_best_card() -> None:
    """A-XCH-2."""
    assert exchanged(GIFTS[0], "4 give 2 HA", *GIFTS[2:], "5 S4") == [(1, "exchange_not_best")]


def test_the_rich_may_give_back_what_they_got() -> None:
    """A-XCH-1."""
    assert exchanged(*GIFTS[:2], "1 give 5 X H2", "2 give 4 D2", "5 X", "4 -") == []


def test_cards_not_yet_received_cannot_be_given() -> None:
    """A-XCH-1."""
    assert exchanged("1 give 5 X S3", "2 give 4 S9", *GIFTS[:2], "5 S4") == [(0, "card_not_held")]


def test_the_hand_as_dealt_decides_what_the_poor_owe() -> None:
    """A-Q-27: the 2 that the daifugo gave first is not asked back."""
    assert exchanged("1 give 5 C2 S3", "2 give 4 S9", *GIFTS[:2], "5 S4") == []


@pytest.mark.parametrize(
    ("place", "gift"), [(0, "5 give 1 X"), (1, "4 give 2 D2 HA"), (2, "1 give 5 S3 H3 D3"), (3, "2 give 4 S9 H9")]
)
def test_each_gives_as_many_cards_as_the_titles_say(place: int, gift: str) -> None:
    """A-XCH-1, A-XCH-2."""
    gifts = [*GIFTS[:place], gift, *GIFTS[place + 1 :]]
    assert exchanged(*gifts, "5 S4") == [(place, "exchange_wrong_count")]


def test_gifts_that_were_not_made_are_missed_at_the_first_play() -> None:
    """A-XCH-1."""
    ranking = {"result": {"order": [1, 2, 3, 4, 5]}}
    deal = {"hands": FIVE, "actions": [*GIFTS[:1], "5 -", "4 S6"], "abandoned": True}
    faults = fault_tuples(judge_deals("akagiri", [ranking, deal], players=5), deal=1)
    missing = [(2, giver, "exchange_missing") for giver in (1, 2, 4)]
    assert faults == [(1, 5, "pass_on_lead"), *missing]


@pytest.mark.parametrize("gift", ["3 give 4 CJ", "4 give 1 D2", "5 give 1 S4", "1 give 5 D3"])
def test_nobody_gives_what_they_do_not_owe(gift: str) -> None:
    """A-XCH-1, A-XCH-3: a heimin, another pair, a second gift."""
    assert exchanged(*GIFTS, gift, "5 S5") == [(4, "exchange_not_owed")]


def test_nobody_gives_after_the_first_play() -> None:
    """A-XCH-1."""
    assert exchanged(*GIFTS[1:], "5 S4", GIFTS[0]) == [(3, "exchange_missing"), (4, "exchange_not_owed")]


def test_without_a_ranking_nothing_is_owed() -> None:
    """A-XCH-1."""
    deal = {"dealer": 1, "hands": FIVE, "actions": ["1 give 5 S3 H3", "1 D3"], "abandoned": True}
    assert action_faults_of(judge_deals("akagiri", [deal], players=5)) == [(0, "exchange_not_owed")]


def test_written_places_are_a_ranking_even_in_the_first_deal() -> None:
    """A-XCH-1."""
    deal = {"places": [1, 2, 3, 4, 5], "hands": FIVE, "actions": [*GIFTS, "5 S4"], "abandoned": True}
    assert action_faults_of(judge_deals("akagiri", [deal], players=5)) == []


def test_hands_after_the_exchange_owe_none() -> None:
    """A-XCH-1."""
    ranking = {"result": {"order": [1, 2, 3, 4, 5]}}
    deal = {"hands": FIVE, "hands_are": "exchanged", "actions": ["5 S4"], "abandoned": True}
    assert action_faults_of(judge_deals("akagiri", [ranking, deal], players=5), deal=1) == []


def test_gifts_are_compared_with_the_cards_that_are_known_to_be_kept() -> None:
    """A-XCH-1."""
    hands = [*FIVE[:4], "X S2 ?*8"]
    others = *GIFTS[1:2], "1 give 5 D3 C3", GIFTS[3], "5 S4"
    assert exchanged("5 give 1 X H2", *others, hands=hands) == []
    assert exchanged("5 give 1 S3 H4", *others, hands=hands) == [(0, "exchange_not_best")]


def test_the_spade_3_is_an_ordinary_3_in_the_exchange() -> None:
    """A-JOK-5, A-OPT-S3."""
    hands = ["S4 H4", "S5 H5", "S6 H6", "D2 H7", "S3 C2 CA"]
    gifts = ("5 give 1 C2 CA", "4 give 2 D2", "1 give 5 S4 H4", "2 give 4 S5")
    assert exchanged(*gifts, "5 S3", hands=hands, spade3="always") == []


def test_three_and_four_players_exchange_one_card() -> None:
    """A-XCH-4."""
    assert owed(3) == [(1, 3, 1), (3, 1, 1)]
    assert owed(4) == [(1, 4, 1), (4, 1, 1)]


def test_five_and_six_players_exchange_two_cards_and_one() -> None:
    """A-XCH-1, A-XCH-2."""
    assert owed(5) == [(1, 5, 2), (2, 4, 1), (4, 2, 1), (5, 1, 2)]
    assert owed(6) == [(1, 6, 2), (2, 5, 1), (5, 2, 1), (6, 1, 2)]


def test_among_seven_the_third_and_the_fifth_exchange_too() -> None:
    """A-XCH-3."""
    assert owed(7) == [(1, 7, 2), (2, 6, 1), (3, 5, 1), (5, 3, 1), (6, 2, 1), (7, 1, 2)]


@pytest.mark.parametrize(
    ("table", "players", "counts"),
    [
        ("alt3", 3, [2]),
        ("alt4", 4, [2, 1]),
        ("alt6a", 6, [2, 1, 1]),
        ("alt6b", 6, [3, 2, 1]),
        ("alt7a", 7, [2, 1]),
        ("alt7b", 7, [3, 2, 1]),
    ],
)
def test_other_titles_exchange_by_their_rank(table: str, players: int, counts: list[int]) -> None:
    """A-Q-11."""
    rich = [(place, players + 1 - place, count) for place, count in enumerate(counts, 1)]
    poor = [(taker, giver, count) for giver, taker, count in reversed(rich)]
    assert owed(players, title_table=table) == rich + poor


def test_the_cards_exchanged_may_be_agreed_from_the_outer_pair_inward() -> None:
    """A-Q-11."""
    assert owed(5, exchange_counts=[1, 2]) == [(1, 5, 1), (2, 4, 2), (4, 2, 2), (5, 1, 1)]
    assert owed(5, exchange_counts=[0, 1]) == [(2, 4, 1), (4, 2, 1)]
    assert owed(5, exchange_counts=[]) == []
