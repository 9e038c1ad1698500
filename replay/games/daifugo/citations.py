"""The rules that faults break: those of the base game, H-BASE-1 to H-BASE-12, and the local rules by their numbers."""

from collections.abc import Mapping
from typing import Final

from daifu.replay.games.daifugo.catalogue import house_rules


def _number(rule: str) -> str:
    return house_rules().built[rule].number


CITATIONS: Final[Mapping[str, str]] = {
    "bad_deck": "H-BASE-1",
    "bad_deal": "H-BASE-1",
    "card_not_held": "H-BASE-2",
    "card_not_held:best": _number("exchange"),
    "card_not_held:any": _number("exchange"),
    "card_not_held:dealt": _number("exchange"),
    "card_not_held:weakest": _number("exchange"),
    "card_not_held:give": _number("seven_give"),
    "card_not_held:discard": _number("ten_discard"),
    "not_a_combination": "H-BASE-4",
    "not_a_combination:joker": _number("joker_wild"),
    "wrong_kind": "H-BASE-6",
    "wrong_count": "H-BASE-6",
    "not_stronger": "H-BASE-6",
    "not_stronger:run": _number("runs"),
    "run_overlap": _number("runs"),
    "run_not_next": _number("runs"),
    "out_of_turn": "H-BASE-7",
    "locked_by_pass": _number("pass_lock"),
    "pass_on_lead": "H-BASE-9",
    "action_after_out": "H-BASE-11",
    "action_after_end": "H-BASE-11",
    "deal_incomplete": "H-BASE-11",
    "effect_not_owed": "H-BASE-3",
    "effect_not_owed:give": _number("seven_give"),
    "effect_not_owed:discard": _number("ten_discard"),
    "effect_not_owed:name": _number("queen_bomber"),
    "effect_not_owed:flip": _number("jack_back"),
    "effect_not_owed:swap": _number("upheaval"),
    "effect_missing": "H-BASE-3",
    "effect_missing:give": _number("seven_give"),
    "effect_missing:discard": _number("ten_discard"),
    "effect_missing:name": _number("queen_bomber"),
    "false_declaration": _number("revolution"),
    "suit_lock": _number("suit_lock"),
    "suit_lock:colour": _number("colour_lock"),
    "suit_lock:partial": _number("partial_lock"),
    "suit_lock:full": _number("full_lock"),
    "number_lock": _number("number_lock"),
    "number_lock:full": _number("full_lock"),
    "opening_card_missing": _number("first_lead"),
    "finish_banned": _number("finish_ban"),
    "finish_banned:give": _number("gift_finish"),
    "finish_banned:discard": _number("gift_finish"),
    "finish_banned:name": _number("gift_finish"),
    "exchange_not_best": _number("exchange"),
    "exchange_wrong_count": _number("exchange"),
    "exchange_not_owed": _number("exchange"),
    "exchange_not_from_deal": _number("exchange"),
    "exchange_missing": _number("exchange"),
    "bad_seating": _number("seat_order"),
    "house_mismatch": "H-BASE-12",
    "result_mismatch": "H-BASE-12",
    "points_mismatch": _number("points"),
    "points_inconsistent": _number("points"),
}
"""The rule that a fault breaks, by its code, or by its code and kind."""
