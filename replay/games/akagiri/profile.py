"""Akagiri's daihinmin as the engine plays it: a house of daifugo with rules and citations of its own."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from daifu.replay.analysis.rules import BANS_AS_PASSES, CUT, CUT_ON_JOKER, LOCK_SINGLES, CompactRules, ProofRules
from daifu.replay.deal import Start
from daifu.replay.exchange import open_exchange
from daifu.replay.games.akagiri.counters import PLAYERS, counting_rules
from daifu.replay.games.akagiri.options import OPTIONS, local_rules
from daifu.replay.games.daifugo.analysis import playout_rules
from daifu.replay.games.daifugo.finish import Places
from daifu.replay.games.daifugo.locks import lock_suits
from daifu.replay.games.daifugo.marks import cut_on_jokers
from daifu.replay.games.daifugo.options import House
from daifu.replay.games.daifugo.profile import rules_of
from daifu.replay.games.daifugo.sets import counted_once, plain_suits
from daifu.replay.games.daifugo.sitting import Opening
from daifu.replay.games.daifugo.table import HouseTable
from daifu.replay.legal import candidate_gifts_and_words, candidate_groups, candidate_runs, held_names
from daifu.replay.melds import STANDARD_LADDER, STANDARD_LEXICON
from daifu.replay.options import Options
from daifu.replay.rules import PositionRules, Profile, Rules
from daifu.replay.table import Exchange, Table
from daifu.replay.text import Text
from daifu.replay.titles import chosen_tables
from daifu.replay.tricks import cut_trick, is_suited_single

CITATIONS: Final[Mapping[str, str]] = {
    "out_of_turn": "A-PLAY-1",
    "locked_by_pass": "A-Q-1",
    "pass_on_lead": "A-PASS-1",
    "action_after_out": "A-OUT-1",
    "action_after_end": "A-END-1",
    "card_not_held": "A-DEAL-1",
    "card_not_held:best": "A-XCH-1",
    "card_not_held:any": "A-XCH-1",
    "not_a_combination": "A-SET-4",
    "not_a_combination:joker": "A-JOK-2",
    "wrong_kind": "A-FOLLOW-4",
    "wrong_count": "A-FOLLOW-2",
    "wrong_count:single": "A-FOLLOW-1",
    "wrong_count:run": "A-FOLLOW-3",
    "not_stronger": "A-FOLLOW-2",
    "not_stronger:single": "A-FOLLOW-1",
    "not_stronger:run": "A-FOLLOW-3",
    "suit_lock": "A-OPT-LOCK",
    "finish_banned": "A-OPT-FIN1",
    "effect_not_owed": "A-OPT-JB",
    "false_declaration": "A-REV-1",
    "exchange_not_best": "A-XCH-1",
    "exchange_wrong_count": "A-XCH-1",
    "exchange_not_owed": "A-XCH-1",
    "exchange_missing": "A-XCH-1",
    "bad_deck": "A-DECK-1",
    "bad_deal": "A-DEAL-1",
    "bad_seating": "A-NEXT-1",
    "result_mismatch": "A-END-1",
    "points_mismatch": "A-SCORE-1",
    "deal_incomplete": "A-END-1",
    "points_inconsistent": "A-SCORE-1",
    "points_inconsistent:sum": "A-SCORE-2",
}

TWO_DECKS: Final = Text("Deals with two packs are not played out.", "トランプを2組使う回は推定できません。")


def build(profile: Profile, options: Options) -> Rules:
    """The rules of a table of Akagiri's daihinmin."""
    house = House(local_rules(options), words_wait=False)
    tables = chosen_tables(house.titles.table)
    places = Places(house, tables)
    cited = replace(profile, citations={**profile.citations, **citations(options)})
    rules = rules_of(cited, options, house)
    return replace(
        rules,
        choose=None,
        explain=None,
        sitting=replace(rules.sitting, players=PLAYERS, begin=deal_opening(Opening(house, tables))),
        sets=candidate_sets,
        offers=candidate_gifts_and_words,
        counting=counting_rules(house, places),
        position=PositionRules(),
        playouts=playout_rules(house, places, not_played_out),
        proofs=ProofRules(
            fields=("rights", "speaker"),
            compact=CompactRules(
                {cut_trick: CUT, lock_suits: LOCK_SINGLES, cut_on_jokers: CUT_ON_JOKER},
                bound=is_suited_single,
                suits=plain_suits,
                lock=counted_once,
            ),
        ),
    )


def citations(options: Options) -> Mapping[str, str]:
    """The citations that depend on the options."""
    chosen = {}
    if options["no_finish_group"]:
        chosen["finish_banned:group"] = "A-OPT-FIN2"
    if not options["joker_wild"]:
        chosen["not_a_combination:joker"] = "A-OPT-JOKNW"
    if not options["revolution"]:
        chosen["false_declaration"] = "A-OPT-NOREV"
    return chosen


def deal_opening(opening: Opening) -> Callable[[HouseTable, Start], None]:
    """The function that opens a deal: the leader, and the exchange if there is a ranking (A-LEAD, A-XCH)."""

    def begin(table: HouseTable, start: Start) -> None:
        opening.give_lead(table, start)
        if start.ranking and not start.deal.exchanged:
            open_exchange(table, Exchange(opening.gifts(start), STANDARD_LADDER))

    return begin


def candidate_sets(table: Table, player: int) -> Iterator[str]:
    """Every group and run of the hand, jokers wherever they fit (A-SET-1 to A-SET-3, A-JOK-2)."""
    held = held_names(table, player)
    yield from candidate_groups(held)
    yield from candidate_runs(held)


def not_played_out(house: House) -> Text | None:
    """Why deals are not played out under these options, None if they are."""
    if house.decks.count > 1:
        return TWO_DECKS
    return BANS_AS_PASSES if house.on("finish_ban") and house.illegal_play.then == "pass" else None


PROFILE: Final = Profile(
    name="akagiri",
    prefix="A",
    players=PLAYERS,
    lexicon=STANDARD_LEXICON,
    options=OPTIONS,
    citations=CITATIONS,
    build=build,
)
