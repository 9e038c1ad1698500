"""The catalogue of faults: every one can happen, and says what happened (record format, section 4)."""

import string
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from replay.faults import CATALOGUE, Fault
from tests.support.reports import judge_deals


class Case(NamedTuple):
    """A deal in which a fault happens; hands that nobody has seen unless the test needs others."""

    rules: str
    actions: tuple[str, ...] = ()
    players: int = 4
    options: Mapping[str, Any] = MappingProxyType({})
    deal: Mapping[str, Any] = MappingProxyType({})


TAXES = {"hands": ["12 12 9", "11 9", "8 10", "1 2 J"], "hands_are": "dealt"}
JOKER_LAST = {"hands": ["X", "S5 S8", "S6", "S7"]}
LAST = {"hands": ["9", "8", "7", "6 6"]}
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
    "result_mismatch": Case("dalmuti", ("1 9", "2 8", "3 7"), deal={**LAST, "result": {"order": [4, 3, 2, 1]}}),
    "points_mismatch": Case("dalmuti", ("1 9", "2 8", "3 7"), deal={**LAST, "result": {"points": [0, 1, 2, None]}}),
    "deal_incomplete": Case("dalmuti"),
}


def fault_of(code: str) -> Fault:
    case = CASES[code]
    deal = {"hands": ["?*20"] * case.players, "hands_are": "exchanged", "actions": case.actions, **case.deal}
    faults = judge_deals(case.rules, [deal], case.players, case.options).deals[0].faults
    return next(fault for fault in faults if fault.code == code)


def test_every_fault_has_a_case() -> None:
    assert list(CASES) == list(CATALOGUE)


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
        ("wrong_count", "8-8 has not as many cards as the 9 on the table"),
        ("run_overlap", "4-5-6 overlaps the 3-4-5 on the table"),
        ("exchange_wrong_count", "player 4 had to give 2, but gave 1"),
        ("exchange_missing", "player 1 did not give player 4 the 2 due"),
        ("bad_deck", "the cards are not those of the pack: 1"),
        ("bad_deal", "the hands have 1 1 1 2 cards where 20 20 20 20 are due"),
        ("bad_seating", "the record has 2 1 3 4 where 1 2 3 4 follows from the rules"),
        ("result_mismatch", "the written order is 4 3 2 1, the replay gives 1 2 3 4"),
        ("points_mismatch", "the written points are 0 1 2 -, the replay gives 3 2 1 0"),
    ],
)
def test_a_fault_says_where_what_and_what_was_expected(code: str, english: str) -> None:
    assert fault_of(code).message.en == english
