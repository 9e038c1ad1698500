"""Points of a theater game: what the titles are worth at this table, if anything (T-SCORE-1)."""

from collections.abc import Callable

from replay.deal import Number, Start
from replay.games.theater.options import TITLES
from replay.options import Value
from replay.sitting import Points, by_place, no_points


def title_points(worth: Value) -> Callable[[Start, list[int]], Points | None]:
    """The points of a result under the option `title_points`; a title that it does not name earns none."""
    if not isinstance(worth, dict):
        return no_points
    values = tuple(_number(worth.get(title)) for title in TITLES)

    def points(start: Start, order: list[int]) -> Points:
        return by_place(start, order, values)

    return points


def _number(value: Value) -> Number | None:
    return value if isinstance(value, int | float) else None
