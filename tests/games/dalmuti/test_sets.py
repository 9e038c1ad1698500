"""The deck, what a set is, and what answers what (D-DECK, D-SET, D-RANK, D-FOLLOW)."""

import pytest

from daifu.replay.games.catalogue import PROFILES
from daifu.replay.games.dalmuti.sets import DALMUTI, full_pack, reduced_pack
from daifu.replay.options import Value
from tests.support.games.dalmuti import (
    action_faults,
    action_faults_in,
    deal_fault_codes,
    hidden_hands,
    partly_known_hands,
    report_of,
)
from tests.support.reports import judge_deals

PROFILE = PROFILES["dalmuti"]


def deal_faults(hands: list[str], places: list[int] | None = None, **options: Value) -> list[str]:
    """The faults of a deal as a whole in which nothing happens."""
    deal = {"hands": hands, "actions": [], "abandoned": True, "places": places}
    return deal_fault_codes(judge_deals("dalmuti", [deal], len(hands), options).deals[0])


def sized(*sizes: int) -> list[str]:
    return [f"?*{size}" for size in sizes]


def test_four_to_eight_players_may_play() -> None:
    """D-PLY-1."""
    assert PROFILE.rules({}).sitting.players == range(4, 9)


def test_tables_of_any_size_may_play_where_the_option_says_so() -> None:
    """D-PLY-1 `allow_any_players`."""
    assert PROFILE.rules({"allow_any_players": True}).sitting.players == range(2, 21)


def test_the_pack_has_as_many_cards_of_a_rank_as_its_number_and_two_jesters() -> None:
    """D-DECK-1."""
    assert list(DALMUTI.counts(full_pack(4).cards)) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 2]
    assert full_pack(4).size == 80


@pytest.mark.parametrize(("players", "cards", "ranks"), [(4, 57, 10), (5, 68, 11), (6, 80, 12)])
def test_the_reduced_pack_leaves_out_the_worst_ranks_at_small_tables(players: int, cards: int, ranks: int) -> None:
    """D-DECK-3, D-OPT-2."""
    assert reduced_pack(players).size == cards
    assert DALMUTI.counts(reduced_pack(players).cards)[ranks - 1 : 12] == bytes([ranks, *[0] * (12 - ranks)])


@pytest.mark.parametrize(("card", "copies"), [("1", 1), ("2", 2), ("12", 12), ("J", 2)])
def test_no_card_is_dealt_more_often_than_the_pack_has_it(card: str, copies: int) -> None:
    """D-DECK-1, D-DECK-2: the copies may lie in any hands."""
    assert deal_faults(partly_known_hands(" ".join([card] * copies))) == []
    assert deal_faults(partly_known_hands(" ".join([card] * copies), card)) == ["bad_deck"]


@pytest.mark.parametrize(("players", "card"), [(5, "12"), (4, "12"), (4, "11")])
def test_a_rank_left_out_is_in_no_hand(players: int, card: str) -> None:
    """D-DECK-3, D-OPT-2."""
    hands = hidden_hands(players, reduced_pack(players).size)
    hands[-1] = hands[-1].replace("?*13", f"{card} ?*12").replace("?*14", f"{card} ?*13")
    assert deal_faults(hands, reduced_deck=True) == ["bad_deck"]


@pytest.mark.parametrize(
    "sizes",
    [
        (20, 20, 20, 20),
        (16, 16, 16, 16, 16),
        (14, 14, 13, 13, 13, 13),
        (12, 12, 12, 11, 11, 11, 11),
        (10, 10, 10, 10, 10, 10, 10, 10),
    ],
)
def test_hands_differ_by_one_card_at_most_and_the_better_places_have_it(sizes: tuple[int, ...]) -> None:
    """D-DEAL-2, D-DEAL-1."""
    assert deal_faults(sized(*sizes)) == []


@pytest.mark.parametrize("sizes", [(14, 14, 14, 13, 13), (15, 14, 14, 14)])
def test_the_reduced_pack_is_dealt_the_same_way(sizes: tuple[int, ...]) -> None:
    """D-DEAL-2, D-DECK-3."""
    assert deal_faults(sized(*sizes), reduced_deck=True) == []


@pytest.mark.parametrize(
    "sizes", [(11, 12, 12, 11, 11, 11, 12), (13, 12, 11, 11, 11, 11, 11), (12, 12, 12, 11, 11, 11, 10)]
)
def test_hands_of_other_sizes_are_a_bad_deal(sizes: tuple[int, ...]) -> None:
    """D-DEAL-2: it matters who holds the extra cards."""
    assert deal_faults(sized(*sizes)) == ["bad_deal"]


def test_the_extra_cards_go_by_place_not_by_player_number() -> None:
    """D-DEAL-2."""
    places = [6, 5, 4, 3, 2, 1]
    assert deal_faults(sized(13, 13, 13, 13, 14, 14), places) == []
    assert deal_faults(sized(14, 14, 13, 13, 13, 13), places) == ["bad_deal"]


def test_the_extra_cards_follow_the_order_of_play_where_seats_run_the_other_way() -> None:
    """D-DEAL-2, D-SEAT-3: place 1 and the last place sit next to each other in the order of dealing."""
    assert deal_faults(sized(14, 13, 13, 13, 13, 14), seat_direction="ccw") == []
    assert deal_faults(sized(14, 14, 13, 13, 13, 13), seat_direction="ccw") == ["bad_deal"]


def test_a_note_about_a_flipped_card_changes_nothing() -> None:
    """D-OPT-5 `misdeal_choice`."""
    assert deal_faults(sized(20, 20, 20, 20), misdeal_choice=True) == []
    assert deal_faults(sized(21, 19, 20, 20), misdeal_choice=True) == ["bad_deal"]


@pytest.mark.parametrize("cards", ["9", "12 12", "5 5 5", "12 12 12 12 12 12 12 12 12 12 12 12"])
def test_cards_of_one_rank_are_a_set_however_many(cards: str) -> None:
    """D-SET-1."""
    assert action_faults(f"1 {cards}") == []


@pytest.mark.parametrize("cards", ["8 7", "3 4 5", "1 2", "12 12 11"])
def test_cards_of_two_ranks_are_no_set(cards: str) -> None:
    """D-SET-1, D-SET-4."""
    assert action_faults(f"1 {cards}") == [(0, "not_a_combination")]


@pytest.mark.parametrize("cards", ["8 7 J", "8 7 J J", "1 2 J"])
def test_a_jester_does_not_join_two_ranks(cards: str) -> None:
    """D-SET-4."""
    assert action_faults(f"1 {cards}") == [(0, "not_a_combination")]


@pytest.mark.parametrize("answer", ["7 J", "7 7", "1 J"])
def test_a_jester_takes_the_rank_of_the_cards_it_joins(answer: str) -> None:
    """D-SET-2, D-Q-3."""
    assert action_faults("1 8 J", f"2 {answer}") == []


def test_both_jesters_may_join_one_set() -> None:
    """D-SET-2."""
    assert action_faults("1 8 8 8", "2 7 J J") == []


@pytest.mark.parametrize("answer", ["8 8", "9 J", "12 12"])
def test_a_set_with_a_jester_is_only_as_good_as_its_rank(answer: str) -> None:
    """D-SET-2, D-FOLLOW-1."""
    assert action_faults("1 8 J", f"2 {answer}") == [(1, "not_stronger")]


def test_a_jester_alone_is_worse_than_a_12() -> None:
    """D-SET-3, D-RANK-1."""
    assert action_faults("1 J", "2 12") == []
    assert action_faults("1 12", "2 J") == [(1, "not_stronger")]


def test_two_jesters_are_a_pair_of_the_worst_rank() -> None:
    """D-SET-3, D-Q-2."""
    assert action_faults("1 J J", "2 12 12") == []
    assert action_faults("1 12 12", "2 J J") == [(1, "not_stronger")]
    assert action_faults("1 J J", "2 12") == [(1, "wrong_count")]


def test_a_set_larger_than_the_hand_has_cards_of_it_is_not_held() -> None:
    """D-Q-19: no set is too large by itself."""
    deal = report_of(["9 9", "8", "7", "6"], "1 9 9 9")
    assert action_faults_in(deal) == [(0, "card_not_held")]


def test_a_jester_is_not_said_to_be_anything() -> None:
    """D-Q-3: a set with jesters has only one reading, so there is no sign for it."""
    assert PROFILES["dalmuti"].lexicon.stand_ins == {}


@pytest.mark.parametrize("answer", ["8 8", "7 J", "5 5", "1 J"])
def test_as_many_cards_of_a_better_rank_answer(answer: str) -> None:
    """D-FOLLOW-1."""
    assert action_faults("1 9 9", f"2 {answer}") == []


@pytest.mark.parametrize("answer", ["9 9", "9 J", "12 12"])
def test_an_equal_or_worse_rank_does_not_answer(answer: str) -> None:
    """D-FOLLOW-1."""
    assert action_faults("1 9 9", f"2 {answer}") == [(1, "not_stronger")]


@pytest.mark.parametrize("answer", ["8", "8 8 8", "8 J J"])
def test_another_number_of_cards_does_not_answer(answer: str) -> None:
    """D-FOLLOW-1."""
    assert action_faults("1 9 9", f"2 {answer}") == [(1, "wrong_count")]


def test_neither_count_nor_rank_makes_up_for_the_other() -> None:
    """D-FOLLOW-1: of two things wrong with a set against the top set the first is named."""
    assert action_faults("1 9 9", "2 10") == [(1, "wrong_count")]


def test_the_other_jester_does_not_answer_a_jester() -> None:
    """D-FOLLOW-2."""
    assert action_faults("1 J", "2 J") == [(1, "not_stronger")]


@pytest.mark.parametrize("led", ["12 12", "9 J", "2 2"])
def test_jesters_alone_answer_nothing(led: str) -> None:
    """D-FOLLOW-2."""
    assert action_faults(f"1 {led}", "2 J J") == [(1, "not_stronger")]


@pytest.mark.parametrize(("led", "answer"), [("1", "J"), ("1 J", "2 2"), ("1 J J", "3 3 3")])
def test_nothing_answers_the_1(led: str, answer: str) -> None:
    """D-FOLLOW-3."""
    assert action_faults(f"1 {led}", f"2 {answer}") == [(1, "not_stronger")]


def test_a_revolution_does_not_touch_the_ranks() -> None:
    """D-REV-5."""
    assert action_faults("2 say revolution", "1 9", "2 8", "3 9") == [(3, "not_stronger")]
