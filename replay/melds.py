"""Melds, the cards that a player lays, and combinations, what a meld is under some rules."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from replay.cards import JOKER, RANKS, STANDARD, SUITS, Alphabet

if TYPE_CHECKING:
    from replay.counters import SetRow

MOST_CACHED: Final = 50_000
"""Each cache is emptied beyond this many entries; archives of a game hardly have so many different actions."""


class Meld:
    """A set of cards as somebody laid it: what left the hand, and what its jokers were said to be.

    `stand_ins` has an entry for each joker of which that was said: a card (`D7`), or in UECda a suit (`H`) or
    an edge (`H-`, `H+`). Melds are interned by their `Lexicon`: equal melds are the same object, and readings
    are kept by identity.
    """

    __slots__ = ("cards", "count", "names", "stand_ins")

    def __init__(self, names: tuple[str, ...], stand_ins: tuple[str, ...], cards: int) -> None:
        self.names = names
        self.stand_ins = stand_ins
        self.cards = cards
        self.count = len(names)


class Lexicon:
    """How the cards of one alphabet are spelt in records, and the melds that were read so far.

    `spellings` leads from what may be written to the card meant (`S10` to `ST`), `one` to the multiset that holds
    it once; `stand_ins` does the same for what a joker may stand for.
    """

    __slots__ = ("_melds", "alphabet", "one", "spellings", "stand_ins")

    def __init__(
        self,
        alphabet: Alphabet,
        spellings: Mapping[str, str],
        stand_ins: Mapping[str, str],
    ) -> None:
        self.alphabet = alphabet
        self.spellings = dict(spellings)
        self.one = {spelling: alphabet.one[name] for spelling, name in spellings.items()}
        self.stand_ins = dict(stand_ins)
        self._melds: dict[tuple[tuple[str, ...], tuple[str, ...]], Meld] = {}

    def meld(self, names: list[str], stand_ins: list[str]) -> Meld:
        """The meld of these cards of the alphabet, in whatever order they were laid."""
        key = (tuple(sorted(names, key=self.alphabet.one.__getitem__)), tuple(sorted(stand_ins)))
        meld = self._melds.get(key)
        if meld is None:
            if len(self._melds) >= MOST_CACHED:
                self._melds.clear()
            meld = self._melds[key] = Meld(*key, self.alphabet.pack(names))
        return meld

    def forget(self) -> None:
        """Keep none of the melds that were read so far."""
        self._melds.clear()


def _with_ten(names: list[str]) -> dict[str, str]:
    tens = {name[:-1] + "10": name for name in names if name.endswith("T")}
    return {**{name: name for name in names}, **tens}


SUITED: Final = [suit + rank for rank in RANKS for suit in SUITS]
EDGES: Final = [suit + edge for suit in SUITS for edge in ("", "-", "+")]

NAMED: Final = _with_ten([*RANKS, JOKER])
"""What can be named, spelt alike in every game: a rank, or the joker."""

STANDARD_LEXICON: Final = Lexicon(STANDARD, _with_ten([*STANDARD.names]), _with_ten(SUITED))
UECDA_LEXICON: Final = Lexicon(STANDARD, _with_ten([*STANDARD.names]), _with_ten(SUITED + EDGES))


def unsuited_lexicon(alphabet: Alphabet) -> Lexicon:
    """The spelling of an alphabet whose cards are written by their names alone and whose jokers stand for nothing."""
    return Lexicon(alphabet, {name: name for name in alphabet.names}, {})


def suited_lexicon(alphabet: Alphabet) -> Lexicon:
    """The spelling of an alphabet of suited cards whose jokers stand for nothing."""
    return Lexicon(alphabet, _with_ten([*alphabet.names]), {})


SINGLE: Final = "single"
GROUP: Final = "group"
RUN: Final = "run"
DOUBLE_RUN: Final = "double run"
TRIPLE_RUN: Final = "triple run"
QUADRUPLE_RUN: Final = "quadruple run"
IRREGULAR: Final = "irregular"
"""A set that was no combination and stood all the same (record format, section 4)."""

JOKER_STRENGTH: Final = 99
"""The strength of a joker alone, in both orders."""

ALWAYS_ASK: Final = (JOKER_STRENGTH + 1, JOKER_STRENGTH + 1)
"""A bar above every strength: the rules are always asked."""

MOST_SHARED: Final = 4096
"""Far more strengths and shapes than sets of any game can have."""

Effect = Callable[[Any, Any], None]
"""What laying a combination does to the table: both are of the classes of the game that attached it."""


@lru_cache(MOST_SHARED)
def _shape(kind: str, count: int) -> str:
    return f"{count} {kind}"


@lru_cache(MOST_SHARED)
def _shared_strength(strength: tuple[int, int]) -> tuple[int, int]:
    """The same object for all sets that are as strong, so that what a deal looks at lies close together in memory."""
    return strength


class Combination:
    """One reading of a meld: its kind and count, and how strong its weakest and its strongest card are.

    `floor` and `ceiling` are pairs, the strength in the normal and in the turned order. A set of the same kind
    and count whose floor is above `bar` answers this one without further question; what is not above it, the
    rules are asked about. `ranks` are the ranks that the cards have or stand for, weakest first in the normal
    order; `suits` the suits laid, a bit each, jokers' stand-ins included. `shape` is kind and count in one.
    `effects` are done in their order when the combination is laid. `note` is what it is counted as, once somebody has
    counted it.
    """

    __slots__ = (
        "bar",
        "ceiling",
        "count",
        "effects",
        "floor",
        "kind",
        "label",
        "natural",
        "note",
        "ranks",
        "shape",
        "suits",
    )

    def __init__(  # noqa: PLR0913 - a combination is made of exactly these, always by name
        self,
        *,
        kind: str,
        count: int,
        floor: tuple[int, int],
        ceiling: tuple[int, int],
        label: str,
        ranks: tuple[int, ...] = (),
        suits: int = 0,
        natural: bool = True,
        effects: tuple[Effect, ...] = (),
    ) -> None:
        self.kind = kind
        self.count = count
        self.shape = _shape(kind, count)
        self.floor = _shared_strength(floor)
        self.ceiling = _shared_strength(ceiling)
        self.bar = ALWAYS_ASK
        self.label = label
        self.ranks = ranks
        self.suits = suits
        self.natural = natural
        self.effects = effects
        self.note: SetRow | None = None

    @property
    def form(self) -> str:
        """What rules call it where they speak of singles apart: a group of one is a single."""
        return SINGLE if self.count == 1 and self.kind == GROUP else self.kind

    def barred_at(self, bar: tuple[int, int]) -> "Combination":
        """The same combination, answered by whatever of its kind and count is above `bar`."""
        self.bar = _shared_strength(bar)
        return self

    def with_effects(self, *effects: Effect) -> "Combination":
        """The same combination that does `effects`, too, when it is laid."""
        self.effects += effects
        return self


def irregular_set(count: int, label: str) -> Combination:
    """The top set that a faulty meld becomes when it stands: only its count is ever asked for."""
    return Combination(kind=IRREGULAR, count=count, floor=(0, 0), ceiling=(0, 0), label=label)
