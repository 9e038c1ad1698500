"""Cards that nobody noted: what depends on them is not judged."""

from daifu.replay.deal import DealReport
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Value
from tests.support.games.biga import broken_off_deal, fault_places, passes_of, player_faults, whole_deal

OUT = ["S9", "ST", "SJ"]


def dealt(declarer: str, *others: str, actions: list[str], **options: Value) -> DealReport:
    """A deal that player 1 opens with the heart ace; it ends where its actions end."""
    return whole_deal([declarer, *others], "1 show HA", *actions, **options)


def test_an_ace_may_be_among_the_unknown_cards() -> None:
    """B-DECL-1: once shown, it is known."""
    report = broken_off_deal(["? S4", "S5", "S6", "S7", "S8"], "1 show HA", "1 HA", *passes_of(2, 3, 4, 5), "1 S4")
    assert (player_faults(report), report.order) == ([], [1])


def test_one_unknown_card_is_not_both_aces() -> None:
    """B-DECL-2."""
    assert player_faults(broken_off_deal(["? S4", "S5", "S6", "S7", "S8"], "1 show HA HA")) == ["1 false_declaration"]
    assert player_faults(broken_off_deal(["? S4", "S5", "S6", "S7", "S8"], "1 show HA", "1 show HA")) == [
        "1 false_declaration"
    ]


def test_a_player_with_unknown_cards_may_be_the_partner() -> None:
    """B-OPEN-1."""
    report = broken_off_deal(["HA S4", "S5", "? S6", "S7", "? S8"], "1 show HA", "3 say partner", "1 S4", "2 -", "3 HA")
    assert player_faults(report) == []


def test_the_only_unknown_card_is_the_other_big_ace() -> None:
    """B-TEAM-1: all other cards are known, so 3 must be the partner."""
    actions = ["1 HA", *passes_of(2, 3, 4, 5), "2 S9", "3 -", "4 ST", "5 SJ"]
    report = dealt("HA", "S9", "? S6", "ST", "SJ", actions=actions)
    assert (report.order, report.points, fault_places(report)) == ([1, 2, 4, 5], [0] * 5, [])


def test_a_partner_is_found_by_playing_the_big_ace() -> None:
    """B-TEAM-1, B-WIND-4."""
    report = dealt("HA", "? S5", "?", "S7 S8", "S9 ST", actions=["1 HA", *passes_of(2, 3, 4, 5), "2 S5", "3 HA"])
    assert (report.order, report.points, fault_places(report)) == ([1, 3], [6, -3, 3, -3, -3], [])


def test_a_declarer_is_found_to_be_alone_by_playing_the_second_ace() -> None:
    """B-SOLO-1, B-WIND-4."""
    report = dealt("HA ?", "? S5", "S6", "S7", "S8", actions=["1 HA", *passes_of(2, 3, 4, 5), "1 HA"])
    assert (report.order, report.points, fault_places(report)) == ([1], [32, -8, -8, -8, -8], [])


def test_a_player_without_unknown_cards_does_not_hold_it() -> None:
    """B-TEAM-1: 2 turns out to have held a 9, so the declarer is alone."""
    actions = ["1 S4", "2 S9", *passes_of(3, 4, 5), "1 HA", *passes_of(3, 4, 5), "1 SK", *passes_of(3, 4, 5), "1 HA"]
    report = dealt("HA S4 SK ?", "?", "S6", "S7", "S8", actions=actions)
    assert (report.order, report.points[0], fault_places(report)) == ([2, 1], 0, [])


def test_points_that_hang_on_an_unknown_card_are_not_given() -> None:
    """B-SCORE-1: 1 and 5 are partners, or the declarer would play on; the record ends here."""
    actions = ["1 S4", "2 S9", "3 ST", "4 SJ"]
    report = dealt("HA S4 ?", *OUT, "S5 ?", actions=actions)
    assert (report.order, report.unfinished, report.points) == ([2, 3, 4], [1, 5], [None] * 5)
    assert fault_places(report) == []


def test_a_lone_declarer_may_play_on_against_the_last_defender() -> None:
    """B-END-1."""
    actions = ["1 S4", "2 S9", "3 ST", "4 SJ", *passes_of(5, 1), "5 S5", "1 HA", "5 -", "1 HA"]
    report = dealt("HA S4 ?", *OUT, "S5 ?", actions=actions)
    assert (report.order, report.points, fault_places(report)) == ([2, 3, 4, 1], [0] * 5, [])


def test_an_abandoned_deal_is_not_ended_by_what_may_be() -> None:
    """B-END-1."""
    report = broken_off_deal(["HA S4 ?", *OUT, "S5 ?"], "1 show HA", "1 S4", "2 S9", "3 ST", "4 SJ")
    assert (report.order, fault_places(report)) == ([2, 3, 4], [])


def test_the_true_team_does_not_bind_while_it_is_not_known() -> None:
    """B-Q-19: wind_uses_true_team; any leader may be the partner."""
    hands = ["HA", "S5 ?", "S6 ?", "S7 ?", "S8 ?"]
    for leader, card in (("2", "S5"), ("4", "S7")):
        actions = ["1 show HA", "1 HA", *passes_of(2, 3, 4, 5), f"{leader} {card}"]
        assert player_faults(broken_off_deal(hands, *actions, wind_uses_true_team=True)) == []


def test_without_a_declaration_a_named_heart_ace_makes_the_declarer() -> None:
    """B-Q-29: both heart aces are named, so no unknown card can be one; 2 and 3 are the declarers."""
    report = whole_deal(["? S4", "HA", "HA", "S7", "S8"], "1 S4", "2 HA", *passes_of(3, 4, 5, 1), "3 HA")
    assert player_faults(report) == ["1 false_declaration", "1 out_of_turn"]
    assert (report.order, report.points) == ([2, 3], [-3, 6, 3, -3, -3])


def test_where_an_unknown_card_may_be_the_heart_ace_of_an_earlier_player_there_are_no_points() -> None:
    """B-Q-29: 2 may hold the first heart ace; play goes on as if 3, whose ace is named, were declarer."""
    hands = ["S4 S6", "?", "HA", "HA", "S8"]
    certain = whole_deal(hands, "1 S4", "2 -", "3 HA", *passes_of(4, 5, 1, 2), "4 HA")
    assert certain.points == [-3, -3, 6, 3, -3]
    hands = ["S4 S6", "? ?", "HA", "S7", "S8"]
    doubtful = whole_deal(hands, "1 S4", "2 S9", "3 HA", *passes_of(4, 5, 1, 2), "4 S7", "5 S8", "1 -", "2 HA")
    assert player_faults(doubtful) == ["1 false_declaration", "1 out_of_turn"]
    assert (doubtful.order, doubtful.points) == ([3, 4, 5, 2], [None] * 5)


def test_an_unknown_card_after_the_named_heart_ace_leaves_the_points() -> None:
    """B-Q-29: 2 holds the first heart ace in order of play, whatever 4 holds."""
    report = whole_deal(["S4", "HA", "S6", "?", "S8"], "1 S4", "2 HA", *passes_of(3, 4, 5), "3 S6", "4 HA")
    assert player_faults(report) == ["1 false_declaration", "1 out_of_turn"]
    assert (report.order, report.points) == ([1, 2, 3, 4], [0] * 5)


def test_a_first_leader_whose_unknown_card_may_be_the_heart_ace_is_not_out_of_turn() -> None:
    """B-Q-29: the check depends on an unknown card."""
    assert player_faults(broken_off_deal(["? S4", "HA S5", "S6", "S7", "S8"], "1 S4")) == ["1 false_declaration"]


def test_a_first_leader_whose_unknown_card_cannot_be_the_heart_ace_is_out_of_turn() -> None:
    """B-Q-29: both are named elsewhere."""
    assert player_faults(broken_off_deal(["? S4", "HA S5", "HA S6", "S7", "S8"], "1 S4")) == [
        "1 false_declaration",
        "1 out_of_turn",
    ]


def test_where_no_heart_ace_is_named_the_first_leader_is_declarer_without_points() -> None:
    """B-Q-29: the unknown cards of 2 may be the heart aces."""
    report = whole_deal(["S4 S5", "?", "S6", "S7", "S8"], "1 S4", *passes_of(2, 3, 4, 5), "1 S5", "2 HA")
    assert player_faults(report) == ["1 false_declaration"]
    assert (report.order, report.points) == ([1, 2], [None] * 5)


def test_without_any_heart_ace_the_first_leader_is_declarer() -> None:
    """B-Q-29."""
    hands = ["S4", "S5 H5", "S6", "S7", "S8"]
    assert player_faults(broken_off_deal(hands, "2 S5", *passes_of(3, 4, 5, 1), "2 H5")) == ["2 false_declaration"]
    report = whole_deal(hands, "2 S5", *passes_of(3, 4, 5, 1), "2 H5")
    assert (report.order, report.points) == ([2], [-8, 32, -8, -8, -8])


def test_an_ace_that_others_are_known_to_hold_is_not_among_the_unknown_cards() -> None:
    """B-DECL-1, B-DEF-1, B-OPEN-1."""
    hands = ["?*3 S4", "HA S5", "HA S6", "S7", "S8"]
    assert player_faults(broken_off_deal(hands, "1 show HA")) == ["1 false_declaration"]
    assert player_faults(broken_off_deal(hands, "1 say heart")) == ["1 false_declaration"]
    assert player_faults(broken_off_deal(hands, "2 show HA", "1 say partner")) == ["1 false_declaration"]
    assert player_faults(broken_off_deal(hands, "1 show SA")) == []


def test_of_two_aces_one_of_which_is_known_elsewhere_nobody_shows_both() -> None:
    """B-DECL-2, B-SOLO-1."""
    hands = ["?*3 S4", "HA S5", "S6", "S7", "S8"]
    assert player_faults(broken_off_deal(hands, "1 show HA HA")) == ["1 false_declaration"]
    assert player_faults(broken_off_deal(hands, "1 show HA", "1 show HA")) == ["1 false_declaration"]


def whole_pack(*unknown: int) -> list[str]:
    """The hands of a whole deal without a named heart ace; of these players all but a few cards are unknown."""
    pack = PROFILES["biga"].rules({}).sitting.pack(5)
    cards = [name for name in pack.alphabet.list(pack.cards) if name != "HA"]
    hands = []
    for player, size in enumerate((22, 22, 22, 21, 21), 1):
        known = 1 if player in unknown else size
        hands.append(" ".join([*cards[:known], *["?"] * (size - known)]))
        cards = cards[known:]
    return hands


def test_a_first_leader_who_is_known_to_hold_no_heart_ace_is_out_of_turn() -> None:
    """B-Q-29: 2 or 3 holds one, so that 1 does not lead; who is declarer remains uncertain."""
    hands = whole_pack(2, 3)
    report = broken_off_deal(hands, f"1 {hands[0].split()[0]}")
    assert player_faults(report) == ["1 false_declaration", "1 out_of_turn"]
    assert report.faults[1].message.en == "player 1 acted out of turn: another player had to begin"


def test_a_heart_ace_that_all_known_hands_lack_makes_the_only_other_player_declarer() -> None:
    """B-Q-29."""
    hands = whole_pack(3)
    report = broken_off_deal(hands, f"1 {hands[0].split()[0]}")
    assert player_faults(report) == ["1 false_declaration", "1 out_of_turn"]
    assert "player 3's turn" in report.faults[1].message.en
