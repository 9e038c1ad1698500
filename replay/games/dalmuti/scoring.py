"""Points of a Dalmuti deal (D-SCORE, D-PHIL)."""

from replay.deal import Start
from replay.games.dalmuti.seating import taxes
from replay.sitting import Points, by_place
from replay.table import Table


def place_points(start: Start, order: list[int]) -> Points:
    """A point for each player who is still in when one goes out (D-SCORE-2)."""
    return by_place(start, order, tuple(range(len(start.seats) - 1, -1, -1)))


def philosophical_points(table: Table, start: Start, order: list[int]) -> Points:
    """A Dalmuti scores one more when the peon below him did not stay where he was (D-PHIL-1).

    Titles are those in force in play (D-PHIL-2).
    """
    points = place_points(start, order)
    places = table.places
    for rich, poor, _count in taxes(len(places)):
        if order.index(places[poor]) < poor:
            points[places[rich] - 1] = (points[places[rich] - 1] or 0) + 1
    return points
