"""Theater daihinmin as the engine plays it."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from replay.actions import DISCARD, DRAW, GIVE, NAME, PASS, PLAY, SAY, SHOW
from replay.cards import STANDARD, standard_pack
from replay.engine import decline, hand_on, play
from replay.finishing import played_order
from replay.games.theater.candidates import offers, sets
from replay.games.theater.counting import counting
from replay.games.theater.finishing import CODES, ban_on_joker, goes_out_or_sinks, passes_but_for_fouls, stands_or_sinks
from replay.games.theater.ittsu import show
from replay.games.theater.opening import beginning, give_before_opening, lacks_diamond_3, not_listed
from replay.games.theater.options import OPTIONS, TITLES
from replay.games.theater.order import (
    DOWN,
    RESETS,
    UP,
    allow_call,
    call,
    call_switched_off,
    directing,
    revolution,
)
from replay.games.theater.scoring import title_points
from replay.games.theater.sets import joker_in_a_set, reader
from replay.games.theater.specials import answers, answers_by_the_letter, effects_of, stay_open, takes_joker
from replay.games.theater.table import TheaterTable, expose
from replay.gifts import ANY, DEALT
from replay.melds import STANDARD_LEXICON
from replay.options import Options, whole_number
from replay.passing import LOCKING, next_after_owner
from replay.rules import Profile, Rules, never
from replay.sitting import Sitting
from replay.words import announce_revolution, discard_not_owed, not_owed, say

CITATIONS: Final[Mapping[str, str]] = {
    "out_of_turn": "T-PASS-1",
    "locked_by_pass": "T-PASS-2",
    "pass_on_lead": "T-PASS-1",
    "action_after_out": "T-OUT-1",
    "action_after_end": "T-END-1",
    "card_not_held": "T-DEAL-1",
    "not_a_combination": "T-Q-27",
    "not_a_combination:joker": "T-JOK-0",
    "wrong_kind": "T-SET-5",
    "wrong_count": "T-SET-5",
    "not_stronger": "T-FOLLOW-1",
    "run_overlap": "T-RUN-2",
    "run_overlap:double run": "T-IPK-3",
    "run_overlap:triple run": "T-SRK-2",
    "opening_card_missing": "T-OPEN-2",
    "finish_foul": "T-FOUL-1",
    "finish_banned": "T-FOUL-1",
    "effect_not_owed": "T-J-1",
    "effect_not_owed:run": "T-J-3",
    "effect_not_owed:double run": "T-J-3",
    "effect_not_owed:triple run": "T-J-3",
    "effect_not_owed:switched off": "T-Q-6",
    "false_declaration": "T-ITTSU-2",
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
}


def build(profile: Profile, options: Options) -> Rules:
    """The rules of a theater table."""
    direct = directing(RESETS[str(options["pass_reset"])])
    calls = options["eleven_back"] is True
    any_suits = options["ipeiko_any_suits"] is True
    on_turn_only = options["hearts3_on_turn_only"] is True
    effects = effects_of(revolution(direct), (allow_call,) if calls else (), () if on_turn_only else (stay_open,))
    return Rules(
        profile=profile,
        options=options,
        alphabet=STANDARD,
        read=reader(effects, any_suits=any_suits),
        answer=answers if options["joker_on_hearts3"] else answers_by_the_letter,
        passing=LOCKING,
        faulty=passes_but_for_fouls if options["illegal_play"] == "pass" else stands_or_sinks,
        advance=hand_on,
        next_leader=next_after_owner,
        goes_out=goes_out_or_sinks,
        handlers={
            PLAY: play,
            PASS: decline,
            GIVE: give_before_opening,
            SAY: say(
                {
                    "up": call(direct, UP) if calls else call_switched_off,
                    "down": call(direct, DOWN) if calls else call_switched_off,
                    "revolution": announce_revolution,
                }
            ),
            SHOW: show,
            DRAW: not_owed,
            NAME: not_owed,
            DISCARD: discard_not_owed,
        },
        sitting=_sitting(options),
        table=TheaterTable,
        interrupts=never if on_turn_only else takes_joker,
        lead_ban=not_listed if options["opening_listed_only"] else lacks_diamond_3,
        finish_ban=ban_on_joker(CODES[str(options["joker_out"])]),
        taken_back=expose,
        flaw=joker_in_a_set,
        of_a_set=frozenset({SAY}),
        sets=partial(sets, any_suits=any_suits),
        offers=offers,
        counting=counting(),
    )


def _sitting(options: Options) -> Sitting:
    jokers = whole_number(options, "jokers") or 1
    return Sitting(
        players=PROFILE.players,
        pack=lambda _players: standard_pack(jokers),
        begin=beginning(DEALT if options["gift_from_dealt_hand"] else ANY),
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
