"""Thirteenth-floor daifugo as the engine plays it."""

from collections.abc import Mapping
from typing import Final

from replay.actions import DISCARD, DRAW, GIVE, NAME, PASS, PLAY, SAY, SHOW
from replay.cards import STANDARD
from replay.engine import play, stands
from replay.games.floor13.bombs import everybody, everybody_else, name
from replay.games.floor13.candidates import offers, sets
from replay.games.floor13.counting import counting
from replay.games.floor13.customs import PLAYERS, sitting
from replay.games.floor13.drawing import decline, draw, passes_undrawn
from replay.games.floor13.effects import gather_cards, settle_effects
from replay.games.floor13.finishing import goes_out, role_last
from replay.games.floor13.following import any_higher, next_run_only, storms
from replay.games.floor13.gifts import discard, give
from replay.games.floor13.leading import next_leader, third_lead, two_in_a_row
from replay.games.floor13.melds import SANDSTORM
from replay.games.floor13.options import OPTIONS
from replay.games.floor13.reading import reader, x10
from replay.games.floor13.scoring import counting_faulty
from replay.games.floor13.table import Floor13Rules, Floor13Table
from replay.games.floor13.turns import advance, any_set, interrupts_or_on_turn, set_with_drawn_card, stands_or_on_turn
from replay.games.floor13.words import WORDS
from replay.melds import STANDARD_LEXICON
from replay.options import Options
from replay.passing import FREE
from replay.rules import Profile, never, nothing
from replay.suit_lock import leaves_suit_unless_spade_3
from replay.words import not_owed, say

CITATIONS: Final[Mapping[str, str]] = {
    "out_of_turn": "F-CLEAR-1",
    "pass_on_lead": "F-LEAD-1",
    "action_after_out": "F-PLY-1",
    "action_after_end": "F-END-1",
    "card_not_held": "F-DEAL-1",
    "card_not_held:give": "F-7",
    "card_not_held:discard": "F-10",
    "not_a_combination": "F-SET-2",
    "wrong_kind": "F-FOLLOW-1",
    "wrong_count": "F-FOLLOW-1",
    "not_stronger": "F-FOLLOW-1",
    "not_stronger:run": "F-Q-25",
    "not_stronger:double run": "F-Q-25",
    "not_stronger:triple run": "F-Q-25",
    "not_stronger:quadruple run": "F-Q-25",
    "run_not_next": "F-RUN-2",
    "suit_lock": "F-Q-28",
    "third_lead": "F-LEAD3-1",
    "finish_banned": "F-OUTBAN-1",
    "finish_banned:sandstorm": "F-Q-11",
    "finish_banned:give": "F-OUTBAN-2",
    "finish_banned:discard": "F-OUTBAN-2",
    "finish_banned:name": "F-OUTBAN-3",
    "wrong_draw_count": "F-PASS-1",
    "wrong_draw_count:stuck": "F-STUCK-1",
    "effect_not_owed": "F-ROLE-1",
    "effect_not_owed:give": "F-7",
    "effect_not_owed:discard": "F-10",
    "effect_not_owed:name": "F-QBOMB-1",
    "effect_not_owed:flip": "F-J",
    "effect_missing": "F-QBOMB-2",
    "false_declaration": "F-REV-1",
    "bad_deck": "F-DECK-1",
    "bad_deck:draw": "F-Q-33",
    "bad_deal": "F-DEAL-1",
    "bad_seating": "F-FIRST-2",
    "result_mismatch": "F-Q-31",
    "points_mismatch": "F-PT-1",
    "deal_incomplete": "F-END-1",
}


def build(profile: Profile, options: Options) -> Floor13Rules:
    """The rules of a table on the thirteenth floor."""
    faulty = passes_undrawn if options["illegal_play"] == "pass" else stands
    return Floor13Rules(
        profile=profile,
        options=options,
        alphabet=STANDARD,
        read=reader(options),
        answer=any_higher if options["run_follow"] == "higher" else next_run_only,
        passing=FREE,
        faulty=counting_faulty(faulty) if x10(options) else faulty,
        advance=advance,
        next_leader=next_leader,
        goes_out=goes_out,
        handlers={
            PLAY: play,
            PASS: decline,
            DRAW: draw,
            GIVE: give,
            DISCARD: discard,
            NAME: name,
            SAY: say(WORDS),
            SHOW: not_owed,
        },
        sitting=sitting(options),
        table=Floor13Table,
        lock=leaves_suit_unless_spade_3,
        interrupts=storms if options["sandstorm_interrupt"] else never,
        lead_ban=third_lead,
        finish_ban=role_last,
        clear=gather_cards if options["reshuffle"] else settle_effects,
        free=frozenset({SANDSTORM}),
        sets=sets,
        offers=offers,
        counting=counting(options),
        takes_effect=interrupts_or_on_turn if options["illegal_play"] == "pass" else stands_or_on_turn,
        lays_after_draw=set_with_drawn_card if options["pass_needs_drawn"] else any_set,
        count_lead=two_in_a_row if options["two_in_a_row_limit"] else nothing,
        victims=everybody if options["qbomb_self"] else everybody_else,
    )


PROFILE: Final = Profile(
    name="floor13",
    prefix="F",
    players=PLAYERS,
    lexicon=STANDARD_LEXICON,
    options=OPTIONS,
    citations=CITATIONS,
    build=build,
)
