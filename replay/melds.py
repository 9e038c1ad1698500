"""Melds as they are laid: cards in the hand's own terms, before any rules say what they are."""

from collections.abc import Mapping
from typing import Final

from replay.cards import JOKER, RANKS, STANDARD, SUITS, Alphabet

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
