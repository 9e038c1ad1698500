"""Theater daihinmin as the engine plays it."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from daifu.replay.actions import GIVE, LEAVE, PASS, PLAY, SAY, SHOW
from daifu.replay.analysis.rules import CUT, CompactRules, ProofRules, no_intruder
from daifu.replay.cards import STANDARD, standard_pack
from daifu.replay.engine import pass_turn, play, played_order
from daifu.replay.games.theater.counters import counting_rules
from daifu.replay.games.theater.effects import (
    DOWN_ORDER,
    UP_ORDER,
    allow_call,
    answers,
    answers_without_joker_on_heart_3,
    await_heart_3,
    call_handler,
    effects_reader,
    may_take_joker,
    order_setter,
    refuse_call,
    revolution_effect,
    settled,
    takes_joker,
)
from daifu.replay.games.theater.finish import (
    JOKER_FINISH_CODES,
    ban_on_joker,
    counts_as_pass_except_fouls,
    go_out_or_sink,
    leave_game,
    show_ittsu,
    stand_or_sink,
)
from daifu.replay.games.theater.options import OPTIONS, TITLES, title_points
from daifu.replay.games.theater.playouts import playout_rules
from daifu.replay.games.theater.position import POSITION_RULES
from daifu.replay.games.theater.sets import candidate_sets, flaw_kind, other_candidates, set_reader
from daifu.replay.games.theater.table import (
    TheaterTable,
    expose_cards,
    game_opening,
    give_before_opening,
    lacks_diamond_3,
    lacks_listed_opening,
    may_open,
)
from daifu.replay.melds import STANDARD_LEXICON
from daifu.replay.options import Options, whole_number
from daifu.replay.rules import Profile, Rules, nobody_interrupts
from daifu.replay.sitting import SittingRules
from daifu.replay.table import ANY_CARDS, DEALT_CARDS
from daifu.replay.tricks import LOCKING_PASSES, cut_trick, owner_or_next
from daifu.replay.words import REFUSALS, announce_revolution, say_handler

CITATIONS: Final[Mapping[str, str]] = {
    "out_of_turn": "T-PASS-1",
    "locked_by_pass": "T-PASS-2",
    "pass_on_lead": "T-PASS-1",
    "action_after_out": "T-OUT-1",
    "action_after_end": "T-END-1",
    "card_not_held": "T-DEAL-1",
    "not_a_combination": "T-Q-27",
    "not_a_combination:joker in a set": "T-JOK-0",
    "not_a_combination:pair": "T-SET-2",
    "not_a_combination:group": "T-SET-4",
    "not_a_combination:run": "T-RUN-1",
    "not_a_combination:double run": "T-IPK-1",
    "not_a_combination:triple run": "T-SRK-1",
    "wrong_kind": "T-SET-5",
    "wrong_count": "T-SET-5",
    "not_stronger": "T-FOLLOW-1",
    "run_overlap": "T-RUN-2",
    "run_overlap:double run": "T-IPK-3",
    "run_overlap:triple run": "T-SRK-2",
    "opening_card_missing": "T-OPEN-2",
    "finish_foul": "T-FOUL-1",
    "finish_banned": "T-FOUL-1",
    "effect_not_owed": "T-PASS-1",
    "effect_not_owed:flip": "T-J-1",
    "effect_not_owed:group": "T-J-1",
    "effect_not_owed:irregular": "T-J-1",
    "effect_not_owed:run": "T-J-3",
    "effect_not_owed:double run": "T-J-3",
    "effect_not_owed:triple run": "T-J-3",
    "effect_not_owed:switched off": "T-Q-6",
    "false_declaration": "T-PASS-1",
    "false_declaration:no ittsu": "T-ITTSU-2",
    "false_declaration:unsettled": "T-ITTSU-1",
    "false_declaration:revolution": "T-REV-1",
    "false_declaration:no-revolution": "T-REV-1",
    "late_declaration": "T-ITTSU-2",
    "exchange_not_best": "T-XCH-2",
    "exchange_wrong_count": "T-XCH-1",
    "exchange_wrong_count:best": "T-XCH-2",
    "exchange_not_from_deal": "T-XCH-3",
    "exchange_not_owed": "T-XCH-4",
    "exchange_not_owed:best": "T-XCH-2",
    "exchange_not_owed:any": "T-XCH-1",
    "exchange_not_owed:dealt": "T-XCH-1",
    "exchange_missing": "T-XCH-1",
    "exchange_missing:best": "T-XCH-2",
    "bad_deck": "T-DECK-1",
    "bad_deal": "T-DECK-1",
    "bad_seating": "T-TITLE-1",
    "result_mismatch": "T-TITLE-1",
    "points_mismatch": "T-SCORE-1",
    "deal_incomplete": "T-END-1",
    "points_inconsistent": "T-SCORE-1",
}


def build(profile: Profile, options: Options) -> Rules:
    """The rules of a theater table."""
    any_suits = options["ipeiko_any_suits"] is True
    on_turn_only = options["hearts3_on_turn_only"] is True
    calls = options["eleven_back"]
    direct = order_setter(str(options["pass_reset"]))
    effects = effects_reader(
        revolution_effect(direct), (allow_call,) if calls else (), () if on_turn_only else (await_heart_3,)
    )
    words = {
        "up": call_handler(direct, UP_ORDER) if calls else refuse_call,
        "down": call_handler(direct, DOWN_ORDER) if calls else refuse_call,
        "revolution": announce_revolution,
    }
    return Rules(
        profile=profile,
        options=options,
        alphabet=STANDARD,
        read=set_reader(effects, any_suits=any_suits),
        answer=answers if options["joker_on_hearts3"] else answers_without_joker_on_heart_3,
        passing=LOCKING_PASSES,
        faulty=counts_as_pass_except_fouls if options["illegal_play"] == "pass" else stand_or_sink,
        next_leader=owner_or_next,
        settled=settled,
        goes_out=go_out_or_sink,
        handlers={
            **REFUSALS,
            PLAY: play,
            PASS: pass_turn,
            GIVE: give_before_opening,
            SAY: say_handler(words),
            SHOW: show_ittsu,
            LEAVE: leave_game,
        },
        sitting=_sitting_rules(options),
        table=TheaterTable,
        interrupts=nobody_interrupts if on_turn_only else takes_joker,
        may_begin=may_open,
        lead_ban=lacks_listed_opening if options["opening_listed_only"] else lacks_diamond_3,
        finish_ban=ban_on_joker(JOKER_FINISH_CODES[str(options["joker_out"])]),
        after_void_action=expose_cards,
        flaw=flaw_kind,
        verbs_after_set=frozenset({SAY}),
        sets=partial(candidate_sets, any_suits=any_suits),
        offers=other_candidates,
        counting=counting_rules(),
        playouts=playout_rules(options),
        position=POSITION_RULES,
        proofs=ProofRules(
            fields=("rights", "speaker", "pending", "cleared", "opener", "sunk"),
            compact=CompactRules({cut_trick: CUT}),
            fouls=frozenset({JOKER_FINISH_CODES["foul"]}),
            intrudes=no_intruder if on_turn_only else may_take_joker,
        ),
    )


def _sitting_rules(options: Options) -> SittingRules:
    jokers = whole_number(options, "jokers") or 1
    return SittingRules(
        players=PROFILE.players,
        pack=lambda _players: standard_pack(jokers),
        begin=game_opening(DEALT_CARDS if options["gift_from_dealt_hand"] else ANY_CARDS),
        titles=lambda _players: TITLES,
        order=played_order,
        points=title_points(options["title_points"]),
    )


PROFILE: Final = Profile(
    name="theater",
    prefix="T",
    players=range(4, 5),
    lexicon=STANDARD_LEXICON,
    options=OPTIONS,
    citations=CITATIONS,
    build=build,
)
