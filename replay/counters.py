"""Counters of statistics: families, rows of counters that grow together, and what the hooks of a game may use."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any, Final, Protocol

from replay.text import Text

Counts = dict[str, int]
"""Counters by name, none of them 0; all of them can be added and taken away."""

NO_COUNTS: Final[Mapping[str, int]] = {}

SEAT: Final = "seat"
TABLE: Final = "table"
PAIR: Final = "pair"
"""Whose counters they are: of a player, of the deals themselves, or of two players who sat in the same deals."""

OUTCOME: Final = ("deals", "first", "standing", "scored", "points")
"""What is counted by seat, by strength of the hand, and by part."""

SEATS: Final = (SEAT,)
TABLES: Final = (TABLE,)
PAIRS: Final = (PAIR,)
SEATS_AND_TABLES: Final = (SEAT, TABLE)


@dataclass(frozen=True, slots=True)
class Family:
    """Counters that mean the same of different things: `place.1`, `place.2` ...

    `pattern` is their name with a star for each of `values`, whose choices are in the same order; a counter that stands
    alone has none. `of` are those whose counters they are. `text` says what is counted.
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
"""A counter, and by how much it grows."""

MAX_UNPICKLED_ROWS: Final = 1 << 14
"""The most rows from other processes that are remembered."""


class CounterRow:
    """Counters that grow at once: worked out once, and the same object for all that is counted alike.

    `own` are those of the player alone, or of the pair or table that the row is written down for; `shared` are the
    player's and his table's.
    """

    __slots__ = ("own", "shared")

    def __init__(self, own: Mapping[str, int], shared: Mapping[str, int] = NO_COUNTS) -> None:
        self.own = {name: number for name, number in own.items() if number}
        self.shared = {name: number for name, number in shared.items() if number}

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled rows are shared again where they are read."""
        return shared_row_of, (tuple(self.own.items()), tuple(self.shared.items()))


@lru_cache(MAX_UNPICKLED_ROWS)
def shared_row_of(own: tuple[Increment, ...], shared: tuple[Increment, ...]) -> CounterRow:
    """The row of these counters, the same object each time."""
    return CounterRow(dict(own), dict(shared))


class UncachedRow(CounterRow):
    """A row that hardly anything else ever grows by: it is worth nobody's while to remember it."""

    __slots__ = ()

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled rows stay apart where they are read."""
        return UncachedRow, (self.own, self.shared)


def family_with_squares(name: str, of: tuple[str, ...], en: str, ja: str) -> tuple[Family, Family]:
    """A counter of what comes several at once, and that of the squares of these numbers."""
    return (
        family(name, of, en, ja),
        family(
            f"{name}_squared",
            of,
            f"The squares of the numbers that came at once, summed (`{name}`).",
            f"一度にまとめて数えた枚数の2乗の合計（`{name}`）。",
        ),
    )


def family(pattern: str, of: tuple[str, ...], en: str, ja: str, *values: tuple[str, ...]) -> Family:
    """The counters of this pattern, with a star where each of the values stands."""
    return Family(pattern, of, Text(en, ja), values)


GameTable = Any
"""A table: the behaviours of a game take the class that its rules name in `table`."""

GameSet = Any
"""A set: the behaviours of a game take the class that its reader makes."""

GameScale = Any
"""How strong the cards of a pack are; statistics define it."""


class SetRow(CounterRow):
    """What a set is counted as, the same object for all sets that are counted alike.

    Its row has the counter of its kind and count, `shape`, its `jokers`, and the `marks`, which are what else grows
    whenever it is laid. `then` looks at the table after it was laid, where what is counted depends on the position.
    """

    __slots__ = ("count", "jokers", "special", "then")

    def __init__(
        self, shape: str, count: int, jokers: int, marks: tuple[Increment, ...], then: "SetHook | None"
    ) -> None:
        shared = {"sets": 1, "actions": 1, shape: 1, "cards": count, "cards_squared": count**2}
        shared |= {"jokers": jokers, "jokers_squared": jokers**2}
        for name, number in marks:
            shared[name] = shared.get(name, 0) + number
        super().__init__({}, shared)
        self.count = count
        self.jokers = jokers
        self.then = then
        self.special = jokers > 0 or then is not None


class Collector(Protocol):
    """Who counts while a deal is played."""

    @property
    def is_on_joker(self) -> bool:
        """Whether the last set was laid on a lone joker."""

    @property
    def leading(self) -> bool:
        """Whether the last set led to its trick."""

    def add(self, player: int, name: str, number: int = 1) -> None:
        """Let a counter of the player grow, and that of the table with it."""

    def add_own(self, player: int, name: str, number: int = 1) -> None:
        """Let a counter of the player alone grow."""

    def add_with_square(self, player: int, name: str, number: int) -> None:
        """Let a counter of the player grow, and that of the table with it, by what came all at once."""

    def add_own_with_square(self, player: int, name: str, number: int) -> None:
        """Let a counter of the player alone grow by what came all at once."""

    def revolution(self, table: GameTable, player: int, number: int = 1) -> None:
        """The player has made a revolution, or taken it back (-1)."""


class EndCollector(Protocol):
    """Who counts when a deal has ended."""

    def add(self, player: int, name: str) -> None:
        """Let a counter of the player grow, and that of the table with it."""

    def add_pair(self, player: int, other: int, name: str) -> None:
        """Let a counter of two players grow that is the same from both views."""

    def outcome(self, player: int, place: str) -> None:
        """The player's result of this deal counts under `place.deals`, `place.first` and so on."""


SetHook = Callable[[Collector, GameTable, int], None]
"""Looks at the table after a player has laid a set."""


def no_increments(_combination: GameSet) -> tuple[tuple[Increment, ...], SetHook | None]:
    """A set is counted by its kind and count alone."""
    return (), None


HandTest = Callable[[int], int | None]
"""Whether a hand holds an answer to the top set of a table; None where only trying can tell."""


def cannot_tell(_hand: int) -> int | None:
    """Only trying can tell."""
    return None


def always_answers(_hand: int) -> int:
    """Whoever is asked has an answer."""
    return 1


EVERYTHING: Final = -1
"""Has all cards in common with any hand."""


class AnswerTest:
    """What hands are asked: whether they hold an answer to the top set of a table.

    Who has none of the cards of `some` holds no answer; all others are `asked` more closely.
    """

    __slots__ = ("asked", "some")

    def __init__(self, asked: HandTest, some: int = EVERYTHING) -> None:
        self.asked = asked
        self.some = some

    def __call__(self, hand: int) -> int | None:
        """Something true where the hand holds an answer, and None where only trying can tell."""
        return hand & self.some and self.asked(hand)


CANNOT_TELL: Final = AnswerTest(cannot_tell)
