"""The Great Dalmuti as the engine plays it, and its options."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from daifu.replay.actions import GIVE, LEAVE, PASS, PLAY, SAY
from daifu.replay.analysis.rules import CompactRules, ProofRules
from daifu.replay.engine import counts_as_pass, goes_out, leave, pass_turn, play, stands, stronger
from daifu.replay.exchange import give
from daifu.replay.games.dalmuti.counters import counting_rules
from daifu.replay.games.dalmuti.playouts import playout_rules
from daifu.replay.games.dalmuti.sets import DALMUTI, candidate_sets, other_candidates, read_set
from daifu.replay.games.dalmuti.sitting import FIRST_DEAL, REVOLUTION, give_with_swap, say_revolution, sitting_rules
from daifu.replay.melds import unsuited_lexicon
from daifu.replay.options import NEEDS, Conflict, Option, Options, choice, illegal_play, number, switch
from daifu.replay.rules import Profile, Rules
from daifu.replay.table import Table
from daifu.replay.text import Text
from daifu.replay.tricks import FREE_PASSES, LOCKING_PASSES, REFUSALS, owner_or_next, say_handler

OPTIONS: Final[tuple[Option, ...]] = (
    switch(
        "allow_any_players",
        "D-PLY-1",
        "Tables of 2 to 20 may play, not only of 4 to 8.",
        "4〜8人に限らず、2〜20人でプレイ可。",
    ),
    switch("first_hand_no_tax", "D-OPT-1", "No taxes in the first deal.", "最初の回は税なし。"),
    switch(
        "reduced_deck",
        "D-OPT-2",
        "Five players leave out the 12s, four the 11s, too.",
        "5人では12、4人では11と12を除外。",
    ),
    switch(
        "score",
        "D-OPT-3",
        "Going out scores a point for each player still in.",
        "上がったとき、残っている人数だけ得点。",
        default=True,
    ),
    number(
        "hands_target",
        1,
        10_000,
        "D-OPT-3",
        Text("The number of deals that count for the totals.", "合計に数える回数。"),
        null=Text("all of them", "すべて"),
    ),
    switch(
        "philosophical",
        "D-PHIL-1",
        "A Dalmuti scores when the peon who paid them improves.",
        "貧民が席次を上げると、その貧民から税を受けていたダルマチに1点。",
    ),
    switch(
        "merchant_exchange",
        "D-OPT-4",
        "The best merchant may swap a card with another.",
        "最上位の商人は、ほかの商人と1枚交換可。",
    ),
    switch(
        "misdeal_choice",
        "D-OPT-5",
        "A card flipped in dealing: the table's choice is only noted.",
        "配るときに見えたカードの扱い（記録のみ）。",
    ),
    switch(
        "join_between_hands",
        "D-OPT-6",
        "Newcomers join as merchants.",
        "新しい参加者は商人として参加。",
        default=True,
    ),
    switch(
        "tax_gift_from_dealt_hand",
        "D-OPT-7",
        "The Dalmutis' gifts come from the hand as dealt, not from the tax just received.",
        "ダルマチが渡すのは配られた手札から。受け取ったカードの返却は不可。",
        default=True,
    ),
    switch(
        "implicit_passes",
        "D-OPT-8",
        "Passes on a set that nobody can beat may be left out of the record.",
        "誰にも破れない組へのパスは、記録で省略可。",
    ),
    switch(
        "pass_locks",
        "D-Q-6",
        "A pass shuts its player out of the trick.",
        "パスした人は、その場が流れるまで復帰なし。",
    ),
    choice(
        "seat_direction",
        {
            "cw": Text("left (clockwise)", "左（時計回り）"),
            "ccw": Text("right (counter-clockwise)", "右（反時計回り）"),
        },
        "D-SEAT-3",
        Text(
            "Whether place 2 sits at the Greater Dalmuti's left or right.",
            "2位が座るのは大ダルマチの左（cw）か右（ccw）か。",
        ),
        Text("Where place 2 sits beside the Greater Dalmuti", "大ダルマチに対して2位が座る側"),
    ),
    illegal_play("D-FOLLOW-1"),
)


def conflicts(options: Options, _players: range | None) -> list[Conflict]:
    """A conflict if philosophical points are chosen without points, to which they are an addition (D-PHIL-1)."""
    if options["philosophical"] and not options["score"]:
        text = Text(
            "philosophical points (philosophical) need points for going out (score)",
            "貧民が席次を上げたときの得点（philosophical）には、上がったときの得点（score）が必要です",
        )
        return [Conflict(NEEDS, (), text)]
    return []


CITATIONS: Final[Mapping[str, str]] = {
    "out_of_turn": "D-SEAT-4",
    "locked_by_pass": "D-Q-6",
    "pass_on_lead": "D-LEAD-1",
    "action_after_out": "D-OUT-1",
    "action_after_end": "D-END-1",
    "card_not_held": "D-SET-1",
    "not_a_combination": "D-SET-4",
    "wrong_count": "D-FOLLOW-1",
    "not_stronger": "D-FOLLOW-1",
    "effect_not_owed": "D-SET-1",
    "false_declaration": "D-REV-1",
    "late_declaration": "D-REV-1",
    "exchange_not_best": "D-TAX-2",
    "exchange_not_best:lesser": "D-TAX-4",
    "exchange_wrong_count": "D-TAX-2",
    "exchange_wrong_count:any": "D-TAX-3",
    "exchange_wrong_count:dealt": "D-TAX-3",
    "exchange_wrong_count:lesser": "D-TAX-4",
    "exchange_not_from_deal": "D-TAX-5",
    "exchange_not_owed": "D-TAX-7",
    f"exchange_not_owed:{REVOLUTION}": "D-REV-2",
    f"exchange_not_owed:{FIRST_DEAL}": "D-OPT-1",
    "exchange_missing": "D-TAX-1",
    "exchange_missing:swap": "D-OPT-4",
    "exchange_wrong_count:swap": "D-OPT-4",
    "bad_deck": "D-DECK-1",
    "bad_deal": "D-DEAL-2",
    "bad_seating": "D-SEAT-3",
    "result_mismatch": "D-NEXT-1",
    "points_mismatch": "D-SCORE-2",
    "deal_incomplete": "D-END-1",
    "points_inconsistent": "D-SCORE-2",
    "points_inconsistent:philosophical": "D-PHIL-1",
}


def build(profile: Profile, options: Options) -> Rules:
    """The rules of a Dalmuti table."""
    return Rules(
        profile=profile,
        options=options,
        alphabet=DALMUTI,
        read=read_set,
        answer=stronger,
        passing=LOCKING_PASSES if options["pass_locks"] else FREE_PASSES,
        faulty=counts_as_pass if options["illegal_play"] == "pass" else stands,
        next_leader=owner_or_next,
        goes_out=goes_out,
        handlers={
            **REFUSALS,
            PLAY: play,
            PASS: pass_turn,
            LEAVE: leave,
            GIVE: give_with_swap if options["merchant_exchange"] else give,
            SAY: say_handler({"revolution": say_revolution}),
        },
        sitting=sitting_rules(profile.players, options),
        verbs_after_set=frozenset(),
        table=Table,
        sets=candidate_sets,
        offers=partial(other_candidates, swaps=options["merchant_exchange"] is True),
        counting=counting_rules(),
        proofs=ProofRules(fields=("exchange",) if options["merchant_exchange"] else (), compact=CompactRules()),
        playouts=playout_rules(options),
    )


PROFILE: Final = Profile(
    name="dalmuti",
    prefix="D",
    players=range(4, 9),
    lexicon=unsuited_lexicon(DALMUTI),
    options=OPTIONS,
    citations=CITATIONS,
    build=build,
    conflicts=conflicts,
)
