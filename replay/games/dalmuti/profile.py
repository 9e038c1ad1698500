"""The Great Dalmuti as the engine plays it."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from daifu.replay.actions import GIVE, LEAVE, PASS, PLAY, SAY
from daifu.replay.analysis.rules import CompactRules, ProofRules
from daifu.replay.deal import Points, Start
from daifu.replay.engine import counts_as_pass, goes_out, leave, pass_turn, play, played_order, stands
from daifu.replay.exchange import give
from daifu.replay.games.dalmuti.counters import counting_rules
from daifu.replay.games.dalmuti.options import OPTIONS, conflicts
from daifu.replay.games.dalmuti.playouts import playout_rules
from daifu.replay.games.dalmuti.sets import (
    DALMUTI,
    candidate_sets,
    full_pack,
    other_candidates,
    read_set,
    reduced_pack,
)
from daifu.replay.games.dalmuti.sitting import (
    PlayOrder,
    doubt_philosophical,
    down_the_ranking,
    newcomers_among_merchants,
    no_newcomers,
    philosophical_points,
    place_points,
    ring_in_force,
    seats_by_place,
    titles,
    up_the_ranking,
    wrong_seats,
    wrong_sizes,
)
from daifu.replay.games.dalmuti.taxes import (
    FIRST_DEAL,
    REVOLUTION,
    deal_opening,
    give_with_swap,
    say_revolution,
)
from daifu.replay.judge import stronger
from daifu.replay.melds import unsuited_lexicon
from daifu.replay.options import Options, whole_number
from daifu.replay.rules import Profile, Rules
from daifu.replay.sitting import SittingRules, no_points
from daifu.replay.table import Table
from daifu.replay.tricks import FREE_PASSES, LOCKING_PASSES, owner_or_next
from daifu.replay.words import REFUSALS, say_handler

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
    ring = down_the_ranking if options["seat_direction"] == "cw" else up_the_ranking
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
            SAY: say_handler({"revolution": say_revolution(ring)}),
        },
        sitting=_sitting_rules(options, ring),
        verbs_after_set=frozenset(),
        table=Table,
        sets=candidate_sets,
        offers=partial(other_candidates, swaps=options["merchant_exchange"] is True),
        counting=counting_rules(),
        proofs=ProofRules(fields=("exchange",) if options["merchant_exchange"] else (), compact=CompactRules()),
        playouts=playout_rules(options),
    )


def _sitting_rules(options: Options, ring: PlayOrder) -> SittingRules:
    def score(table: Table, start: Start, order: list[int]) -> Points:
        return philosophical_points(table.places, start, order)  # titles are those in force in play (D-PHIL-2)

    return SittingRules(
        players=range(2, 21) if options["allow_any_players"] else PROFILE.players,
        pack=reduced_pack if options["reduced_deck"] else full_pack,
        begin=deal_opening(options),
        titles=titles,
        order=played_order,
        points=place_points if options["score"] and not options["philosophical"] else no_points,
        score=score if options["philosophical"] else None,
        doubt=doubt_philosophical if options["philosophical"] else None,
        ring=partial(ring_in_force, ring),
        seats=seats_by_place,
        wrong_seats=wrong_seats,
        follows=newcomers_among_merchants if options["join_between_hands"] else no_newcomers,
        sizes=partial(wrong_sizes, ring),
        counted=whole_number(options, "hands_target"),
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
