"""What speaks against the points on a sheet: they contradict its places, or do not add up to what the rules fix."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from daifu.data.tournaments.changes import Result, Sheet
from daifu.data.tournaments.exact_numbers import encode_fraction
from daifu.data.tournaments.profile_facts import tournament_rules
from daifu.data.tournaments.state import WHOLE_TABLE, State, TableId
from daifu.replay.deal import Deal, Number, Start
from daifu.replay.faults import IGNORED, POINTS_INCONSISTENT, Fault
from daifu.replay.sitting import Doubt, SittingRules, doubt_points, doubt_sum, places_by_points, sum_of_points

Places = Sequence[int | None]


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
    state: State, stage: int, deal: int, places: Places | None, points: Sequence[Fraction | None]
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


def _order(sitting: SittingRules, start: Start, places: Places | None, points: Sequence[Number | None]) -> list[int]:
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
