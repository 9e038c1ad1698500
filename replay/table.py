"""The table: one mutable position of a deal that changes action by action, with the exchange before play."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Final, Self

from replay.actions import Action
from replay.cards import SUITS, Ladder, size
from replay.counters import GameTable
from replay.rules import Rules

if TYPE_CHECKING:
    from replay.faults import Fault
    from replay.melds import Combination

NOBODY = 0
"""The turn before anybody has it: whoever acts first leads."""


Pending = Callable[[GameTable, Action], None]
"""What has still to happen before the next play or pass takes effect."""


FIELDS: Final = (
    "active",
    "advance",
    "after",
    "cleared",
    "closed",
    "cut",
    "dealt",
    "dealt_unknown",
    "down",
    "exchange",
    "faults",
    "hands",
    "index",
    "leads",
    "lock",
    "out",
    "over",
    "owner",
    "passed",
    "passes",
    "pending",
    "places",
    "rights",
    "rules",
    "speaker",
    "sunk",
    "top",
    "turn",
    "turned",
    "under",
    "unknown",
)


class Table:
    """A position: lists by player have an unused place 0, so that a player number is its own index.

    Sets of players are bit masks.

    `hands` are the known cards of each player and `unknown` how many others he holds; `after` is the next seat
    of each in the direction of play. `closed` are those who may no longer act in this deal, `passed` those who
    have passed in this trick (in games without pass locks: since the last set), `passes` the passes in a row
    since the last set where a game counts them. `advance` hands on the turn after a set or a pass: as the rules
    have it, unless an effect of the set has put something else there. `top` is the set to beat, `under` the one
    before it, `owner` who laid it, `cleared` the top set of the trick that was just cleared while nobody has led.
    `turned` is the revolution, `down` the order in force now (0 normal, 1 turned). `rights` are the words that the
    last set gave its player, `speaker`, until he or somebody else does anything else.
    """

    __slots__ = FIELDS
    fields: ClassVar[tuple[str, ...]] = FIELDS
    """The names of all that a position consists of; a game that needs more adds its own."""

    def __init__(
        self, rules: Rules, ring: tuple[int, ...], hands: list[int], unknown: list[int], places: tuple[int, ...]
    ) -> None:
        """A deal about to begin.

        `ring` is the order of play, `places` the ranking that it starts from, best first, or empty.
        """
        self.rules = rules
        self.advance: Callable[[GameTable], None] = rules.advance
        self.places = places
        self.hands = hands
        self.unknown = unknown
        self.dealt = tuple(hands)
        self.dealt_unknown = sum(1 << player for player, count in enumerate(unknown) if count) if any(unknown) else 0
        self.after = [0] * len(hands)
        self.sit(ring)
        active = 0
        for player in ring:
            active |= 1 << player
        self.active = active
        self.closed = ~active
        self.passed = 0
        self.passes = 0
        self.turn = NOBODY
        self.top: Combination | None = None
        self.under: Combination | None = None
        self.cleared: Combination | None = None
        self.owner = NOBODY
        self.speaker = NOBODY
        self.rights: dict[str, int] = {}
        self.turned = 0
        self.down = 0
        self.lock = 0
        self.leads = 0
        self.cut = False
        self.over = False
        self.out: list[int] = []
        self.sunk: list[int] = []
        self.pending: Pending | None = None
        self.exchange: Exchange | None = None
        self.index = 0
        self.faults: list[Fault] = []

    def sit(self, ring: tuple[int, ...]) -> None:
        """Set the order of play."""
        after = self.after
        for place, player in enumerate(ring):
            after[ring[place - 1]] = player

    def copy(self) -> Self:
        """The same position on a table of its own, with an empty list of faults."""
        twin = type(self)(self.rules, (), [], [], ())
        for name in self.fields:
            setattr(twin, name, getattr(self, name))
        twin.hands = self.hands.copy()
        twin.unknown = self.unknown.copy()
        twin.after = self.after.copy()
        twin.out = self.out.copy()
        twin.sunk = self.sunk.copy()
        twin.rights = self.rights.copy()
        twin.exchange = self.exchange and self.exchange.copy()
        twin.faults = []
        return twin

    @property
    def started(self) -> bool:
        """Whether a set has been laid in this deal."""
        return self.leads > 0

    @property
    def seated(self) -> list[int]:
        """The players of the deal, in player order."""
        return [player for player, following in enumerate(self.after) if following]

    def next_order(self) -> int:
        """The order of strength that the next trick begins with, as far as it is known: 0 normal, 1 turned."""
        return self.turned

    def holds(self, player: int, cards: int) -> bool:
        """Whether the player's known and unknown cards can contain these."""
        alphabet = self.rules.alphabet
        hand, unknown = self.hands[player], self.unknown[player]
        return alphabet.holds(hand, cards) or (unknown > 0 and size(alphabet.lacking(hand, cards)) <= unknown)

    def holder(self, cards: int) -> int:
        """Who is known to hold these cards, the lowest player number of several; nobody if no hand names them."""
        guard = self.rules.alphabet.guard
        for player, hand in enumerate(self.hands):
            if self.after[player] and not (hand - cards) & guard:
                return player
        return NOBODY

    def missing(self, player: int, cards: int) -> list[str]:
        """The names of those among `cards` that the player is not known to hold."""
        alphabet = self.rules.alphabet
        return alphabet.list(alphabet.lacking(self.hands[player], cards))

    def take(self, player: int, cards: int) -> int:
        """Take from the player those of the cards that he holds, the others from his unknown ones; the cards that came.

        What an unknown card turns out to be belongs to the cards that came, whoever names it.
        """
        alphabet = self.rules.alphabet
        left = self.hands[player] - cards
        if not left & alphabet.guard:
            self.hands[player] = left
            return cards
        lacking = alphabet.lacking(self.hands[player], cards)
        self.hands[player] -= cards - lacking
        revealed = alphabet.list(lacking)[: self.unknown[player]]
        self.unknown[player] -= len(revealed)
        return cards - lacking + alphabet.pack(revealed)

    def would_empty(self, player: int, cards: int) -> bool:
        """Whether the player would have no card left when those of `cards` that he holds are gone."""
        alphabet = self.rules.alphabet
        hand = self.hands[player]
        return alphabet.holds(cards, hand) and self.unknown[player] <= size(alphabet.lacking(hand, cards))

    def lock_label(self) -> str:
        """The suits that the trick is locked to."""
        return " ".join(suit for bit, suit in enumerate(SUITS) if self.lock >> bit & 1)

    def reverse(self) -> None:
        """Turn the direction of play."""
        before = [0] * len(self.after)
        for player, following in enumerate(self.after):
            before[following] = player
        before[0] = 0
        self.after = before

    def following(self, player: int) -> int:
        """The next player after this one who is in the deal and has not passed; somebody must be."""
        skipped = self.closed | self.passed
        following = self.after[player]
        while skipped >> following & 1:
            following = self.after[following]
        return following

    def next_active(self, player: int) -> int:
        """The next player after this one who is in the deal, whether he has passed or not."""
        following = self.after[player]
        while self.closed >> following & 1:
            following = self.after[following]
        return following

    def report(self, player: int | None, code: str, resolution: str, kind: str = "", **details: object) -> None:
        """Note a fault of the action that is being taken; `kind` tells the rule where a code stands for several."""
        self.report_at(self.index, player, code, resolution, kind, **details)

    def report_at(
        self, action: int | None, player: int | None, code: str, resolution: str, kind: str = "", **details: object
    ) -> None:
        """Note a fault of the given action, or of the whole deal where it is None."""
        self.faults.append(self.rules.fault(action, player, code, resolution, kind, **details))


BEST_CARDS: Final = "best"
"""The strongest cards of the hand as dealt: what the poor give."""
DEALT_CARDS: Final = "dealt"
"""Any cards of the hand as dealt, none of those just received."""
ANY_CARDS: Final = "any"
"""Any cards held."""
BLIND_SWAP: Final = "swap"
"""A card drawn blindly, for one drawn blindly: nothing to judge (D-OPT-4)."""


@dataclass(slots=True)
class Gift:
    """What one player owes another: how many cards, and what `choice` he has."""

    giver: int
    taker: int
    size: int
    choice: str


@dataclass(slots=True)
class Exchange:
    """The gifts owed in a deal, by giver, and who has made his; the `ladder` tells which cards are the best.

    With the first play the exchange is `closed`, also if that play was turned down.
    """

    owed: dict[int, Gift]
    ladder: Ladder
    made: set[int] = field(default_factory=set)
    closed: bool = False

    def copy(self) -> "Exchange":
        """The same state of the exchange, to go on with apart."""
        return replace(self, owed=self.owed.copy(), made=self.made.copy())
