"""Who plays, with which pack, and how many cards everybody gets (D-PLY, D-DECK, D-DEAL)."""

import pytest

from daifu.replay.games.catalogue import PROFILES
from daifu.replay.games.dalmuti.sets import DALMUTI, full_pack, reduced_pack
from daifu.replay.options import Value
from tests.support.games.dalmuti import deal_fault_codes, hidden_hands, partly_known_hands
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
