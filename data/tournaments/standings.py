"""Standings: the places of all entrants after a round, and how each number came about.

These are the rules; the functions cite their ids.

ST-ROUNDS   The standing of a stage after a round covers the rounds up to it that have begun: those in which there is a
            result or a forfeit. Whether they are closed makes no difference.
ST-SCORE    The score of an entrant in a round is the sum of what the results of their table are worth to their seat. A
            result is worth its points, or the worth of its place or its title, as the stage is scored. Entrants who
            share a place get the mean of the places that they take up. Unknown values count 0. A forfeited table
            scores what the settings say for a forfeit, whatever its results, and a bye what they say for a bye. Whoever
            has a bye and takes a seat as a substitute scores at that table alone. An entrant without a seat and a bye,
            or whose table has no result, has no score in that round. The seat of a guest who plays for an entrant is
            the entrant's; the seat of any other guest is nobody's.
ST-DROP     If the standing covers R rounds and N are dropped, at most the larger of R - N and 1 count for an entrant.
            Their worst rounds are dropped, of equal ones the earlier. A round without a score never counts.
ST-FAULTS   An upheld fault counts against the entrant for whom its seat counts. It costs what the settings say for its
            code, else for its severity, else nothing. If the referee gave an award for it that is not cancelled, the
            fault itself costs nothing.
ST-POINTS   Points are the sum of what is carried, the rounds that count, the awards that are not cancelled, and the
            costs of faults. The awards are those of the stage as a whole and of the rounds up to that one; neither
            they nor faults are ever dropped. Where few points are good (a profile that says so, scored by its points),
            awards and faults are subtracted instead of added: a penalty always makes things worse.
ST-CARRY    Carried points are the agreed part of the points that the entrant had at the end of the stage before, with
            all corrections made there since. Entrants who were not in that stage carry nothing.
ST-FIRSTS   Firsts are the results of an entrant's tables in which their seat, not forfeited, has place 1, shared or
            not.
ST-BEST     The best round is the best score of a table that the entrant did not forfeit, counted or dropped.
ST-MET      Two entrants meet at each table with a result that neither of them forfeited. The one whose round scores
            better there wins the meeting; equal scores are half a win each. The share of one against the other is
            their wins divided by their meetings.
ST-H2H      Head to head applies among entrants who are tied so far, and only if each has met each other. The value of
            each is the sum of their shares against the others; with three entrants, that is a league of three. Those
            who stay level go on to the next tie-break together.
ST-STRENGTH Strength of opponents is the mean of the points of the entrants that one has met, each meeting counted.
            Where few points are good, a smaller mean is better.
ST-LOT      The latest lot that names everybody who is tied so far decides, in its order.
ST-ORDER    Tie-breaks are taken in the agreed order, each only among the entrants who are still tied. Those without a
            value come after those with one. Entrants who are level in all tie-breaks share a place, and as many places
            after it are left out.
ST-CHAIN    Behind the entrants of a stage come those who were only in the stage before, in the order of its final
            standing.

"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import blake2b
from itertools import groupby
from typing import Final, NamedTuple

from msgspec import structs

from daifu.data.tournaments import game_rules
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.scores import (
    Account,
    Accounts,
    Meetings,
    begun_rounds,
    build_accounts,
    end_of_stage,
    find_meetings,
    meetings_between,
    win_share,
)
from daifu.data.tournaments.settings import TieBreak
from daifu.data.tournaments.state import RoundId, State, find_entrant, find_stage
from daifu.schemas.standings import Encounter, Line, Meeting, Step, Team
from daifu.schemas.standings import TieBreak as TieBreakTaken

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
        game_rules.score_sign(state, state.settings_of(stage)), accounts, find_meetings(accounts), state.lots
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

    sign = _SIGNS.get(tie_break, evidence.score_sign)

    def rank(entrant: int) -> tuple[bool, Fraction]:  # better values come after worse ones, and before all of them None
        value = values[entrant]
        return (False, Fraction(0)) if value is None else (True, sign * value)

    for _, level in groupby(sorted(values, key=rank, reverse=True), key=rank):
        yield from _split_ties(evidence, others, tuple(sorted(level)), steps)


def draw_lot(entrants: Iterable[int], seed: int) -> tuple[int, ...]:
    """The entrants in the order of the lot of a seed, best first; their given order makes no difference."""
    return tuple(sorted(entrants, key=lambda entrant: blake2b(f"{seed}/{entrant}".encode()).digest()))


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
    moved = (
        structs.replace(line, movement=places[line.entrant] - line.place) if line.entrant in places else line
        for line in lines
    )
    return Standing(at.stage, at.round, tuple(moved))


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
    score_sign = game_rules.score_sign(state, state.settings_of(found.stage))
    members: dict[str, list[Line]] = defaultdict(list)
    for line in found.lines:
        if line.team is not None:
            members[line.team].append(line)
    points = {team: sum((line.points for line in lines), Fraction(0)) for team, lines in members.items()}
    keys = {team: (-score_sign * points[team], lines[0].place) for team, lines in members.items()}
    return tuple(
        Team(1 + sum(key < keys[team] for key in keys.values()), team, points[team], tuple(members[team]))
        for team in sorted(members, key=lambda team: (keys[team], team))
    )


class Explanation(NamedTuple):
    """A line of a standing, with the account that its numbers come from, and the meetings that tie-breaks use.

    The account has the carried points, the rounds with their tables, deals and scores, the awards and the upheld
    faults. The steps are the tie-breaks that led to the place, each with its entrants and its value.
    """

    line: Line
    steps: tuple[Step, ...]
    account: Account
    meetings: tuple[Meeting, ...]


def explain_line(state: State, entrant: int, until: RoundId | None = None) -> Explanation:
    """The explanation of the line of an entrant in the standing after a round, by default the latest.

    Raises `TournamentError`: `not_entered`, `not_in_stage`, and as `compute_standing` does.
    """
    find_entrant(state, entrant)
    found = compute_standing(state, until)
    line = next((line for line in found.lines if line.entrant == entrant), None)
    if line is None:
        raise TournamentError("not_in_stage", entrant=entrant)
    # Who was only in a stage before has their line from the end of that stage.
    at = RoundId(line.stage, found.round) if line.stage == found.stage else _last_round(state, line.stage)
    accounts = build_accounts(state, at)
    evidence = tie_break_input(state, line.stage, accounts)
    ranks = rank_entrants(evidence, state.settings_of(line.stage).tie_breaks)
    steps = next(rank.steps for rank in ranks if rank.entrant == entrant)
    return Explanation(line, steps, accounts[entrant], tuple(evidence.meetings[entrant]))


HeadToHead = dict[int, dict[int, Encounter]]
"""The meetings of each entrant with each opponent."""


def build_head_to_head(state: State, until: RoundId | None = None) -> HeadToHead:
    """The opponents of each entrant of a stage in the rounds up to one, by default the latest; a draw is half a win.

    Raises `TournamentError` as `compute_standing` does.
    """
    at = round_of_standing(state, until)
    if at is None:
        return {}
    met = find_meetings(build_accounts(state, at))
    table: HeadToHead = {}
    for entrant, meetings in met.items():
        table[entrant] = {}
        for opponent in sorted({meeting.opponent for meeting in meetings}):
            found = tuple(meetings_between(met, entrant, opponent))
            won = sum((meeting.won for meeting in found), Fraction(0))
            table[entrant][opponent] = Encounter(opponent, won, found)
    return table
