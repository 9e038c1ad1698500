"""What proofs have to know of a house: on what the rest of a deal depends, and what speaks against a proof."""

from collections.abc import Callable
from typing import Final

from daifu.replay.analysis.rules import ProofRules, no_obstacle
from daifu.replay.cards import JOKER, RANKS, STANDARD, SUITS
from daifu.replay.games.daifugo.answers import has_windows
from daifu.replay.games.daifugo.house import House
from daifu.replay.games.daifugo.sets import rank_number
from daifu.replay.games.daifugo.table import OWN_FIELDS, HouseTable
from daifu.replay.text import Text

FIELDS: Final = (
    "after",
    "cut",
    "pending",
    "rights",
    "speaker",
    *(name for name in OWN_FIELDS if name not in ("answer", "cut_at", "house_rules", "laid_at", "seats")),
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
    limit = house.lead_pass.stop_after
    bans = house.on("finish_ban") and house.finish_ban.mode == "last"
    moves = house.any_on("seven_give", "ten_discard", "queen_bomber")
    own_choice = house.queen_bomber.mode == "own_choice"
    return ProofRules(
        fields=(*FIELDS, "passes") if limit else FIELDS,
        obstacle=everybody_discards if own_choice else near_the_stop(limit) if limit else no_obstacle,
        hidden_obstacle=(lambda _table: HANDS_CHANGE) if moves else no_obstacle,
        fouls=frozenset({"finish_banned"}) if bans else frozenset(),
        intrudes=intruder(house),
        nested_sets=house.runs.suits == "same",
    )


def everybody_discards(_table: HouseTable) -> Text:
    """The reason against a proof where others than the player of a set have a right by it."""
    return EVERYBODY_DISCARDS


def near_the_stop(limit: int) -> Callable[[HouseTable], Text | None]:
    """The reason against a proof if passes alone might stop the deal before a leader who plays has the turn again."""
    return lambda table: MAY_STOP if table.passes > limit - 2 * len(table.seated) else None


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
