"""The sets of Akagiri's daihinmin: singles, groups and runs, with jokers that stand for missing cards.

Rules: A-SET, A-JOK.
"""

from collections.abc import Callable, Iterator
from typing import Final

from replay.cards import JOKER
from replay.groups_and_runs import SPADE_3, MeldParts, group, is_single, joker_group, runs, suit_bits, take_apart
from replay.legal import candidate_gifts, candidate_groups, candidate_runs, candidate_words, held_names
from replay.melds import GROUP, JOKER_STRENGTH, Combination, Meld
from replay.options import Options
from replay.table import Table

MOST_JOKERS_ALONE: Final = 2
ABOVE_ALL: Final = JOKER_STRENGTH + 1
"""The strength of a spade 3 that not even a joker beats (A-Q-21)."""

Form = Callable[[MeldParts], tuple[Combination, ...]]
"""One kind of set: returns what cards, at least one of them natural, are of this kind."""


def set_forms(options: Options) -> tuple[Form, ...]:
    """The kinds of set under these options. Groups come before runs of equal strength (A-Q-4)."""
    groups: Form = groups_under_spade_3 if options["spade3"] == "always" else plain_groups
    kinds = (groups, runs) if options["runs"] else (groups,)
    return kinds if options["joker_wild"] else tuple(without_jokers(form) for form in kinds)


def read_set(meld: Meld, kinds: tuple[Form, ...]) -> tuple[Combination, ...]:
    """Every reading of a meld (A-SET-1 to A-SET-3, A-JOK-2 to A-JOK-4).

    Jokers alone are a single or a pair, whatever they were said to stand for (A-JOK-1, A-Q-3).
    """
    laid = take_apart(meld)
    if not laid.natural:
        return (joker_group(meld.count),) if meld.count <= MOST_JOKERS_ALONE else ()
    return tuple(reading for form in kinds for reading in form(laid))


def plain_groups(laid: MeldParts) -> tuple[Combination, ...]:
    """Singles and groups (A-SET-1, A-SET-2)."""
    made = group(laid)
    return (made,) if made else ()


def groups_under_spade_3(laid: MeldParts) -> tuple[Combination, ...]:
    """Groups, the lone spade 3 being the strongest single (`spade3` always)."""
    alone = laid.count == 1 and laid.natural == (SPADE_3,)
    return (top_spade_3(),) if alone else plain_groups(laid)


def top_spade_3() -> Combination:
    """A spade 3 alone that nothing beats, in either order."""
    highest = (ABOVE_ALL, ABOVE_ALL)
    suits = suit_bits((SPADE_3,))
    return Combination(kind=GROUP, count=1, floor=highest, ceiling=highest, label="3", ranks=(SPADE_3[0],), suits=suits)


def without_jokers(form: Form) -> Form:
    """The same kind of set, but no joker may stand for another card (`joker_wild` false)."""

    def read(laid: MeldParts) -> tuple[Combination, ...]:
        return form(laid) if laid.pure else ()

    return read


def flaw_kind(meld: Meld) -> str:
    """The kind of the fault for a meld that is no combination: "joker" if it has one."""
    return "joker" if JOKER in meld.names else ""


def is_spade_3(combination: Combination) -> bool:
    """Whether the set is the spade 3 alone."""
    return is_single(combination, SPADE_3)


def candidate_sets(table: Table, player: int) -> Iterator[str]:
    """Every group and run of the hand, jokers wherever they fit (A-SET-1 to A-SET-3, A-JOK-2)."""
    held = held_names(table, player)
    yield from candidate_groups(held)
    yield from candidate_runs(held)


def other_candidates(table: Table, player: int) -> Iterator[str]:
    """Gifts owed, and the words of the last set."""
    yield from candidate_gifts(table, player)
    yield from candidate_words(table, player)
