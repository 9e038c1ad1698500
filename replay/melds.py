"""Melds, the cards that a player lays, and combinations, the sets that a meld can be under some rules."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from daifu.replay.cards import JOKER, RANKS, STANDARD, SUITS, Alphabet

if TYPE_CHECKING:
    from daifu.replay.counters import SetRow

MOST_CACHED: Final = 50_000
"""A cache with more entries is cleared; archives of one game rarely have as many different actions."""

LONGEST_HAND_TEXT: Final = 500
"""The most characters of a hand or stock: too few to overflow the count of a card."""


class Meld:
    """A set of cards as it was laid: the cards that left the hand, and what the jokers were said to be.

    `stand_ins` has an entry for each joker of which that was said: a card (`D7`), or in UECda a suit (`H`) or an edge
    (`H-`, `H+`). Its cards are `wide` if they have the wide form of a multiset. Melds are interned by their `Lexicon`:
    equal melds are the same object, and readings are cached by identity.
    """

    __slots__ = ("cards", "count", "names", "stand_ins", "wide")

    def __init__(self, names: tuple[str, ...], stand_ins: tuple[str, ...], cards: int, *, wide: bool = False) -> None:
        self.names = names
        self.wide = wide
        self.stand_ins = stand_ins
        self.cards = cards
        self.count = len(names)


class Lexicon:
    """How the cards of one alphabet are spelt in records, and the melds that were read so far.

    `spellings` maps each accepted spelling to its card (`S10` to `ST`), and `one` maps it to the multiset of that card;
    `stand_ins` does the same for what a joker may stand for.
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
        self.one: dict[str, int] = {spelling: alphabet.one[name] for spelling, name in spellings.items()}
        self.stand_ins = dict(stand_ins)
        self._melds: dict[tuple[tuple[str, ...], tuple[str, ...]], Meld] = {}

    def known_cards(self, text: str) -> list[int]:
        """The cards in a hand or stock, in their order, each as the multiset that holds it once.

        Raises `KeyError` for anything but names of cards with a space between them, and for a text of more than
        `LONGEST_HAND_TEXT`.
        """
        if len(text) > LONGEST_HAND_TEXT:
            raise KeyError(text)
        return list(map(self.one.__getitem__, text.split(" "))) if text else []

    def meld(self, names: list[str], stand_ins: list[str]) -> Meld:
        """The meld of these cards of the alphabet, in any order."""
        key = (tuple(sorted(names, key=self.alphabet.one.__getitem__)), tuple(sorted(stand_ins)))
        meld = self._melds.get(key)
        if meld is None:
            if len(self._melds) >= MOST_CACHED:
                self._melds.clear()
            cards = self.alphabet.pack(names)
            meld = self._melds[key] = Meld(*key, cards, wide=cards >= self.alphabet.wide)
        return meld

    def forget(self) -> None:
        """Forget the melds that were read so far."""
        self._melds.clear()


def _with_ten(names: list[str]) -> dict[str, str]:
    tens = {name[:-1] + "10": name for name in names if name.endswith("T")}
    return {**{name: name for name in names}, **tens}


SUITED: Final = [suit + rank for rank in RANKS for suit in SUITS]
EDGES: Final = [suit + edge for suit in SUITS for edge in ("", "-", "+")]

NAMED: Final = _with_ten([*RANKS, JOKER])
"""What can be named in an action, spelt alike in every game: a rank, or the joker."""

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
LAYERS_OF_RUNS: Final = {DOUBLE_RUN: 2, TRIPLE_RUN: 3, QUADRUPLE_RUN: 4}
"""How many runs lie side by side in each kind."""
IRREGULAR: Final = "irregular"
"""The kind of a set that was no combination but stood (record format, section 4)."""

JOKER_STRENGTH: Final = 99
"""The strength of a joker alone, in both orders."""

ALWAYS_ASK: Final[tuple[int, ...]] = (JOKER_STRENGTH + 1, JOKER_STRENGTH + 1)
"""A bar above every strength: the rules are asked about every set."""

MOST_SHARED: Final = 4096
"""Far more strengths and shapes than the sets of any game have."""

Strength = tuple[int, ...]
"""How strong a card is: two numbers, for the normal and for the turned order."""

Effect = Callable[[Any, Any], None]
"""What laying a combination does to the table. Both are of the classes of the game that attached the effect."""


@lru_cache(MOST_SHARED)
def _shape(kind: str, count: int) -> str:
    return f"{count} {kind}"


class Combination:
    """One reading of a meld: its kind and count, and how strong its weakest and its strongest card are.

    `floor` and `ceiling` are pairs, the strength in the normal and in the turned order. A set of the same kind and
    count whose floor is above `bar` answers this one; about any other set the rules are asked. `ranks` are the ranks
    that the cards have or stand for, weakest first in the normal order; `suits` the suits laid, a bit each, those of
    stand-ins included. `shape` is kind and count in one. `effects` happen in their order when the combination is laid.
    `note` is its row of counters, once something has counted it.
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
        floor: Strength,
        ceiling: Strength,
        label: str,
        ranks: tuple[int, ...] = (),
        suits: int = 0,
        natural: bool = True,
        effects: tuple[Effect, ...] = (),
    ) -> None:
        self.kind = kind
        self.count = count
        self.shape = _shape(kind, count)
        self.floor = floor
        self.ceiling = ceiling
        self.bar: Strength = ALWAYS_ASK
        self.label = label
        self.ranks = ranks
        self.suits = suits
        self.natural = natural
        self.effects = effects
        self.note: SetRow | None = None

    @property
    def form(self) -> str:
        """The name that rules use for the kind: a group of one card is a single."""
        return SINGLE if self.count == 1 and self.kind == GROUP else self.kind

    def barred_at(self, bar: Strength) -> "Combination":
        """The same combination with another `bar`."""
        self.bar = bar
        return self

    def with_effects(self, *effects: Effect) -> "Combination":
        """The same combination with `effects` added to its own."""
        self.effects += effects
        return self


def irregular_set(count: int, label: str) -> Combination:
    """The top set that a faulty meld becomes when it stands: only its count matters afterwards."""
    return Combination(kind=IRREGULAR, count=count, floor=(0, 0), ceiling=(0, 0), label=label)
