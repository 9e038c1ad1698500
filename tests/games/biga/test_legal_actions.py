"""The legal actions in a position."""

from daifu.replay.deal import Deal, Hand
from daifu.replay.engine import take_actions
from daifu.replay.games.biga.profile import PROFILE
from daifu.replay.games.biga.sets import BIGA
from daifu.replay.legal import legal_actions
from daifu.replay.match import Match
from daifu.replay.options import Value


def legal(hands: list[str], *actions: str, **options: Value) -> set[str]:
    """Everything that may be done without a fault after these actions of a deal."""
    rules = PROFILE.rules(options)
    notation = rules.notation(5)
    match = Match(rules, 5)
    table = match.open(match.start(Deal(hands=[Hand.of(BIGA, BIGA.pack(hand.split())) for hand in hands]), []))
    take_actions(table, [notation[action] for action in actions])
    return {action.text for action in legal_actions(table, notation)}


def test_before_a_declaration_aces_may_be_shown_and_nothing_laid() -> None:
    """B-DECL-1, B-DECL-2, B-DEF-1."""
    found = legal(["HA S4", "SA SA", "S5", "S6", "S7"])
    assert found == {"1 show HA", "1 say heart", "2 show SA", "2 show SA SA"}


def test_after_a_bid_others_may_counter_and_the_partner_speak() -> None:
    """B-COUNTER-1, B-OPEN-1."""
    found = legal(["HA S4", "SA SA", "HA S5", "S6", "S7"], "1 show HA")
    assert found == {"1 HA", "1 S4", "2 show SA SA", "3 show HA", "3 say partner"}


def test_sets_that_differ_only_in_suits_stand_once() -> None:
    """B-RANK-1."""
    found = legal(["HA S5 H5 D5", "S6", "S7", "HA", "S8"], "1 show HA")
    assert {action for action in found if action.startswith("1 ")} == {"1 HA", "1 S5", "1 S5 H5", "1 S5 H5 D5"}


def test_big_aces_are_distinguished_from_common_ones() -> None:
    """B-BIGA-2, B-Q-6."""
    found = legal(["HA HA SA", "S6", "S7", "S9", "S8"], "1 show HA", "1 show HA")
    assert found == {"1 SA", "1 HA", "1 SA HA", "1 HA HA", "1 SA HA HA"}


def test_sequences_and_bombs_are_offered_on_the_lead() -> None:
    """B-SET-3, B-SET-4, B-BOMB-4, B-BOMB-5."""
    hand = "S5 S5 S5 S5 S6 S6 S6 S6 S7 S7 S7 S7 XS XB"
    found = legal([f"HA {hand}", "S8", "S9", "HA", "ST"], "1 show HA")
    assert {
        "1 S5 S6 S7",
        "1 S5 S5 S6 S6 S7 S7",
        "1 S5 S5 S5 S6 S6 S6 S7 S7 S7",
        "1 S5 S5 S5 S5 S6 S6 S6 S6",
        "1 XS XB",
    } <= found


def test_a_big_ace_in_a_sequence_is_offered_where_it_is_allowed() -> None:
    """B-SET-3."""
    hands = ["HA S2 S3", "S8", "S9", "HA", "ST"]
    assert "1 HA S2 S3" in legal(hands, "1 show HA")
    assert "1 HA S2 S3" not in legal(hands, "1 show HA", big_ace_in_sequence=False)


def test_the_others_may_answer_capture_or_pass() -> None:
    """B-FOLLOW-1, B-FOUR-1."""
    hands = ["HA S8 H8 D8 S9", "S4 H4 S9 H9 D9", "S5", "HA", "ST"]
    assert legal(hands, "1 show HA", "1 S8 H8 D8") == {"2 S4 H4", "2 S9 H9 D9", "2 -"}


def test_nothing_is_left_when_the_play_is_over() -> None:
    """B-END-1."""
    assert legal(["HA HA", "S4", "S5", "S6", "S7"], "1 show HA", "1 HA HA") == set()
