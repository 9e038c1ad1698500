"""The position of a thirteenth-floor game, and the rules that its options choose."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from replay.actions import Action
from replay.faults import STANDS
from replay.games.floor13.stock import Stock
from replay.rules import Rules
from replay.table import NOBODY, Table

ONE_SEAT: Final = 1
"""How far the turn moves on where no 5 says otherwise."""

UNKNOWN: Final = -1
"""Drawn cards that the record does not name."""


OWN: Final = (
    "announced",
    "blast",
    "bomb",
    "clockwise",
    "drawer",
    "drawn",
    "flips_next",
    "house",
    "opened",
    "opener",
    "receiver",
    "row",
    "stock",
    "stride",
    "stuck",
    "total",
    "waiting",
)


class Floor13Table(Table):
    """A table with a stock, and with all that the role cards of this game leave behind.

    Drawing: `drawer` may still play after the draw of his pass, `drawn` are the cards he drew; `announced` is the
    action of a pass whose draw has yet to come; `stuck` counts the stuck players in a row who drew nothing (F-END-3).
    Leads: `opener` opened the last trick, `row` tells how many in a row, `opened` how many leads were counted.
    Effects: `waiting` is 1 while an odd number of revolutions waits for the clear (F-REV-3), `stride` how far the turn
    moves on after this set (F-5). Of the last set, `receiver` is the player to whom its 7s give (F-FX-6), `flips_next`
    tells that its jacks came after its 8 (F-FX-5), `bomb` is the action in which its queens were laid and `blast` the
    order of play at their effect (F-END-2). `total` is the sum of the numbers on the last set, kept for x10 only.
    `clockwise` are the players as they sit. `house` are the rules with what only this game asks of them.
    """

    __slots__ = OWN
    fields: ClassVar[tuple[str, ...]] = (*Table.fields, *OWN)

    def __init__(
        self,
        rules: "Floor13Rules",
        ring: tuple[int, ...],
        hands: list[int],
        unknown: list[int],
        places: tuple[int, ...],
    ) -> None:
        super().__init__(rules, ring, hands, unknown, places)
        self.house = rules
        self.clockwise = ring
        self.stock = Stock((), left=0, total=0, named=0)
        self.drawer = NOBODY
        self.drawn = 0
        self.announced = 0
        self.stuck = 0
        self.opener = NOBODY
        self.row = 0
        self.opened = 0
        self.waiting = 0
        self.stride = ONE_SEAT
        self.receiver = NOBODY
        self.flips_next = False
        self.bomb = 0
        self.blast = self.after
        self.total = 0

    def copy(self) -> "Floor13Table":
        """The same position on a table of its own, with an empty list of faults."""
        twin = super().copy()
        twin.stock = self.stock.copy()
        return twin

    def is_empty(self, player: int) -> bool:
        """Whether the player has no cards."""
        return not self.hands[player] and not self.unknown[player]

    def right(self, player: int, word: str) -> int:
        """How often the player may still do what his last set lets him do."""
        return self.rights.get(word, 0) if self.speaker == player else 0

    def report_deck(self, cards: str) -> None:
        """Note that cards are not those of the pack, once a deal."""
        if all(fault.code != "bad_deck" for fault in self.faults):
            self.report_at(None, None, "bad_deck", STANDS, "draw", cards=cards)


@dataclass(frozen=True, kw_only=True)
class Floor13Rules(Rules):
    """What the options choose beyond what every game has.

    `takes_effect` tells whether an action does anything while the turn is that of a certain player, `lays_after_draw`
    whether it is a set that may be laid after the draw of a pass (F-Q-6). `most_leads` tells how many tricks in a row a
    player may open (F-LEAD3-1), `victims` whose cards a queen hits (F-Q-20).
    """

    takes_effect: Callable[[Floor13Table, Action, int], bool]
    lays_after_draw: Callable[[Floor13Table, Action], bool]
    most_leads: float
    victims: Callable[[Floor13Table], list[int]]
