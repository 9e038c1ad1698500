"""What the profile of a tournament has to say: table sizes, points and titles by place, and which points are better."""

from fractions import Fraction

from data.tournaments.exact import exact
from data.tournaments.settings import ByPoints, Settings
from data.tournaments.state import State
from replay.deal import Deal, Start
from replay.rules import Rules
from schemas.shape.compiled import compiled


def rules_of(state: State) -> Rules:
    """The rules that are played."""
    return compiled(state.rules, state.options)


def sizes_of_the_game(state: State) -> tuple[int, ...]:
    """How many may sit at a table."""
    return tuple(rules_of(state).sitting.players)


def sizes_of(state: State, stage: int) -> tuple[int, ...]:
    """How many may sit at a table of a stage."""
    chosen = state.stages[stage - 1].sizes
    return tuple(size for size in sizes_of_the_game(state) if chosen is None or size in chosen)


def titles_by_place(state: State, size: int) -> tuple[str | None, ...]:
    """The titles of a table of so many, best place first."""
    return rules_of(state).sitting.titles(size)


def points_by_order(state: State, order: list[int], size: int) -> tuple[Fraction | None, ...] | None:
    """The points by seat, where they follow from the seats in the order of their places alone; None elsewhere."""
    start = Start(Deal(), 0, size, tuple(range(1, size + 1)), ())
    points = rules_of(state).sitting.points(start, order)
    return None if points is None else tuple(None if point is None else exact(point) for point in points)


def few_points_are_good(state: State) -> bool:
    """Whether the profile ranks a smaller total higher."""
    return rules_of(state).sitting.better(0, 1)


def sense(state: State, settings: Settings) -> int:
    """1 where more points are better, -1 where fewer are; what places and titles are worth is the more the better."""
    return -1 if isinstance(settings.scoring, ByPoints) and few_points_are_good(state) else 1
