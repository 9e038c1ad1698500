"""The sets of UECda: groups and runs that the joker fills, also below the 3 and above the 2 (U-SET-1)."""

from collections.abc import Iterator, Mapping
from typing import Final

from daifu.replay.cards import JOKER, SUITS
from daifu.replay.legal import (
    candidate_groups,
    candidate_runs,
    candidate_runs_beyond,
    held_names,
)
from daifu.replay.melds import LAST_RANK, Card, Combination, Meld, MeldParts, card, group, joker_group, runs
from daifu.replay.table import Table

EDGE_RANKS: Final[Mapping[str, int]] = {"-": -1, "+": LAST_RANK + 1}
"""The columns 0 and 14 of the server's table, as ranks."""


def read_set(meld: Meld) -> tuple[Combination, ...]:
    """Every reading of a meld: several if the joker's place or suit is not written."""
    natural = tuple(card(name) for name in meld.names if name != JOKER)
    jokers = meld.count - len(natural)
    if not natural:
        return (joker_group(1),) if jokers == 1 else ()
    if not jokers:
        return _group_or_runs(natural, ())
    if jokers > 1:
        return ()
    return _with_named_joker(natural, meld.stand_ins[0]) if meld.stand_ins else _with_any_joker(natural)


def _group_or_runs(natural: tuple[Card, ...], stand_ins: tuple[Card, ...]) -> tuple[Combination, ...]:
    """The group or the run that these different cards are."""
    laid = MeldParts(natural, stand_ins, 0)
    if len(set(laid.cards)) < laid.count:
        return ()
    made = group(laid)
    return (made,) if made else runs(laid, EDGE_RANKS["-"], EDGE_RANKS["+"])


def _with_any_joker(natural: tuple[Card, ...]) -> tuple[Combination, ...]:
    """Readings where the joker is anything that fits: a missing suit, the fifth card of a group, a place in a run."""
    rank = natural[0][0]
    groups = [
        made
        for suit in range(len(SUITS))
        for made in _group_or_runs(natural, ((rank, suit),))
        if len(natural) < len(SUITS)
    ]
    if groups and len({own for own, _suit in natural}) == 1:
        return tuple(groups)
    laid = MeldParts(natural, (), 1)
    fifth = group(laid) if len(natural) == len(set(natural)) == len(SUITS) else None
    return (fifth,) if fifth else runs(laid, EDGE_RANKS["-"], EDGE_RANKS["+"])


def _with_named_joker(natural: tuple[Card, ...], stand_in: str) -> tuple[Combination, ...]:
    """Readings where the joker's suit, edge or card is written: `H`, `H-`, `H+`, `H7`."""
    suit = SUITS.index(stand_in[0])
    if len(stand_in) > 1:
        named = (EDGE_RANKS[stand_in[1]], suit) if stand_in[1] in EDGE_RANKS else card(stand_in)
        return _group_or_runs(natural, (named,))
    grouped = _group_or_runs(natural, ((natural[0][0], suit),))
    return grouped or tuple(
        run for run in runs(MeldParts(natural, (), 1), EDGE_RANKS["-"], EDGE_RANKS["+"]) if run.suits == 1 << suit
    )


def candidate_sets(table: Table, player: int) -> Iterator[str]:
    """Every group and run of the hand, the joker wherever it fits, also below the 3 and above the 2 (U-SET-1)."""
    held = held_names(table, player)
    yield from candidate_groups(held, free_suits)
    yield from candidate_runs(held)
    yield from candidate_runs_beyond(held)


def free_suits(cards: tuple[str, ...]) -> list[str]:
    """The suits that the joker can take in a group: a missing one; in a group of four it is the fifth card."""
    taken = {card[0] for card in cards}
    return [f"{JOKER}={suit}" for suit in SUITS if suit not in taken] or [JOKER]
