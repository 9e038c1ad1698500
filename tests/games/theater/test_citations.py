"""Each fault cites the rule that was broken, by the kind of set where several say the same."""

from typing import Any

import pytest

from daifu.replay.deal import DealReport
from tests.support.games.theater import FULL_HANDS, OPENING, endgame_report, report_of

TAX = ("4 give 1 X C2", "3 give 2 H2")
GIFTS = ("1 give 4 D4 D5", "2 give 3 S3")


def cited(report: DealReport) -> list[str]:
    return [fault.rule for fault in report.faults]


@pytest.mark.parametrize(
    ("actions", "rule"),
    [
        (["2 S4"], "T-PASS-1"),
        (["1 -"], "T-PASS-1"),
        (["1 S4", "2 -", "3 S5", "2 S6"], "T-PASS-2"),
        (["1 S4", "2 S5 H5"], "T-SET-5"),
        (["1 S4 H4 D4", "2 S5 S6 S7"], "T-SET-5"),
        (["1 S5", "2 S4"], "T-FOLLOW-1"),
        (["1 S4 S5 S6", "2 H5 H6 H7"], "T-RUN-2"),
        (["1 D4 D5 D6 S4 S5 S6", "2 H5 H6 H7 C5 C6 C7"], "T-IPK-3"),
        (["1 S5 H5 C5 S6 H6 C6 S7 H7 D7", "2 S9 H9 D9 ST HT DT SJ HJ DJ", "3 SQ HQ DQ SK HK DK SJ CJ HJ"], "T-SRK-2"),
        (["1 S9", "1 say down"], "T-J-1"),
        (["1 S9 HT", "1 say down"], "T-J-1"),
        (["1 S9", "2 say down"], "T-J-1"),
        (["1 S9", "1 say flip"], "T-J-1"),
        (["1 S9", "1 draw"], "T-PASS-1"),
        (["1 S9", "1 name 5"], "T-PASS-1"),
        (["1 S9", "1 discard S4"], "T-PASS-1"),
        (["1 S9", "1 say partner"], "T-PASS-1"),
        (["1 ST SJ SQ", "1 say down"], "T-J-3"),
        (["1 ST SJ SQ HT HJ HQ", "1 say down"], "T-J-3"),
        (["1 ST HT DT SJ HJ DJ SQ HQ DQ", "1 say down"], "T-J-3"),
        (["1 S9", "1 say revolution"], "T-REV-1"),
        (["1 S9", "1 say no-revolution"], "T-REV-1"),
        (["1 S9", "2 show"], "T-ITTSU-2"),
    ],
)
def test_a_fault_of_play_cites_its_rule(actions: list[str], rule: str) -> None:
    assert cited(report_of(*OPENING, *actions))[-1:] == [rule]


@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        ("S4 S6", "T-SET-2"),
        ("S4 X", "T-JOK-0"),
        ("S4 S5 S6 X", "T-JOK-0"),
        ("S4 H4 D4 C4 S4", "T-SET-4"),
        ("S4 S5 H6", "T-RUN-1"),
        ("SA S2 S3", "T-RUN-1"),
        ("S4 H4 S5 H5", "T-IPK-1"),
        ("S4 H4 S5 D5 S6 H6", "T-IPK-1"),
        ("S4 H4 D4 S5 H5 D5", "T-SRK-1"),
        ("S4 H4 D4 S5 H5 D5 S7 H7 D7", "T-SRK-1"),
        ("S4 H4 D4 S5 H5 D5 S6 H6 D6 S7 H7 D7", "T-Q-27"),
        ("S4 H4 D4 S5 H5", "T-Q-27"),
        ("S4 S5 S6 H6", "T-Q-27"),
        ("S4 H4 D4 C4 S5 H5 D5 C5", "T-Q-27"),
        ("S3 H3 C3 S4 H4 C4 C5 D6 C7", "T-Q-27"),
    ],
)
def test_cards_that_are_no_set_cite_the_set_that_they_come_nearest_to(cards: str, rule: str) -> None:
    [fault] = [fault for fault in report_of(*OPENING, f"1 {cards}").faults if fault.code != "card_not_held"]
    assert (fault.code, fault.rule) == ("not_a_combination", rule)


def test_a_call_that_is_switched_off_cites_its_option() -> None:
    assert cited(report_of(*OPENING, "1 SJ", "1 say down", options={"eleven_back": False})) == ["T-Q-6"]


@pytest.mark.parametrize(
    ("actions", "rule"),
    [
        (["4 give 1 C3 C4", TAX[1], *GIFTS], "T-XCH-2"),
        (["4 give 1 X", TAX[1], *GIFTS], "T-XCH-2"),
        ([*TAX, "1 give 4 D4", GIFTS[1]], "T-XCH-1"),
        ([*TAX, "1 give 4 S4 S5", GIFTS[1]], "T-DEAL-1"),
        ([*TAX, *GIFTS, "2 give 3 S4"], "T-XCH-1"),
        ([TAX[0], *GIFTS], "T-XCH-2"),
        ([*TAX, GIFTS[0]], "T-XCH-1"),
        (["1 show", *TAX, *GIFTS], "T-ITTSU-1"),
    ],
)
def test_a_fault_of_the_exchange_cites_its_rule(actions: list[str], rule: str) -> None:
    assert cited(report_of(*actions, "1 D3", hands=FULL_HANDS, places=[1, 2, 3, 4])) == [rule]


def test_a_gift_back_of_a_received_card_cites_its_rule() -> None:
    actions = [*TAX, "1 give 4 X D4", GIFTS[1], "1 D3"]
    report = report_of(*actions, hands=FULL_HANDS, places=[1, 2, 3, 4], options={"gift_from_dealt_hand": True})
    assert cited(report) == ["T-XCH-3"]


@pytest.mark.parametrize(
    ("actions", "deal", "rule"),
    [
        (["1 D4"], {}, "T-OPEN-2"),
        (["1 D3", "2 C4"], {}, "T-DEAL-1"),
        (["1 give 4 D4 D5", "1 D3"], {}, "T-XCH-4"),
        (["1 D3"], {"hands": ["D3 D3 ?*11", "?*13", "?*13", "?*14"]}, "T-DECK-1"),
        (["1 D3"], {"hands": ["D3 ?*12", "?*13", "?*13", "?*13"]}, "T-DECK-1"),
        (["1 D3"], {"abandoned": False}, "T-END-1"),
    ],
)
def test_a_fault_of_the_beginning_cites_its_rule(actions: list[str], deal: dict[str, Any], rule: str) -> None:
    assert cited(report_of(*actions, **{"hands": FULL_HANDS, **deal})) == [rule]


def test_faults_of_the_end_cite_their_rules() -> None:
    report = endgame_report(["S9", "ST", "X", "S4 S5"], "1 S9", "1 S4", "2 ST", "3 X", "4 S4")
    assert [(fault.code, fault.rule) for fault in report.faults] == [
        ("action_after_out", "T-OUT-1"),
        ("finish_foul", "T-FOUL-1"),
        ("action_after_end", "T-END-1"),
    ]


@pytest.mark.parametrize(
    ("actions", "resolution"),
    [
        (["1 S4 S6"], "stands"),
        (["1 S4 S6 void"], "void"),
        (["2 -"], "ignored"),
        (["1 -"], "pass"),
        (["1 S9", "1 say down"], "ignored"),
        (["1 S9", "2 show"], "ignored"),
        (["1 S9", "1 give 2 S4"], "stands"),
    ],
)
def test_a_fault_says_what_became_of_it(actions: list[str], resolution: str) -> None:
    """T-PUN-2, and the record format on resolutions."""
    assert [fault.resolution for fault in report_of(*OPENING, *actions).faults] == [resolution]


def test_a_fault_explains_itself_in_both_languages() -> None:
    """T-RUN-2: with the sets as they are called at the table."""
    message = report_of(*OPENING, "1 S4 S5 S6", "2 H5 H6 H7").faults[0].message
    assert all(said in sentence for said in ("5-6-7", "4-5-6") for sentence in message)


@pytest.mark.parametrize(
    ("actions", "en", "ja"),
    [
        (
            ("1 S4 X",),
            "S4 X is not a combination: the joker is only played alone",
            "S4 Xは一緒に出せる組ではありません。JOKERは1枚でしか出せません",
        ),
        (("1 S9", "2 show"), "player 2 was too late to show the hand", "プレイヤー2が手札を見せるには遅すぎます"),
        (
            ("1 S9", "1 say down"),
            "player 1 had no right to call down",
            "プレイヤー1には「下」と宣言する権利がありません",
        ),
    ],
)
def test_a_sentence_says_what_was_wrong(actions: tuple[str, ...], en: str, ja: str) -> None:
    assert [fault.message for fault in report_of(*OPENING, *actions).faults] == [(en, ja)]


def test_a_hand_that_is_no_ittsu_has_a_sentence_of_its_own() -> None:
    [fault] = report_of("2 show", hands=["D3 ?*12", "S3 H3 D4 S5 S6 S7 S8 S9 ST SJ SQ SK SA", "?*13", "?*14"]).faults
    assert fault.message == ("the hand of player 2 was no ittsu", "プレイヤー2の手札はイッツーになっていません")


def test_an_ittsu_before_the_exchange_is_complete_has_a_sentence_of_its_own() -> None:
    report = report_of("1 show", *TAX, *GIFTS, "1 D3", hands=FULL_HANDS, places=[1, 2, 3, 4])
    assert [fault.message for fault in report.faults] == [
        (
            "player 1 could not show an ittsu before the exchange was complete",
            "プレイヤー1は、交換が済むまでイッツーを見せられません",
        )
    ]


def test_going_out_with_the_joker_says_which_place_it_costs() -> None:
    report = endgame_report(["S9", "ST", "X", "S4 S5"], "1 S9", "2 ST", "3 X", "4 S4")
    assert report.faults[0].message == (
        "player 3 went out with X and takes the lowest free place",
        "プレイヤー3はXで上がったため、残った順位のうち最も下になります",
    )
