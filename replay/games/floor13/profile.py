"""Thirteenth-floor daifugo as the engine plays it, and its options."""

from collections.abc import Mapping
from typing import Final

from daifu.replay.actions import DISCARD, DRAW, GIVE, LEAVE, NAME, PASS, PLAY, SAY, SHOW
from daifu.replay.analysis.rules import ProofRules
from daifu.replay.cards import STANDARD
from daifu.replay.engine import play
from daifu.replay.games.floor13.counters import counting_rules
from daifu.replay.games.floor13.effects import (
    WORDS,
    answers,
    candidate_sets,
    discard_cards,
    give_cards,
    name_card,
    other_candidates,
    sandstorm_interrupts,
    set_reader,
    settle_effects,
    stand_with_numbers,
)
from daifu.replay.games.floor13.playouts import playout_rules
from daifu.replay.games.floor13.sets import SANDSTORM
from daifu.replay.games.floor13.sitting import PLAYERS, sitting_rules
from daifu.replay.games.floor13.table import (
    HANDS_CHANGE,
    LASTING_FIELDS,
    Floor13Table,
    ban_on_roles,
    stock_is_left,
    win_game,
)
from daifu.replay.games.floor13.turns import (
    POSITION_RULES,
    advance_turn,
    ban_on_third_lead,
    counts_as_pass_without_draw,
    draw,
    leave_game,
    next_leader,
    pass_turn,
    settled,
)
from daifu.replay.melds import RUNS_BY_LAYERS, STANDARD_LEXICON
from daifu.replay.options import Option, Options, choice, illegal_play, number, switch
from daifu.replay.rules import Profile, Rules, nobody_interrupts
from daifu.replay.text import Text
from daifu.replay.tricks import FREE_PASSES, leaves_suit_unless_spade_3, not_owed, say_handler

LARGEST_HAND: Final = 27
"""Two players share the whole pack."""

OPTIONS: Final[tuple[Option, ...]] = (
    choice(
        "scoring",
        {
            "uno": Text("minus the others' points", "ほかの人の合計のマイナス"),
            "basic": Text("nothing", "0点"),
            "x10": Text("minus ten times the last set", "上がりの組の数字の合計の-10倍"),
        },
        "F-Q-1",
        Text(
            "What the winner gets: minus the others' points, nothing, or minus ten times the last set.",
            "勝者の得点。uno：ほかの人の合計のマイナス、basic：0点、x10：上がりの組の数字の合計の-10倍。",
        ),
        Text("What the winner gets", "勝者の得点"),
    ),
    number(
        "hand_size",
        1,
        LARGEST_HAND,
        "F-DEAL-2",
        Text("How many cards each player is dealt.", "各自に配る枚数。"),
        null=Text("as usual for the number of players", "人数に応じた通常の枚数"),
    ),
    choice(
        "run_follow",
        {
            "exact": Text("the next run only", "1つ上から始まる階段だけ"),
            "higher": Text("any stronger run", "より強い階段すべて"),
        },
        "F-Q-25",
        Text(
            "A run is answered by the next run only, or by any stronger one.",
            "階段に出せるもの。exact：1つ上から始まる階段だけ、higher：より強い階段すべて。",
        ),
        Text("What answers a run", "階段に出せるもの"),
    ),
    switch(
        "pass_needs_drawn",
        "F-Q-6",
        "A set laid after the draw of a pass must hold a card just drawn.",
        "パスで引いた後に出せるのは、引いたカードを含む組だけ。",
    ),
    switch(
        "reshuffle",
        "F-PASS-4",
        "When the stock runs short, the cards laid aside are shuffled and become the stock.",
        "山札が足りなくなれば、流れたカードを切り直して山札に。",
    ),
    switch(
        "sandstorm_interrupt",
        "F-Q-8",
        "A sandstorm may be laid out of turn.",
        "砂嵐は自分の手番でなくても可。",
        default=True,
    ),
    switch(
        "sandstorm_joker",
        "F-Q-9",
        "A joker may be one of the 3s of a sandstorm.",
        "砂嵐の3の代わりのジョーカーも可。",
        default=True,
    ),
    switch(
        "qbomb_self",
        "F-Q-20",
        "A queen's name also hits the cards of its own player.",
        "クイーンボンバーは出した本人の手札も対象。",
        default=True,
    ),
    switch(
        "suit_lock",
        "F-Q-28",
        "Two singles in a row of one suit lock the trick to it.",
        "1枚出しで同じマークが2回続けば縛り。",
    ),
    switch(
        "two_in_a_row_limit",
        "F-Q-29",
        "Nobody opens three tricks in a row.",
        "3回続けて最初に出すのは禁止。",
        default=True,
    ),
    illegal_play("F-FOLLOW-1"),
)

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
    **{f"not_stronger:{run}": "F-Q-25" for run in RUNS_BY_LAYERS.values()},
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
    "points_inconsistent": "F-PT-1",
    "points_inconsistent:sum": "F-SCORE-UNO",
    "points_inconsistent:order": "F-Q-31",
}


def build(profile: Profile, options: Options) -> Rules:
    """The rules of a table on the thirteenth floor."""
    return Rules(
        profile=profile,
        options=options,
        alphabet=STANDARD,
        read=set_reader(options),
        answer=answers,
        passing=FREE_PASSES,
        faulty=counts_as_pass_without_draw if options["illegal_play"] == "pass" else stand_with_numbers,
        advance=advance_turn,
        settled=settled,
        next_leader=next_leader,
        goes_out=lambda table, player, _last_set: win_game(table, player),
        handlers={
            PLAY: play,
            PASS: pass_turn,
            DRAW: draw,
            GIVE: give_cards,
            DISCARD: discard_cards,
            NAME: name_card,
            SAY: say_handler(WORDS),
            SHOW: not_owed,
            LEAVE: leave_game,
        },
        sitting=sitting_rules(options),
        table=Floor13Table,
        lock=leaves_suit_unless_spade_3,
        interrupts=sandstorm_interrupts if options["sandstorm_interrupt"] else nobody_interrupts,
        lead_ban=ban_on_third_lead,
        finish_ban=ban_on_roles,
        clear=settle_effects,
        free=lambda combination: combination.kind == SANDSTORM,
        sets=candidate_sets,
        offers=other_candidates,
        counting=counting_rules(options),
        position=POSITION_RULES,
        proofs=ProofRules(
            fields=(*LASTING_FIELDS, "after", "pending", "rights", "speaker"),
            obstacle=stock_is_left,
            hidden_obstacle=lambda _table: HANDS_CHANGE,
        ),
        playouts=playout_rules(options),
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
