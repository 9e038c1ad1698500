"""The beginning and the end of a deal: gifts, the holder of the diamond 3, and points (U-XCH-1, U-SCORE-1)."""

from typing import Final

from daifu.replay.actions import Action
from daifu.replay.cards import JOKER, RANKS, STANDARD, SUITS, Ladder, standard_pack
from daifu.replay.deal import Start
from daifu.replay.exchange import Pairing, gifts_between, give, open_exchange
from daifu.replay.games.uecda.tricks import UecdaTable, final_order, set_opener
from daifu.replay.sitting import SittingRules, by_place
from daifu.replay.table import ANY_CARDS, Exchange

PACK: Final = standard_pack(jokers=1)
TITLES: Final = ("daifugo", "fugo", "heimin", "hinmin", "daihinmin")
POINTS: Final = (5, 4, 3, 2, 1)
"""The points by place (U-SCORE-1)."""
GIFTS: Final[tuple[Pairing, ...]] = ((0, 4, 2), (1, 3, 1))

TAKEN: Final = (JOKER, *(suit + rank for rank in reversed(RANKS) for suit in SUITS))
"""The cards in the order in which the server takes them from the poor: equal ranks by suit (U-XCH-1)."""
TAKEN_FIRST: Final = Ladder(STANDARD, [[name] for name in TAKEN])


def give_before_lead(table: UecdaTable, action: Action) -> None:
    """Move a gift, which may carry the diamond 3 and with it the lead to another hand."""
    give(table, action)
    if "D3" in action.meld.names and not table.started:
        set_opener(table)


def begin_game(table: UecdaTable, start: Start) -> None:
    """Open a game: the poor owe the rich gifts if there is a ranking; the holder of the diamond 3 leads."""
    owed = gifts_between(start.ranking, GIFTS, ANY_CARDS) if start.ranking and not start.deal.exchanged else {}
    open_exchange(table, Exchange(owed, TAKEN_FIRST))
    set_opener(table)


SITTING_RULES: Final = SittingRules(
    players=range(5, 6),
    pack=lambda _players: PACK,
    begin=begin_game,
    titles=lambda _players: TITLES,
    order=final_order,
    points=lambda start, order: by_place(start, order, POINTS),
)
