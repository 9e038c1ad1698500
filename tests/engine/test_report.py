"""What a report says (record format, section 5)."""

from typing import Any

import pytest

from daifu.replay.faults import CATALOGUE, FaultKind
from tests.support.games import dalmuti, theater, uecda
from tests.support.reports import fault_tuples, judge_deals

HANDS = ["9 9 5", "8 8 4", "7 7 3", "6 6 2"]


def deal(*actions: str, **more: object) -> dict[str, Any]:
    return {"hands": HANDS, "hands_are": "exchanged", "actions": list(actions), **more}


def test_faults_of_the_deal_come_first_then_those_of_the_actions() -> None:
    assert fault_tuples(judge_deals("dalmuti", [deal("1 -", "2 8", "2 9")])) == [
        (None, None, "bad_deal"),
        (None, None, "deal_incomplete"),
        (0, 1, "pass_on_lead"),
        (2, 2, "card_not_held"),
        (2, 2, "not_stronger"),
        (2, 2, "out_of_turn"),
    ]


def test_faults_of_one_action_go_by_player_then_by_code() -> None:
    owing = {"hands": dalmuti.hidden_hands(), "actions": ["3 9 8"], "abandoned": True}
    assert fault_tuples(judge_deals("dalmuti", [owing])) == [
        (0, 1, "exchange_missing"),
        (0, 2, "exchange_missing"),
        (0, 3, "exchange_missing"),
        (0, 3, "not_a_combination"),
        (0, 3, "out_of_turn"),
        (0, 4, "exchange_missing"),
    ]


def test_a_record_is_legal_if_it_has_nothing_worse_than_notices() -> None:
    hands = {"hands": dalmuti.hidden_hands(), "hands_are": "exchanged"}
    report = judge_deals("dalmuti", [{**hands, "actions": ["1 9", "2 8"]}])
    assert [fault.severity for fault in report.deals[0].faults] == ["notice"]
    assert report.legal
    assert not judge_deals("dalmuti", [{**hands, "actions": ["1 9", "2 9"]}]).legal


def test_a_record_is_legal_if_all_its_deals_are() -> None:
    fine: dict[str, Any] = {"result": {"order": [1, 2, 3, 4]}}
    assert judge_deals("dalmuti", [fine, fine]).legal
    assert not judge_deals("dalmuti", [fine, {**fine, "places": [2, 1, 3, 4]}]).legal


def test_a_record_that_contradicts_itself_is_not_legal() -> None:
    assert not judge_deals("dalmuti", [deal(abandoned=True)]).legal


def test_a_foul_is_not_legal() -> None:
    """T-FOUL-1."""
    faults = theater.endgame_report(["X", "D5 D6", "C5 C6", "H5 H6"], "1 X").faults
    assert ("finish_foul", "foul") in [(fault.code, fault.severity) for fault in faults]


def test_a_fault_says_what_became_of_it() -> None:
    report = judge_deals("dalmuti", [deal("1 -", "2 12 void", "2 9", "4 -", "3 give 2 3")])
    found = {fault.code: fault.resolution for fault in report.deals[0].faults if fault.action is not None}
    assert found == {
        "pass_on_lead": "pass",
        "card_not_held": "stands",
        "out_of_turn": "ignored",
        "exchange_not_owed": "stands",
    }


def test_a_fault_names_its_rule_and_its_severity() -> None:
    fault = dalmuti.report_of(HANDS, "1 9", "2 12").faults[-1]
    assert (fault.code, fault.rule, fault.severity) == ("not_stronger", "D-FOLLOW-1", "illegal")


def test_a_fault_of_the_whole_deal_has_neither_action_nor_player() -> None:
    faults = judge_deals("dalmuti", [deal()]).deals[0].faults
    assert [(fault.action, fault.player, fault.severity) for fault in faults] == [
        (None, None, "record"),
        (None, None, "notice"),
    ]


def test_a_message_says_in_both_languages_what_happened() -> None:
    message = dalmuti.report_of(HANDS, "1 9", "2 12").faults[-1].message
    assert message.en == "12 is not stronger than the 9 on the table"
    assert message.ja == "12は場の9より強くありません"


@pytest.mark.parametrize(
    ("action", "en", "ja"),
    [
        ("1 draw", "player 1 had no right to draw", "プレイヤー1には山札から引く権利がありません"),
        ("1 say flip", "player 1 had no right to reverse the order", "プレイヤー1には強弱を逆にする権利がありません"),
        ("1 say up", "player 1 had no right to call up", "プレイヤー1には「上」と宣言する権利がありません"),
        ("1 name 10", "player 1 had no right to name 10", "プレイヤー1には10を指名する権利がありません"),
        ("1 name X", "player 1 had no right to name the joker", "プレイヤー1にはジョーカーを指名する権利がありません"),
        ("1 discard 5", "player 1 had no right to discard 5", "プレイヤー1には5を捨てる権利がありません"),
        ("1 show", "player 1 had no grounds to show the hand", "プレイヤー1が手札を見せる条件は整っていません"),
        ("1 show 5 5", "player 1 had no grounds to show 5 5", "プレイヤー1が5 5を見せる条件は整っていません"),
        (
            "1 say no-revolution",
            "player 1 had no grounds to call off a revolution",
            "プレイヤー1が革命を取り消す条件は整っていません",
        ),
        (
            "1 say revolution",
            "player 1 was too late to declare a revolution",
            "プレイヤー1が革命を宣言するには遅すぎます",
        ),
    ],
)
def test_a_message_says_what_somebody_had_no_right_to_do(action: str, en: str, ja: str) -> None:
    assert dalmuti.report_of(HANDS, "1 9", action).faults[-1].message == (en, ja)


def test_a_message_about_a_lock_names_its_suits() -> None:
    """U-LOCK-1."""
    deal_report = judge_deals(
        "uecda", [{"hands": uecda.HIDDEN, "actions": ["1 S4 H4", "2 S5 H5", "3 S6 D6"]}], 5
    ).deals[0]
    assert deal_report.faults[-1].message.en == "S6 D6 breaks the suit lock (S H)"


def test_players_are_those_of_the_record() -> None:
    players = ["Mu", {"id": "j1", "name": "Junko"}, "Shimo", {"id": "j2", "name": "Junko"}]
    assert judge_deals("dalmuti", [deal()], players).players == players


def test_a_report_names_its_rules() -> None:
    assert judge_deals("dalmuti", [deal()]).rules == "dalmuti"


def test_players_without_a_place_are_named_in_ascending_order() -> None:
    hands = ["9 9", "8 8", "7", "6 6"]
    report = dalmuti.report_of(hands, "4 6", "1 9", "2 8", "3 7", places=[4, 1, 2, 3])
    assert (report.order, report.unfinished) == ([3], [1, 2, 4])


@pytest.mark.parametrize("kind", CATALOGUE.values(), ids=list(CATALOGUE))
def test_severities_are_those_of_the_format(kind: FaultKind) -> None:
    record = {"bad_deck", "bad_deal", "bad_seating", "house_mismatch", "result_mismatch", "points_mismatch"}
    notices = dict.fromkeys(("deal_incomplete", "points_inconsistent"), "notice")
    special = {"finish_foul": "foul", **notices, **dict.fromkeys(record, "record")}
    assert kind.severity == special.get(kind.code, "illegal")
