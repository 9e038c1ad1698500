"""What analyses have to know of a house: what proofs depend on and what speaks against them, and how playouts go."""

from collections.abc import Callable
from functools import cache, partial, reduce
from operator import or_
from typing import Final

from daifu.replay.analysis.playout import NoPlayoutsError, Playout
from daifu.replay.analysis.rules import BANS_AS_PASSES, PlayoutRules, ProofRules, no_obstacle
from daifu.replay.analysis.suited_playout import (
    EIGHTS,
    JACKS,
    JOKERS,
    LOCK_SETS,
    LOCK_SINGLES,
    NO_LOCK,
    THREES,
    TWOS,
    SuitedRules,
)
from daifu.replay.analysis.suited_policy import sets_last, suited_playout, weakest_first
from daifu.replay.cards import JOKER, RANKS, STANDARD, SUITS
from daifu.replay.games.daifugo.answers import has_windows
from daifu.replay.games.daifugo.catalogue import house_rules, rule_names
from daifu.replay.games.daifugo.finish import Places
from daifu.replay.games.daifugo.options import House
from daifu.replay.games.daifugo.sets import plain_suits, rank_number
from daifu.replay.games.daifugo.table import OWN_FIELDS, HouseTable
from daifu.replay.text import Text, joined

FIELDS: Final = (
    "after",
    "cut",
    "pending",
    "rights",
    "speaker",
    *(
        name
        for name in OWN_FIELDS
        if name not in ("answer", "cut_at", "down_before", "house_rules", "laid_at", "seats")
    ),
)
"""The attributes of a table on which the rest of a deal depends, beside those of every game."""

MAY_STOP: Final = Text(
    "the deal may soon be stopped after too many passes in a row", "連続のパスで打ち切りになるおそれがあります"
)
HANDS_CHANGE: Final = Text(
    "cards also move between hands or leave them, so that a hidden hand may change in any way",
    "カードが手札間で移動したり手札から除かれたりするため、見えない手札がどう変わるかわかりません",
)
EVERYBODY_DISCARDS: Final = Text(
    "after a queen every player may lay cards aside at any time", "Qのあとは全員がいつでもカードを捨てられます"
)


def proof_rules(house: House) -> ProofRules:
    """What proofs have to know of a house."""
    limit = house.lead_pass.stop_after or 0
    bans = house.on("finish_ban") and house.finish_ban.mode == "last"
    moves = house.any_on("seven_give", "ten_discard", "queen_bomber")

    def near_the_stop(table: HouseTable) -> Text | None:
        """The reason if passes alone might stop the deal before a leader who plays has the turn again."""
        return MAY_STOP if table.passes > limit - 2 * len(table.seated) else None

    obstacle = near_the_stop if limit else no_obstacle
    return ProofRules(
        fields=(*FIELDS, "passes") if limit else FIELDS,
        obstacle=(lambda _table: EVERYBODY_DISCARDS) if house.queen_bomber.mode == "own_choice" else obstacle,
        hidden_obstacle=(lambda _table: HANDS_CHANGE) if moves else no_obstacle,
        fouls=frozenset({"finish_banned"} if bans else ()),
        intrudes=intruder(house),
        nested_sets=house.runs.suits == "same",
    )


def intruder(house: House) -> Callable[[HouseTable, int], bool]:
    """The function that tells whether some of these cards may be laid out of turn."""
    names = []
    if house.spade3.out_of_turn or house.spade3.after_pass:
        names += house.spade3.cards
    ranks = [rank_number(house.sandstorm.rank)] if house.sandstorm.out_of_turn else []
    if has_windows(house):
        ranks += [rank_number(rank) for rank in (4, house.eight_cut.rank, house.sandstorm.rank)]
        names.append(JOKER)
    mask = STANDARD.mask([*names, *(suit + RANKS[rank] for rank in ranks for suit in SUITS)])
    return lambda _table, cards: bool(STANDARD.part(cards, mask))


ANY_NUMBER: Final = 99
SUITS_OF_A_RANK: Final = 15
NINES, QUEENS = (SUITS_OF_A_RANK << 4 * rank_number(rank) for rank in (9, "Q"))
BANS: Final = {"joker": JOKERS, "2": TWOS, "8": EIGHTS, "J": JACKS, "S3": STANDARD.one["S3"], "strongest": TWOS}
BANS_DOWN: Final = {**BANS, "strongest": THREES}
"""The cards that finish bans name, in either order; all of them ban jokers, too, as playouts have it."""


def unknown_rules(house: House) -> list[str]:
    """The rules of a house that playouts do not know, at least not with these values or together with the others."""
    unknown = []
    for rule, values in house.expanded.items():
        known = house_rules().built[rule].playouts  # an empty list of values stands for null
        if known is None or any(values[name] not in (some or [None]) for name, some in known.items()):
            unknown.append(rule)
    wild, reverse, takes, ban = house.joker_wild, house.nine_reverse, house.spade3, house.finish_ban
    banned = set(ban.cards)
    together = {
        "joker_wild": house.on("runs") and wild.groups != wild.runs,
        "revolution": house.on("run_revolution") and house.revolution.natural,
        "queen_reverse": house.on("nine_reverse") and reverse.cards != house.queen_reverse.cards,
        # one card, which clears the trick only where it takes a joker
        "spade3": len(takes.cards) > 1
        or takes.takes == "as_many"
        or (takes.takes == "single" and takes.clears is True),
        # of cards, jokers always among them, by the order in force
        "finish_ban": (banned and not banned & {"joker", "strongest"} and house.jokers.count)
        or (banned & {"2", "strongest"} and ban.order == "lasting" and house.on("jack_back"))
        or not banned <= BANS.keys(),
    }
    unknown += [rule for rule, is_unknown in together.items() if is_unknown and house.on(rule)]
    return list(dict.fromkeys(unknown))


def why_not(house: House) -> Text | None:
    """Why deals are not played out in a house, None if they are."""
    unknown = unknown_rules(house)
    if not unknown:
        bans = house.on("finish_ban") and house.finish_ban.mode == "illegal"
        return BANS_AS_PASSES if bans and house.illegal_play.then == "pass" else None
    names = rule_names()
    called = joined(Text(f"{names[rule].en} ({rule})", f"{names[rule].ja}（{rule}）") for rule in unknown)
    return Text(
        f"Deals are not played out under these rules: {called.en}.",
        f"次の規則のある回は推定できません：{called.ja}。",
    )


def playout_rules(house: House, places: Places, refused: Callable[[House], Text | None] = why_not) -> PlayoutRules:
    """How deals are played out in a house; `refused` tells why they are not, None if they are."""
    placed = house.fallen_daifugo.leaves and house.fallen_daifugo.place != "lowest"

    def make_rules() -> SuitedRules:
        reason = refused(house)
        if reason is not None:
            raise NoPlayoutsError(reason)
        return suited_rules(house)

    rules = cache(make_rules)

    def start(table: HouseTable, seed: int) -> Playout:
        playout = suited_playout(table, rules(), seed)
        playout.lock = plain_suits(table.lock)
        playout.top.suits = plain_suits(playout.top.suits)
        if not (placed and table.fallen):
            playout.faller = places.daifugo(table)
        return playout

    return PlayoutRules(
        start=start, refusal=partial(refused, house), usual_gifts=weakest_first, sparing_gifts=sets_last
    )


def suited_rules(house: House) -> SuitedRules:
    """What beats what in a house; nobody declares a revolution that needs a word, nor turns the order by choice."""
    cuts = SUITS_OF_A_RANK << 4 * rank_number(house.eight_cut.rank) if house.on("eight_cut") else 0
    twos = TWOS if house.on("two_cut") else 0
    revolution, ban, spade3 = house.revolution, house.finish_ban, house.spade3
    declared = revolution.word == "declare"
    reverses = (NINES if house.on("nine_reverse") else 0) | (QUEENS if house.on("queen_reverse") else 0)
    each = house.nine_reverse.cards if house.on("nine_reverse") else house.queen_reverse.cards
    bans = ban.cards if house.on("finish_ban") else []
    return SuitedRules(
        wild_jokers=house.joker_wild.groups,
        joker_edges=house.runs.joker_ends,
        joker_suits=house.joker_wild.suit == "missing",
        runs=house.on("runs"),
        wholly_above=house.runs.answer == "beyond",
        cut_groups=cuts | twos,
        cut_runs=(cuts if house.eight_cut.in_runs else 0) | twos,
        revolution_group=revolution.least if house.on("revolution") and not declared else 0,
        revolution_most=revolution.most or ANY_NUMBER,
        revolution_run=house.run_revolution.least if house.on("run_revolution") and not declared else 0,
        revolution_natural=revolution.natural,
        flips=JACKS if house.on("jack_back") and not house.jack_back.choice else 0,
        reverses=reverses,
        reverses_each=each == "each",
        lock=NO_LOCK if not house.on("suit_lock") else LOCK_SETS if house.suit_lock.sets == "all" else LOCK_SINGLES,
        joker_lifts_lock=house.suit_lock.lone_joker == "lifts",
        taker=STANDARD.one[spade3.cards[0]] if house.on("spade3") else 0,
        taker_cuts=spade3.clears is not False,
        taker_on_top=spade3.takes == "single",
        passes_last=house.on("pass_lock"),
        owner_asked=house.trick_end.asked != "others",
        left_unasked=1 if house.trick_end.asked == "all_but_one" else 0,
        most_passes=house.lead_pass.stop_after or 0,
        banned_last=banned_cards(bans, BANS),
        banned_last_down=banned_cards(bans, {**BANS_DOWN, "2": THREES} if ban.turned_three else BANS_DOWN),
        banned_groups=house.on("finish_ban") and ban.groups,
        ban_sinks=ban.mode == "last",
        falls_at_once=house.fallen_daifugo.leaves,
    )


def banned_cards(names: list[str], cards: dict[str, int]) -> int:
    """The cards that a ban names, with jokers."""
    return reduce(or_, map(cards.__getitem__, names), JOKERS) if names else 0
