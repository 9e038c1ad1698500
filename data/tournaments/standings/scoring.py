"""What a result is worth to each seat (ST-SCORE)."""

from collections.abc import Sequence
from fractions import Fraction

from data.tournaments.settings import ByPlace, ByPoints, ByTitle, Scoring
from data.tournaments.state import Outcome

Worth = Fraction | None


def worths(scoring: Scoring, found: Outcome) -> tuple[Worth, ...]:
    """What an outcome is worth by seat, None where that is not known."""
    match scoring:
        case ByPoints():
            return found.points
        case ByPlace():
            return by_place(scoring.of_table(len(found.places)), found.places)
        case ByTitle(worth):
            return tuple(None if title is None else worth.get(title, Fraction(0)) for title in found.titles)


def by_place(worth: Sequence[Fraction], places: Sequence[int | None]) -> tuple[Worth, ...]:
    """What places are worth; those who share one get the mean of the places that they take up."""
    return tuple(None if place is None else _mean(worth, place, places.count(place)) for place in places)


def _mean(worth: Sequence[Fraction], place: int, shared: int) -> Fraction:
    return sum(worth[place - 1 : place - 1 + shared], Fraction(0)) / shared
