"""The opening: the diamond 3, the exchange before it and the gifts that may move it (T-OPEN, T-XCH)."""

from collections.abc import Callable
from typing import Final

from replay.actions import Action
from replay.cards import STANDARD
from replay.combination import GROUP, TRIPLE_RUN, Combination
from replay.deal import Start
from replay.engine import passes
from replay.exchange import demand, give
from replay.games.theater.sets import LARGEST_GROUP
from replay.games.theater.table import ANYBODY, TheaterTable
from replay.gifts import Exchange, Pairing, gifts_between
from replay.suited import LADDER

DIAMOND_3: Final = STANDARD.one["D3"]
GIFTS: Final[tuple[Pairing, ...]] = ((0, 3, 2), (1, 2, 1))
"""Two cards between daifugo and daihinmin, one between fugo and hinmin (T-XCH-1, T-XCH-2)."""


def beginning(back: str) -> Callable[[TheaterTable, Start], None]:
    """How a game begins: gifts where there is a ranking, then the diamond 3 leads (T-XCH-1, T-XCH-4, T-OPEN-1)."""

    def begin(table: TheaterTable, start: Start) -> None:
        owed = gifts_between(start.ranking, GIFTS, back) if start.ranking and not start.deal.exchanged else {}
        table.exchange = Exchange(owed, LADDER)
        table.pending = before_opening
        find_opener(table)

    return begin


def find_opener(table: TheaterTable) -> None:
    """The holder of the diamond 3 has the lead; where no hand names it, whoever acts first (T-OPEN-1, T-Q-23)."""
    table.opener = table.turn = table.holder(DIAMOND_3)


def give_before_opening(table: TheaterTable, action: Action) -> None:
    """A gift before play may carry the diamond 3, and with it the lead, to another hand (T-Q-23)."""
    give(table, action)
    if "D3" in action.meld.names and not table.started and table.turn == table.opener:
        find_opener(table)


def before_opening(table: TheaterTable, action: Action) -> None:
    """With the first play the gifts not made are missing; a lead that was passed on is free."""
    free_lead(table)
    demand(table, action)


def free_lead(table: TheaterTable) -> None:
    """Once the lead has left the holder of the diamond 3, the opening is free (record format, section 4)."""
    if table.turn != table.opener:
        table.opener = ANYBODY


def passes_lead(table: TheaterTable, action: Action, combination: Combination | None, breaches: list[str]) -> None:
    """A faulty set counts as a pass; instead of the opening it frees the lead like one."""
    passes(table, action, combination, breaches)
    free_lead(table)


def lacks_diamond_3(table: TheaterTable, action: Action, _combination: Combination | None) -> str:
    """The set that opens the game has the diamond 3 in it (T-OPEN-2)."""
    if table.leads:
        return ""
    return "opening_card_missing" if table.must_open and not STANDARD.holds(action.cards, DIAMOND_3) else ""


def not_listed(table: TheaterTable, action: Action, combination: Combination | None) -> str:
    """The same, and neither four 3s nor a triple run will do (option `opening_listed_only`, T-Q-24)."""
    if table.must_open and combination is not None and _is_unlisted(combination):
        return "opening_card_missing"
    return lacks_diamond_3(table, action, combination)


def _is_unlisted(combination: Combination) -> bool:
    return combination.kind == TRIPLE_RUN or (combination.kind == GROUP and combination.count == LARGEST_GROUP)
