"""Theater daihinmin as the engine plays it, its options, and its playouts.

`docs/analysis-method.md` says what the playouts leave out.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from daifu.replay.actions import GIVE, LEAVE, PASS, PLAY, SAY, SHOW
from daifu.replay.analysis.playout import NoPlayoutsError, Playout
from daifu.replay.analysis.rules import BANS_AS_PASSES, CUT, CompactRules, PlayoutRules, ProofRules, no_intruder
from daifu.replay.analysis.suited_playout import (
    EIGHTS,
    JOKERS,
    PASSES_END,
    PASSES_END_DOWNWARDS,
    PASSES_STAY,
    SuitedRules,
)
from daifu.replay.analysis.suited_policy import sets_last, suited_playout, weakest_first
from daifu.replay.cards import STANDARD, standard_pack
from daifu.replay.deal import Points, Start
from daifu.replay.engine import pass_turn, play, played_order
from daifu.replay.games.theater.counters import counting_rules
from daifu.replay.games.theater.effects import (
    FOUL,
    HEART_3,
    REVOLUTION_GROUP,
    REVOLUTION_RUN,
    answers,
    ban_on_joker,
    call_order,
    go_out_or_sink,
    leave_game,
    may_take_joker,
    set_reader,
    settled,
    show_ittsu,
    take_faulty_play,
    takes_joker,
)
from daifu.replay.games.theater.sets import candidate_sets, flaw_kind, other_candidates
from daifu.replay.games.theater.table import (
    DIAMOND_3,
    TITLES,
    TheaterTable,
    ban_on_lead,
    begin_game,
    expose_cards,
    give_before_opening,
    may_open,
    position_facts,
    position_fields,
)
from daifu.replay.melds import STANDARD_LEXICON
from daifu.replay.options import Option, Options, Value, choice, illegal_play, number, spelled, switch, whole_number
from daifu.replay.rules import PositionRules, Profile, Rules, nobody_interrupts
from daifu.replay.sitting import SittingRules, by_place, no_points
from daifu.replay.text import Text
from daifu.replay.titles import title_name
from daifu.replay.tricks import LOCKING_PASSES, REFUSALS, announce_revolution, cut_trick, owner_or_next, say_handler


def _are_title_points(value: Value) -> bool:
    """Whether a value is null or maps titles to numbers."""
    if not isinstance(value, dict):
        return value is None
    return all(title in TITLES and type(worth) in (int, float) for title, worth in value.items())


def _told_worth(value: Value) -> Text:
    """What the titles are worth, in words."""
    if not isinstance(value, dict):
        return Text("no points", "得点なし")
    some = [(title_name(title), spelled(worth)) for title, worth in value.items()]
    return Text(
        ", ".join(f"{name.en} {worth}" for name, worth in some), "、".join(f"{name.ja}{worth}" for name, worth in some)
    )


OPTIONS: Final[tuple[Option, ...]] = (
    number("jokers", 1, 2, "T-Q-1", Text("How many jokers the pack has.", "使うJOKERの枚数。"), default=1),
    choice(
        "pass_reset",
        {
            "down_only": Text("when the order turns down", "「下」に変わった時"),
            "any_change": Text("whenever the order turns", "強弱が変わるたび"),
            "never": Text("never", "取り消しなし"),
        },
        "T-PASS-3",
        Text(
            "Passes are forgiven when the order turns down, whenever it turns, or never.",
            "パスが取り消される時。down_only：「下」に変わった時、any_change：強弱が変わるたび、never：取り消しなし。",
        ),
        Text("When passes are forgiven", "パスが取り消される時"),
    ),
    switch(
        "eleven_back",
        "T-Q-6",
        "The player of jacks may call the order of the trick.",
        "Jを出した人の宣言で、その場の強弱を決定。",
        default=True,
    ),
    switch(
        "ipeiko_any_suits",
        "T-Q-5",
        "Any pairs of ranks in a row are an ipeiko, whatever their suits.",
        "続いたトイツであれば、マークがそろっていなくてもイーペーコー。",
    ),
    switch(
        "opening_listed_only",
        "T-Q-24",
        "The game is not opened with four 3s or a sanrenko.",
        "3のカンツとサンレンコーは最初の組では禁止。",
    ),
    switch(
        "hearts3_on_turn_only",
        "T-H3-2",
        "The heart 3 takes a joker only on its player's turn.",
        "JOKERへのハーツは自分の番だけ。",
    ),
    switch(
        "joker_on_hearts3",
        "T-JOK-1",
        "A joker follows a heart 3 that lies there as a plain single.",
        "普通の1枚として出たハーツの上のJOKERも可。",
        default=True,
    ),
    choice(
        "joker_out",
        {
            "foul": Text("a foul that the rules punish", "罰を伴う反則"),
            "illegal": Text("a forbidden play", "禁じられた出し方"),
        },
        "T-FOUL-1",
        Text(
            "Going out with the joker is a foul that the rules punish, or a forbidden play; the place is the same.",
            "JOKERでの上がり。foul：罰を伴う反則、illegal：禁じられた出し方。順位は同じ。",
        ),
        Text("Going out with the joker (the place is the same)", "JOKERで上がること（順位は同じ）"),
    ),
    switch(
        "gift_from_dealt_hand",
        "T-XCH-3",
        "The gifts of the rich come from the hand as dealt, not from what they just received.",
        "大富豪と富豪が渡すのは配られた手札から。受け取ったカードの返却は不可。",
    ),
    Option(
        "title_points",
        "object from title to number | null",
        None,
        "T-SCORE-1",
        Text("What each title is worth; without it there are no points.", "階級ごとの点数。なければ得点なし。"),
        _are_title_points,
        named=lambda: Text("What each title is worth", "階級ごとの点数"),
        words=_told_worth,
    ),
    illegal_play("T-PUN-2"),
)


def title_points(worth: Value) -> Callable[[Start, list[int]], Points | None]:
    """The rule of points under the option `title_points`; a title that it does not name gives none."""
    if not isinstance(worth, dict):
        return no_points
    given = [worth.get(title) for title in TITLES]
    values = [value if isinstance(value, int | float) else None for value in given]
    return lambda start, order: by_place(start, order, values)


PASS_RESETS: Final = {"down_only": PASSES_END_DOWNWARDS, "any_change": PASSES_END, "never": PASSES_STAY}


def playout_rules(options: Options) -> PlayoutRules:
    """How deals are played out under these options."""
    rules = SuitedRules(
        wild_jokers=False,
        cut_groups=EIGHTS,
        revolution_group=REVOLUTION_GROUP,
        revolution_run=REVOLUTION_RUN,
        ends_calls=True,
        taker=HEART_3,
        interrupts=not options["hearts3_on_turn_only"],
        joker_on_taker=options["joker_on_hearts3"] is True,
        pass_reset=PASS_RESETS[str(options["pass_reset"])],
        opening=DIAMOND_3,
        banned_last=JOKERS,
        banned_last_down=JOKERS,
        ban_sinks=True,
    )

    def start(table: TheaterTable, seed: int) -> Playout:
        if options["joker_out"] == "illegal" and options["illegal_play"] == "pass":
            raise NoPlayoutsError(BANS_AS_PASSES)
        playout = suited_playout(table, rules, seed)
        playout.opened = not table.must_open
        return playout

    return PlayoutRules(
        start=start, usual_gifts=weakest_first, sparing_gifts=sets_last, open_cards=TheaterTable.open_cards
    )


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
    on_turn_only = options["hearts3_on_turn_only"] is True
    jokers = whole_number(options, "jokers") or 1
    return Rules(
        profile=profile,
        options=options,
        alphabet=STANDARD,
        read=set_reader(options),
        answer=answers,
        passing=LOCKING_PASSES,
        faulty=take_faulty_play,
        next_leader=owner_or_next,
        settled=settled,
        goes_out=go_out_or_sink,
        handlers={
            **REFUSALS,
            PLAY: play,
            PASS: pass_turn,
            GIVE: give_before_opening,
            SAY: say_handler({"up": call_order, "down": call_order, "revolution": announce_revolution}),
            SHOW: show_ittsu,
            LEAVE: leave_game,
        },
        sitting=SittingRules(
            players=profile.players,
            pack=lambda _players: standard_pack(jokers),
            begin=begin_game,
            titles=lambda _players: TITLES,
            order=played_order,
            points=title_points(options["title_points"]),
        ),
        table=TheaterTable,
        interrupts=nobody_interrupts if on_turn_only else takes_joker,
        may_begin=may_open,
        lead_ban=ban_on_lead,
        finish_ban=ban_on_joker,
        after_void_action=expose_cards,
        flaw=flaw_kind,
        verbs_after_set=frozenset({SAY}),
        sets=partial(candidate_sets, any_suits=options["ipeiko_any_suits"] is True),
        offers=other_candidates,
        counting=counting_rules(),
        playouts=playout_rules(options),
        position=PositionRules(fields=position_fields, facts=position_facts),
        proofs=ProofRules(
            fields=("rights", "speaker", "pending", "cleared", "opener", "sunk"),
            compact=CompactRules({cut_trick: CUT}),
            fouls=frozenset({FOUL}),
            intrudes=no_intruder if on_turn_only else may_take_joker,
        ),
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
