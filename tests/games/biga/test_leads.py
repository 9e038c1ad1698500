"""Leading, passing, and who leads for a player who is out: B-LEAD, B-PASS, B-TRICK, B-WIND."""

from daifu.replay.options import Value
from tests.support.games.biga import broken_off_deal, passes_of, player_faults, trick_faults

SECRET = ["HA S4 S5", "S6", "S7 S8", "HA S9 DT", "HT HJ"]
"""Player 1 is declarer, 4 the hidden partner; 2 goes out with the first card."""
DECLARER_OUT = ["HA", "S6 S7", "S8 S9", "HA S4 DT", "HT HJ"]
"""The declarer goes out with a Big A; 4 is the hidden partner."""


def lead_faults(*actions: str, hands: list[str], **options: Value) -> list[str]:
    """The faults of a deal where player 1 bids with the heart ace."""
    return player_faults(broken_off_deal(hands, "1 show HA", *actions, **options))


def test_play_goes_round_in_the_order_of_the_seats() -> None:
    """B-PLY-1."""
    assert trick_faults("1 S5", "2 S6", "3 S7", "4 S8", "5 S9", "1 ST") == []
    assert trick_faults("1 S5", "3 S7") == ["3 out_of_turn"]
    assert trick_faults("1 S5", "3 -", "2 -") == ["3 out_of_turn"]


def test_a_leader_cannot_pass_and_the_next_player_leads() -> None:
    """B-LEAD-1."""
    assert trick_faults("1 -", "2 S5", "3 S6") == ["1 pass_on_lead"]


def test_counters_are_possible_until_somebody_has_led() -> None:
    """B-COUNTER-2, B-LEAD-1: a pass is no lead."""
    assert trick_faults("1 -", "3 show SA SA", "3 S5") == ["1 pass_on_lead"]


def test_a_player_who_has_passed_may_play_later_in_the_same_trick() -> None:
    """B-PASS-1."""
    assert trick_faults("1 S5", "2 -", "3 S6", "4 -", "5 -", "1 -", "2 S7", "3 S8") == []


def test_when_all_others_pass_in_a_row_the_last_to_play_leads() -> None:
    """B-TRICK-1."""
    assert trick_faults("1 S5", "2 -", "3 S6", *passes_of(4, 5, 1, 2), "3 S4 H4") == []
    assert trick_faults("1 S5", "2 -", "3 S6", *passes_of(4, 5, 1), "3 S4 H4") == ["3 out_of_turn", "3 wrong_kind"]


def test_the_declarer_is_passed_over_when_a_defender_is_out_and_the_partner_secret() -> None:
    """B-WIND-2."""
    trick_won = ["1 S4", "2 S6", *passes_of(3, 4, 5, 1)]
    assert lead_faults(*trick_won, "3 S7", hands=SECRET) == []
    assert lead_faults(*trick_won, "1 S5", hands=SECRET) == ["1 out_of_turn"]


def test_a_hidden_partner_inherits_like_a_defender() -> None:
    """B-WIND-2: 4 sits nearest to 3, who is out."""
    hands = ["HA S4 S5", "S6 S7", "S8", "HA S9 DT", "HT HJ"]
    assert lead_faults("1 S4", "2 -", "3 S8", *passes_of(4, 5, 1, 2), "4 DT", hands=hands) == []


def test_when_the_declarer_is_out_and_the_partner_secret_the_next_player_leads() -> None:
    """B-WIND-3."""
    assert lead_faults("1 HA", *passes_of(2, 3, 4, 5), "2 S6", hands=DECLARER_OUT) == []
    assert lead_faults("1 HA", *passes_of(2, 3, 4, 5), "4 S4", hands=DECLARER_OUT) == ["4 out_of_turn"]


def test_an_announced_partner_leads_for_the_declarer() -> None:
    """B-WIND-1, B-WIND-4."""
    assert lead_faults("4 say partner", "1 HA", *passes_of(2, 3, 4, 5), "4 S4", hands=DECLARER_OUT) == []
    assert lead_faults("4 say partner", "1 HA", *passes_of(2, 3, 4, 5), "2 S6", hands=DECLARER_OUT) == ["2 out_of_turn"]


def test_an_announced_partner_is_passed_over_when_a_defender_is_out() -> None:
    """B-WIND-1."""
    hands = ["HA S4 S5", "S6 S7", "S8", "HA S9 DT", "HT HJ"]
    actions = ["4 say partner", "1 S4", "2 -", "3 S8", *passes_of(4, 5, 1, 2)]
    assert lead_faults(*actions, "5 HT", hands=hands) == []
    assert lead_faults(*actions, "4 DT", hands=hands) == ["4 out_of_turn"]


def test_a_partner_who_played_the_big_ace_in_any_set_is_known() -> None:
    """B-WIND-4, B-WIND-1: here in a pair with a common ace."""
    hands = ["HA S4 H4", "S6 S7", "S8 S9", "HA SA S5 D5", "HT HJ"]
    shown = ["1 S4 H4", *passes_of(2, 3), "4 HA SA", *passes_of(5, 1, 2, 3)]
    declarer_out = ["4 S5", "5 -", "1 HA", *passes_of(2, 3, 4, 5)]
    assert lead_faults(*shown, *declarer_out, "4 D5", hands=hands) == []
    assert lead_faults(*shown, *declarer_out, "2 S6", hands=hands) == ["2 out_of_turn"]


def test_big_aces_in_a_set_that_is_no_combination_are_seen_too() -> None:
    """B-WIND-4."""
    hands = ["HA S4", "S6 S7", "S8 S9", "HA S9 S5 D5", "HT HJ"]
    seen = ["1 S4", *passes_of(2, 3), "4 HA S9", *passes_of(5, 1, 2, 3)]
    declarer_out = ["4 S5", "5 -", "1 HA", *passes_of(2, 3, 4, 5)]
    assert lead_faults(*seen, *declarer_out, "4 D5", hands=hands) == ["4 not_a_combination"]


def test_a_big_ace_captured_from_the_declarer_makes_nobody_known() -> None:
    """B-WIND-4, B-Q-18: 2 took it with fours and leads it; then the declarer is out."""
    hands = ["HA SA DA XB", "S4 H4 S6 S7", "S8 S9", "HA DT CT", "HT HJ"]
    captured = ["1 HA SA DA", "2 S4 H4", *passes_of(3, 4, 5, 1), "2 HA", *passes_of(3, 4, 5, 1)]
    declarer_out = ["2 S7", *passes_of(3, 4, 5), "1 XB", *passes_of(2, 3, 4, 5)]
    assert lead_faults(*captured, *declarer_out, "2 S6", hands=hands) == []
    assert lead_faults(*captured, *declarer_out, "4 DT", hands=hands) == ["4 out_of_turn"]


def test_the_partners_own_big_ace_counts_as_played_after_a_captured_one() -> None:
    """B-WIND-4: the first of the two leaves the partner unknown, the second does not."""
    hands = ["HA SA DA XB", "S8 S9", "S6 S7", "S4 H4 HA DT CT CJ", "HT HJ"]
    captured = ["1 HA SA DA", *passes_of(2, 3), "4 S4 H4", *passes_of(5, 1, 2, 3)]
    first, second = ["4 HA", *passes_of(5, 1, 2, 3)], ["4 HA", *passes_of(5, 1, 2, 3)]
    declarer_out = ["4 DT", "5 -", "1 XB", *passes_of(2, 3, 4, 5)]
    assert lead_faults(*captured, *first, *declarer_out, "2 S8", hands=hands) == []
    assert lead_faults(*captured, *first, *second, *declarer_out, "4 CT", hands=hands) == []


def test_with_the_option_the_true_partner_leads_for_the_declarer() -> None:
    """B-Q-19: wind_uses_true_team, also while the partner is secret."""
    actions = ["1 HA", *passes_of(2, 3, 4, 5)]
    assert lead_faults(*actions, "4 S4", hands=DECLARER_OUT, wind_uses_true_team=True) == []
    assert lead_faults(*actions, "2 S6", hands=DECLARER_OUT, wind_uses_true_team=True) == ["2 out_of_turn"]


def test_with_the_option_a_hidden_partner_is_passed_over_when_a_defender_is_out() -> None:
    """B-Q-19: 4 sits nearest to 3, who is out."""
    hands = ["HA S4 S5", "S6 S7", "S8", "HA S9 DT", "HT HJ"]
    actions = ["1 S4", "2 -", "3 S8", *passes_of(4, 5, 1, 2)]
    assert lead_faults(*actions, "5 HT", hands=hands, wind_uses_true_team=True) == []
    assert lead_faults(*actions, "4 DT", hands=hands, wind_uses_true_team=True) == ["4 out_of_turn"]


def test_when_a_declarer_secretly_plays_alone_defenders_lead_for_defenders() -> None:
    """B-Q-20."""
    hands = ["HA HA S4 S5", "S6", "S7 S8", "S9", "HT"]
    assert lead_faults("1 S4", "2 S6", *passes_of(3, 4, 5, 1), "3 S7", hands=hands) == []
    assert lead_faults("1 S4", "2 S6", *passes_of(3, 4, 5, 1), "1 S5", hands=hands) == ["1 out_of_turn"]


def test_teams_stay_as_they_were_at_the_first_lead() -> None:
    """B-TEAM-2, B-Q-14: 2 captures the partner's Big A, and yet 4 leads for the declarer."""
    hands = ["HA S5", "S4 H4 S6 S7", "S8 S9", "HA SA DA DT", "HT HJ"]
    captured = ["1 S5", *passes_of(2, 3), "4 HA SA DA", *passes_of(5, 1), "2 S4 H4", *passes_of(3, 4, 5, 1)]
    declarer_out = ["2 S6", *passes_of(3, 4, 5), "1 HA", *passes_of(2, 3, 4, 5)]
    assert lead_faults(*captured, *declarer_out, "4 DT", hands=hands) == []
    assert lead_faults(*captured, *declarer_out, "2 HA", hands=hands) == ["2 out_of_turn"]


def test_a_faulty_play_stands_or_counts_as_a_pass() -> None:
    """B-FOLLOW-1: option illegal_play."""
    assert trick_faults("1 S9", "2 S5", "3 S6") == ["2 not_stronger"]
    assert trick_faults("1 S9", "2 S5", "3 S6", illegal_play="pass") == ["2 not_stronger", "3 not_stronger"]


def test_with_the_option_a_faulty_play_hands_on_the_turn_and_keeps_its_cards() -> None:
    """B-FOLLOW-1: option illegal_play."""
    assert trick_faults("1 S9", "2 S5", "3 ST", illegal_play="pass") == ["2 not_stronger"]
    assert lead_faults("1 S5", "2 SK", *passes_of(3, 4, 5), "1 S4", hands=SECRET, illegal_play="pass") == [
        "2 card_not_held"
    ]
    assert lead_faults("1 S9", "2 S5", hands=SECRET, illegal_play="pass") == ["1 card_not_held", "2 card_not_held"]
