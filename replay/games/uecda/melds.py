"""What melds are in UECda: groups and runs that the joker fills, also below the 3 and above the 2 (U-SET-1)."""

from collections.abc import Mapping
from typing import Final

from replay.cards import JOKER, SUITS
from replay.combination import Combination
from replay.melds import Meld
from replay.suited import LAST_RANK, Card, Laid, card, group, joker_group, runs

EDGES: Final[Mapping[str, int]] = {"-": -1, "+": LAST_RANK + 1}
"""The columns 0 and 14 of the server's table, as ranks."""


def read_set(meld: Meld) -> tuple[Combination, ...]:
    """Every reading of a meld: several where the joker's place or suit is not told."""
    natural = tuple(card(name) for name in meld.names if name != JOKER)
    jokers = meld.count - len(natural)
    if not natural:
        return (joker_group(1),) if jokers == 1 else ()
    if not jokers:
        return _of(natural, ())
    if jokers > 1:
        return ()
    return _of_told(natural, meld.stand_ins[0]) if meld.stand_ins else _of_untold(natural)


def _of(natural: tuple[Card, ...], told: tuple[Card, ...]) -> tuple[Combination, ...]:
    """The group or the run that these cards are, each card once."""
    laid = Laid(natural, told, 0)
    if len(set(laid.cards)) < laid.count:
        return ()
    made = group(laid)
    return (made,) if made else runs(laid, EDGES["-"], EDGES["+"])


def _of_untold(natural: tuple[Card, ...]) -> tuple[Combination, ...]:
    """The joker is whatever fits: a suit that the group lacks, the fifth card of a group, or a place in a run."""
    rank = natural[0][0]
    groups = [made for suit in range(len(SUITS)) for made in _of(natural, ((rank, suit),)) if len(natural) < len(SUITS)]
    if groups and len({own for own, _suit in natural}) == 1:
        return tuple(groups)
    laid = Laid(natural, (), 1)
    fifth = group(laid) if len(natural) == len(set(natural)) == len(SUITS) else None
    return (fifth,) if fifth else runs(laid, EDGES["-"], EDGES["+"])


def _of_told(natural: tuple[Card, ...], stand_in: str) -> tuple[Combination, ...]:
    """The joker's suit, edge or card was told: `H`, `H-`, `H+`, `H7`."""
    suit = SUITS.index(stand_in[0])
    if len(stand_in) > 1:
        told = (EDGES[stand_in[1]], suit) if stand_in[1] in EDGES else card(stand_in)
        return _of(natural, (told,))
    grouped = _of(natural, ((natural[0][0], suit),))
    return grouped or tuple(run for run in runs(Laid(natural, (), 1), EDGES["-"], EDGES["+"]) if run.suits == 1 << suit)
