"""The standing after a round: a line for each entrant with all numbers that decide their place, and for each team."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec import structs

from daifu.data.tournaments import profile_facts
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.settings import TieBreak
from daifu.data.tournaments.standings.accounts import Account, build_accounts
from daifu.data.tournaments.standings.round_scores import begun_rounds
from daifu.data.tournaments.standings.tie_breaks import (
    Rank,
    TieBreakValue,
    rank_entrants,
    tie_break_input,
    tie_break_values,
)
from daifu.data.tournaments.state import RoundId, State, find_stage
from daifu.schemas.standings import Line, Team
from daifu.schemas.standings import TieBreak as TieBreakTaken


class Standing(NamedTuple):
    """The standing of a stage after a round, best first; before its first round that is round 0."""

    stage: int
    round: int
    lines: tuple[Line, ...]


def compute_standing(state: State, until: RoundId | None = None) -> Standing:
    """The standing after a round, by default the latest that has begun.

    Without stages it has no lines. Raises `TournamentError`: `no_such_stage`, `no_such_round`.
    """
    at = round_of_standing(state, until)
    if at is None:
        return Standing(0, 0, ())
    before = _round_before(state, at)
    return _standing_with_movement(
        at, _chained_lines(state, at), [] if before is None else _chained_lines(state, before)
    )


def compute_all_standings(state: State) -> list[Standing]:
    """The standings after every round that has begun, stage by stage."""
    found = []
    for stage in range(1, len(state.stages) + 1):
        first = RoundId(stage, 1)
        before = _round_before(state, first)
        lines = [] if before is None else _chained_lines(state, before)
        for number in range(1, latest_round(state, stage).round + 1):
            at, lines_before = first._replace(round=number), lines
            lines = _chained_lines(state, at)
            found.append(_standing_with_movement(at, lines, lines_before))
    return found


def latest_round(state: State, stage: int) -> RoundId:
    """The latest round of a stage that has begun; round 0 where none has."""
    begun = begun_rounds(state, RoundId(stage, len(state.stages[stage - 1].rounds)))
    return RoundId(stage, begun[-1][0] if begun else 0)


def _last_round(state: State, stage: int) -> RoundId:
    """The last round of a stage, begun or not: its awards count in what is carried from there."""
    return RoundId(stage, len(state.stages[stage - 1].rounds))


def round_of_standing(state: State, until: RoundId | None) -> RoundId | None:
    """The round after which a standing is, by default the latest that has begun; None without stages.

    Raises `TournamentError`: `no_such_stage`, `no_such_round`.
    """
    if until is None:
        return latest_round(state, len(state.stages)) if state.stages else None
    if not 1 <= until.stage <= len(state.stages):
        raise TournamentError("no_such_stage", stage=until.stage)
    if not 0 <= until.round <= len(state.stages[until.stage - 1].rounds):
        raise TournamentError("no_such_round", stage=until.stage, round=until.round)
    return until


def _round_before(state: State, at: RoundId) -> RoundId | None:
    """The round before; for the first round of a stage, the last round of the stage that it follows."""
    if at.round > 1:
        return RoundId(at.stage, at.round - 1)
    after = state.stages[at.stage - 1].after
    return _last_round(state, after) if at.round == 1 and after is not None else None


def _chained_lines(state: State, at: RoundId) -> list[Line]:
    """The lines of a stage, and behind them those of the stages before (ST-CHAIN)."""
    accounts = build_accounts(state, at)
    evidence = tie_break_input(state, at.stage, accounts)
    ranks = rank_entrants(evidence, state.settings_of(at.stage).tie_breaks)
    strength = tie_break_values(TieBreak.STRENGTH_OF_OPPONENTS, evidence, tuple(accounts))
    lines = [_line(state, at.stage, rank, accounts[rank.entrant], strength[rank.entrant]) for rank in ranks]
    after = state.stages[at.stage - 1].after
    if after is None or state.stages[at.stage - 1].field is None:
        return lines
    listed = {line.entrant for line in lines}
    others = [line for line in _chained_lines(state, _last_round(state, after)) if line.entrant not in listed]
    places = [line.place for line in others]
    behind = [len(lines) + 1 + sum(other < own for other in places) for own in places]
    return lines + [structs.replace(line, place=own) for line, own in zip(others, behind, strict=True)]


def _line(state: State, stage: int, rank: Rank, account: Account, strength: TieBreakValue) -> Line:
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
        movement=None,
        tie_breaks=tuple(TieBreakTaken(step.tie_break, step.value) for step in rank.steps),
    )


def _standing_with_movement(at: RoundId, lines: list[Line], before: list[Line]) -> Standing:
    """A standing in which each line has its movement since the lines before."""
    places = {line.entrant: line.place for line in before}
    return Standing(at.stage, at.round, tuple(_line_with_movement(line, places) for line in lines))


def _line_with_movement(line: Line, places: dict[int, int]) -> Line:
    before = places.get(line.entrant)
    return line if before is None else structs.replace(line, movement=before - line.place)


def resolve_round(state: State, stage: int | None = None, number: int | None = None) -> RoundId | None:
    """The round that a stage and a number name: by default the last stage, and its last round that has begun.

    None where there are no stages and none is named. Raises `TournamentError`: `no_such_stage`.
    """
    if stage is None and not state.stages:
        return None
    stage = len(state.stages) if stage is None else stage
    find_stage(state, stage)
    return latest_round(state, stage) if number is None else RoundId(stage, number)


def rank_teams(state: State, until: RoundId | None = None) -> tuple[Team, ...]:
    """The teams after a round, by default the latest, best first; equal ones by their best entrants.

    Everybody in the standing counts, also those who were only in the stage before. Teams with equal points share a
    place if their best entrants do. Raises `TournamentError` as `compute_standing` does.
    """
    found = compute_standing(state, until)
    if not found.lines:
        return ()
    score_sign = profile_facts.score_sign(state, state.settings_of(found.stage))
    members: dict[str, list[Line]] = defaultdict(list)
    for line in found.lines:
        if line.team is not None:
            members[line.team].append(line)
    keys = {team: (-score_sign * _team_points(lines), lines[0].place) for team, lines in members.items()}
    ranked = sorted(members, key=lambda team: (keys[team], team))
    return tuple(
        Team(
            1 + sum(key < keys[team] for key in keys.values()), team, _team_points(members[team]), tuple(members[team])
        )
        for team in ranked
    )


def _team_points(lines: Sequence[Line]) -> Fraction:
    return sum((line.points for line in lines), Fraction(0))
