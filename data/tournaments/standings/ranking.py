"""The order of the entrants of a stage: one tie-break after the other, among those whom the ones before left tied."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from data.tournaments import customs
from data.tournaments.settings import TieBreak
from data.tournaments.standings.accounts import Accounts, accounts, whole_stage
from data.tournaments.standings.meetings import meetings
from data.tournaments.standings.tie_breaks import Evidence, Value, goodness, value
from data.tournaments.state import State


class Step(NamedTuple):
    """A tie-break that was taken for an entrant: among whom, himself included, and the value that he had."""

    tie_break: TieBreak
    among: tuple[int, ...]
    value: Value


class Rank(NamedTuple):
    """The place of an entrant, and the steps that led to it."""

    place: int
    entrant: int
    steps: tuple[Step, ...]


def ranking(state: State, stage: int) -> list[Rank]:
    """The ranks of a stage at its end, best first."""
    found = accounts(state, whole_stage(stage))
    return ranked(evidence_of(state, stage, found), state.settings_of(stage).tie_breaks)


def evidence_of(state: State, stage: int, found: Accounts) -> Evidence:
    """What the tie-breaks of a stage go by, from its accounts."""
    return Evidence(customs.sense(state, state.settings_of(stage)), found, meetings(found), state.lots)


def ranked(evidence: Evidence, tie_breaks: Sequence[TieBreak]) -> list[Rank]:
    """The ranks of all who have an account, best first (ST-ORDER)."""
    entrants = tuple(evidence.accounts)
    steps: dict[int, list[Step]] = {entrant: [] for entrant in entrants}
    ranks: list[Rank] = []
    for level in _split(evidence, tie_breaks, entrants, steps):
        place = len(ranks) + 1
        ranks += [Rank(place, entrant, tuple(steps[entrant])) for entrant in level]
    return ranks


Tied = tuple[int, ...]


def _split(
    evidence: Evidence, tie_breaks: Sequence[TieBreak], tied: Tied, steps: dict[int, list[Step]]
) -> Iterator[Tied]:
    """Those who are tied, taken apart by the tie-breaks that are left; best first, together who stays level."""
    if len(tied) <= 1 or not tie_breaks:
        if tied:
            yield tied
        return
    tie_break, *others = tie_breaks
    values = value(tie_break, evidence, tied)
    for entrant in tied:
        steps[entrant].append(Step(tie_break, tied, values[entrant]))
    for level in _levels(evidence, tie_break, values):
        yield from _split(evidence, others, level, steps)


def _levels(evidence: Evidence, tie_break: TieBreak, values: dict[int, Value]) -> Iterator[Tied]:
    def rank(entrant: int) -> tuple[bool, Fraction]:
        return goodness(tie_break, evidence, values[entrant])

    for _goodness, level in groupby(sorted(values, key=rank, reverse=True), key=rank):
        yield tuple(sorted(level))
