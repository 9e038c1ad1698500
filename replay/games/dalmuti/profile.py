"""The Great Dalmuti as the engine plays it."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from replay.actions import DISCARD, DRAW, GIVE, NAME, PASS, PLAY, SAY, SHOW
from replay.cards import Pack
from replay.deal import Start
from replay.engine import decline, hand_on, passes, play, stands
from replay.exchange import demand, give
from replay.finishing import goes_out, played_order
from replay.following import stronger
from replay.games.dalmuti.candidates import offers, sets
from replay.games.dalmuti.cards import DALMUTI, TAX_LADDER, full_pack, read_set, reduced_pack
from replay.games.dalmuti.counting import counting
from replay.games.dalmuti.implicit import demand_once
from replay.games.dalmuti.options import OPTIONS, conflict
from replay.games.dalmuti.scoring import philosophical_points, place_points
from replay.games.dalmuti.seating import (
    default_seats,
    down_the_ranking,
    joined_well,
    nobody_joined,
    places,
    seats_out_of_place,
    sizes_out_of_place,
    taxes,
    titles,
    up_the_ranking,
)
from replay.games.dalmuti.taxes import Ring, give_with_swap, revolution
from replay.gifts import ANY, DEALT, Exchange, gifts_between
from replay.melds import unsuited_lexicon
from replay.options import Options, whole_number
from replay.passing import FREE, LOCKING, next_after_owner
from replay.rules import Profile, Rules
from replay.sitting import Sitting, no_points
from replay.table import Table
from replay.words import discard_not_owed, false_show, not_owed, say

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
    "exchange_wrong_count": "D-TAX-2",
    "exchange_not_from_deal": "D-TAX-5",
    "exchange_not_owed": "D-TAX-7",
    "exchange_missing": "D-TAX-1",
    "exchange_missing:swap": "D-OPT-4",
    "exchange_wrong_count:swap": "D-OPT-4",
    "bad_deck": "D-DECK-1",
    "bad_deal": "D-DEAL-2",
    "bad_seating": "D-SEAT-3",
    "result_mismatch": "D-NEXT-1",
    "points_mismatch": "D-SCORE-2",
    "deal_incomplete": "D-END-1",
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
        passing=LOCKING if options["pass_locks"] else FREE,
        faulty=passes if options["illegal_play"] == "pass" else stands,
        advance=hand_on,
        next_leader=next_after_owner,
        goes_out=goes_out,
        handlers={
            PLAY: play,
            PASS: decline,
            GIVE: give_with_swap if options["merchant_exchange"] else give,
            SAY: say({"revolution": revolution(ring)}),
            SHOW: false_show,
            DRAW: not_owed,
            NAME: not_owed,
            DISCARD: discard_not_owed,
        },
        sitting=_sitting(options, ring),
        of_a_set=frozenset(),
        table=Table,
        sets=sets,
        offers=partial(offers, swaps=options["merchant_exchange"] is True),
        counting=counting(),
    )


def _sitting(options: Options, ring: Ring) -> Sitting:
    back = DEALT if options["tax_gift_from_dealt_hand"] else ANY
    opening = demand_once if options["implicit_passes"] else demand

    def begin(table: Table, start: Start) -> None:
        ranking = places(start)
        table.places = ranking
        table.turn = ranking[0]
        untaxed = start.deal.exchanged or (options["first_hand_no_tax"] and start.number == 0)
        owed = {} if untaxed else gifts_between(ranking, taxes(len(ranking)), back)
        table.exchange = Exchange(owed, TAX_LADDER)
        table.pending = opening

    def sizes(start: Start, pack: Pack, hands: dict[int, int]) -> str:
        return sizes_out_of_place(ring(places(start)), pack, hands)

    return Sitting(
        players=range(2, 21) if options["allow_any_players"] else PROFILE.players,
        pack=reduced_pack if options["reduced_deck"] else full_pack,
        begin=begin,
        titles=titles,
        order=played_order,
        points=place_points if options["score"] and not options["philosophical"] else no_points,
        score=philosophical_points if options["philosophical"] else None,
        ring=lambda start: ring(places(start)),
        seats=default_seats,
        wrong_seats=seats_out_of_place,
        follows=joined_well if options["join_between_hands"] else nobody_joined,
        sizes=sizes,
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
    conflict=conflict,
)
