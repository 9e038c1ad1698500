"""The house rules that play as akagiri and UECda do: their options as named local rules of daifugo."""

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


def akagiri_house(options: Options) -> Options:
    """The house of these options of akagiri, which has a default for each that is not named."""
    found: Options = {
        "first_lead": {"by": "dealer"},
        "next_lead": {"by": options.get("first_leader", "dealer")},
        "play_direction": {"way": options.get("play_direction", "cw")},
        "seat_order": {"by": "places", "way": options.get("seat_direction", "ccw")},
        "jokers": {"count": options.get("jokers", 1)},
        "decks": {"count": options.get("decks", 1)},
        "runs": options.get("runs", True),
        "titles": {"table": options.get("title_table", "standard")},
        "exchange": {"counts": options.get("exchange_counts")},
        "points": {"by_place": "titles"},
        "pass_lock": options.get("pass_locks", False),
        "illegal_play": {"then": options.get("illegal_play", "stands")},
        **akagiri_order(options),
        **akagiri_tricks(options),
    }
    if not options.get("joker_wild", True):
        found["joker_wild"] = {"groups": False, "runs": False}
    if options.get("fallen_daifugo"):
        leaves = options.get("fallen_immediate", False)
        found["fallen_daifugo"] = {"leaves": leaves, "place": "lowest", "needs_title": True}
    cards, groups = options.get("no_finish_joker_two"), options.get("no_finish_group", False)
    if cards or groups:
        demotes = options.get("finish_ban_mode") == "demote" and options.get("illegal_play") != "pass"
        found["finish_ban"] = {
            "cards": ["joker", "2"] if cards else [],
            "groups": groups,
            "order": "in_force",
            "mode": "last" if demotes else "illegal",
            "stuck": "fault",
        }
    return found


def akagiri_order(options: Options) -> Options:
    """The rules on the order."""
    found: Options = {"jack_back": {"choice": True}} if options.get("jack_back") else {}
    if options.get("revolution", True):
        word = "deny" if options.get("revolution_default_declared", True) else "declare"
        most = 4 if options.get("revolution_exact_four") else None
        natural = options.get("revolution_natural_only", False)
        found["revolution"] = {"word": word, "most": most, "natural": natural}
        found["run_revolution"] = bool(options.get("revolution_by_run")) and options.get("runs", True)
    return found


def akagiri_tricks(options: Options) -> Options:
    """The rules on eights, the spade 3 and the suit lock."""
    found: Options = {}
    if options.get("eight_stop"):
        found["eight_cut"] = {"in_runs": options.get("eight_stop_in_runs", True)}
    clears, spade = options.get("spade3_ends_trick", False), options.get("spade3", "off")
    if spade == "joker_single":
        found["spade3"] = {"clears": clears}
    if spade == "always":
        found["spade3"] = {"takes": "single", "clears": "joker" if clears else False, "free_of_locks": "joker"}
    if options.get("suit_lock"):
        found["suit_lock"] = {"sets": "singles"}
    return found
