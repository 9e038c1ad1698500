"""UECda as the engine plays it."""

from collections.abc import Mapping
from typing import Final

from replay.actions import DISCARD, DRAW, GIVE, NAME, PASS, PLAY, SAY, SHOW, Action
from replay.cards import JOKER, RANKS, STANDARD, SUITS, Ladder, standard_pack
from replay.deal import Start
from replay.engine import play, stands
from replay.exchange import give, open_exchange
from replay.finishing import goes_out
from replay.games.uecda.candidates import offers, sets
from replay.games.uecda.counting import counting
from replay.games.uecda.effects import reader
from replay.games.uecda.options import OPTIONS
from replay.games.uecda.table import UecdaTable, order
from replay.games.uecda.tricks import (
    answers,
    decline,
    find_opener,
    hand_on_until,
    next_leader,
    off_suit,
    rejects,
)
from replay.gifts import ANY, Exchange, Pairing, gifts_between
from replay.melds import UECDA_LEXICON
from replay.options import Options
from replay.passing import LOCKING
from replay.rules import Profile, Rules
from replay.sitting import Points, Sitting, by_place
from replay.words import announce_revolution, discard_not_owed, false_show, not_owed, say

PACK: Final = standard_pack(jokers=1)
TITLES: Final = ("daifugo", "fugo", "heimin", "hinmin", "daihinmin")
POINTS: Final = (5, 4, 3, 2, 1)
GIFTS: Final[tuple[Pairing, ...]] = ((0, 4, 2), (1, 3, 1))

TAKEN: Final = (JOKER, *(suit + rank for rank in reversed(RANKS) for suit in SUITS))
"""The cards in the order that the server takes them from the poor: equal ranks in the order of the suits (U-XCH-1)."""
TAKEN_FIRST: Final = Ladder(STANDARD, [[name] for name in TAKEN])

CITATIONS: Final[Mapping[str, str]] = {
    "out_of_turn": "U-PASS-1",
    "locked_by_pass": "U-PASS-1",
    "action_after_out": "U-OUT-1",
    "action_after_end": "U-SCORE-1",
    "card_not_held": "U-SET-1",
    "card_not_held:best": "U-XCH-1",
    "card_not_held:any": "U-XCH-1",
    "not_a_combination": "U-SET-1",
    "wrong_kind": "U-FOLLOW-1",
    "wrong_count": "U-FOLLOW-1",
    "not_stronger": "U-FOLLOW-1",
    "run_overlap": "U-FOLLOW-1",
    "suit_lock": "U-LOCK-1",
    "effect_not_owed": "U-SET-1",
    "false_declaration": "U-REV-1",
    "exchange_not_best": "U-XCH-1",
    "exchange_wrong_count": "U-XCH-1",
    "exchange_not_owed": "U-XCH-1",
    "exchange_missing": "U-XCH-1",
    "bad_deck": "U-DECK-1",
    "bad_deal": "U-DECK-1",
    "bad_seating": "U-SEAT-1",
    "result_mismatch": "U-SCORE-1",
    "points_mismatch": "U-SCORE-1",
    "deal_incomplete": "U-20-1",
}


def build(profile: Profile, options: Options) -> Rules:
    """The rules of a UECda table."""
    return Rules(
        profile=profile,
        options=options,
        alphabet=STANDARD,
        read=reader(jack_back=options["jack_back"] is True, six_reverse=options["six_reverse"] is True),
        answer=answers,
        lock=off_suit,
        passing=LOCKING,
        faulty=rejects if options["illegal_play"] == "pass" else stands,
        advance=hand_on_until(0 if options["trick_end"] == "all" else 1),
        next_leader=next_leader,
        goes_out=goes_out,
        handlers={
            PLAY: play,
            PASS: decline,
            GIVE: give_before_lead,
            SAY: say({"revolution": announce_revolution}),
            SHOW: false_show,
            DRAW: not_owed,
            NAME: not_owed,
            DISCARD: discard_not_owed,
        },
        sitting=SITTING,
        table=UecdaTable,
        sets=sets,
        offers=offers,
        counting=counting(),
        of_a_set=frozenset({SAY}),
    )


def give_before_lead(table: UecdaTable, action: Action) -> None:
    """A gift may carry the diamond 3, and with it the lead, to another hand."""
    give(table, action)
    if "D3" in action.meld.names and not table.started:
        find_opener(table)


def begin(table: UecdaTable, start: Start) -> None:
    """The poor pay the rich if there is a ranking; the holder of the diamond 3 leads."""
    owed = gifts_between(start.ranking, GIFTS, ANY) if start.ranking and not start.deal.exchanged else {}
    open_exchange(table, Exchange(owed, TAKEN_FIRST))
    find_opener(table)


def points(start: Start, result: list[int]) -> Points:
    """Five points for the first down to one for the last (U-SCORE-1)."""
    return by_place(start, result, POINTS)


SITTING: Final = Sitting(
    players=range(5, 6),
    pack=lambda _players: PACK,
    begin=begin,
    titles=lambda _players: TITLES,
    order=order,
    points=points,
)

PROFILE: Final = Profile(
    name="uecda",
    prefix="U",
    players=range(5, 6),
    lexicon=UECDA_LEXICON,
    options=OPTIONS,
    citations=CITATIONS,
    build=build,
)
