"""What the rules profile of a tournament says: table sizes, points and titles by place, and which points are better."""

from fractions import Fraction

from data.tournaments.exact_numbers import to_fraction
from data.tournaments.settings import ByPoints, Settings
from data.tournaments.state import State
from replay.deal import Deal, Start
from replay.rules import Rules
from schemas.record.rules import rules_for


def tournament_rules(state: State) -> Rules:
    """The rules that are played."""
    return rules_for(state.rules, state.options)


def allowed_table_sizes(state: State) -> tuple[int, ...]:
    """How many may sit at a table."""
    return tuple(tournament_rules(state).sitting.players)


def stage_table_sizes(state: State, stage: int) -> tuple[int, ...]:
    """How many may sit at a table of a stage."""
    chosen = state.stages[stage - 1].sizes
    return tuple(size for size in allowed_table_sizes(state) if chosen is None or size in chosen)


def titles_by_place(state: State, size: int) -> tuple[str | None, ...]:
    """The titles of a table of so many, best place first."""
    return tournament_rules(state).sitting.titles(size)


def points_by_order(state: State, order: list[int], size: int) -> tuple[Fraction | None, ...] | None:
    """The points by seat, where they follow from the seats in the order of their places alone; None elsewhere."""
    start = Start(Deal(), 0, size, tuple(range(1, size + 1)), ())
    points = tournament_rules(state).sitting.points(start, order)
    return None if points is None else tuple(None if point is None else to_fraction(point) for point in points)


def low_points_win(state: State) -> bool:
    """Whether the profile ranks a smaller total higher."""
    return tournament_rules(state).sitting.better(0, 1)


def score_sign(state: State, settings: Settings) -> int:
    """1 where more points are better, -1 where fewer are; what places and titles are worth is the more the better."""
    return -1 if isinstance(settings.scoring, ByPoints) and low_points_win(state) else 1
