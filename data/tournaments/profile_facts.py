"""Facts of a tournament's rules profile: table sizes, points and titles by place, and which points are better."""

from fractions import Fraction
from typing import TYPE_CHECKING

from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.exact_numbers import to_fraction
from daifu.data.tournaments.settings import ByPoints, Settings
from daifu.data.tournaments.state import State
from daifu.replay.deal import Deal, Start
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Options
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
