"""The outcomes of results: the values given, and the places, points and titles that follow from them."""

from collections.abc import Sequence
from fractions import Fraction

from daifu.data.tournaments import profile_facts
from daifu.data.tournaments.changes import Result, Sheet
from daifu.data.tournaments.errors import TournamentError, comma_separated
from daifu.data.tournaments.exact_numbers import check_fraction
from daifu.data.tournaments.settings import ByPoints, ByTitle, Settings
from daifu.data.tournaments.state import WHOLE_TABLE, Outcome, State, Table

Places = tuple[int | None, ...]
Points = tuple[Fraction | None, ...]
Titles = tuple[str | None, ...]


def derive_outcome(state: State, table: Table, change: Result) -> Outcome:
    """The outcome of a result.

    Raises `TournamentError`: `wrong_count`, `nothing_given`, `no_such_seat`, `points_too_fine`, `places_unsound`, and
    `points_unknown`, `places_unknown` or `titles_unknown` where a sheet leaves open what the stage is scored by.
    """
    _check_shape(table, change)
    places = _derive_places(state, change)
    points = change.points or _points_by_places(state, places, change)
    titles = change.titles
    if not titles:
        of_places = profile_facts.titles_by_place(state, len(places))
        titles = tuple(None if place is None or places.count(place) > 1 else of_places[place - 1] for place in places)
    found = Outcome(change.by, places, points, titles, change.faults)
    if isinstance(change.by, Sheet):
        _check_sheet(state.settings_of(change.stage), table, found)
    return found


def _check_shape(table: Table, change: Result) -> None:
    if change.places is None and change.points is None:
        raise TournamentError("nothing_given")
    for given in (change.places, change.points, change.titles):
        if given is not None and len(given) != len(table.seats):
            raise TournamentError("wrong_count", table=change.table, seats=len(table.seats), found=len(given))
    for points in change.points or ():
        try:
            check_fraction(points or Fraction(0))
        except ValueError:
            raise TournamentError("points_too_fine", points=float(points or 0)) from None
    for fault in change.faults:
        if fault.seat is not None and fault.seat > len(table.seats):
            raise TournamentError("no_such_seat", table=change.table, seat=fault.seat)


def _derive_places(state: State, change: Result) -> Places:
    if change.places is not None:
        known = [place for place in change.places if place is not None]
        if any(place != 1 + sum(other < place for other in known) for place in known):
            raise TournamentError(
                "places_unsound", places=comma_separated("-" if place is None else place for place in change.places)
            )
        return change.places
    sign = -1 if profile_facts.low_points_win(state) else 1
    points = [None if point is None else sign * point for point in change.points or ()]
    reached = [point for point in points if point is not None]
    return tuple(None if point is None else 1 + sum(other > point for other in reached) for point in points)


def _points_by_places(state: State, places: Places, change: Result) -> Points:
    """The points of one deal follow from its places under some profiles; those of several do not."""
    unknown: Points = (None,) * len(places)
    ranked = sorted((place, seat) for seat, place in enumerate(places, 1) if place is not None)
    is_strict_order = ranked and len({place for place, _ in ranked}) == len(ranked)
    if state.deal_of(change.stage, change.deal) == WHOLE_TABLE or not is_strict_order:
        return unknown
    return profile_facts.points_by_order(state, [seat for _, seat in ranked], len(places)) or unknown


def _check_sheet(settings: Settings, table: Table, found: Outcome) -> None:
    """Check that a sheet has every value that the stage is scored by; only a record may leave some open."""
    if isinstance(settings.scoring, ByPoints):
        _check_known("points_unknown", table, found.points)
    else:
        _check_known("places_unknown", table, found.places)
    if isinstance(settings.scoring, ByTitle):
        for number, place in enumerate(found.places, 1):
            if place is not None and found.places.count(place) > 1 and found.titles[number - 1] is None:
                raise TournamentError("titles_unknown", seat=number)


def _check_known(code: str, table: Table, values: Sequence[object]) -> None:
    for number, (seat, known) in enumerate(zip(table.seats, values, strict=True), 1):
        if known is None and not seat.forfeited:
            raise TournamentError(code, seat=number)
