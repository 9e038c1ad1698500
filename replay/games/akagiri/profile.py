"""Akagiri's daihinmin as the engine plays it: a house of daifugo whose options are local rules (A-OPT)."""

from dataclasses import replace
from typing import Final

from daifu.replay.analysis.rules import BANS_AS_PASSES, CUT, CUT_ON_JOKER, LOCK_SINGLES, CompactRules, ProofRules
from daifu.replay.counters import OUTCOME, SEATS, SEATS_AND_TABLES, EndCollector, Family, family
from daifu.replay.deal import DealReport, Start
from daifu.replay.exchange import open_exchange
from daifu.replay.games.daifugo.analysis import playout_rules
from daifu.replay.games.daifugo.counters import EFFECTS, counting_rules
from daifu.replay.games.daifugo.finish import Places
from daifu.replay.games.daifugo.locks import lock_suits
from daifu.replay.games.daifugo.marks import Marks, cut_on_jokers
from daifu.replay.games.daifugo.options import House
from daifu.replay.games.daifugo.profile import rules_of
from daifu.replay.games.daifugo.sets import candidates, counted_once, plain_suits
from daifu.replay.games.daifugo.sitting import Opening, dealer
from daifu.replay.games.daifugo.table import HouseTable
from daifu.replay.legal import candidate_gifts_and_words, plain_joker
from daifu.replay.melds import STANDARD_LADDER, STANDARD_LEXICON
from daifu.replay.options import Option, Options, Value, choice, illegal_play, number, plain_words, switch
from daifu.replay.rules import CountingRules, PositionRules, Profile, Rules, never_locks
from daifu.replay.table import Exchange
from daifu.replay.text import Text
from daifu.replay.titles import STANDARD_TABLE_NAME, TITLE_TABLE_NAMES, chosen_tables, is_choice_of_tables
from daifu.replay.tricks import cut_trick, is_suited_single, locks_on

PLAYERS: Final = range(3, 8)

_BY_TITLE = Text("as many as the titles have steps", "称号の段の数だけ")
_CW, _CCW = Text("clockwise", "時計回り"), Text("counter-clockwise", "反時計回り")

OPTIONS: Final[tuple[Option, ...]] = (
    choice(
        "deal_direction",
        {"ccw": _CCW, "cw": _CW},
        "A-OPT-DIR",
        Text(
            "The direction of dealing; the replay does not depend on it.", "カードを配る向き。再現の結果には影響なし。"
        ),
        Text("The direction of dealing", "カードを配る向き"),
    ),
    choice(
        "play_direction",
        {"cw": _CW, "ccw": _CCW},
        "A-OPT-DIR",
        Text("The direction of play.", "手番が回る向き。"),
        Text("The direction of play", "手番が回る向き"),
    ),
    choice(
        "seat_direction",
        {"ccw": _CCW, "cw": _CW},
        "A-OPT-DIR",
        Text(
            "The direction in which the places sit, from place 1 on: ccw puts place 2 to the right of place 1.",
            "1位から順位順に座る向き。ccwでは2位が1位の右隣。",
        ),
        Text("The direction in which the places sit, from place 1 on", "1位から順位順に座る向き"),
    ),
    choice(
        "first_leader",
        {"dealer": Text("the dealer", "ディーラー"), "daifugo": Text("place 1", "1位の人")},
        "A-OPT-LEAD",
        Text(
            "Who leads to the first trick: the dealer, or place 1.",
            "最初の場の親。dealerはディーラー、daifugoは1位の人。",
        ),
        Text("Who leads to the first trick", "最初の場の親"),
    ),
    number("jokers", 0, 2, "A-DECK-1", Text("How many jokers there are in all.", "ジョーカーの総数。"), default=1),
    number(
        "decks",
        1,
        2,
        "A-OPT-DECKS",
        Text("How many packs of 52 cards are used.", "52枚のトランプを使う組数。"),
        default=1,
    ),
    switch(
        "joker_wild",
        "A-OPT-JOKNW",
        "The joker may stand for other cards.",
        "ほかのカードの代わりとしてのジョーカー。",
        default=True,
    ),
    switch("runs", "A-OPT-NORUN", "Runs may be played.", "階段（同じマークの続いたカード）。", default=True),
    switch("revolution", "A-OPT-NOREV", "There are revolutions.", "革命あり。", default=True),
    switch(
        "revolution_natural_only",
        "A-OPT-REVNAT",
        "A group that holds a joker makes no revolution.",
        "ジョーカーを含む組では革命なし。",
    ),
    switch(
        "revolution_exact_four",
        "A-Q-7",
        "Only groups of exactly four make a revolution, not larger ones.",
        "革命はちょうど4枚の組だけで、5枚以上では革命なし。",
    ),
    switch(
        "revolution_default_declared",
        "A-Q-8",
        "A set that may make a revolution does so without a word; else it has to be declared.",
        "革命になる組は宣言がなくても革命。いいえの場合は宣言が必要。",
        default=True,
    ),
    switch(
        "revolution_by_run", "A-OPT-REVRUN", "Runs of four or more make a revolution, too.", "4枚以上の階段でも革命。"
    ),
    switch(
        "jack_back",
        "A-OPT-JB",
        "The player of a jack may turn the order for the trick.",
        "Jを出した人の選択で、その場の間だけ強さが逆転。",
    ),
    Option(
        "title_table",
        " | ".join(TITLE_TABLE_NAMES) + " | list of these, one a number of players",
        STANDARD_TABLE_NAME,
        "A-OPT-TITLE",
        Text(
            "The titles by place: a table, or several for different numbers of players.",
            "順位ごとの称号の表。人数の異なる複数の表も可。",
        ),
        is_choice_of_tables,
        named=lambda: Text("The titles by place", "順位ごとの称号"),
    ),
    Option(
        "exchange_counts",
        "list of integers from 0 | null",
        None,
        "A-Q-11",
        Text(
            "The cards that each pair exchanges, outer pair first; null leaves it to the titles.",
            "交換する枚数（外側の組から順に）。nullなら称号のとおり。",
        ),
        lambda value: (
            value is None or (isinstance(value, list) and all(type(one) is int and one >= 0 for one in value))
        ),
        named=lambda: Text("The cards that the pairs exchange", "交換する枚数"),
        words=lambda value: _BY_TITLE if value is None else plain_words(value),
    ),
    switch(
        "fallen_daifugo",
        "A-OPT-FALL",
        "A daifugo who is not first becomes last.",
        "1位になれなかった大富豪は最下位に転落（都落ち）。",
    ),
    switch(
        "fallen_immediate",
        "A-Q-17",
        "The fallen daifugo leaves the deal at once.",
        "都落ちした大富豪はその時点で離脱。",
    ),
    switch(
        "no_finish_joker_two",
        "A-OPT-FIN1",
        "No going out with a joker or a 2, nor with a 3 while the order is turned.",
        "ジョーカーや2での上がりは禁止。強さが逆のときは2の代わりに3。",
    ),
    switch(
        "no_finish_group", "A-OPT-FIN2", "No going out with a group of two or more.", "2枚以上の組での上がりは禁止。"
    ),
    choice(
        "finish_ban_mode",
        {
            "illegal": Text("keeps the place", "順位はそのまま"),
            "demote": Text("takes the last free place", "空いている最下位に転落"),
        },
        "A-Q-15",
        Text(
            "A player who goes out with a banned set keeps the place, or takes the last free one.",
            "禁止上がりの扱い。illegalなら順位はそのまま、demoteなら空いている最下位に転落。",
        ),
        Text("A player who goes out with a banned set", "禁止された組で上がった人"),
    ),
    switch(
        "eight_stop", "A-OPT-8", "A set that contains an 8 ends the trick.", "8を含む組で場が流れる決まり（8切り）。"
    ),
    switch(
        "eight_stop_in_runs",
        "A-Q-18",
        "Runs that contain an 8 end the trick, too.",
        "8を含む階段でも8切り。",
        default=True,
    ),
    choice(
        "spade3",
        {
            "off": Text("nothing special", "特別扱いなし"),
            "joker_single": Text("a lone joker", "単独のジョーカー"),
            "always": Text("every single card", "すべての1枚出し"),
        },
        "A-OPT-S3",
        Text(
            "What the lone spade 3 beats: nothing special, a lone joker, or everything.",
            "スペードの3単独の強さ。off：特別扱いなし、joker_single：単独のジョーカーに勝ち、always：常に最強。",
        ),
        Text("What the lone spade 3 beats", "スペードの3単独で勝てるもの"),
    ),
    switch(
        "spade3_ends_trick",
        "A-Q-21",
        "A spade 3 that takes a lone joker ends the trick.",
        "単独のジョーカーに出したスペードの3で場が流れる決まり。",
    ),
    switch(
        "suit_lock",
        "A-OPT-LOCK",
        "Two singles of one suit in a row lock the trick to it.",
        "同じマークの1枚出しが続いた後は、その場はそのマークだけ。",
    ),
    switch(
        "pass_locks", "A-Q-1", "A pass shuts its player out of the trick.", "パスした人は、その場が流れるまで復帰なし。"
    ),
    illegal_play("A-SET-4"),
)


def local_rules(options: Options) -> dict[str, Value]:
    """The local rules of daifugo that all options of akagiri come to."""
    wild, cuts = options["joker_wild"], options["spade3_ends_trick"]
    spade3: dict[str, Value] = {
        "off": False,
        "joker_single": {"clears": cuts},
        "always": {"takes": "single", "clears": "joker" if cuts else False, "free_of_locks": "joker"},
    }
    no_cards, no_groups = options["no_finish_joker_two"], options["no_finish_group"]
    # Where a faulty play counts as a pass, so does a banned last set, and nobody is demoted.
    demotes = options["finish_ban_mode"] == "demote" and options["illegal_play"] != "pass"
    return {
        "jokers": {"count": options["jokers"]},
        "joker_wild": {"groups": wild, "runs": wild},
        "decks": {"count": options["decks"]},
        "first_lead": {"by": "dealer"},
        "next_lead": {"by": options["first_leader"]},
        "pass_lock": options["pass_locks"],
        "play_direction": {"way": options["play_direction"]},
        "seat_order": {"by": "places", "way": options["seat_direction"]},
        "runs": options["runs"],
        "revolution": options["revolution"]
        and {
            "most": 4 if options["revolution_exact_four"] else None,
            "natural": options["revolution_natural_only"],
            "word": "deny" if options["revolution_default_declared"] else "declare",
        },
        "run_revolution": options["revolution"] and options["revolution_by_run"],
        "jack_back": options["jack_back"] and {"choice": True},
        "spade3": spade3[str(options["spade3"])],
        "suit_lock": options["suit_lock"] and {"sets": "singles"},
        "eight_cut": options["eight_stop"] and {"in_runs": options["eight_stop_in_runs"]},
        "finish_ban": (no_cards or no_groups)
        and {
            "cards": ["joker", "2"] if no_cards else [],
            "groups": no_groups,
            "order": "in_force",
            "mode": "last" if demotes else "illegal",
            "stuck": "fault",
        },
        "fallen_daifugo": options["fallen_daifugo"]
        and {"leaves": options["fallen_immediate"], "place": "lowest", "needs_title": True},
        "exchange": {"counts": options["exchange_counts"]},
        "titles": {"table": options["title_table"]},
        "points": {"by_place": "titles"},
        "illegal_play": {"then": options["illegal_play"]},
    }


CITED_FOR: Final = {
    "A-PLAY-1": "out_of_turn",
    "A-Q-1": "locked_by_pass",
    "A-PASS-1": "pass_on_lead",
    "A-OUT-1": "action_after_out",
    "A-END-1": "action_after_end result_mismatch deal_incomplete",
    "A-DEAL-1": "card_not_held bad_deal",
    "A-XCH-1": "card_not_held:best card_not_held:any "
    "exchange_not_best exchange_wrong_count exchange_not_owed exchange_missing",
    "A-SET-4": "not_a_combination",
    "A-JOK-2": "not_a_combination:joker",
    "A-FOLLOW-4": "wrong_kind",
    "A-FOLLOW-2": "wrong_count not_stronger",
    "A-FOLLOW-1": "wrong_count:single not_stronger:single",
    "A-FOLLOW-3": "wrong_count:run not_stronger:run",
    "A-OPT-LOCK": "suit_lock",
    "A-OPT-FIN1": "finish_banned",
    "A-OPT-JB": "effect_not_owed",
    "A-REV-1": "false_declaration",
    "A-DECK-1": "bad_deck",
    "A-NEXT-1": "bad_seating",
    "A-SCORE-1": "points_mismatch points_inconsistent",
    "A-SCORE-2": "points_inconsistent:sum",
}
"""The faults that break each rule."""

UNDER_OPTIONS: Final = (
    ("no_finish_group", True, "finish_banned:group", "A-OPT-FIN2"),
    ("joker_wild", False, "not_a_combination:joker", "A-OPT-JOKNW"),
    ("revolution", False, "false_declaration", "A-OPT-NOREV"),
)
"""Options and their values with which faults cite other rules."""

FAMILIES: Final[tuple[Family, ...]] = (
    family(
        "effect.*",
        SEATS_AND_TABLES,
        "Sets laid for what they do under the options in force: 8 ends the trick, S3 takes a lone joker, lock binds "
        "the trick to a suit, J turned the order for the trick.",
        "効果のある組を出した回数（採用中のルールによる）。8は8切り、S3はジョーカーへのスペードの3、lockは縛り、"
        "JはJで強さを逆にした回数。",
        ("8", "S3", "lock", "J"),
    ),
    family("fallen", SEATS_AND_TABLES, "Daifugos who fell to the last place.", "都落ちした回数。"),
    family(
        "dealer.*.*",
        SEATS,
        "Results of decided, played deals by how far the player sat behind the dealer in order of play, 0 being the "
        "dealer: the one in the record, else the last of the ranking.",
        "ディーラーから手番の順に何人目かで分けた結果（決着し、行動の記録がある回）。0はディーラー本人。ディーラーは記録で指定された者、"
        "なければ順位が最下位の者。",
        tuple(map(str, range(max(PLAYERS)))),
        OUTCOME,
    ),
)

TWO_DECKS: Final = Text("Deals with two packs are not played out.", "トランプを2組使う回は推定できません。")


def build(profile: Profile, options: Options) -> Rules:
    """The rules of a table of Akagiri's daihinmin."""
    house = House(local_rules(options), words_wait=False)
    tables = chosen_tables(house.titles.table)
    places, opening = Places(house, tables), Opening(house, tables)
    citations = {code: rule for option, value, code, rule in UNDER_OPTIONS if options[option] is value}

    def begin(table: HouseTable, start: Start) -> None:
        """Open a deal: the leader, and the exchange if there is a ranking (A-LEAD, A-XCH)."""
        opening.give_lead(table, start)
        if start.ranking and not start.deal.exchanged:
            open_exchange(table, Exchange(opening.gifts(start), STANDARD_LADDER))

    rules = rules_of(replace(profile, citations={**profile.citations, **citations}), options, house)
    return replace(
        rules,
        choose=None,
        explain=None,
        sitting=replace(rules.sitting, players=PLAYERS, begin=begin),
        sets=candidates(house, plain_joker),
        offers=candidate_gifts_and_words,
        counting=counting_of(house, places),
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


def counting_of(house: House, places: Places) -> CountingRules:
    """The counting rules of Akagiri's daihinmin in this house."""

    def count_fallen(closing: EndCollector, table: HouseTable, report: DealReport) -> None:
        old = places.daifugo(table)
        if old and report.order[0] != old and report.order[-1] == old:
            closing.add(old, "fallen")

    return replace(
        counting_rules(house, Marks(house), EFFECTS),
        families=FAMILIES,
        cited=tuple(rule for _option, _value, _code, rule in UNDER_OPTIONS),
        dealer=dealer,
        locks_on=locks_on if house.on("suit_lock") else never_locks,
        locked=None,
        given="",
        closed=count_fallen,
    )


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
    citations={code: rule for rule, codes in CITED_FOR.items() for code in codes.split()},
    build=build,
)
