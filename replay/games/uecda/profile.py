"""UECda as the engine plays it, its option (U-OPT), and its playouts."""

from collections.abc import Mapping
from typing import Final

from daifu.replay.actions import GIVE, LEAVE, PASS, PLAY, SAY
from daifu.replay.analysis.rules import CompactRules, PlayoutRules, ProofRules
from daifu.replay.analysis.suited_playout import EIGHTS, JACKS, LOCK_SETS, SIXES, SuitedRules
from daifu.replay.analysis.suited_policy import sets_last, suited_playout, weakest_first
from daifu.replay.cards import STANDARD
from daifu.replay.engine import goes_out, pass_by, play, stands
from daifu.replay.games.uecda.counters import counting_rules
from daifu.replay.games.uecda.sets import candidate_sets
from daifu.replay.games.uecda.tricks import (
    COMPACT_EFFECTS,
    MOST_PASSES,
    REVOLUTION_GROUP,
    REVOLUTION_RUN,
    SITTING_RULES,
    answer,
    give_before_lead,
    leave_rule,
    leaves_locked_suits,
    may_open,
    near_the_stop,
    next_leader,
    reject_play,
    set_reader,
    shut_out_of_trick,
    turn_rule,
)
from daifu.replay.legal import candidate_gifts_and_words
from daifu.replay.melds import UECDA_LEXICON, is_lone_joker
from daifu.replay.options import Option, Options, choice, illegal_play, switch
from daifu.replay.rules import Profile, Rules
from daifu.replay.table import Table
from daifu.replay.text import Text
from daifu.replay.tricks import LOCKING_PASSES, REFUSALS, announce_revolution, say_handler

OPTIONS: Final[tuple[Option, ...]] = (
    illegal_play("U-ILL-1", default="pass"),
    choice(
        "trick_end",
        {
            "all": Text("all players in the game have passed", "残り全員がパスしたとき"),
            "all_but_one": Text("only one player has not passed", "パスしていない人が1人になったとき"),
        },
        "U-PASS-1",
        Text(
            "The trick is cleared when all players in the game have passed, or as soon as only one has not.",
            "場が流れるとき。all：残り全員がパスしたとき、all_but_one：パスしていない人が1人になったとき。",
        ),
        Text("The trick is cleared when", "場が流れるとき"),
    ),
    switch(
        "jack_back",
        "U-OPT",
        "A set with a jack turns the order until the trick is cleared.",
        "Jを含む役で、場が流れるまで強さが逆転。",
    ),
    switch("six_reverse", "U-OPT", "A set with a six turns the direction of play.", "6を含む役で、順番の向きが逆転。"),
)

SPADE_3: Final = STANDARD.one["S3"]


def playout_rules(options: Options) -> PlayoutRules:
    """How deals are played out under these options."""
    rules = SuitedRules(
        joker_edges=True,
        joker_suits=True,
        cut_groups=EIGHTS,
        cut_runs=EIGHTS,
        revolution_group=REVOLUTION_GROUP,
        revolution_run=REVOLUTION_RUN,
        flips=JACKS if options["jack_back"] else 0,
        reverses=SIXES if options["six_reverse"] else 0,
        lock=LOCK_SETS,
        joker_lifts_lock=True,
        taker=SPADE_3,
        owner_asked=True,
        left_unasked=0 if options["trick_end"] == "all" else 1,
        most_passes=MOST_PASSES,
    )
    return PlayoutRules(
        start=lambda table, seed: suited_playout(table, rules, seed), usual_gifts=weakest_first, sparing_gifts=sets_last
    )


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
            PASS: pass_by(shut_out_of_trick),
            GIVE: give_before_lead,
            LEAVE: leave_rule(waiting),
            SAY: say_handler({"revolution": announce_revolution}),
        },
        sitting=SITTING_RULES,
        table=Table,
        sets=candidate_sets,
        offers=candidate_gifts_and_words,
        counting=counting_rules(),
        playouts=playout_rules(options),
        verbs_after_set=frozenset({SAY}),
        proofs=ProofRules(
            fields=("after",) if options["six_reverse"] else (),
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
