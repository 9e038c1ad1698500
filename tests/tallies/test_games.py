"""What only one game counts."""

from collections.abc import Mapping

from replay.options import Value
from replay.tallies import Tallies
from tests.support.biga import HIDDEN as TWENTY
from tests.support.biga import going_out
from tests.support.floor13 import FLAT
from tests.support.floor13 import HIDDEN as SEVENS
from tests.support.tallies import by_player, counted, of_player, on_table
from tests.support.theater import FULL_HANDS, OPEN_HANDS, OPENING
from tests.support.uecda import HIDDEN

THREE = ["?*18", "?*18", "?*17"]


def broken_off(
    rules: str, hands: list[str], *actions: str, options: Mapping[str, Value] | None = None, **deal: object
) -> Tallies:
    """What is counted of a deal that breaks off."""
    raw = {"hands": hands, "actions": list(actions), "abandoned": True, **deal}
    return counted(rules, [raw], len(hands), options)


def test_uecda_counts_8_cuts_and_what_a_spade_3_took() -> None:
    """U-8-1, U-S3-1."""
    tallies = broken_off("uecda", HIDDEN, "1 S8", "1 X", "2 S3", "2 S5")
    assert (by_player(tallies, "effect.8"), by_player(tallies, "effect.S3")) == ([1, 0, 0, 0, 0], [0, 1, 0, 0, 0])


def test_a_spade_3_that_leads_takes_nothing() -> None:
    assert by_player(broken_off("uecda", HIDDEN, "1 S3", "2 S4"), "effect.S3") == [0] * 5


def test_uecda_counts_locks() -> None:
    """U-LOCK-1: the third of the suit keeps the lock, but binds nothing anew."""
    assert by_player(broken_off("uecda", HIDDEN, "1 S4", "2 S5", "3 S6"), "effect.lock") == [0, 1, 0, 0, 0]


def test_a_revolution_is_suffered_by_all_others_who_are_still_in() -> None:
    hands = ["S3", "S9 H9 D9 C9 S4", "S5", "S6", "S7"]
    actions = ["1 S3", "2 -", "3 -", "4 -", "5 -", "2 S9 H9 D9 C9"]
    tallies = broken_off("uecda", hands, *actions)
    assert by_player(tallies, "revolutions") == [0, 1, 0, 0, 0]
    assert by_player(tallies, "revolutions.suffered") == [0, 0, 1, 1, 1]


def test_theater_counts_the_heart_3_that_took_a_joker() -> None:
    """T-H3-1, T-Q-16."""
    quiet = broken_off("theater", OPEN_HANDS, *OPENING, "1 S2", "2 -", "3 -", "4 -", "1 H3")
    taken = broken_off("theater", OPEN_HANDS, *OPENING, "1 X", "2 H3")
    interrupted = broken_off("theater", OPEN_HANDS, *OPENING, "1 X", "2 -", "3 -", "4 -", "2 H3")
    assert [on_table(tallies, "effect.H3") for tallies in (quiet, taken, interrupted)] == [0, 1, 1]


def test_theater_counts_calls_on_jacks() -> None:
    """T-J-1."""
    tallies = broken_off("theater", OPEN_HANDS, *OPENING, "1 SJ", "1 say down", "2 ST")
    assert [on_table(tallies, name) for name in ("effect.J", "call.down", "call.up", "sets")] == [1, 1, 0, 3]


def test_theater_counts_an_ittsu_but_not_a_false_one() -> None:
    """T-ITTSU-1."""
    tallies = broken_off("theater", FULL_HANDS, "2 show", "1 show H3")
    assert by_player(tallies, "ittsu") == [0, 1, 0, 0]


def test_akagiri_counts_a_revolution_that_is_taken_back_as_none() -> None:
    """A-REV-2."""
    tallies = broken_off("akagiri", THREE, "1 S9 H9 D9 C9", "1 say no-revolution")
    assert (on_table(tallies, "revolutions"), by_player(tallies, "revolutions.suffered")) == (0, [0, 0, 0])


def test_akagiri_counts_revolutions_that_have_to_be_declared_with_the_word() -> None:
    """A-Q-8."""
    options = {"revolution_default_declared": False}
    silent = broken_off("akagiri", THREE, "1 S9 H9 D9 C9", "2 -", options=options)
    said = broken_off("akagiri", THREE, "1 S9 H9 D9 C9", "1 say revolution", options=options)
    assert (on_table(silent, "revolutions"), on_table(said, "revolutions")) == (0, 1)


def test_akagiri_counts_a_jack_only_if_it_turns_the_order() -> None:
    """A-OPT-JB."""
    tallies = broken_off("akagiri", THREE, "1 SJ", "1 say flip", "2 HT", options={"jack_back": True})
    assert on_table(tallies, "effect.J") == 1
    assert on_table(broken_off("akagiri", THREE, "1 SJ", "2 -", options={"jack_back": True}), "effect.J") == 0


def test_akagiri_counts_daifugos_who_fall() -> None:
    """A-OPT-FALL."""
    hands = ["S4 S5", "S3", "S6", "S7", "S8"]
    actions = ["2 S3", "3 S6", "4 S7", "5 S8"]
    deal = {"hands": hands, "hands_are": "exchanged", "actions": actions, "places": [1, 2, 3, 4, 5]}
    tallies = counted("akagiri", [deal], 5, {"fallen_daifugo": True})
    assert by_player(tallies, "fallen") == [1, 0, 0, 0, 0]


def test_dalmuti_tells_greater_revolutions() -> None:
    """D-REV-1, D-REV-3."""
    hands = ["?*20", "?*20", "?*20", "J J ?*18"]
    tallies = broken_off("dalmuti", hands, "4 say revolution", places=[1, 2, 3, 4])
    assert by_player(tallies, "revolutions") == by_player(tallies, "revolutions.greater") == [0, 0, 0, 1]
    tallies = broken_off("dalmuti", hands, "4 say revolution", places=[4, 2, 3, 1])
    assert (on_table(tallies, "revolutions"), on_table(tallies, "revolutions.greater")) == (1, 0)


def test_floor13_counts_each_role_card_of_a_set() -> None:
    """F-FX-1."""
    tallies = broken_off("floor13", [*SEVENS], "1 S5 H5", first=1)
    assert (of_player(tallies, 1)["effect.5"], of_player(tallies, 1)["sets"]) == (2, 1)
    assert of_player(tallies, 1)["effect.5_squared"] == 4


def test_on_the_thirteenth_floor_a_pass_is_its_draw() -> None:
    """F-PASS-1."""
    tallies = broken_off("floor13", [*SEVENS], *FLAT, first=1)
    assert by_player(tallies, "passes") == by_player(tallies, "draws") == [0, 1, 1, 1]
    assert by_player(tallies, "draws.cards") == [0, 4, 4, 4]
    assert on_table(tallies, "revolutions") == 1


def test_a_pass_that_is_announced_before_its_draw_is_one_pass() -> None:
    """F-PASS-1."""
    tallies = broken_off("floor13", [*SEVENS], "1 S4", "2 -", "2 draw", "3 draw", "3 -", first=1)
    assert by_player(tallies, "passes") == [0, 1, 1, 0]


def test_the_draw_of_a_stuck_leader_is_no_pass() -> None:
    """F-STUCK-1, F-Q-7."""
    hands = ["S5", "S4 S6 C4", "C3 D9 C9"]
    tallies = broken_off("floor13", hands, "1 draw", "2 S4", "3 draw", first=1, options={"hand_size": 3})
    assert (by_player(tallies, "draws"), by_player(tallies, "passes")) == ([1, 0, 1], [0, 0, 1])


def test_who_wins_by_a_bomb_has_not_won_by_leading() -> None:
    """F-END-2."""
    hands = ["SQ S3 C9", "S4 S6", "D6 C3"]
    actions = ["2 S4", "3 D6", "1 SQ", "1 name 6"]
    tallies = broken_off("floor13", hands, *actions, first=2, options={"hand_size": 3})
    assert (by_player(tallies, "won"), by_player(tallies, "won.leading")) == ([0, 1, 0], [0, 0, 0])


def test_floor13_counts_whom_a_bomb_hit() -> None:
    """F-QBOMB-1."""
    hands = ["SQ S4 H5", "S5 S6 S7", "C5 D5 C9"]
    tallies = broken_off("floor13", hands, "1 SQ", "1 name 5", first=1, options={"hand_size": 3})
    assert (of_player(tallies, 1)["bombs"], of_player(tallies, 1)["bombs.hit"]) == (1, 3)
    assert of_player(tallies, 1)["bombs.hit_squared"] == 9
    assert by_player(tallies, "bombs.suffered") == [0, 1, 2]
    assert by_player(tallies, "bombs.own") == [1, 0, 0]


def test_biga_counts_results_by_part() -> None:
    """B-TEAM-1, B-SCORE-1."""
    hands, actions = going_out([1, 2, 3], partner=3)
    tallies = counted("biga", [{"hands": hands, "actions": actions}], 5)
    assert (of_player(tallies, 1)["role.declarer.first"], of_player(tallies, 3)["role.partner.deals"]) == (1, 1)
    assert [of_player(tallies, player)["role.defender.points"] for player in (2, 4, 5)] == [-2_000] * 3
    assert (tallies.pairs[1, 3]["partners"], tallies.pairs[2, 5]["partners"]) == (1, 1)
    assert (tallies.pairs[1, 2]["opponents"], "partners" in tallies.pairs[1, 2]) == (1, False)


def test_biga_counts_a_declarer_alone_apart() -> None:
    """B-SOLO-1, B-SCORE-3."""
    hands, actions = going_out([1], partner=None)
    own = of_player(counted("biga", [{"hands": hands, "actions": actions}], 5), 1)
    assert (own["role.solo.points"], own["points"], "role.declarer.deals" in own) == (32_000, 32_000, False)


def test_biga_counts_partners_who_make_themselves_known() -> None:
    """B-OPEN-1."""
    hands, actions = going_out([1, 2, 3], "3 say partner", partner=3)
    assert by_player(counted("biga", [{"hands": hands, "actions": actions}], 5), "announced") == [0, 0, 1, 0, 0]


def test_biga_counts_them_also_where_the_deal_comes_to_no_result() -> None:
    """B-OPEN-1."""
    tallies = broken_off("biga", TWENTY, "4 show DA", "5 show DA")
    assert by_player(tallies, "announced") == [0, 0, 0, 0, 1]


def test_a_partner_is_none_any_more_when_somebody_else_declares() -> None:
    """B-COUNTER-1, B-Q-11."""
    tallies = broken_off("biga", TWENTY, "4 show DA", "5 show DA", "3 show SA SA")
    assert (by_player(tallies, "announced"), on_table(tallies, "announced")) == ([0, 0, 0, 0, 0], 0)


def test_biga_counts_bombs_on_other_kinds_only() -> None:
    """B-EGG-1, B-BOMB-10."""
    tallies = broken_off("biga", TWENTY, "1 show HA", "1 S6", "2 S7 H7 D7", "3 S8 H8 D8")
    assert by_player(tallies, "bombs") == [0, 1, 0, 0, 0]


def test_biga_counts_captures() -> None:
    """B-FOUR-1."""
    tallies = broken_off("biga", TWENTY, "1 show HA", "1 S6 H6 D6", "2 S4 H4")
    assert (by_player(tallies, "captures"), on_table(tallies, "bombs")) == ([0, 1, 0, 0, 0], 0)
