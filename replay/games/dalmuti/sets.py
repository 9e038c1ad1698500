"""The Dalmuti pack and its sets (D-DECK-1 to D-RANK-1, D-SET-1 to D-SET-4)."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from daifu.replay.cards import Alphabet, Ladder, Pack
from daifu.replay.legal import candidate_gifts, held_names
from daifu.replay.melds import GROUP, Combination, Meld
from daifu.replay.table import Table

JESTER: Final = "J"
JESTER_RANK: Final = 13
NUMBERS: Final = range(1, 13)

JESTERS: Final = 2
COPIES: Final = {JESTER: JESTERS, **{str(number): number for number in NUMBERS}}
"""How often each card is in the full pack: a rank as often as its number, and two jesters (D-DECK-1)."""
DALMUTI: Final = Alphabet([*map(str, NUMBERS), JESTER], COPIES)
BOTH_JESTERS: Final = DALMUTI.pack([JESTER] * JESTERS)

TAX_LADDER: Final = Ladder(DALMUTI, [[name] for name in DALMUTI.names])
"""The order in which peons pay cards: the lowest numbers first; the jester is the worst card (D-TAX-2)."""

LEFT_OUT: Final = {5: ("12",), 4: ("11", "12")}
"""The ranks that a reduced pack leaves out, by number of players (D-DECK-3)."""


@cache
def full_pack(_players: int) -> Pack:
    """The full pack."""
    return Pack.of(DALMUTI, COPIES)


@cache
def reduced_pack(players: int) -> Pack:
    """The pack for few players (D-DECK-3)."""
    return Pack.of(DALMUTI, {name: count for name, count in COPIES.items() if name not in LEFT_OUT.get(players, ())})


def read_set(meld: Meld) -> tuple[Combination, ...]:
    """Cards of one rank, jesters joining any; jesters alone are of the worst rank (D-SET-1 to D-SET-4)."""
    ranks = {int(name) for name in meld.names if name != JESTER}
    if len(ranks) > 1:
        return ()
    rank = ranks.pop() if ranks else JESTER_RANK
    strength = (JESTER_RANK - rank,) * 2
    label = "-".join(meld.names)
    read = Combination(kind=GROUP, count=meld.count, floor=strength, ceiling=strength, label=label, ranks=(rank,))
    return (read.barred_at(strength),)


def candidate_sets(table: Table, player: int) -> Iterator[str]:
    """Every number of cards of a rank with every number of jesters, and jesters alone (D-SET-1 to D-SET-3)."""
    held = held_names(table, player)
    jesters = held.count(JESTER)
    for count in range(1, jesters + 1):
        yield " ".join([JESTER] * count)
    for rank in map(str, NUMBERS):
        for count in range(1, held.count(rank) + 1):
            yield from (" ".join([rank] * count + [JESTER] * joined) for joined in range(jesters + 1))


def other_candidates(table: Table, player: int, *, swaps: bool) -> Iterator[str]:
    """Taxes owed, a swap between merchants, and a revolution."""
    yield from candidate_gifts(table, player)
    if not table.started:
        yield "say revolution"
    merchants = swapping_merchants(table) if swaps and not table.started else ()
    if player in merchants:
        yield from (
            f"give {other} {card}"
            for other in merchants
            if other != player
            for card in dict.fromkeys(held_names(table, player))
        )


def swapping_merchants(table: Table) -> tuple[int, ...]:
    """The merchants, as long as none of them has begun the swap of the deal (D-OPT-4)."""
    merchants = table.places[2:-2]
    exchange = table.exchange
    has_begun = exchange is not None and any(merchant in exchange.owed for merchant in merchants)
    return () if has_begun else merchants
