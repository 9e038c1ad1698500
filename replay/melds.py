"""Melds, the cards that a player lays, and combinations, the sets that a meld can be under some rules.

Groups and runs of suited cards, in which jokers stand for missing cards, are those of several games. There, ranks are
counted from the 3 (0) to the 2 (12), in the order 3 4 ... K A 2; suits are as in `SUITS`, one bit each. The strength of
rank r is r in the normal order and -r in the turned one.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Self

from daifu.replay.cards import JOKER, RANKS, STANDARD, SUITS, Alphabet, Ladder

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
RUNS_BY_LAYERS: Final = {1: RUN, **{layers: kind for kind, layers in LAYERS_OF_RUNS.items()}}
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

    def barred_at(self, bar: Strength) -> Self:
        """The same combination with another `bar`."""
        self.bar = bar
        return self

    def with_effects(self, *effects: Effect) -> Self:
        """The same combination with `effects` added to its own."""
        self.effects += effects
        return self


def irregular_set(count: int, label: str) -> Combination:
    """The top set that a faulty meld becomes when it stands: only its count matters afterwards."""
    return Combination(kind=IRREGULAR, count=count, floor=(0, 0), ceiling=(0, 0), label=label)


Card = tuple[int, int]
"""A rank and a suit."""

LAST_RANK: Final = len(RANKS) - 1
SHORTEST_RUN: Final = 3
RANK_LABELS: Final = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")


STANDARD_ORDER: Final = (*(tuple(suit + rank for suit in SUITS) for rank in RANKS), (JOKER,))
"""The standard cards from the weakest up, equals together: 3, 4 ... A, 2, the joker."""

STANDARD_LADDER: Final = Ladder(STANDARD, STANDARD_ORDER[::-1])
"""The same from the strongest down: what the poor give in an exchange (A-JOK-5, T-XCH-2)."""
LADDER_BY_SUITS: Final = Ladder(STANDARD, [[name] for name in STANDARD_LADDER.names])
"""The same where suits break ties, in the order S H D C (U-XCH-1)."""


def card(name: str) -> Card:
    """The rank and suit of a standard card: `D3` is (0, 2)."""
    return RANKS.index(name[1]), SUITS.index(name[0])


SPADE_3: Final = card("S3")


@dataclass(frozen=True, slots=True)
class MeldParts:
    """A meld taken apart.

    It has natural cards, cards that jokers were said to stand for (`stand_ins`), and jokers of which nothing was said.
    """

    natural: tuple[Card, ...]
    stand_ins: tuple[Card, ...]
    jokers: int

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards whose rank and suit are known, natural or stood for."""
        return self.natural + self.stand_ins

    @property
    def count(self) -> int:
        """How many cards were laid."""
        return len(self.natural) + len(self.stand_ins) + self.jokers

    @property
    def pure(self) -> bool:
        """Whether no joker is among them."""
        return len(self.natural) == self.count


def take_apart(meld: Meld) -> MeldParts:
    """The parts of a meld; stand-ins must name cards."""
    natural = tuple(card(name) for name in meld.names if name != JOKER)
    stand_ins = tuple(card(name) for name in meld.stand_ins)
    return MeldParts(natural, stand_ins, meld.count - len(natural) - len(stand_ins))


def strength(rank: int) -> Strength:
    """How strong a rank is in the normal and in the turned order."""
    return rank, -rank


def suit_bits(cards: tuple[Card, ...]) -> int:
    """The suits of the cards, a bit each."""
    suits = 0
    for _rank, suit in cards:
        suits |= 1 << suit
    return suits


def joker_group(count: int) -> Combination:
    """Jokers alone, above any other group of as many cards in both orders.

    Rules: A-JOK-1, A-JOK-4, F-JOK-2, T-JOK-1, U-JOK-1.
    """
    return Combination(
        kind=GROUP,
        count=count,
        floor=(JOKER_STRENGTH, JOKER_STRENGTH),
        ceiling=(JOKER_STRENGTH, JOKER_STRENGTH),
        label="-".join([JOKER] * count),
        natural=False,
    )


def group(laid: MeldParts) -> Combination | None:
    """The cards as a group of one rank that jokers fill, if they are one; at least one card must have a rank."""
    ranks = {rank for rank, _suit in laid.cards}
    if len(ranks) != 1:
        return None
    rank = ranks.pop()
    return Combination(
        kind=GROUP,
        count=laid.count,
        floor=strength(rank),
        ceiling=strength(rank),
        label="-".join([RANK_LABELS[rank]] * len(laid.cards) + [JOKER] * laid.jokers),
        ranks=(rank,) * laid.count,
        suits=suit_bits(laid.cards),
        natural=laid.pure,
    )


def windows(ranks: set[int], length: int, first: int = 0, last: int = LAST_RANK) -> Iterator[range]:
    """The stretches of `length` ranks between `first` and `last` that contain all these ranks, lowest first."""
    for low in range(max(first, max(ranks) - length + 1), min(*ranks, last - length + 1) + 1):
        yield range(low, low + length)


def run_over(laid: MeldParts, window: range, layers: int = 1) -> Combination:
    """A run over these ranks in one suit, or side by side in as many suits as it has layers."""
    ranks = tuple(rank for rank in window for _ in range(layers))
    return Combination(
        kind=RUNS_BY_LAYERS[layers],
        count=laid.count,
        floor=(window[0], -window[-1]),
        ceiling=(window[-1], -window[0]),
        label="-".join(rank_label(rank) for rank in ranks),
        ranks=ranks,
        suits=suit_bits(laid.cards),
        natural=laid.pure,
    )


def runs(laid: MeldParts, first: int = 0, last: int = LAST_RANK) -> tuple[Combination, ...]:
    """Every run that the cards can be.

    A run has three or more adjacent ranks of one suit, each once, with jokers in the gaps and at the ends (A-SET-3,
    F-RUN-1).
    """
    ranks = {rank for rank, _suit in laid.cards}
    one_suit = len({suit for _rank, suit in laid.cards}) == 1
    if laid.count < SHORTEST_RUN or not one_suit or len(ranks) < len(laid.cards):
        return ()
    return tuple(run_over(laid, window) for window in windows(ranks, laid.count, first, last))


def rank_label(rank: int) -> str:
    """The printed form of a rank; the places below the 3 and above the 2 are edges."""
    return RANK_LABELS[rank] if 0 <= rank <= LAST_RANK else "joker"


def is_lone_joker(combination: Combination | None) -> bool:
    """Whether the set is one joker and nothing else."""
    return combination is not None and combination.count == 1 and combination.floor[0] == JOKER_STRENGTH


def is_single(combination: Combination, single: Card) -> bool:
    """Whether the set is this card alone."""
    rank, suit = single
    return combination.kind == GROUP and combination.ranks == (rank,) and combination.suits == 1 << suit
