"""The tie-breaks: a value for each of those who are tied so far, and which values are better."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from data.tournaments.settings import TieBreak
from data.tournaments.standings.accounts import Accounts
from data.tournaments.standings.meetings import Meetings, share

Value = Fraction | int | None


class Evidence(NamedTuple):
    """What tie-breaks go by: the accounts, the meetings and the lots; `sense` is -1 where few points are good."""

    sense: int
    accounts: Accounts
    meetings: Meetings
    lots: tuple[tuple[int, ...], ...]


def value(tie_break: TieBreak, evidence: Evidence, tied: Sequence[int]) -> dict[int, Value]:
    """The value that each of the tied has; None where he has none, or nobody can have one."""
    return _VALUES[tie_break](evidence, tied)


def goodness(tie_break: TieBreak, evidence: Evidence, found: Value) -> tuple[bool, Fraction]:
    """Sorts values: the greater, the better; none at all is behind every other."""
    sense = _SENSES.get(tie_break, evidence.sense)
    return (False, Fraction(0)) if found is None else (True, Fraction(sense * found))


def _points(evidence: Evidence, tied: Sequence[int]) -> dict[int, Value]:
    return {entrant: evidence.accounts[entrant].points for entrant in tied}


def _firsts(evidence: Evidence, tied: Sequence[int]) -> dict[int, Value]:
    """ST-FIRSTS."""
    return {entrant: evidence.accounts[entrant].firsts for entrant in tied}


def _best_round(evidence: Evidence, tied: Sequence[int]) -> dict[int, Value]:
    """ST-BEST."""
    return {entrant: evidence.accounts[entrant].best_round for entrant in tied}


def _faults(evidence: Evidence, tied: Sequence[int]) -> dict[int, Value]:
    """ST-FAULTS."""
    return {entrant: len(evidence.accounts[entrant].upheld) for entrant in tied}


def _head_to_head(evidence: Evidence, tied: Sequence[int]) -> dict[int, Value]:
    """ST-H2H."""
    found: dict[int, Value] = {}
    for entrant in tied:
        shares = [share(evidence.meetings, entrant, other) for other in tied if other != entrant]
        known = [won for won in shares if won is not None]
        if len(known) < len(shares):
            return dict.fromkeys(tied)
        found[entrant] = sum(known, Fraction(0))
    return found


def _strength(evidence: Evidence, tied: Sequence[int]) -> dict[int, Value]:
    """ST-STRENGTH."""
    return {entrant: _mean_of_opponents(evidence, entrant) for entrant in tied}


def _mean_of_opponents(evidence: Evidence, entrant: int) -> Value:
    points = [evidence.accounts[meeting.opponent].points for meeting in evidence.meetings[entrant]]
    return sum(points, Fraction(0)) / len(points) if points else None


def _lot(evidence: Evidence, tied: Sequence[int]) -> dict[int, Value]:
    """ST-LOT: the place in the lot."""
    for lot in reversed(evidence.lots):
        if set(tied) <= set(lot):
            return {entrant: lot.index(entrant) + 1 for entrant in tied}
    return dict.fromkeys(tied)


_VALUES: Final[Mapping[TieBreak, Callable[[Evidence, Sequence[int]], dict[int, Value]]]] = {
    TieBreak.POINTS: _points,
    TieBreak.HEAD_TO_HEAD: _head_to_head,
    TieBreak.FIRSTS: _firsts,
    TieBreak.BEST_ROUND: _best_round,
    TieBreak.FEWEST_FAULTS: _faults,
    TieBreak.STRENGTH_OF_OPPONENTS: _strength,
    TieBreak.LOT: _lot,
}

_SENSES: Final[Mapping[TieBreak, int]] = {
    TieBreak.HEAD_TO_HEAD: 1,
    TieBreak.FIRSTS: 1,
    TieBreak.FEWEST_FAULTS: -1,
    TieBreak.LOT: -1,
}
"""Which values are better, where that does not hang on whether few points are good."""
