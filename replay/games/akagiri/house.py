"""Akagiri's daihinmin as a house of daifugo: its options as local rules (A-OPT)."""

from daifu.replay.options import Options, Value


def local_rules(options: Options) -> dict[str, Value]:
    """The local rules of daifugo that all options of akagiri come to."""
    wild = options["joker_wild"]
    return {
        "jokers": {"count": options["jokers"]},
        "joker_wild": {"groups": wild, "runs": wild},
        "decks": {"count": options["decks"]},
        "first_lead": {"by": "dealer"},
        "next_lead": {"by": options["first_leader"]},
        "pass_lock": options["pass_locks"],
        "play_direction": {"way": options["play_direction"]},
        "seat_order": {"by": "places", "way": options["seat_direction"]},
        "runs": options["runs"],
        "revolution": options["revolution"]
        and {
            "most": 4 if options["revolution_exact_four"] else None,
            "natural": options["revolution_natural_only"],
            "word": "deny" if options["revolution_default_declared"] else "declare",
        },
        "run_revolution": options["revolution"] and options["revolution_by_run"],
        "jack_back": options["jack_back"] and {"choice": True},
        "spade3": _spade_3(options),
        "suit_lock": options["suit_lock"] and {"sets": "singles"},
        "eight_cut": options["eight_stop"] and {"in_runs": options["eight_stop_in_runs"]},
        "finish_ban": _finish_ban(options),
        "fallen_daifugo": options["fallen_daifugo"]
        and {"leaves": options["fallen_immediate"], "place": "lowest", "needs_title": True},
        "exchange": {"counts": options["exchange_counts"]},
        "titles": {"table": options["title_table"]},
        "points": {"by_place": "titles"},
        "illegal_play": {"then": options["illegal_play"]},
    }


def _spade_3(options: Options) -> Value:
    cuts = options["spade3_ends_trick"]
    if options["spade3"] == "always":
        return {"takes": "single", "clears": "joker" if cuts else False, "free_of_locks": "joker"}
    return options["spade3"] == "joker_single" and {"clears": cuts}


def _finish_ban(options: Options) -> Value:
    """The ban on last sets; where a faulty play counts as a pass, so does a banned one, and nobody is demoted."""
    cards, groups = options["no_finish_joker_two"], options["no_finish_group"]
    if not (cards or groups):
        return False
    demotes = options["finish_ban_mode"] == "demote" and options["illegal_play"] != "pass"
    return {
        "cards": ["joker", "2"] if cards else [],
        "groups": groups,
        "order": "in_force",
        "mode": "last" if demotes else "illegal",
        "stuck": "fault",
    }
