"""The position of a thirteenth-floor game, and the rules that its options choose."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from replay.actions import Action
from replay.faults import STANDS
from replay.rules import Rules
from replay.table import NOBODY, Table

if TYPE_CHECKING:
    from replay.games.floor13.stock import Stock

OWN: Final = (
    "announced",
    "blast",
    "bomb",
    "clockwise",
    "costs",
    "drawer",
    "drawn",
    "flips_next",
    "house",
    "opened",
    "opener",
    "receiver",
    "resting",
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
    Leads: `opened` tells how many were counted, `opener` opened the last trick, and `resting` is he if he opened the
    one before, too, so that somebody else has the lead (F-LEAD3-1).
    Effects: `waiting` is 1 while an odd number of revolutions waits for the clear (F-REV-3), `stride` how far the 5s of
    this set move the turn on, 0 without any (F-5). Of the last set, `receiver` is the player to whom its 7s give
    (F-FX-6), `flips_next` tells that its jacks came after its 8 (F-FX-5), `bomb` is the action in which its queens were
    laid and `blast` the order of play at their effect (F-END-2). `total` is the sum of the numbers on the last set,
    kept for x10 only.
    `clockwise` are the players as they sit, `costs` what the known cards of each hand cost at the end of the game.
    `house` are the rules with what only this game asks of them. The `stock` is laid out when the game begins.
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
        self.costs: list[int] = []
        self.stock: Stock
        self.drawer = NOBODY
        self.drawn = 0
        self.announced = 0
        self.stuck = 0
        self.opener = NOBODY
        self.resting = NOBODY
        self.opened = 0
        self.waiting = 0
        self.stride = 0
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
    whether it is a set that may be laid after the draw of a pass (F-Q-6). `count_lead` takes note of who has opened a
    trick (F-LEAD3-1), `victims` tells whose cards a queen hits (F-Q-20).
    """

    takes_effect: Callable[[Floor13Table, Action, int], bool]
    lays_after_draw: Callable[[Floor13Table, Action], bool]
    count_lead: Callable[[Floor13Table], None]
    victims: Callable[[Floor13Table], Sequence[int]]
