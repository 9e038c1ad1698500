"""The standing after a round: a line for each entrant, with every number that decides his place."""

from fractions import Fraction
from typing import NamedTuple

from data.tournaments.refusals import Refused
from data.tournaments.settings import TieBreak
from data.tournaments.standings.accounts import Account, accounts
from data.tournaments.standings.ranking import Rank, Step, evidence_of, ranked
from data.tournaments.standings.rounds import covered
from data.tournaments.standings.tie_breaks import Value, value
from data.tournaments.state import RoundId, State


class Line(NamedTuple):
    """The line of an entrant; `stage` is the one whose numbers these are (ST-CHAIN).

    `referee` is what awards and faults did to his points. `opponents` is the strength of those whom he met, and `steps`
    are the tie-breaks that led to his place. `movement` is by how many places he is better than after the round before,
    None where there was none.
    """

    place: int
    entrant: int
    name: str
    team: str | None
    withdrawn: bool
    stage: int
    points: Fraction
    carried: Fraction
    counted: Fraction
    referee: Fraction
    deals: int
    firsts: int
    best_round: Fraction | None
    faults: int
    opponents: Value
    dropped: tuple[int, ...]
    steps: tuple[Step, ...]
    movement: int | None = None


class Standing(NamedTuple):
    """The standing of a stage after a round, best first; before its first round that is round 0."""

    stage: int
    round: int
    lines: tuple[Line, ...]


def standing(state: State, until: RoundId | None = None) -> Standing:
    """The standing after a round, or after the latest that has begun.

    A tournament without stages has nobody in it. Raises `Refused`: `no_such_stage`, `no_such_round`.
    """
    if until is None and not state.stages:
        return Standing(0, 0, ())
    place = latest(state, len(state.stages)) if until is None else until
    _check(state, place)
    before = _before(state, place)
    return _standing(place, _chain(state, place), [] if before is None else _chain(state, before))


def standings(state: State) -> list[Standing]:
    """The standings after every round that has begun, stage by stage."""
    found = []
    for stage in range(1, len(state.stages) + 1):
        first = RoundId(stage, 1)
        before = _before(state, first)
        lines = [] if before is None else _chain(state, before)
        for number in range(1, latest(state, stage).round + 1):
            place, then = first._replace(round=number), lines
            lines = _chain(state, place)
            found.append(_standing(place, lines, then))
    return found


def latest(state: State, stage: int) -> RoundId:
    """The latest round of a stage that has begun; round 0 where none has."""
    begun = covered(state, RoundId(stage, len(state.stages[stage - 1].rounds)))
    return RoundId(stage, begun[-1][0] if begun else 0)


def _end(state: State, stage: int) -> RoundId:
    """The last round of a stage, begun or not: what was awarded for it counts in what is carried from there."""
    return RoundId(stage, len(state.stages[stage - 1].rounds))


def _check(state: State, place: RoundId) -> None:
    if not 1 <= place.stage <= len(state.stages):
        raise Refused("no_such_stage", stage=place.stage)
    if not 0 <= place.round <= len(state.stages[place.stage - 1].rounds):
        raise Refused("no_such_round", stage=place.stage, round=place.round)


def _before(state: State, place: RoundId) -> RoundId | None:
    """The round before; before the first of a stage that is the last of the stage that it follows."""
    if place.round > 1:
        return RoundId(place.stage, place.round - 1)
    after = state.stages[place.stage - 1].after
    return _end(state, after) if place.round == 1 and after is not None else None


def _chain(state: State, place: RoundId) -> list[Line]:
    """The lines of a stage, and behind them those of the stages before (ST-CHAIN)."""
    lines = _lines(state, place)
    after = state.stages[place.stage - 1].after
    if after is None or state.stages[place.stage - 1].field is None:
        return lines
    listed = {line.entrant for line in lines}
    others = [line for line in _chain(state, _end(state, after)) if line.entrant not in listed]
    places = [line.place for line in others]
    behind = [len(lines) + 1 + sum(other < own for other in places) for own in places]
    return lines + [line._replace(place=own) for line, own in zip(others, behind, strict=True)]


def _lines(state: State, place: RoundId) -> list[Line]:
    found = accounts(state, place)
    evidence = evidence_of(state, place.stage, found)
    ranks = ranked(evidence, state.settings_of(place.stage).tie_breaks)
    strength = value(TieBreak.STRENGTH_OF_OPPONENTS, evidence, tuple(found))
    return [_line(state, place.stage, rank, found[rank.entrant], strength[rank.entrant]) for rank in ranks]


def _line(state: State, stage: int, rank: Rank, account: Account, strength: Value) -> Line:
    entrant = state.entrants[rank.entrant - 1]
    return Line(
        place=rank.place,
        entrant=rank.entrant,
        name=entrant.name,
        team=entrant.team,
        withdrawn=entrant.has_withdrawn,
        stage=stage,
        points=account.points,
        carried=account.carried.worth if account.carried else Fraction(0),
        counted=account.counted,
        referee=account.referee,
        deals=account.deals,
        firsts=account.firsts,
        best_round=account.best_round,
        faults=len(account.upheld),
        opponents=strength,
        dropped=tuple(found.round for found in account.rounds if found.dropped),
        steps=rank.steps,
    )


def _standing(place: RoundId, lines: list[Line], before: list[Line]) -> Standing:
    """A standing, with how each has moved since the lines before."""
    places = {line.entrant: line.place for line in before}
    return Standing(place.stage, place.round, tuple(_moved(line, places) for line in lines))


def _moved(line: Line, places: dict[int, int]) -> Line:
    before = places.get(line.entrant)
    return line if before is None else line._replace(movement=before - line.place)
