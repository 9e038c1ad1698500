"""What statistics ask of a game: what its sets are counted as, and what only its own counters know."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from replay.actions import PASS, Action
from replay.counting import Family, Row
from replay.deal import Deal
from replay.report import DealReport

AnyTable = Any
"""Behaviours take the table class of their own game."""

AnySet = Any
"""Likewise the class of combinations."""

AnyScale = Any
"""And what whoever counts makes of the pack and of the order of the cards."""


Mark = tuple[str, int]
"""A counter, and by how much it grows."""


class Note(Row):
    """What a set is counted as, the same object for all sets that are counted alike.

    Its row has the counter of its kind and count, `shape`, its `jokers`, and the `marks`, which are what else grows
    whenever it is laid. `then` looks at the table after it was laid, where what is counted depends on the position.
    """

    __slots__ = ("count", "jokers", "special", "then")

    def __init__(self, shape: str, count: int, jokers: int, marks: tuple[Mark, ...], then: "Then | None") -> None:
        shared = {"sets": 1, "actions": 1, shape: 1, "cards": count, "cards_squared": count**2}
        shared |= {"jokers": jokers, "jokers_squared": jokers**2}
        for name, number in marks:
            shared[name] = shared.get(name, 0) + number
        super().__init__({}, shared)
        self.count = count
        self.jokers = jokers
        self.then = then
        self.special = jokers > 0 or then is not None


class Clerk(Protocol):
    """Who counts while a deal is played."""

    @property
    def on_joker(self) -> bool:
        """Whether the last set was laid on a lone joker."""

    @property
    def leading(self) -> bool:
        """Whether the last set led to its trick."""

    def add(self, player: int, name: str, number: int = 1) -> None:
        """Let a counter of the player grow, and that of the table with it."""

    def add_own(self, player: int, name: str, number: int = 1) -> None:
        """Let a counter of the player alone grow."""

    def add_lot(self, player: int, name: str, number: int) -> None:
        """Let a counter of the player grow, and that of the table with it, by what came all at once."""

    def add_own_lot(self, player: int, name: str, number: int) -> None:
        """Let a counter of the player alone grow by what came all at once."""

    def revolution(self, table: AnyTable, player: int, number: int = 1) -> None:
        """The player has made a revolution, or taken it back (-1)."""


class Closing(Protocol):
    """Who counts when a deal has ended."""

    def add(self, player: int, name: str) -> None:
        """Let a counter of the player grow, and that of the table with it."""

    def add_pair(self, player: int, other: int, name: str) -> None:
        """Let a counter of two players grow that is the same from both views."""

    def outcome(self, player: int, place: str) -> None:
        """The player's result of this deal counts under `place.deals`, `place.first` and so on."""


Then = Callable[[Clerk, AnyTable, int], None]
"""Looks at the table after a player has laid a set."""

Watch = Callable[[Clerk, AnyTable, Action], Iterator[None]]
"""Looks at the table before an action, yields, and looks at it afterwards if nothing was wrong with it."""


def plain_note(_combination: AnySet) -> tuple[tuple[Mark, ...], Then | None]:
    """A set is counted by its kind and count alone."""
    return (), None


def is_pass(_table: AnyTable, action: Action) -> bool:
    """Whether the action is a pass."""
    return action.verb == PASS


def nothing_more(_closing: Closing, _table: AnyTable, _report: DealReport) -> None:
    """The end of a deal counts nothing of this game's own."""


def nobody_deals(_deal: Deal, _seats: tuple[int, ...], _ranking: tuple[int, ...]) -> int:
    """Nobody, 0, is known as the dealer."""
    return 0


Asked = Callable[[int], int | None]
"""Whether a hand holds an answer to the top set of a table; None where only trying can tell."""


def unsure(_hand: int) -> int | None:
    """Only trying can tell."""
    return None


def surely(_hand: int) -> int:
    """Whoever is asked has an answer."""
    return 1


EVERYTHING: Final = -1
"""Has all cards in common with any hand."""


class Question:
    """What hands are asked: whether they hold an answer to the top set of a table.

    Who has none of the cards of `some` holds no answer; all others are `asked` more closely.
    """

    __slots__ = ("asked", "some")

    def __init__(self, asked: Asked, some: int = EVERYTHING) -> None:
        self.asked = asked
        self.some = some

    def __call__(self, hand: int) -> int | None:
        """Something true where the hand holds an answer, and None where only trying can tell."""
        return hand & self.some and self.asked(hand)


UNSURE: Final = Question(unsure)


def trying(_table: AnyTable) -> Question:
    """Whatever lies on the table, only trying can tell."""
    return UNSURE


def nothing_pending(table: AnyTable, _action: Action) -> bool:
    """Whether nothing has to happen before the next play or pass."""
    return table.pending is None


@dataclass(frozen=True)
class Counting:
    """What a game says about its own counters.

    `titles` are all that its deals can give, `kinds` its kinds of set as counters name them. `families` are the
    counters that only this game has; `cited` are rules that options add to those which the profile cites. `order` are
    the cards from the weakest up, equals together, `jokers` the names of the wild ones.

    `note` tells what a set is counted as beside its kind, `passing` whether an action is a pass; where that is every
    pass and nothing else, passes are `quick`. `watches` look at the actions of other verbs, `closed` at the end of a
    played, decided deal. `dealer` is who dealt to these seats, given the ranking that the deal starts from. `settled`
    tells whether nothing that has to happen before a pass changes what answers the top set, `asking` is what hands are
    then asked. `scales` tell how strong cards are, by how many are seated, once somebody has asked.
    """

    titles: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    families: tuple[Family, ...] = ()
    cited: tuple[str, ...] = ()
    order: tuple[tuple[str, ...], ...] = ()
    jokers: frozenset[str] = frozenset()
    note: Callable[[AnySet], tuple[tuple[Mark, ...], Then | None]] = plain_note
    passing: Callable[[AnyTable, Action], bool] = is_pass
    quick: bool = True
    watches: Mapping[str, Watch] = field(default_factory=dict)
    closed: Callable[[Closing, AnyTable, DealReport], None] = nothing_more
    dealer: Callable[[Deal, tuple[int, ...], tuple[int, ...]], int] = nobody_deals
    settled: Callable[[AnyTable, Action], bool] = nothing_pending
    asking: Callable[[AnyTable], Question] = trying
    scales: dict[int, AnyScale] = field(default_factory=dict)
