"""The house rules that play as UECda does: its options as named local rules of daifugo."""

from typing import Any

Options = dict[str, Any]

UECDA: Options = {
    "joker_wild": {"suit": "missing"},
    "runs": {"answer": "beyond", "joker_ends": True},
    "revolution": {},
    "run_revolution": {"least": 5},
    "eight_cut": {},
    "suit_lock": {"jokers": "stand_in", "lone_joker": "lifts"},
    "spade3": {},
    "pass_lock": {},
    "lead_pass": {"stop_after": 20},
    "first_lead": {"by": "holder", "deals": "every"},
    "next_lead": {"by": "holder"},
    "exchange": {"counts": [2, 1], "tie": "suits"},
    "seat_order": {"by": "record"},
    "titles": {},
    "points": {"by_place": [5, 4, 3, 2, 1]},
    "illegal_play": {"then": "pass"},
}


def uecda_house(options: Options) -> Options:
    """The house of these options of uecda; the reversal by sixes has no local rule."""
    flip: Options = {"jack_back": {}} if options["jack_back"] else {}
    return {**UECDA, "trick_end": {"asked": options["trick_end"]}, **flip}
