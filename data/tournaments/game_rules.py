"""What the rules of its game say about a tournament: sizes of tables, the outcome of a result, and doubtful points."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from daifu.data.tournaments.changes import Result, Sheet, check_fraction, encode_fraction, to_fraction
from daifu.data.tournaments.errors import TournamentError, comma_separated
from daifu.data.tournaments.settings import ByPoints, ByTitle, Settings
from daifu.data.tournaments.state import WHOLE_TABLE, Outcome, State, Table, TableId
from daifu.replay.deal import Deal, Number, Start
from daifu.replay.faults import IGNORED, POINTS_INCONSISTENT, Fault
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Options
from daifu.replay.sitting import Doubt, SittingRules, doubt_points, doubt_sum, places_by_points, sum_of_points
from daifu.replay.text import number_range
from daifu.schemas.record.rules import check_options, rules_for

if TYPE_CHECKING:
    from daifu.replay.rules import Rules


def tournament_rules(state: State) -> "Rules":
    """The rules of a tournament."""
    return rules_for(state.rules, state.options)


def check_house(state: State) -> None:
    """Check that the options are those of the house, if there is one.

    Raises `TournamentError`: `house_mismatch`, and `InvalidRecord` for options that the game does not take.
    """
    options, house = tournament_rules(state).options, state.house
    if house is not None:
        from daifu.schemas.record.header import check_players, record_house  # noqa: PLC0415 - it loads the engine

        named = f"{house.id}@{house.version}"
        found = record_house(house, PROFILES[state.rules], options)
        if found.found is not None:
            raise TournamentError("house_mismatch", house=named, found=found.found)
        if list(check_players(house.players, PROFILES[state.rules])):
            raise TournamentError("house_mismatch", house=named, found=number_range(*house.players))


def refused_options(rules: str, options: Options) -> list[str]:
    """The names of the options that a profile does not take, or of all if only their combination is refused."""
    named = dict.fromkeys(str(finding.path[0]) for finding in check_options(PROFILES[rules], options) if finding.path)
    return list(named) or list(options)


def gives_points(state: State) -> bool:
    """Whether the profile gives points for places at any table that it allows."""
    return any(
        points is not None
        for size in allowed_table_sizes(state)
        for points in points_by_order(state, list(range(1, size + 1)), size) or ()
    )


def lacks_points(state: State) -> bool:
    """Whether the tournament is scored by the points of a game that gives none."""
    return isinstance(state.settings.scoring, ByPoints) and not gives_points(state)


def allowed_table_sizes(state: State) -> tuple[int, ...]:
    """The sizes that a table may have: those of the game, and of the house if there is one."""
    sizes = tournament_rules(state).sitting.players
    if state.house is None:
        return tuple(sizes)
    least, most = state.house.players
    return tuple(size for size in sizes if least <= size <= most)


def stage_table_sizes(state: State, stage: int) -> tuple[int, ...]:
    """The sizes that a table of a stage may have."""
    chosen = state.stages[stage - 1].sizes
    return tuple(size for size in allowed_table_sizes(state) if chosen is None or size in chosen)


def titles_by_place(state: State, size: int) -> tuple[str | None, ...]:
    """The titles at a table of this size, best place first."""
    return tournament_rules(state).sitting.titles(size)


def titles_of_game(state: State) -> tuple[str, ...]:
    """All titles of the game, those of the smallest table first."""
    titles = (title for size in allowed_table_sizes(state) for title in titles_by_place(state, size))
    return tuple(dict.fromkeys(title for title in titles if title is not None))


def points_by_order(state: State, order: list[int], size: int) -> tuple[Fraction | None, ...] | None:
    """The points by seat, if the order of the seats by place determines them; None otherwise."""
    start = Start(Deal(), 0, size, tuple(range(1, size + 1)), ())
    points = tournament_rules(state).sitting.points(start, order)
    return None if points is None else tuple(None if point is None else to_fraction(point) for point in points)


def low_points_win(state: State) -> bool:
    """Whether the profile ranks a smaller total higher."""
    return tournament_rules(state).sitting.better(0, 1)


def score_sign(state: State, settings: Settings) -> int:
    """1 where more points are better, -1 where fewer are; of worths of places and titles, more are better."""
    return -1 if isinstance(settings.scoring, ByPoints) and low_points_win(state) else 1


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
        of_places = titles_by_place(state, len(places))
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
    sign = -1 if low_points_win(state) else 1
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
    return points_by_order(state, [seat for _, seat in ranked], len(places)) or unknown


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


_GivenPlaces = Sequence[int | None]


def doubts_of_table(state: State, at: TableId) -> Iterator[tuple[int, Fault]]:
    """The deals of a table whose sheets have doubtful points, each with the notice."""
    for deal, outcome in state.table_at(at).results.items():
        if isinstance(outcome.by, Sheet) and (fault := _fault(state, at.stage, deal, outcome.places, outcome.points)):
            yield deal, fault


def doubt_result(state: State, result: Result) -> Fault | None:
    """The notice `points_inconsistent` of a sheet, if its points are doubtful."""
    if result.points is None or not isinstance(result.by, Sheet):
        return None
    return _fault(state, result.stage, state.deal_of(result.stage, result.deal), result.places, result.points)


def _fault(
    state: State, stage: int, deal: int, places: _GivenPlaces | None, points: Sequence[Fraction | None]
) -> Fault | None:
    written: list[Number | None] = []
    for point in points:
        number = None if point is None else encode_fraction(point)
        if isinstance(number, str):
            return None  # parts such as a third are no points of a game but shares that somebody agreed on
        written.append(number)
    rules = tournament_rules(state)
    size = len(written)
    if size not in rules.sitting.players:
        return None
    start = Start(Deal(), 0, size, tuple(range(1, size + 1)), ())
    if deal == WHOLE_TABLE:
        doubt = _doubt_whole_table(rules.sitting, start, written, state.settings_of(stage).deals)
    else:
        doubt = doubt_points(rules.sitting, start, _order(rules.sitting, start, places, written), written)
    return doubt and rules.fault(None, None, POINTS_INCONSISTENT, IGNORED, doubt.kind, **doubt.details)


def _order(
    sitting: SittingRules, start: Start, places: _GivenPlaces | None, points: Sequence[Number | None]
) -> list[int]:
    """The seats in the order of their places, or of their points; none where places are shared."""
    found = places or places_by_points(sitting, start, points) or []
    known = {place: seat for seat, place in enumerate(found, 1) if place is not None}
    return [known[place] for place in sorted(known)] if len(known) == len(found) - list(found).count(None) else []


def _doubt_whole_table(
    sitting: SittingRules, start: Start, points: Sequence[Number | None], deals: int | None
) -> Doubt | None:
    """The doubt about the sums of several deals, of which the places do not tell the points."""
    if sitting.doubt is not None:
        doubt = sitting.doubt(start, [], points)
        return doubt if doubt and doubt.kind == "sum" else None
    owed = [one for one in sitting.points(start, list(start.seats)) or () if one is not None]
    written = [one for one in points if one is not None]
    fixed = sum_of_points(owed)
    if len(owed) < len(points) or len(written) < len(points) or (fixed and deals is None):
        return None
    return doubt_sum(points, written, fixed * (deals or 1))
