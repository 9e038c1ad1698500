"""UECda as the engine plays it."""

from collections.abc import Mapping
from typing import Final

from daifu.replay.actions import GIVE, LEAVE, PASS, PLAY, SAY
from daifu.replay.analysis.rules import CompactRules, ProofRules
from daifu.replay.cards import STANDARD
from daifu.replay.engine import goes_out, play, stands
from daifu.replay.games.uecda.counters import counting_rules
from daifu.replay.games.uecda.options import OPTIONS
from daifu.replay.games.uecda.playouts import playout_rules
from daifu.replay.games.uecda.sets import candidate_sets
from daifu.replay.games.uecda.sitting import SITTING_RULES, give_before_lead
from daifu.replay.games.uecda.tricks import (
    COMPACT_EFFECTS,
    UecdaTable,
    answer,
    leave_rule,
    leaves_locked_suits,
    may_open,
    near_the_stop,
    next_leader,
    pass_turn,
    reject_play,
    set_reader,
    turn_rule,
)
from daifu.replay.groups_and_runs import is_lone_joker
from daifu.replay.legal import candidate_gifts_and_words
from daifu.replay.melds import UECDA_LEXICON
from daifu.replay.options import Options
from daifu.replay.rules import Profile, Rules
from daifu.replay.tricks import LOCKING_PASSES
from daifu.replay.words import REFUSALS, announce_revolution, say_handler

CITATIONS: Final[Mapping[str, str]] = {
    "out_of_turn": "U-PASS-1",
    "locked_by_pass": "U-PASS-1",
    "action_after_out": "U-OUT-1",
    "action_after_end": "U-SCORE-1",
    "card_not_held": "U-SET-1",
    "card_not_held:best": "U-XCH-1",
    "card_not_held:any": "U-XCH-1",
    "not_a_combination": "U-SET-1",
    "wrong_kind": "U-FOLLOW-1",
    "wrong_count": "U-FOLLOW-1",
    "not_stronger": "U-FOLLOW-1",
    "run_overlap": "U-FOLLOW-1",
    "suit_lock": "U-LOCK-1",
    "effect_not_owed": "U-SET-1",
    "false_declaration": "U-REV-1",
    "exchange_not_best": "U-XCH-1",
    "exchange_wrong_count": "U-XCH-1",
    "exchange_not_owed": "U-XCH-1",
    "exchange_missing": "U-XCH-1",
    "bad_deck": "U-DECK-1",
    "bad_deal": "U-DECK-1",
    "bad_seating": "U-SEAT-1",
    "result_mismatch": "U-SCORE-1",
    "points_mismatch": "U-SCORE-1",
    "deal_incomplete": "U-20-1",
    "points_inconsistent": "U-SCORE-1",
}


def build(profile: Profile, options: Options) -> Rules:
    """The rules of a UECda table."""
    waiting = 0 if options["trick_end"] == "all" else 1
    return Rules(
        profile=profile,
        options=options,
        alphabet=STANDARD,
        read=set_reader(jack_back=options["jack_back"] is True, six_reverse=options["six_reverse"] is True),
        answer=answer,
        lock=leaves_locked_suits,
        passing=LOCKING_PASSES,
        may_begin=may_open,
        faulty=reject_play if options["illegal_play"] == "pass" else stands,
        advance=turn_rule(waiting),
        next_leader=next_leader,
        goes_out=goes_out,
        handlers={
            **REFUSALS,
            PLAY: play,
            PASS: pass_turn,
            GIVE: give_before_lead,
            LEAVE: leave_rule(waiting),
            SAY: say_handler({"revolution": announce_revolution}),
        },
        sitting=SITTING_RULES,
        table=UecdaTable,
        sets=candidate_sets,
        offers=candidate_gifts_and_words,
        counting=counting_rules(),
        playouts=playout_rules(options),
        verbs_after_set=frozenset({SAY}),
        proofs=ProofRules(
            fields=("after", "opener") if options["six_reverse"] else ("opener",),
            obstacle=near_the_stop,
            compact=CompactRules(
                COMPACT_EFFECTS,
                waiting=waiting,
                passes_on_lead=True,
                bound=lambda laid: not is_lone_joker(laid),
            ),
        ),
    )


PROFILE: Final = Profile(
    name="uecda",
    prefix="U",
    players=range(5, 6),
    lexicon=UECDA_LEXICON,
    options=OPTIONS,
    citations=CITATIONS,
    build=build,
)
