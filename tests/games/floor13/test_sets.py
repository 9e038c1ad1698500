"""What may be laid as a set, and what is listed as legal: F-SET, F-RUN-1, F-MRUN-1, F-SAND-0, F-JOK."""

import pytest

from daifu.replay.deal import Deal, Hand, read_cards
from daifu.replay.engine import take_actions
from daifu.replay.games.floor13.profile import PROFILE
from daifu.replay.legal import legal_actions
from daifu.replay.match import Match
from daifu.replay.options import Value
from tests.support.games.floor13 import REVOLUTION, trick_faults


@pytest.mark.parametrize(
    "cards",
    [
        "S4", "X", "S4 H4", "S4 H4 D4 C4", "S4 X", "S4 X X", "X X", "S4 S5 S6", "S4 X S6", "SK SA S2",
        "S3 S4 S5 S6 S7", "S4 H4 S5 H5 S6 H6", "S4 H4 D4 S5 H5 D5 S6 H6 D6", "S4 H4 S5 X S6 H6",
        "S4 H4 D4 C4 S5 H5 D5 C5 S6 H6 D6 C6", "S4 X=H4 S5 H5 S6 X=H6", "H4 X=H6 X=H5",
    ],
)  # fmt: skip
def test_these_cards_are_a_set(cards: str) -> None:
    """F-SET-1, F-SET-2, F-RUN-1, F-MRUN-1, F-JOK-1, F-JOK-2."""
    hands = ["?*14", "?*14"]
    assert trick_faults(f"1 {cards} void", hands=hands) == []


@pytest.mark.parametrize(
    "cards",
    [
        "S4 H5", "S4 S5", "S4 H5 S6", "S4 S5 S7", "SA S2 S3", "S2 S3 S4", "S4 H4 S5 H5", "S4 H4 S5 D5 S6 H6",
        "S4 H4 D4 S5 H5 D5 S6 H6", "S4 S5 X=H6", "S4 X=H5", "S4 S5 X=S5", "S4 H4 S5 H5 S7 H7", "S4 S6 X=S7 X=S8",
    ],
)  # fmt: skip
def test_these_cards_are_no_set(cards: str) -> None:
    """F-SET-2, F-RUN-1, F-MRUN-1: every rank of a run once in each suit, and no corner from 2 to 3."""
    assert trick_faults(f"1 {cards} void", hands=["?*14", "?*14"]) == ["1 not_a_combination"]


def test_a_run_of_more_layers_is_another_count() -> None:
    """F-MRUN-1."""
    hands = ["?*14", "?*14"]
    assert trick_faults("1 SK SA S2", "2 HK DK HA DA H2 D2 void", hands=hands) == ["2 wrong_count"]
    assert trick_faults("1 SK HK SA HA S2 H2", "2 DK DA D2 void", hands=hands) == ["2 wrong_count"]


def test_a_run_of_six_does_not_answer_a_double_run_of_six_cards() -> None:
    """F-MRUN-1, F-FOLLOW-1."""
    actions = ("1 SK HK SA HA S2 H2", "2 D9 DT DJ DQ DK DA void")
    assert trick_faults(*actions, hands=["?*14", "?*14"]) == ["2 wrong_count"]


def test_three_3s_are_a_sandstorm_also_on_a_triple() -> None:
    """F-SAND-0: the trick is cleared, so its player leads."""
    assert trick_faults("1 SK HK DK", "2 S3 H3 D3", "2 S4") == []


@pytest.mark.parametrize("cards", ["S3 H3 X", "H3 X X", "H3 D3 X=C3"])
def test_jokers_may_be_3s_of_a_sandstorm(cards: str) -> None:
    """F-Q-9."""
    assert trick_faults("1 SK", f"2 {cards}", "2 S4") == []


def test_without_the_option_three_3s_with_a_joker_are_a_plain_triple() -> None:
    """F-Q-9, option `sandstorm_joker`."""
    assert trick_faults("1 SK HK DK", "2 H3 D3 X void", sandstorm_joker=False) == ["2 not_stronger"]
    assert trick_faults("1 SK", "2 H3 D3 X void", sandstorm_joker=False) == ["2 wrong_count"]
    assert trick_faults("1 H3 D3 X", "2 S4 H4 D4", sandstorm_joker=False) == []
    assert trick_faults("1 SK", "2 H3 D3 S3", "2 S4", sandstorm_joker=False) == []


def test_four_3s_are_a_group_and_no_sandstorm() -> None:
    """F-Q-12."""
    assert trick_faults("1 SK", "2 S3 H3 D3 C3 void") == ["2 wrong_count"]
    assert trick_faults("1 S3 H3 D3 C3", "2 S4 H4 D4 C4") == []


def test_a_lone_joker_is_a_joker_whatever_it_is_said_to_be() -> None:
    """F-JOK-1."""
    assert trick_faults("1 S2", "2 X=D4", "3 S2 void") == ["3 not_stronger"]


def test_two_jokers_are_the_strongest_pair() -> None:
    """F-JOK-2."""
    assert trick_faults("1 S2 H2", "2 X X", "3 S2 D2 void") == ["3 not_stronger"]


def test_a_joker_does_not_beat_a_joker() -> None:
    """F-JOK-2."""
    assert trick_faults("1 X", "2 X void") == ["2 not_stronger"]


def test_a_joker_in_a_run_makes_it_as_strong_as_can_be() -> None:
    """F-JOK-3: 4-5-joker is 4-5-6, so only 5-6-7 follows; the 5 skips player 2."""
    assert trick_faults("1 S4 S5 X", "3 H4 H5 H6 void", "3 H5 H6 H7") == ["3 run_not_next"]


def test_in_a_revolution_the_strongest_reading_is_the_lowest() -> None:
    """F-JOK-3: queen-king-joker is J-Q-K then, so 10-J-Q follows."""
    roomy = ["?*9"] * 4
    assert trick_faults(*REVOLUTION, "1 C5 C7 X", "3 H3 H4 H5 void", hands=roomy, hand_size=9) == ["3 run_not_next"]
    assert trick_faults(*REVOLUTION, "1 CK C2 X", "2 HQ HK HA", hands=roomy, hand_size=9) == []
    assert trick_faults(*REVOLUTION, "1 CQ CK X", "1 name 4", "2 HT HJ HQ", hands=roomy, hand_size=9) == []


def test_the_record_may_say_what_a_joker_is() -> None:
    """F-JOK-3: told to be a 3, the joker makes 3-4-5."""
    assert trick_faults("1 S4 S5 X=S3", "3 H4 H5 H6") == []


def test_a_following_joker_takes_the_reading_that_is_legal() -> None:
    """F-JOK-3: on 4-5-6, both 5-6-joker and 6-7-joker are 5-6-7."""
    assert trick_faults("1 H4 H5 H6", "3 S5 S6 X") == []
    assert trick_faults("1 H4 H5 H6", "3 S6 S7 X") == []


def test_two_jokers_and_a_card_are_a_group_on_the_lead() -> None:
    """F-JOK-3."""
    assert trick_faults("1 S4 X X", "2 H5 D5 C5") == []
    assert trick_faults("1 S4 X X", "2 H5 H6 H7 void") == ["2 wrong_kind"]


def test_two_jokers_and_a_card_are_otherwise_what_the_table_asks_for() -> None:
    """F-JOK-3."""
    assert trick_faults("1 H4 H5 H6", "3 S6 X X") == []
    assert trick_faults("1 H4 D4 C4", "2 S6 X X") == []


def test_a_joker_that_is_an_8_in_a_run_clears_the_trick() -> None:
    """F-Q-38, F-JOK-1."""
    assert trick_faults("1 S6 S7 X", "1 S4") == []


def test_two_jokers_have_no_effect() -> None:
    """F-JOK-2: no trick is cleared, nothing may be given."""
    assert trick_faults("1 X X", "1 give 2 S4 void", "1 S4 void") == [
        "1 effect_not_owed",
        "1 out_of_turn",
        "1 wrong_count",
    ]


def legal(hands: list[str], *actions: str, stock: str = "", **options: Value) -> set[str]:
    """The texts of everything that may be done after these actions."""
    rules = PROFILE.rules(options)
    match = Match(rules, len(hands))
    notation = rules.notation(len(hands))
    cards = [Hand.of(rules.alphabet, rules.alphabet.pack(hand.split())) for hand in hands]
    table = match.open(match.start(Deal(hands=cards, stock=read_cards(PROFILE.lexicon, stock), first=1), []))
    take_actions(table, [notation[text] for text in actions])
    table.faults.clear()
    return {action.text for action in legal_actions(table, notation)}


def test_a_leader_may_lay_any_set_and_anybody_a_sandstorm() -> None:
    """F-SET, F-MRUN-1, F-SAND-1, F-LEAD-1."""
    offered = legal(["SK HK SA HA S2 H2 C4", "H3 D3 C3 D4"])
    assert {"1 SK", "1 SK HK", "1 SK SA S2", "1 SK HK SA HA S2 H2", "2 H3 D3 C3"} <= offered
    assert not {"1 -", "1 draw", "2 D4"} & offered


def test_a_stuck_leader_may_only_draw() -> None:
    """F-STUCK-1."""
    assert legal(["S8", "D4 D6"], stock="S4") == {"1 draw", "1 -"}


def test_a_player_who_follows_may_play_pass_or_draw() -> None:
    """F-PASS-1."""
    assert legal(["S6 H6", "D4 SK"], "1 S6", stock="S4") == {"2 SK", "2 -", "2 draw"}


def test_after_a_draw_its_player_may_play_and_the_next_one_act() -> None:
    """F-PASS-2."""
    hands = ["S6 H6", "D4 SK", "SA C4"]
    assert legal(hands, "1 S6", "2 draw", stock="S4 H4") == {"2 SK", "2 -", "3 SA", "3 -", "3 draw"}


def test_where_a_drawn_card_is_needed_only_sets_with_it_are_offered() -> None:
    """F-Q-6, option `pass_needs_drawn`."""
    hands = ["S6 H6", "D4 SK", "SA C4"]
    offered = legal(hands, "1 S6", "2 draw", stock="S2 H4", pass_needs_drawn=True)
    assert {text for text in offered if text.startswith("2")} == {"2 S2", "2 -"}


def test_role_cards_offer_what_they_allow() -> None:
    """F-7, F-10, F-J, F-QBOMB-1."""
    hands = ["S7 ST SJ SQ S4 H4", "SK HK DK CK SA HA"]
    assert {"1 give 2 S4", "1 give 2 ST"} <= legal(hands, "1 S7")
    assert "1 discard S4" in legal(hands, "1 ST")
    assert "1 say flip" in legal(hands, "1 SJ")
    assert legal(hands, "1 SQ") >= {"1 name 4", "1 name X"}
    assert "2 SK" not in legal(hands, "1 SQ")


def test_giving_away_the_last_card_is_never_offered() -> None:
    """F-OUTBAN-2, F-OUTBAN-3."""
    assert not any("give" in text for text in legal(["S7 S4", "SK HK"], "1 S7"))
    assert "1 name 4" not in legal(["SQ S4", "SK HK"], "1 SQ")
