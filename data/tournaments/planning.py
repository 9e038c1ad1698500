"""Rounds to be drawn: from what a scorekeeper wishes, and what was played, to the changes that bring the seats.

Who has withdrawn by a round is not in it; who has sat with whom counts, however the rounds came about.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, TypeVar

from data.tournaments import customs, drawing
from data.tournaments.changes import Drawn, Redrawn
from data.tournaments.drawing import NO_TEAMS, Seating, Sizes, Teams
from data.tournaments.finding import stage_of
from data.tournaments.refusals import Refused, listed
from data.tournaments.standings.standing import standing
from data.tournaments.state import Round, RoundId, State
from data.tournaments.wishes import Anew, Balanced, ByHand, Snake, Swiss, Wish

LARGEST: Final = 10_000_000
"""Rounds by entrants by entrants: what the search for a draw keeps in memory grows with that."""

Kind = TypeVar("Kind", Drawn, Redrawn)


def planned(state: State, wish: Wish) -> tuple[Drawn, ...]:
    """The changes that draw what is wished. Raises `Refused`: as `planned_anew` does."""
    due = len(stage_of(state, wish.stage).rounds) + 1
    played = [seating_of(found) for found in state.stages[wish.stage - 1].rounds]
    count = wish.rounds if isinstance(wish, Balanced) else 1
    places = [RoundId(wish.stage, number) for number in range(due, due + count)]
    return tuple(_changes(Drawn, state, places, _seatings(state, wish, places, played), played, wish))


def planned_anew(state: State, wish: Anew) -> tuple[Redrawn, ...]:
    """The changes that draw anew what has not been played; none where everything has.

    Raises `Refused`: `no_such_stage`, `size_not_allowed`, `too_few`, `draw_too_large`.
    """
    numbered = list(enumerate(stage_of(state, wish.stage).rounds, 1))
    open_ = [(RoundId(wish.stage, number), found) for number, found in numbered if _is_open(found)]
    played = [seating_of(found) for _, found in numbered if not _is_open(found)]
    seatings: list[Seating] = []
    for present, group in groupby(open_, key=lambda one: present_in(state, one[0])):
        plan = [seating_of(found) for _, found in group]
        _check_size(present, len(plan))
        sizes, before, apart = _sizes(state, wish), (*played, *seatings), _apart(state, wish)
        seatings += drawing.redraw(present, plan, sizes, before, wish.seed or 0, _work(wish), apart).rounds
    return tuple(_changes(Redrawn, state, [place for place, _ in open_], seatings, played, wish))


def present_in(state: State, place: RoundId) -> tuple[int, ...]:
    """The entrants of a stage who take part in a round."""
    return tuple(one for one in state.field_of(place.stage) if state.entrants[one - 1].takes_part(place))


def seating_of(found: Round) -> Seating:
    """Who sat where; a guest's seat is that of the entrant who was drawn there."""
    tables = tuple(tuple(seat.entrant or seat.drawn for seat in table.seats) for table in found.tables)
    return Seating(tables, found.byes)


def _is_open(found: Round) -> bool:
    return not found.closed and not found.has_begun


def _seatings(state: State, wish: Wish, places: Sequence[RoundId], played: Sequence[Seating]) -> Sequence[Seating]:
    """The rounds that are wished."""
    match wish:
        case Balanced():
            return _balanced(state, wish, places, played)
        case Swiss():
            order, sizes = _order(state, places[0]), _sizes(state, wish)
            return drawing.swiss(order, sizes, played, apart=_apart(state, wish)).rounds
        case Snake():
            return drawing.snake(_order(state, places[0]), _sizes(state, wish), played).rounds
        case ByHand(tables=tables, byes=byes):
            return [Seating(tables, byes)]


def _balanced(state: State, wish: Balanced, places: Sequence[RoundId], played: Sequence[Seating]) -> list[Seating]:
    """Rounds for those who are there: they are drawn together as long as these are the same."""
    seatings: list[Seating] = []
    for present, group in groupby(places, key=lambda place: present_in(state, place)):
        count, before = len(list(group)), (*played, *seatings)
        _check_size(present, count)
        sizes, apart = _sizes(state, wish), _apart(state, wish)
        seatings += drawing.draw(present, count, sizes, before, wish.seed or 0, _work(wish), apart).rounds
    return seatings


def _check_size(present: Sequence[int], rounds: int) -> None:
    if rounds * len(present) ** 2 > LARGEST:
        raise Refused("draw_too_large", rounds=rounds, players=len(present))


def _order(state: State, place: RoundId) -> list[int]:
    """Those who are there in a round, in the order in which they stand before it."""
    present = set(present_in(state, place))
    found = standing(state, RoundId(place.stage, place.round - 1))
    return [line.entrant for line in found.lines if line.entrant in present]


def _sizes(state: State, wish: Wish | Anew) -> Sizes:
    allowed = customs.sizes_of(state, wish.stage)
    wanted = max(allowed) if wish.wanted is None else wish.wanted
    if wanted not in allowed:
        raise Refused("size_not_allowed", size=wanted, allowed=listed(allowed))
    return Sizes(allowed, wanted)


def _work(wish: Balanced | Anew) -> int:
    return drawing.WORK if wish.work is None else wish.work


def _apart(state: State, wish: Balanced | Swiss | Anew) -> Teams:
    """The teams whose members are to be kept from meeting."""
    return NO_TEAMS if wish.apart is None else _teams(state)


def _teams(state: State) -> Teams:
    return {entrant.number: entrant.team for entrant in state.entrants if entrant.team is not None}


def _changes(
    kind: type[Kind],
    state: State,
    places: Sequence[RoundId],
    seatings: Sequence[Seating],
    played: Sequence[Seating],
    wish: Wish | Anew,
) -> Iterator[Kind]:
    """A change for each round; all of them tell the quality of the whole draw."""
    quality = drawing.quality_of(seatings, played, _teams(state))._asdict()
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
