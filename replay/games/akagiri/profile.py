"""Akagiri's daihinmin as the engine plays it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from replay.actions import GIVE, LEAVE, PASS, PLAY, SAY
from replay.analysis.rules import CompactRules, ProofRules
from replay.cards import STANDARD
from replay.engine import leave, pass_turn, play
from replay.exchange import give
from replay.faults import NOTICE
from replay.games.akagiri.counters import counting_rules
from replay.games.akagiri.effects import COMPACT_EFFECTS, known_words, set_reader, spade_3_answers
from replay.games.akagiri.finish import AkagiriTable, faulty_play_rule, finish_ban, going_out_rule
from replay.games.akagiri.options import OPTIONS
from replay.games.akagiri.playouts import playout_rules
from replay.games.akagiri.sets import candidate_sets, flaw_kind, other_candidates
from replay.games.akagiri.sitting import PLAYERS, sitting_rules
from replay.judge import stronger
from replay.melds import STANDARD_LEXICON
from replay.options import Options
from replay.rules import Profile, Rules
from replay.tricks import (
    FREE_PASSES,
    LOCKING_PASSES,
    is_suited_single,
    leaves_suit,
    leaves_suit_unless_spade_3,
    owner_or_next,
)
from replay.words import REFUSALS, say_handler

CITATIONS: Final[Mapping[str, str]] = {
    "out_of_turn": "A-PLAY-1",
    "locked_by_pass": "A-Q-1",
    "pass_on_lead": "A-PASS-1",
    "action_after_out": "A-OUT-1",
    "action_after_end": "A-END-1",
    "card_not_held": "A-DEAL-1",
    "card_not_held:best": "A-XCH-1",
    "card_not_held:any": "A-XCH-1",
    "not_a_combination": "A-SET-4",
    "not_a_combination:joker": "A-JOK-2",
    "wrong_kind": "A-FOLLOW-4",
    "wrong_count": "A-FOLLOW-2",
    "wrong_count:single": "A-FOLLOW-1",
    "wrong_count:run": "A-FOLLOW-3",
    "not_stronger": "A-FOLLOW-2",
    "not_stronger:single": "A-FOLLOW-1",
    "not_stronger:run": "A-FOLLOW-3",
    "suit_lock": "A-OPT-LOCK",
    "finish_banned": "A-OPT-FIN1",
    "effect_not_owed": "A-OPT-JB",
    "false_declaration": "A-REV-1",
    "exchange_not_best": "A-XCH-1",
    "exchange_wrong_count": "A-XCH-1",
    "exchange_not_owed": "A-XCH-1",
    "exchange_missing": "A-XCH-1",
    "bad_deck": "A-DECK-1",
    "bad_deal": "A-DEAL-1",
    "bad_seating": "A-NEXT-1",
    "result_mismatch": "A-END-1",
    "points_mismatch": "A-SCORE-1",
    "deal_incomplete": "A-END-1",
    "points_inconsistent": "A-SCORE-1",
    "points_inconsistent:sum": "A-SCORE-2",
}


def build(profile: Profile, options: Options) -> Rules:
    """The rules of a table of Akagiri's daihinmin."""
    return Rules(
        profile=replace(profile, citations={**profile.citations, **citations(options)}),
        options=options,
        alphabet=STANDARD,
        read=set_reader(options),
        answer=spade_3_answers if options["spade3"] == "joker_single" else stronger,
        lock=leaves_suit if options["spade3"] == "off" else leaves_suit_unless_spade_3,
        passing=LOCKING_PASSES if options["pass_locks"] else FREE_PASSES,
        faulty=faulty_play_rule(options),
        finish_ban=finish_ban(options),
        flaw=flaw_kind,
        next_leader=owner_or_next,
        goes_out=going_out_rule(options),
        handlers={
            **REFUSALS,
            PLAY: play,
            PASS: pass_turn,
            GIVE: give,
            LEAVE: leave,
            SAY: say_handler(known_words(options)),
        },
        verbs_after_set=frozenset({SAY}),
        sitting=sitting_rules(options),
        table=AkagiriTable,
        sets=candidate_sets,
        offers=other_candidates,
        counting=counting_rules(options),
        playouts=playout_rules(options),
        severities={"bad_seating": NOTICE},
        proofs=ProofRules(
            fields=("rights", "speaker"),
            compact=CompactRules(COMPACT_EFFECTS, bound=is_suited_single),
        ),
    )


def citations(options: Options) -> Mapping[str, str]:
    """The citations that depend on the options."""
    chosen = {}
    if options["no_finish_group"]:
        chosen["finish_banned:group"] = "A-OPT-FIN2"
    if not options["joker_wild"]:
        chosen["not_a_combination:joker"] = "A-OPT-JOKNW"
    if not options["revolution"]:
        chosen["false_declaration"] = "A-OPT-NOREV"
    return chosen


PROFILE: Final = Profile(
    name="akagiri",
    prefix="A",
    players=PLAYERS,
    lexicon=STANDARD_LEXICON,
    options=OPTIONS,
    citations=CITATIONS,
    build=build,
)
