"""Plans rounds: makes the changes that seat the entrants, from a draw request and the rounds played so far.

Entrants who have withdrawn by a round are not in it. Every meeting counts, however its round was drawn. This module
loads the solvers, which takes long: import it inside the function that draws.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, TypeVar

from daifu.data.tournaments import game_rules
from daifu.data.tournaments.changes import Drawn, Redrawn
from daifu.data.tournaments.draw_requests import (
    MAX_DRAW_SIZE,
    Anew,
    Balanced,
    ByHand,
    DrawRequest,
    Snake,
    Swiss,
)
from daifu.data.tournaments.errors import TournamentError, comma_separated
from daifu.data.tournaments.pairing.methods import (
    BALANCED_EFFORT,
    draw_balanced,
    draw_snake,
    draw_swiss,
    redraw_balanced,
)
from daifu.data.tournaments.pairing.quality import measure_quality
from daifu.data.tournaments.pairing.search import Advance, Effort, ignore_progress
from daifu.data.tournaments.pairing.seating import NO_TEAMS, Seating, Tables, TableSizes, Teams
from daifu.data.tournaments.settings import FixedTable
from daifu.data.tournaments.standings import compute_standing
from daifu.data.tournaments.state import Round, RoundId, State, find_entrant, find_stage

DEFAULT_WORK: Final = BALANCED_EFFORT.work
"""The work of a draw that names none."""

Kind = TypeVar("Kind", Drawn, Redrawn)


def plan_rounds(state: State, request: DrawRequest, advance: Advance = ignore_progress) -> tuple[Drawn, ...]:
    """The changes that draw the requested rounds.

    `advance` is told of the exchanges that the search for balanced rounds evaluates. Raises `TournamentError` as
    `plan_redraw` does.
    """
    due = len(find_stage(state, request.stage).rounds) + 1
    played = [seating_of(found) for found in state.stages[request.stage - 1].rounds]
    count = request.rounds if isinstance(request, Balanced) else 1
    round_ids = [RoundId(request.stage, number) for number in range(due, due + count)]
    seatings = _requested_seatings(state, request, round_ids, played, advance)
    return tuple(_draw_changes(Drawn, state, round_ids, seatings, played, request))


def plan_redraw(state: State, request: Anew, advance: Advance = ignore_progress) -> tuple[Redrawn, ...]:
    """The changes that draw all unplayed rounds of a stage anew; none where all have begun.

    `advance` is told of the exchanges that the search evaluates. Raises `TournamentError`: `no_such_stage`,
    `size_not_allowed`, `too_few`, `draw_too_large`.
    """
    numbered = list(enumerate(find_stage(state, request.stage).rounds, 1))
    unplayed = [(RoundId(request.stage, number), found) for number, found in numbered if _is_unplayed(found)]
    played = [seating_of(found) for _, found in numbered if not _is_unplayed(found)]
    seatings: list[Seating] = []
    for present, group in groupby(unplayed, key=lambda one: state.present_in(one[0])):
        plan = [seating_of(found) for _, found in group]
        _check_draw_size(present, len(plan))
        sizes, before, apart = _table_sizes(state, request), (*played, *seatings), _teams_apart(state, request)
        seatings += redraw_balanced(
            present, plan, sizes, before, request.seed or 0, _effort(request, advance), apart
        ).rounds
    return tuple(_draw_changes(Redrawn, state, [round_id for round_id, _ in unplayed], seatings, played, request))


def seating_of(found: Round) -> Seating:
    """The seating of a round; the seat of a guest is that of the entrant who was drawn there."""
    tables = tuple(tuple(seat.entrant or seat.drawn for seat in table.seats) for table in found.tables)
    return Seating(tables, found.byes)


def _is_unplayed(found: Round) -> bool:
    return not found.closed and not found.has_begun


def _requested_seatings(
    state: State,
    request: DrawRequest,
    round_ids: Sequence[RoundId],
    played: Sequence[Seating],
    advance: Advance,
) -> Sequence[Seating]:
    """The seatings of the requested rounds."""
    match request:
        case Balanced():
            return _balanced_seatings(state, request, round_ids, played, advance)
        case Swiss():
            order, sizes = _standing_order(state, round_ids[0]), _table_sizes(state, request)
            return draw_swiss(order, sizes, played, apart=_teams_apart(state, request)).rounds
        case Snake():
            return draw_snake(_standing_order(state, round_ids[0]), _table_sizes(state, request), played).rounds
        case ByHand(tables=tables, byes=byes):
            return [Seating(tables, byes)]


def _balanced_seatings(
    state: State, request: Balanced, round_ids: Sequence[RoundId], played: Sequence[Seating], advance: Advance
) -> list[Seating]:
    """Balanced rounds; those with the same entrants present are drawn together."""
    seatings: list[Seating] = []
    for present, group in groupby(round_ids, key=state.present_in):
        count, before = len(list(group)), (*played, *seatings)
        _check_draw_size(present, count)
        sizes, apart = _table_sizes(state, request), _teams_apart(state, request)
        seatings += draw_balanced(
            present, count, sizes, before, request.seed or 0, _effort(request, advance), apart
        ).rounds
    return seatings


def _check_draw_size(present: Sequence[int], rounds: int) -> None:
    if rounds * len(present) ** 2 > MAX_DRAW_SIZE:
        raise TournamentError("draw_too_large", rounds=rounds, players=len(present))


def _standing_order(state: State, round_id: RoundId) -> list[int]:
    """The entrants who take part in a round, in the order of the standing before it."""
    present = set(state.present_in(round_id))
    standing = compute_standing(state, RoundId(round_id.stage, round_id.round - 1))
    return [line.entrant for line in standing.lines if line.entrant in present]


def _table_sizes(state: State, request: DrawRequest | Anew) -> TableSizes:
    allowed = game_rules.stage_table_sizes(state, request.stage)
    wanted = max(allowed) if request.wanted is None else request.wanted
    if wanted not in allowed:
        raise TournamentError("size_not_allowed", size=wanted, allowed=comma_separated(allowed))
    return TableSizes(allowed, wanted)


def _effort(request: Balanced | Anew, advance: Advance) -> Effort:
    return Effort(DEFAULT_WORK if request.work is None else request.work, advance)


def _teams_apart(state: State, request: Balanced | Swiss | Anew) -> Teams:
    """The teams and groups whose members should not meet. Raises `TournamentError`: `not_entered`, `named_twice`."""
    fixed = {one.entrant: "\0fixed" for one in state.plan.fixed}  # who meets has one table, which cannot be two
    return {**fixed, **(NO_TEAMS if request.apart is None else _teams(state)), **_groups(state, request)}


def _groups(state: State, request: Balanced | Swiss | Anew) -> Teams:
    """The members of groups as if these were teams: the groups of the request, or else those of the plan."""
    found: dict[int, str] = {}
    for number, group in enumerate(request.groups or state.plan.groups, 1):
        for entrant in group:
            find_entrant(state, entrant)
            if entrant in found:
                raise TournamentError("named_twice", entrant=entrant)
            found[entrant] = f"\0{number}"  # no name has this sign, so that no team is called so
    return found


def _teams(state: State) -> Teams:
    return {entrant.number: entrant.team for entrant in state.entrants if entrant.team is not None}


def _draw_changes(
    kind: type[Kind],
    state: State,
    round_ids: Sequence[RoundId],
    seatings: Sequence[Seating],
    played: Sequence[Seating],
    request: DrawRequest | Anew,
) -> Iterator[Kind]:
    """A change for each round; each has the quality of the whole draw."""
    groups = _groups(state, request) if isinstance(request, Balanced | Swiss | Anew) else {}
    quality = measure_quality(seatings, played, {**_teams(state), **groups})._asdict()
    method = "balanced" if isinstance(request, Anew) else str(request.__struct_config__.tag)
    seed = request.seed if isinstance(request, Balanced | Anew) else None
    for round_id, seating in zip(round_ids, seatings, strict=True):
        tables = seating.tables if isinstance(request, ByHand) else _with_fixed(seating.tables, state.plan.fixed)
        yield kind(
            stage=round_id.stage,
            round=round_id.round,
            tables=tables,
            byes=seating.byes,
            method=method,
            seed=seed,
            quality=quality,
        )


def _with_fixed(tables: Tables, fixed: Iterable[FixedTable]) -> Tables:
    """The tables in the order in which those who are fixed sit at theirs; of two at one table the first one counts."""
    found = list(tables)
    placed: set[int] = set()
    for one in fixed:
        here = next((number for number, table in enumerate(found) if one.entrant in table), None)
        there = one.table - 1
        if here is None or there >= len(found) or here in placed or there in placed:
            continue
        found[here], found[there] = found[there], found[here]
        placed.add(there)
    return tuple(found)
