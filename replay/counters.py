"""Counters of statistics: families, rows that grow together, and what the hooks of a game may use.

The versions by which records are judged and counted stand here, too.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any, Final, Protocol

from daifu.replay.text import Text

JUDGING_VERSION: Final = 5
"""Raised whenever a change can change the report on any record: a fault, a place, a title, points.

A store notes which version has judged all of its records; `daifu verify --repair` judges them by the present one.
"""

Counts = dict[str, int]
"""Counters by name, none of them 0. All of them can be added and subtracted."""

COUNTING_VERSION: Final = 14
"""Grows with every change of what is counted or how it is stored: other summaries have to be counted again.

Analyses are counted, too, so it grows with each version of their method (`daifu.replay.analysis.deals.METHOD`).
"""

NO_COUNTS: Final[Mapping[str, int]] = {}

SEAT: Final = "seat"
TABLE: Final = "table"
PAIR: Final = "pair"
"""What counters belong to: a player, the deals themselves, or two players who sat in the same deals."""

OUTCOME: Final = ("deals", "first", "standing", "scored", "points")
"""What is counted for each seat, each strength of the hand, and each part of the table."""

SEATS: Final = (SEAT,)
TABLES: Final = (TABLE,)
PAIRS: Final = (PAIR,)
SEATS_AND_TABLES: Final = (SEAT, TABLE)


def add_counts(total: Counts, more: Mapping[str, int], times: int = 1) -> None:
    """Add counts, each of which counts several times, to others."""
    for name, count in more.items():
        total[name] = total.get(name, 0) + times * count


@dataclass(frozen=True, slots=True)
class Family:
    """Counters with the same meaning for different things: `place.1`, `place.2` ...

    `pattern` is their name with a star for each of `values`, in the same order; a single counter has none. `of` says
    what they belong to: seats, tables, pairs. `text` says what is counted.
    """

    pattern: str
    of: tuple[str, ...]
    text: Text
    values: tuple[tuple[str, ...], ...] = ()

    def names(self) -> list[str]:
        """The names of all counters of the family."""
        form = self.pattern.replace("*", "{}")
        return [form.format(*chosen) for chosen in product(*self.values)]


Increment = tuple[str, int]
"""A counter and the number that is added to it."""

MAX_UNPICKLED_ROWS: Final = 1 << 14
"""The most rows from other processes that are remembered."""


class CounterRow:
    """Counters that grow together: computed once, and the same object for everything that is counted alike.

    `own` are counters of the player alone, or of the pair or table that the row belongs to; `shared` are counters of
    the player and of the table.
    """

    __slots__ = ("own", "shared")

    def __init__(self, own: Mapping[str, int], shared: Mapping[str, int] = NO_COUNTS) -> None:
        self.own = {name: number for name, number in own.items() if number}
        self.shared = {name: number for name, number in shared.items() if number}

    def __reduce__(self) -> tuple[object, ...]:
        """Unpickled rows are shared, too."""
        return shared_row_of, (tuple(self.own.items()), tuple(self.shared.items()))


@lru_cache(MAX_UNPICKLED_ROWS)
def shared_row_of(own: tuple[Increment, ...], shared: tuple[Increment, ...]) -> CounterRow:
    """The row of these counters, the same object each time."""
    return CounterRow(dict(own), dict(shared))


class UncachedRow(CounterRow):
    """A row of counters that is too rare to be worth caching."""

    __slots__ = ()

    def __reduce__(self) -> tuple[object, ...]:
        """Unpickled rows are not shared, either."""
        return UncachedRow, (self.own, self.shared)


def family(pattern: str, of: tuple[str, ...], en: str, ja: str, *values: tuple[str, ...]) -> Family:
    """The family of this pattern, with one sequence of values for each star."""
    return Family(pattern, of, Text(en, ja), values)


GameTable = Any
"""A table: the behaviours of a game take the class that its rules name in `table`."""

GameSet = Any
"""A set: the behaviours of a game take the class that its reader makes."""

GameScale = Any
"""How strong the cards of a pack are; statistics define it."""


class SetRow(CounterRow):
    """The row of counters of a set, the same object for all sets that are counted alike.

    It has the counter of the kind and count (`shape`), the `cards` and `jokers`, and the `marks`, other counters that
    grow whenever the set is laid. `then` is called after the set was laid, where what is counted depends on the
    position.
    """

    __slots__ = ("cards", "jokers", "special", "then")

    def __init__(
        self, shape: str, cards: int, jokers: int, marks: tuple[Increment, ...], then: "SetHook | None"
    ) -> None:
        shared = {"sets": 1, "actions": 1, shape: 1, "cards": cards, "jokers": jokers}
        for name, number in marks:
            shared[name] = shared.get(name, 0) + number
        super().__init__({}, shared)
        self.cards = cards
        self.jokers = jokers
        self.then = then
        self.special = jokers > 0 or then is not None


class Collector(Protocol):
    """Counts while a deal is played."""

    @property
    def is_on_joker(self) -> bool:
        """Whether the last set was laid on a lone joker."""

    @property
    def is_on_jokers(self) -> bool:
        """Whether the last set was laid on jokers alone."""

    @property
    def leading(self) -> bool:
        """Whether the last set was the lead of its trick."""

    def add(self, player: int, name: str, number: int = 1) -> None:
        """Add to a counter of the player and of the table."""

    def add_own(self, player: int, name: str, number: int = 1) -> None:
        """Add to a counter of the player alone."""

    def revolution(self, table: GameTable, player: int, number: int = 1) -> None:
        """Count a revolution that the player has made, or with -1 taken back."""


class EndCollector(Protocol):
    """Counts when a deal has ended."""

    def add(self, player: int, name: str) -> None:
        """Add to a counter of the player and of the table."""

    def add_pair(self, player: int, other: int, name: str) -> None:
        """Add to a counter of two players that is the same from both views."""

    def outcome(self, player: int, place: str) -> None:
        """Count the player's result of this deal under `place.deals`, `place.first` and so on."""


SetHook = Callable[[Collector, GameTable, int], None]
"""Called with the table after a player has laid a set."""


def no_increments(_combination: GameSet) -> tuple[tuple[Increment, ...], SetHook | None]:
    """No more counters than those of the kind and count of a set."""
    return (), None


HandTest = Callable[[int], int | None]
"""Whether a hand holds an answer to the top set of a table; None if only trying can tell."""


def cannot_tell(_hand: int) -> int | None:
    """None: only trying can tell."""
    return None


def always_answers(_hand: int) -> int:
    """1: every hand holds an answer."""
    return 1


EVERYTHING: Final = -1
"""A mask that has all cards in common with any hand."""


class AnswerTest:
    """A test of hands: whether they hold an answer to the top set of a table.

    A hand with none of the cards of `some` holds no answer; `asked` decides about all others.
    """

    __slots__ = ("asked", "some")

    def __init__(self, asked: HandTest, some: int = EVERYTHING) -> None:
        self.asked = asked
        self.some = some

    def __call__(self, hand: int) -> int | None:
        """A true value if the hand holds an answer, None if only trying can tell."""
        return hand & self.some and self.asked(hand)


CANNOT_TELL: Final = AnswerTest(cannot_tell)
