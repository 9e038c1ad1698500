"""The ranks of the entrants of a stage: each tie-break orders those whom the ones before it left tied.

The value of each tie-break (ST-H2H, ST-FIRSTS, ST-BEST, ST-FAULTS, ST-STRENGTH, ST-LOT), the ranks that follow from
them (ST-ORDER), and the lot that a seed gives.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import blake2b
from itertools import groupby
from typing import Final, NamedTuple

from daifu.data.tournaments import profile_facts
from daifu.data.tournaments.settings import TieBreak
from daifu.data.tournaments.standings.accounts import Accounts, build_accounts, end_of_stage
from daifu.data.tournaments.standings.meetings import Meetings, find_meetings, win_share
from daifu.data.tournaments.state import State
from daifu.schemas.standings import Step

TieBreakValue = Fraction | None


class TieBreakInput(NamedTuple):
    """The values that tie-breaks use; `score_sign` is -1 where few points are good."""

    score_sign: int
    accounts: Accounts
    meetings: Meetings
    lots: tuple[tuple[int, ...], ...]


def tie_break_values(tie_break: TieBreak, evidence: TieBreakInput, tied: Sequence[int]) -> dict[int, TieBreakValue]:
    """The values of tied entrants in a tie-break; None for an entrant who has none."""
    if tie_break in _OF_ALL:
        return _OF_ALL[tie_break](evidence, tied)
    return {entrant: _OF_ONE[tie_break](evidence, entrant) for entrant in tied}


def tie_break_sort_key(tie_break: TieBreak, evidence: TieBreakInput, value: TieBreakValue) -> tuple[bool, Fraction]:
    """A key that sorts better values after worse ones, and before all of them None."""
    sign = _SIGNS.get(tie_break, evidence.score_sign)
    return (False, Fraction(0)) if value is None else (True, sign * value)


def _head_to_head(evidence: TieBreakInput, tied: Sequence[int]) -> dict[int, TieBreakValue]:
    """ST-H2H."""
    found: dict[int, TieBreakValue] = {}
    for entrant in tied:
        if len({meeting.opponent for meeting in evidence.meetings[entrant]}) < len(tied) - 1:
            return dict.fromkeys(tied)  # of thousands who are tied, none has met all others
        shares = [win_share(evidence.meetings, entrant, other) for other in tied if other != entrant]
        known = [won for won in shares if won is not None]
        if len(known) < len(shares):
            return dict.fromkeys(tied)
        found[entrant] = sum(known, Fraction(0))
    return found


def _mean_of_opponents(evidence: TieBreakInput, entrant: int) -> TieBreakValue:
    """ST-STRENGTH."""
    points = [evidence.accounts[meeting.opponent].points for meeting in evidence.meetings[entrant]]
    return sum(points, Fraction(0)) / len(points) if points else None


def _lot(evidence: TieBreakInput, tied: Sequence[int]) -> dict[int, TieBreakValue]:
    """ST-LOT: the place in the lot."""
    for lot in reversed(evidence.lots):
        if set(tied) <= set(lot):
            return {entrant: Fraction(lot.index(entrant) + 1) for entrant in tied}
    return dict.fromkeys(tied)


_OF_ONE: Final[Mapping[TieBreak, Callable[[TieBreakInput, int], TieBreakValue]]] = {
    TieBreak.POINTS: lambda evidence, entrant: evidence.accounts[entrant].points,
    TieBreak.FIRSTS: lambda evidence, entrant: Fraction(evidence.accounts[entrant].firsts),  # ST-FIRSTS
    TieBreak.BEST_ROUND: lambda evidence, entrant: evidence.accounts[entrant].best_round,  # ST-BEST
    TieBreak.FEWEST_FAULTS: lambda evidence, entrant: Fraction(len(evidence.accounts[entrant].upheld)),  # ST-FAULTS
    TieBreak.STRENGTH_OF_OPPONENTS: _mean_of_opponents,
}
"""The tie-breaks whose value for an entrant is the same whoever else is tied."""
_OF_ALL: Final[Mapping[TieBreak, Callable[[TieBreakInput, Sequence[int]], dict[int, TieBreakValue]]]] = {
    TieBreak.HEAD_TO_HEAD: _head_to_head,
    TieBreak.LOT: _lot,
}

_SIGNS: Final[Mapping[TieBreak, int]] = {
    TieBreak.HEAD_TO_HEAD: 1,
    TieBreak.FIRSTS: 1,
    TieBreak.FEWEST_FAULTS: -1,
    TieBreak.LOT: -1,
}
"""1 where greater values are better and -1 where smaller ones are, whether few points are good or not."""


class Rank(NamedTuple):
    """The place of an entrant, and the tie-breaks that led to it."""

    place: int
    entrant: int
    steps: tuple[Step, ...]


def rank_stage(state: State, stage: int) -> list[Rank]:
    """The ranks at the end of a stage, best first."""
    accounts = build_accounts(state, end_of_stage(stage))
    return rank_entrants(tie_break_input(state, stage, accounts), state.settings_of(stage).tie_breaks)


def tie_break_input(state: State, stage: int, accounts: Accounts) -> TieBreakInput:
    """The values that the tie-breaks of a stage use."""
    return TieBreakInput(
        profile_facts.score_sign(state, state.settings_of(stage)), accounts, find_meetings(accounts), state.lots
    )


def rank_entrants(evidence: TieBreakInput, tie_breaks: Sequence[TieBreak]) -> list[Rank]:
    """The ranks of all entrants with an account, best first (ST-ORDER)."""
    entrants = tuple(evidence.accounts)
    steps: dict[int, list[Step]] = {entrant: [] for entrant in entrants}
    ranks: list[Rank] = []
    for level in _split_ties(evidence, tie_breaks, entrants, steps):
        place = len(ranks) + 1
        ranks += [Rank(place, entrant, tuple(steps[entrant])) for entrant in level]
    return ranks


Tied = tuple[int, ...]


def _split_ties(
    evidence: TieBreakInput, tie_breaks: Sequence[TieBreak], tied: Tied, steps: dict[int, list[Step]]
) -> Iterator[Tied]:
    """The groups into which the remaining tie-breaks split tied entrants, best first; `steps` records them."""
    if len(tied) <= 1 or not tie_breaks:
        if tied:
            yield tied
        return
    tie_break, *others = tie_breaks
    values = tie_break_values(tie_break, evidence, tied)
    for entrant in tied:
        steps[entrant].append(Step(tie_break, tied, values[entrant]))
    for level in _groups_of_equals(evidence, tie_break, values):
        yield from _split_ties(evidence, others, level, steps)


def _groups_of_equals(evidence: TieBreakInput, tie_break: TieBreak, values: dict[int, TieBreakValue]) -> Iterator[Tied]:
    def rank(entrant: int) -> tuple[bool, Fraction]:
        return tie_break_sort_key(tie_break, evidence, values[entrant])

    for _, level in groupby(sorted(values, key=rank, reverse=True), key=rank):
        yield tuple(sorted(level))


def draw_lot(entrants: Iterable[int], seed: int) -> tuple[int, ...]:
    """The entrants in the order of the lot of a seed, best first; their given order makes no difference."""
    return tuple(sorted(entrants, key=lambda entrant: blake2b(f"{seed}/{entrant}".encode()).digest()))
