"""What players did: sets, tricks, passes, gifts, times and faults."""

from tests.support.games.uecda import HIDDEN
from tests.support.reports import count_deals, counter_by_player, counts_of_player, table_total

HANDS = ["S5 H5 S9", "S6 H6 ST", "SJ", "SQ", "C3 C4 CK"]


def trick(*actions: str, hands: list[str] | None = None, **deal: object) -> dict[str, object]:
    """A game of these hands that breaks off."""
    return {"hands": hands or HANDS, "actions": list(actions), "abandoned": True, **deal}


def test_a_set_that_was_no_combination_and_stood_is_irregular() -> None:
    tallies = count_deals("uecda", [trick("1 S5 S9")], 5, {"illegal_play": "stands"})
    assert counts_of_player(tallies, 1)["set.irregular.2"] == 1


def test_a_set_that_was_turned_down_is_no_set_and_no_pass() -> None:
    """U-ILL-1."""
    own = counts_of_player(count_deals("uecda", [trick("1 S9", "2 S6")], 5), 2)
    assert (own["actions"], own.get("sets", 0), own.get("passes", 0)) == (1, 0, 0)
    assert own["faults"] == own["faults.not_stronger"] == 1


def test_a_set_that_was_taken_back_is_an_action_and_nothing_else() -> None:
    own = counts_of_player(count_deals("uecda", [trick("1 S5 void", "1 S9")], 5), 1)
    assert (own["actions"], own["sets"]) == (2, 1)


def test_a_win_with_an_answer_is_not_won_by_leading() -> None:
    hands = ["S9 SK", "ST", "SJ", "SQ", "C3 C4"]
    actions = ["1 S9", "2 ST", "3 SJ", "4 SQ", "1 SK"]
    assert counter_by_player(count_deals("uecda", [{"hands": hands, "actions": actions}], 5), "won.leading") == [0] * 5


def test_passes_of_unknown_hands_are_counted_apart() -> None:
    tallies = count_deals("uecda", [trick("1 S9", "2 -", hands=HIDDEN)], 5)
    assert counter_by_player(tallies, "passes") == counter_by_player(tallies, "passes.unseen") == [0, 1, 0, 0, 0]


def test_only_cards_that_were_there_can_be_given() -> None:
    hands = ["S3 S4", "S5", "S6", "S7", "S2 X"]
    tallies = count_deals("uecda", [trick("5 give 1 S2 SA", hands=hands, places=[1, 2, 3, 4, 5])], 5)
    assert counter_by_player(tallies, "gifts.given.cards") == [0, 0, 0, 0, 1]


def test_times_are_counted_up_to_an_hour() -> None:
    tallies = count_deals("uecda", [trick("1 S9 @1500", "2 ST @500", "3 SJ @3600001", "4 SQ")], 5)
    assert (counter_by_player(tallies, "timed"), counter_by_player(tallies, "time")) == (
        [1, 1, 0, 0, 0],
        [1500, 500, 0, 0, 0],
    )
    assert counts_of_player(tallies, 2)["time_squared"] == 250_000


def test_faults_of_the_whole_deal_are_the_table_s_alone() -> None:
    tallies = count_deals("uecda", [trick("1 S9")], 5)
    assert table_total(tallies, "faults.bad_deal") == table_total(tallies, "rule.U-DECK-1") == 1
    assert counter_by_player(tallies, "faults") == [0] * 5


def test_nothing_is_counted_after_the_end() -> None:
    hands = ["S9", "ST", "SJ", "SQ", "C3 C4"]
    tallies = count_deals("uecda", [{"hands": hands, "actions": ["1 S9", "2 ST", "3 SJ", "4 SQ", "5 C3", "1 -"]}], 5)
    assert (table_total(tallies, "sets"), table_total(tallies, "passes"), table_total(tallies, "actions")) == (4, 0, 6)
    assert table_total(tallies, "faults.action_after_end") == 2
