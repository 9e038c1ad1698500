"""The catalogue of faults: every one can happen, and says what happened (record format, section 4)."""

import string
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from daifu.replay.faults import CATALOGUE, FAULT_NAMES, Fault
from tests.support.reports import judge_deals


class Case(NamedTuple):
    """A deal in which a fault happens; hands that nobody has seen unless the test needs others."""

    rules: str
    actions: tuple[str, ...] = ()
    players: int = 4
    options: Mapping[str, Any] = MappingProxyType({})
    deal: Mapping[str, Any] = MappingProxyType({})
    house: Mapping[str, Any] | None = None


HOUSE = {"id": "club", "version": 1, "base": "daifugo/1", "players": [2, 8], "hash": "0" * 64}
TAXES = {"hands": ["12 12 9", "11 9", "8 10", "1 2 J"], "hands_are": "dealt"}
JOKER_LAST = {"hands": ["X", "S5 S8", "S6", "S7"]}
LAST = {"hands": ["9", "8", "7", "6 6"]}
SWAPPED = {"order": [1, 2, 3, 4], "points": [2, 3, 1, 0]}
CLEARED = ("2 draw", "3 draw", "4 draw")

CASES = {
    "out_of_turn": Case("dalmuti", ("1 9", "3 8")),
    "locked_by_pass": Case("dalmuti", ("1 9", "2 -", "3 8", "2 7"), options={"pass_locks": True}),
    "pass_on_lead": Case("dalmuti", ("1 -",)),
    "action_after_out": Case("dalmuti", ("1 9", "1 -"), deal=LAST),
    "action_after_end": Case("dalmuti", ("1 9", "2 8", "3 7", "1 -"), deal=LAST),
    "card_not_held": Case("dalmuti", ("1 9 9",), deal=LAST),
    "not_a_combination": Case("dalmuti", ("1 9 8",)),
    "wrong_kind": Case("akagiri", ("1 S4 S5 S6", "2 S9")),
    "wrong_count": Case("dalmuti", ("1 9", "2 8 8")),
    "not_stronger": Case("dalmuti", ("1 9", "2 10")),
    "run_overlap": Case("theater", ("1 D3 D4 D5", "2 S4 S5 S6")),
    "run_not_next": Case("floor13", ("1 H3 H4 H5", "2 H6 H7 H8")),
    "suit_lock": Case("uecda", ("1 S4", "2 S5", "3 H6"), 5),
    "number_lock": Case("daifugo", ("1 S4", "2 S5", "3 S6", "4 S8"), options={"number_lock": True}),
    "bomb_not_allowed": Case("biga", ("1 say heart", "1 HA", "2 C9 C9 D9 D9"), 5),
    "bad_capture": Case("biga", ("1 say heart", "1 H9 H9 S9 S9 D9 D9 C9", "2 H4 H4 S4 S4 D4 D4"), 5),
    "opening_card_missing": Case("theater", ("1 S4",), deal={"hands": ["D3 S4", "S5", "S6", "S7"]}),
    "third_lead": Case("floor13", ("1 S4", *CLEARED, "1 S4", *CLEARED, "1 S4")),
    "finish_banned": Case("theater", ("1 X",), options={"joker_out": "illegal"}, deal=JOKER_LAST),
    "finish_foul": Case("theater", ("1 X",), deal=JOKER_LAST),
    "wrong_draw_count": Case("floor13", ("1 S4", "2 draw S5 S6")),
    "effect_not_owed": Case("dalmuti", ("1 9", "1 say flip")),
    "effect_missing": Case("floor13", ("1 SQ", "2 SK")),
    "false_declaration": Case("dalmuti", ("1 say partner",)),
    "late_declaration": Case("dalmuti", ("1 9", "2 say revolution")),
    "exchange_not_best": Case("dalmuti", ("4 give 1 2 J",), deal=TAXES),
    "exchange_wrong_count": Case("dalmuti", ("4 give 1 1",), deal=TAXES),
    "exchange_not_owed": Case("dalmuti", ("4 give 2 1",), deal=TAXES),
    "exchange_not_from_deal": Case("dalmuti", ("4 give 1 1 2", "1 give 4 1 2"), deal=TAXES),
    "exchange_missing": Case("dalmuti", ("1 9",), deal=TAXES),
    "bad_deck": Case("dalmuti", deal={"hands": ["1", "1", "2", "3"]}),
    "bad_deal": Case("dalmuti", deal=LAST),
    "bad_seating": Case("dalmuti", deal={"places": [1, 2, 3, 4], "seats": [2, 1, 3, 4]}),
    "house_mismatch": Case("daifugo", house=HOUSE),
    "result_mismatch": Case("dalmuti", ("1 9", "2 8", "3 7"), deal={**LAST, "result": {"order": [4, 3, 2, 1]}}),
    "points_mismatch": Case("dalmuti", ("1 9", "2 8", "3 7"), deal={**LAST, "result": {"points": [0, 1, 2, None]}}),
    "deal_incomplete": Case("dalmuti"),
    "points_inconsistent": Case("dalmuti", deal={"actions": None, "result": SWAPPED}),
}


def fault_of(code: str) -> Fault:
    case = CASES[code]
    deal = {"hands": ["?*20"] * case.players, "hands_are": "exchanged", "actions": case.actions, **case.deal}
    written = {name: value for name, value in deal.items() if value is not None}
    faults = judge_deals(case.rules, [written], case.players, case.options, house=case.house).deals[0].faults
    return next(fault for fault in faults if fault.code == code)


def test_every_fault_has_a_case() -> None:
    assert list(CASES) == list(CATALOGUE)


def test_every_fault_has_a_name() -> None:
    assert list(FAULT_NAMES) == list(CATALOGUE)


@pytest.mark.parametrize("code", CASES)
def test_a_fault_knows_everything_that_its_sentence_speaks_of(code: str) -> None:
    fault = fault_of(code)
    for sentence in CATALOGUE[code].sentence:
        spoken_of = {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
        assert spoken_of <= set(fault.details)
        assert not {"", "None"} & {str(fault.details[name]) for name in spoken_of}


@pytest.mark.parametrize("code", CASES)
def test_a_fault_says_the_same_in_both_languages(code: str) -> None:
    """Both sentences speak of the same things, except that only one of them may need to say who."""
    names = [
        {name for _, name, _, _ in string.Formatter().parse(sentence) if name} - {"who"}
        for sentence in CATALOGUE[code].sentence
    ]
    assert names[0] == names[1]
    assert fault_of(code).message.ja.isascii() is False


@pytest.mark.parametrize(
    ("code", "english"),
    [
        ("out_of_turn", "player 3 acted out of turn: it was player 2's turn"),
        ("card_not_held", "player 1 did not hold 9"),
        ("wrong_count", "8-8 has 2 cards, but the 9 on the table has 1 card"),
        ("run_overlap", "not all of 4-5-6 is stronger than the 3-4-5 on the table"),
        ("exchange_wrong_count", "player 4 had to give 2 cards, but gave 1 card"),
        ("exchange_missing", "player 1 did not give player 4 the 2 cards due"),
        ("bad_deck", "more of these cards are written than the pack has: 1"),
        ("bad_deal", "the hands have 1 1 1 2 cards where 20 20 20 20 are due"),
        ("bad_seating", "the seats are 2 1 3 4, but by the ranking they should be 1 2 3 4"),
        ("result_mismatch", "the written order is 4 3 2 1, the replay gives 1 2 3 4"),
        ("points_mismatch", "the written points are 0 1 2 -, the replay gives 3 2 1 0"),
        ("points_inconsistent", "the written points are 2 3 1 0, but this order gives 3 2 1 0"),
    ],
)
def test_a_fault_says_where_what_and_what_was_expected(code: str, english: str) -> None:
    assert fault_of(code).message.en == english


SEATED = {"hands": ["?*20"] * 4, "hands_are": "exchanged", "abandoned": True}
SMALL = {"hand_size": 2}

SENTENCES = {
    "the gift names only what was not dealt": (
        Case("dalmuti", ("4 give 1 1 2", "1 give 4 2 12"), deal=TAXES),
        "player 1 gave 2, which they had not been dealt",
        "プレイヤー1は配られていない2を渡しました",
    ),
    "the gift names only what was not held": (
        Case("dalmuti", ("1 give 4 12 8",), deal=TAXES),
        "player 1 did not hold 8",
        "プレイヤー1は8を持っていません",
    ),
    "one card that was due is in the singular": (
        Case("akagiri", ("1 S4",), deal={**SEATED, "hands_are": "dealt", "places": [2, 3, 4, 1]}),
        "player 1 did not give player 2 the card due",
        "プレイヤー1はプレイヤー2に渡すべき1枚を渡していません",
    ),
    "a run wholly below": (
        Case("theater", ("1 S7 S8 S9", "2 H4 H5 H6"), deal={"hands": ["?*20"] * 4}),
        "not all of 4-5-6 is stronger than the 7-8-9 on the table",
        "4-5-6は場の7-8-9を完全に上回っていません",
    ),
    "more cards than the top set": (
        Case("akagiri", ("1 S3", "2 ST HT DT"), deal=SEATED),
        "10-10-10 has 3 cards, but the 3 on the table has 1 card",
        "10-10-10は3枚ですが、場の3は1枚です",
    ),
    "a run of another depth": (
        Case("floor13", ("1 SK HK SA HA S2 H2", "2 D9 DT DJ DQ DK DA"), deal=SEATED),
        "9-10-J-Q-K-A has 6 cards, but the K-K-A-A-2-2 on the table has 2 runs of 3 cards",
        "9-10-J-Q-K-Aは6枚ですが、場のK-K-A-A-2-2は3枚の階段2組です",
    ),
    "the card that breaks a lock": (
        Case("akagiri", ("1 S5", "2 S6", "3 H7"), options={"suit_lock": True}, deal=SEATED),
        "H7 breaks the suit lock (S)",
        "H7は縛り（S）に反します",
    ),
    "the third lead": (
        Case("floor13", ("1 S8", "1 H8", "1 S4"), deal=SEATED),
        "player 1 led for the third time in a row",
        "プレイヤー1が3回続けて場の最初に出しました",
    ),
    "a pass on the lead": (
        Case("floor13", ("1 -",), deal={**SEATED, "first": 1}),
        "player 1 had the lead and had to play",
        "プレイヤー1は場の最初に出す番なので、パスできません",
    ),
    "a stock that is not whole": (
        Case("floor13", deal={"hands": ["S4 H4"] * 2, "stock": "S5 S6"}, players=2, options=SMALL),
        "more of these cards are written than the pack has: S4 H4",
        "山にある枚数より多く書かれたカードがあります：S4 H4",
    ),
    "a stock that is too small": (
        Case("floor13", deal={"hands": ["S4 H4", "S5 H5"], "stock": "S6 H6"}, players=2, options=SMALL),
        "hands and stock have 6 cards in all, but the pack has 54 cards",
        "手札と山札は合わせて6枚ですが、1組は54枚です",
    ),
    "a draw of cards that were dealt": (
        Case(
            "floor13", ("1 S4", "2 draw H4"), deal={"hands": ["S4 H4", "S5 H5"], "first": 1}, players=2, options=SMALL
        ),
        "player 2 cannot have drawn H4 from this stock",
        "プレイヤー2がこの山札からH4を引くことはできません",
    ),
    "one card drawn too many": (
        Case("floor13", ("1 S4", "2 draw H6 S6"), deal={"hands": ["?*7"] * 4}),
        "player 2 had to draw 1 card, but drew 2 cards",
        "プレイヤー2が引くのは1枚のはずが、引いたのは2枚でした",
    ),
    "a draw that did not come": (
        Case("floor13", ("1 S4 H4", "2 -", "3 S6 H6"), deal={"hands": ["?*7"] * 4}),
        "player 2 had to draw 2 cards, but drew no cards",
        "プレイヤー2が引くのは2枚のはずが、引いたのは0枚でした",
    ),
    "a tax that is not the best": (
        Case("dalmuti", ("4 give 1 2 J",), deal=TAXES),
        "player 4 gave 2 J instead of the strongest dealt to them: 1 2",
        "プレイヤー4が渡したのは2 Jですが、配られた手札で最も強いカードは1 2です",
    ),
    "a set that is weaker because the order is reversed": (
        Case("akagiri", ("1 S9 H9 D9 C9", "2 ST HT DT CT"), deal=SEATED),
        "10-10-10-10 is not stronger than the 9-9-9-9 on the table in the reversed order",
        "10-10-10-10は強弱が逆の場の9-9-9-9より強くありません",
    ),
    "cards that are no set": (
        Case("floor13", ("1 S4 H6",), deal=SEATED),
        "S4 H6 is not a combination",
        "S4 H6は一緒に出せる組ではありません",
    ),
    "a gift without a 7": (
        Case("floor13", ("1 S4", "1 give 2 S5"), deal=SEATED),
        "player 1 had no right to give S5 to player 2",
        "プレイヤー1にはプレイヤー2にS5を渡す権利がありません",
    ),
    "a name that takes the last cards": (
        Case("floor13", ("1 SQ", "1 name K"), deal={"hands": ["SQ HK", "S4 S5"]}, players=2, options=SMALL),
        "player 1 may not name K and go out that way",
        "プレイヤー1はKを指名することで上がることはできません",
    ),
    "a gift of the last card": (
        Case("floor13", ("1 S7", "1 give 2 HK"), deal={"hands": ["S7 HK", "S4 S5"]}, players=2, options=SMALL),
        "player 1 may not give HK to player 2 and go out that way",
        "プレイヤー1はプレイヤー2にHKを渡すことで上がることはできません",
    ),
    "a revolution without both jesters": (
        Case("dalmuti", ("4 say revolution",), deal=TAXES),
        "player 4 declared a revolution without being dealt both jesters",
        "プレイヤー4は道化師を2枚とも配られていないのに革命を宣言しました",
    ),
}


@pytest.mark.parametrize("case", SENTENCES.values(), ids=list(SENTENCES))
def test_a_sentence_says_exactly_what_happened(case: tuple[Case, str, str]) -> None:
    of_case, en, ja = case
    deal = {"hands": ["?*20"] * of_case.players, "actions": of_case.actions, **of_case.deal}
    faults = judge_deals(of_case.rules, [deal], of_case.players, of_case.options).deals[0].faults
    assert (en, ja) in [fault.message for fault in faults]


def test_a_sentence_on_places_speaks_of_the_deal_before() -> None:
    deals: list[dict[str, Any]] = [
        {"result": {"order": [1, 2, 3, 4]}},
        {"result": {"order": [1, 2, 3, 4]}, "places": [2, 1, 3, 4]},
    ]
    [fault] = judge_deals("dalmuti", deals).deals[1].faults
    assert fault.message == (
        "the places are 2 1 3 4, but the deal before ended 1 2 3 4",
        "順位は2 1 3 4と書かれていますが、前の回の結果は1 2 3 4です",
    )
