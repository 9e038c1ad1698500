"""The position of a theater game, and its opening: the diamond 3 and the gifts that may move it.

Rules: T-OPEN, T-XCH, T-PUN.
"""

from collections.abc import Callable
from typing import ClassVar, Final

from replay.actions import PLAY, Action
from replay.cards import STANDARD
from replay.deal import Start
from replay.engine import counts_as_pass
from replay.exchange import Pairing, gifts_between, give, report_missing_gifts
from replay.games.theater.sets import LARGEST_GROUP
from replay.groups_and_runs import STANDARD_LADDER
from replay.melds import GROUP, TRIPLE_RUN, Combination
from replay.rules import Rules
from replay.table import NOBODY, Exchange, Table

ANYBODY: Final = -1
"""The opener of a game whose lead is free."""


OWN_FIELDS: Final = ("exposed", "opener", "sinking", "taking")


class TheaterTable(Table):
    """A table that also knows about the diamond 3, the heart 3, cards shown by mistake and jokers laid last.

    `opener` is the holder of the diamond 3 while he has to lead it: `NOBODY` where no hand names it, `ANYBODY` when the
    lead has become free. `exposed` are the cards that each player has shown by mistake (T-PUN-1). `taking` tells that
    the heart 3 now played interrupts the lead after a joker (T-Q-16), `sinking` that the set now laid goes out with a
    joker (T-FOUL-1).
    """

    __slots__ = OWN_FIELDS
    fields: ClassVar[tuple[str, ...]] = (*Table.fields, *OWN_FIELDS)

    def __init__(
        self, rules: Rules, ring: tuple[int, ...], hands: list[int], unknown: list[int], places: tuple[int, ...]
    ) -> None:
        super().__init__(rules, ring, hands, unknown, places)
        self.opener = NOBODY
        self.exposed = [0] * len(hands)
        self.sinking = False
        self.taking = False

    def copy(self) -> "TheaterTable":
        """The same position on a table of its own, with an empty list of faults."""
        twin = super().copy()
        twin.exposed = self.exposed.copy()
        return twin

    @property
    def must_open(self) -> bool:
        """Whether the next lead opens the game and its player is known to hold the diamond 3 (T-OPEN-1)."""
        return not self.leads and self.turn == self.opener > NOBODY

    def open_cards(self, player: int) -> int:
        """The cards of the player's known hand that lie open before him (T-PUN-1)."""
        return self.rules.alphabet.common(self.exposed[player], self.hands[player])


def expose_cards(table: TheaterTable, action: Action) -> None:
    """The cards of a play that was taken back lie open for the rest of the game (T-PUN-2)."""
    if action.verb == PLAY:
        shown = table.exposed[action.player]
        table.exposed[action.player] += action.cards - table.rules.alphabet.common(shown, action.cards)


DIAMOND_3: Final = STANDARD.one["D3"]
GIFTS: Final[tuple[Pairing, ...]] = ((0, 3, 2), (1, 2, 1))
"""Two cards between daifugo and daihinmin, one between fugo and hinmin (T-XCH-1, T-XCH-2)."""


def game_opening(back: str) -> Callable[[TheaterTable, Start], None]:
    """How a game begins: gifts where there is a ranking, then the diamond 3 leads (T-XCH-1, T-XCH-4, T-OPEN-1)."""

    def begin(table: TheaterTable, start: Start) -> None:
        owed = gifts_between(start.ranking, GIFTS, back) if start.ranking and not start.deal.exchanged else {}
        table.exchange = Exchange(owed, STANDARD_LADDER)
        table.pending = settle_opening
        set_opener(table)

    return begin


def set_opener(table: TheaterTable) -> None:
    """The holder of the diamond 3 has the lead; where no hand names it, whoever acts first (T-OPEN-1, T-Q-23)."""
    table.opener = table.turn = table.holder(DIAMOND_3)


def give_before_opening(table: TheaterTable, action: Action) -> None:
    """A gift before play may carry the diamond 3, and with it the lead, to another hand (T-Q-23)."""
    give(table, action)
    if "D3" in action.meld.names and not table.started and table.turn == table.opener:
        set_opener(table)


def settle_opening(table: TheaterTable, action: Action) -> None:
    """With the first play the gifts not made are missing; a lead that was passed on is free."""
    free_lead(table)
    report_missing_gifts(table, action)


def free_lead(table: TheaterTable) -> None:
    """Once the lead has left the holder of the diamond 3, the opening is free (record format, section 4)."""
    if table.turn != table.opener:
        table.opener = ANYBODY


def counts_as_pass_freeing_lead(
    table: TheaterTable, action: Action, combination: Combination | None, breaches: list[str]
) -> None:
    """A faulty set counts as a pass; instead of the opening it frees the lead like one."""
    counts_as_pass(table, action, combination, breaches)
    free_lead(table)


def lacks_diamond_3(table: TheaterTable, action: Action, _combination: Combination | None) -> str:
    """The set that opens the game has the diamond 3 in it (T-OPEN-2)."""
    if table.leads:
        return ""
    return "opening_card_missing" if table.must_open and not STANDARD.holds(action.cards, DIAMOND_3) else ""


def lacks_listed_opening(table: TheaterTable, action: Action, combination: Combination | None) -> str:
    """The same, and neither four 3s nor a triple run will do (option `opening_listed_only`, T-Q-24)."""
    if table.must_open and combination is not None and _is_unlisted(combination):
        return "opening_card_missing"
    return lacks_diamond_3(table, action, combination)


def _is_unlisted(combination: Combination) -> bool:
    return combination.kind == TRIPLE_RUN or (combination.kind == GROUP and combination.count == LARGEST_GROUP)
