"""The plan of rounds: from a draw request and the rounds played so far to the changes that seat the entrants.

Entrants who have withdrawn by a round are not in it. Every meeting counts, however its round was drawn. This module
loads the solvers, which takes long: import it inside the function that draws.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from data.tournaments import pairing, profile_facts
from data.tournaments.changes import Drawn, Redrawn
from data.tournaments.draw_requests import MAX_DRAW_SIZE, Anew, Balanced, ByHand, DrawRequest, Snake, Swiss
from data.tournaments.errors import TournamentError, comma_separated
from data.tournaments.pairing import NO_TEAMS, Seating, TableSizes, Teams
from data.tournaments.standings.standing import compute_standing
from data.tournaments.state import Round, RoundId, State, find_stage

Kind = TypeVar("Kind", Drawn, Redrawn)


def plan_rounds(state: State, wish: DrawRequest) -> tuple[Drawn, ...]:
    """The changes that draw what is wished. Raises `TournamentError`: as `plan_redraw` does."""
    due = len(find_stage(state, wish.stage).rounds) + 1
    played = [seating_of(found) for found in state.stages[wish.stage - 1].rounds]
    count = wish.rounds if isinstance(wish, Balanced) else 1
    places = [RoundId(wish.stage, number) for number in range(due, due + count)]
    return tuple(_draw_changes(Drawn, state, places, _requested_seatings(state, wish, places, played), played, wish))


def plan_redraw(state: State, wish: Anew) -> tuple[Redrawn, ...]:
    """The changes that draw anew what has not been played; none where everything has.

    Raises `TournamentError`: `no_such_stage`, `size_not_allowed`, `too_few`, `draw_too_large`.
    """
    numbered = list(enumerate(find_stage(state, wish.stage).rounds, 1))
    open_ = [(RoundId(wish.stage, number), found) for number, found in numbered if _is_open(found)]
    played = [seating_of(found) for _, found in numbered if not _is_open(found)]
    seatings: list[Seating] = []
    for present, group in groupby(open_, key=lambda one: state.present_in(one[0])):
        plan = [seating_of(found) for _, found in group]
        _check_draw_size(present, len(plan))
        sizes, before, apart = _table_sizes(state, wish), (*played, *seatings), _teams_apart(state, wish)
        seatings += pairing.redraw_balanced(
            present, plan, sizes, before, wish.seed or 0, _work_limit(wish), apart
        ).rounds
    return tuple(_draw_changes(Redrawn, state, [place for place, _ in open_], seatings, played, wish))


def seating_of(found: Round) -> Seating:
    """Who sat where; a guest's seat is that of the entrant who was drawn there."""
    tables = tuple(tuple(seat.entrant or seat.drawn for seat in table.seats) for table in found.tables)
    return Seating(tables, found.byes)


def _is_open(found: Round) -> bool:
    return not found.closed and not found.has_begun


def _requested_seatings(
    state: State, wish: DrawRequest, places: Sequence[RoundId], played: Sequence[Seating]
) -> Sequence[Seating]:
    """The rounds that are wished."""
    match wish:
        case Balanced():
            return _balanced_seatings(state, wish, places, played)
        case Swiss():
            order, sizes = _standing_order(state, places[0]), _table_sizes(state, wish)
            return pairing.draw_swiss(order, sizes, played, apart=_teams_apart(state, wish)).rounds
        case Snake():
            return pairing.draw_snake(_standing_order(state, places[0]), _table_sizes(state, wish), played).rounds
        case ByHand(tables=tables, byes=byes):
            return [Seating(tables, byes)]


def _balanced_seatings(
    state: State, wish: Balanced, places: Sequence[RoundId], played: Sequence[Seating]
) -> list[Seating]:
    """Rounds for those who are there: they are drawn together as long as these are the same."""
    seatings: list[Seating] = []
    for present, group in groupby(places, key=state.present_in):
        count, before = len(list(group)), (*played, *seatings)
        _check_draw_size(present, count)
        sizes, apart = _table_sizes(state, wish), _teams_apart(state, wish)
        seatings += pairing.draw_balanced(
            present, count, sizes, before, wish.seed or 0, _work_limit(wish), apart
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


def _table_sizes(state: State, wish: DrawRequest | Anew) -> TableSizes:
    allowed = profile_facts.stage_table_sizes(state, wish.stage)
    wanted = max(allowed) if wish.wanted is None else wish.wanted
    if wanted not in allowed:
        raise TournamentError("size_not_allowed", size=wanted, allowed=comma_separated(allowed))
    return TableSizes(allowed, wanted)


def _work_limit(wish: Balanced | Anew) -> int:
    return pairing.BALANCED_WORK if wish.work is None else wish.work


def _teams_apart(state: State, wish: Balanced | Swiss | Anew) -> Teams:
    """The teams whose members are to be kept from meeting."""
    return NO_TEAMS if wish.apart is None else _teams(state)


def _teams(state: State) -> Teams:
    return {entrant.number: entrant.team for entrant in state.entrants if entrant.team is not None}


def _draw_changes(
    kind: type[Kind],
    state: State,
    places: Sequence[RoundId],
    seatings: Sequence[Seating],
    played: Sequence[Seating],
    wish: DrawRequest | Anew,
) -> Iterator[Kind]:
    """A change for each round; all of them tell the quality of the whole draw."""
    quality = pairing.measure_quality(seatings, played, _teams(state))._asdict()
    method = "balanced" if isinstance(wish, Anew) else str(wish.__struct_config__.tag)
    seed = wish.seed if isinstance(wish, Balanced | Anew) else None
    for place, seating in zip(places, seatings, strict=True):
        yield kind(
            stage=place.stage,
            round=place.round,
            tables=seating.tables,
            byes=seating.byes,
            method=method,
            seed=seed,
            quality=quality,
        )
