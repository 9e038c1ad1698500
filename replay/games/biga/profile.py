"""Big A as the engine plays it, and its options."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from daifu.replay.actions import GIVE, LEAVE, PASS, PLAY, SAY, SHOW
from daifu.replay.engine import counts_as_pass, pass_turn
from daifu.replay.exchange import give
from daifu.replay.games.biga.counters import counting_rules
from daifu.replay.games.biga.declarations import announce_partner, declare_heart, may_lead, other_candidates, show_aces
from daifu.replay.games.biga.playouts import playout_rules
from daifu.replay.games.biga.sets import BIGA, LINE, flaw_kind
from daifu.replay.games.biga.sitting import PLAYERS, call_off, goes_out, sitting_rules
from daifu.replay.games.biga.table import POSITION_RULES, PROOF_RULES, BigATable, next_leader, public_team, true_team
from daifu.replay.games.biga.tricks import answer, candidate_sets, play_by_suit, set_reader, stands_with_held_cards
from daifu.replay.melds import suited_lexicon
from daifu.replay.options import Option, Options, illegal_play, number, switch
from daifu.replay.rules import Profile, Rules
from daifu.replay.text import Text
from daifu.replay.tricks import FREE_PASSES, REFUSALS, say_handler

OPTIONS: Final[tuple[Option, ...]] = (
    switch(
        "seed_literal_p2d5",
        "B-SCORE-5",
        "A hidden partner second and the declarer fifth pay each defender 1 instead of 2, as one printed table has it.",
        "隠れたパートナーが2位、デクレアラーが5位のとき、ディフェンダーの得点は2点でなく1点（誤植のある表のとおり）。",
    ),
    switch(
        "wind_uses_true_team",
        "B-Q-19",
        "The lead of a player who is out passes to their true team, known or not.",
        "上がった人の代わりは、パートナーが隠れていても実際のチームの人。",
    ),
    switch(
        "solo_shown_first_only",
        "B-Q-24",
        "A declarer who showed both Big As must be first out; the first player out ends the play.",
        "大Aを2枚見せたデクレアラーは1位でなければ負け、最初に誰かが上がった時点で終わり。",
    ),
    switch(
        "counter_after_default",
        "B-Q-10",
        "Two equal aces may also replace the default declaration by a heart ace.",
        "ハートAの申し出によるデクレアラーにも反大Aが可能。",
        default=True,
    ),
    number(
        "sequence_max",
        3,
        len(LINE),
        "B-SET-3",
        Text(
            "The most ranks that a sequence or a double sequence may have.",
            "シークエンスと2枚シークエンスの長さの上限（ランクの数）。",
        ),
        default=len(LINE),
    ),
    switch(
        "big_ace_in_sequence",
        "B-SET-3",
        "A Big A may be an ace in a sequence.",
        "シークエンスの中で、大Aは普通のAと同じ扱い。",
        default=True,
    ),
    switch(
        "egg_on_double_sequence",
        "B-Q-2",
        "An Egg may be played on a double sequence.",
        "2枚シークエンスの上の蛋子も可。",
    ),
    illegal_play("B-FOLLOW-1"),
)

CITATIONS: Final[Mapping[str, str]] = {
    "out_of_turn": "B-PLY-1",
    "pass_on_lead": "B-LEAD-1",
    "action_after_out": "B-OUT-1",
    "action_after_end": "B-END-1",
    "card_not_held": "B-DRAW-1",
    "not_a_combination": "B-SET-3",
    "not_a_combination:pair": "B-SET-2",
    "not_a_combination:double sequence": "B-SET-4",
    "not_a_combination:triple sequence": "B-BOMB-4",
    "not_a_combination:false eight": "B-BOMB-5",
    "not_a_combination:true seven": "B-BOMB-6",
    "not_a_combination:four jokers": "B-BOMB-8",
    "wrong_kind": "B-FOLLOW-1",
    "wrong_count": "B-FOLLOW-1",
    "wrong_count:sequence": "B-SET-3",
    "wrong_count:double sequence": "B-SET-4",
    "not_stronger": "B-BOMB-10",
    "not_stronger:single": "B-RANK-1",
    "not_stronger:pair": "B-RANK-2",
    "not_stronger:sequence": "B-SET-3",
    "not_stronger:double sequence": "B-SET-4",
    "not_stronger:egg": "B-EGG-1",
    "not_stronger:big egg": "B-BEGG-1",
    "bomb_not_allowed": "B-BEGG-2",
    "bomb_not_allowed:egg": "B-EGG-2",
    "bad_capture": "B-FOUR-6",
    "effect_not_owed": "B-FOLLOW-1",
    "false_declaration": "B-DECL-1",
    "false_declaration:other ace": "B-Q-12",
    "false_declaration:second ace": "B-SOLO-1",
    "false_declaration:counter": "B-COUNTER-1",
    "false_declaration:not partner": "B-OPEN-1",
    "false_declaration:no default": "B-DEF-1",
    "false_declaration:no heart ace": "B-DEF-1",
    "false_declaration:missing": "B-DEF-1",
    "late_declaration": "B-COUNTER-2",
    "late_declaration:second ace": "B-Q-26",
    "late_declaration:partner": "B-OPEN-1",
    "late_declaration:heart": "B-DEF-1",
    "exchange_not_owed": "B-DRAW-1",
    "bad_deck": "B-DECK-1",
    "bad_deal": "B-DRAW-1",
    "bad_seating": "B-NEXT-1",
    "result_mismatch": "B-OUT-1",
    "points_mismatch": "B-SCORE-5",
    "deal_incomplete": "B-END-1",
    "points_inconsistent": "B-SCORE-1",
    "points_inconsistent:sum": "B-SCORE-5",
}


def build(profile: Profile, options: Options) -> Rules:
    """The rules of a Big A table."""
    declare = partial(declare_heart, counterable=options["counter_after_default"] is True)
    return Rules(
        profile=profile,
        options=options,
        alphabet=BIGA,
        read=set_reader(options),
        answer=answer,
        passing=FREE_PASSES,
        may_begin=may_lead,
        team=true_team,
        faulty=counts_as_pass if options["illegal_play"] == "pass" else stands_with_held_cards,
        next_leader=partial(next_leader, true_team if options["wind_uses_true_team"] else public_team),
        goes_out=partial(goes_out, first_only=options["solo_shown_first_only"] is True),
        handlers={
            **REFUSALS,
            PLAY: play_by_suit,
            PASS: pass_turn,
            GIVE: give,
            LEAVE: call_off,
            SAY: say_handler({"heart": declare, "partner": announce_partner}),
            SHOW: show_aces,
        },
        sitting=sitting_rules(options),
        table=BigATable,
        flaw=flaw_kind,
        verbs_after_set=frozenset(),
        sets=candidate_sets,
        offers=other_candidates,
        counting=counting_rules(),
        playouts=playout_rules(options),
        position=POSITION_RULES,
        proofs=PROOF_RULES,
    )


PROFILE: Final = Profile(
    name="biga",
    prefix="B",
    players=PLAYERS,
    lexicon=suited_lexicon(BIGA),
    options=OPTIONS,
    citations=CITATIONS,
    build=build,
    in_teams=True,
    line=LINE,
)
