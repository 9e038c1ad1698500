"""Places, titles, seats and points of Dalmuti: the ranking is the order of play (D-SEAT, D-TITLE, D-SCORE, D-PHIL)."""

from collections.abc import Callable, Sequence
from typing import Final

from daifu.replay.cards import Pack
from daifu.replay.deal import Deal, Number, Points, Start
from daifu.replay.exchange import Pairing
from daifu.replay.points import points_differ, points_text
from daifu.replay.sitting import Doubt, by_place

TITLES: Final = ("greater_dalmuti", "lesser_dalmuti", "merchant", "lesser_peon", "greater_peon")
GREATER_DALMUTI, LESSER_DALMUTI, MERCHANT, LESSER_PEON, GREATER_PEON = TITLES
FEWEST_WITH_LESSER: Final = 4

PlayOrder = Callable[[tuple[int, ...]], tuple[int, ...]]
"""The order of play of a ranking."""


def titles(players: int) -> tuple[str, ...]:
    """The titles by place (D-TITLE-1); with few players, merchants take the place of lesser titles."""
    if players < FEWEST_WITH_LESSER:
        return (GREATER_DALMUTI, *(MERCHANT,) * (players - 2), GREATER_PEON)
    return (GREATER_DALMUTI, LESSER_DALMUTI, *(MERCHANT,) * (players - 4), LESSER_PEON, GREATER_PEON)


def tax_pairings(players: int) -> tuple[Pairing, ...]:
    """The pairs that exchange cards: two between the greater titles, one between the lesser (D-TAX-2 to D-TAX-4)."""
    greater = (0, players - 1, 2)
    return (greater, (1, players - 2, 1)) if players >= FEWEST_WITH_LESSER else (greater,)


def places_in_force(start: Start) -> tuple[int, ...]:
    """The ranking in force; without one, the seats are the places."""
    return start.ranking or start.seats


def seats_by_place(deal: Deal, ranking: tuple[int, ...], seats: tuple[int, ...]) -> tuple[int, ...]:
    """The seats by place; after a reset, in player order."""
    return ranking or (tuple(sorted(seats)) if deal.places is None else seats)


def down_the_ranking(ranking: tuple[int, ...]) -> tuple[int, ...]:
    """The order of play if place 2 sits at the Greater Dalmuti's left: 1, 2, ..., N (D-SEAT-4)."""
    return ranking


def up_the_ranking(ranking: tuple[int, ...]) -> tuple[int, ...]:
    """The order of play if place 2 sits at the Greater Dalmuti's right and play still runs clockwise: 1, N, ..., 2."""
    return (ranking[0], *ranking[:0:-1])


def ring_in_force(order: PlayOrder, start: Start) -> tuple[int, ...]:
    """The players as they play one after another."""
    return order(places_in_force(start))


def wrong_seats(start: Start) -> tuple[int, ...]:
    """The seats due if the written circle is not that of the ranking (D-SEAT-3)."""
    due = places_in_force(start)
    turn = start.seats.index(due[0])
    return () if start.seats[turn:] + start.seats[:turn] == due else due


def newcomers_among_merchants(start: Start, previous: tuple[int, ...]) -> bool:
    """Whether old players keep their order and newcomers are merchants, places 3 to N-2 (D-OPT-6)."""
    now = places_in_force(start)
    stayed = [player for player in now if player in previous]
    newcomers = [place for place, player in enumerate(now) if player not in previous]
    if not newcomers and len(stayed) < len(previous):
        return True
    kept = [player for player in previous if player in now]
    return stayed == kept and all(1 < place < len(now) - 2 for place in newcomers)


def no_newcomers(start: Start, previous: tuple[int, ...]) -> bool:
    """Whether there are no newcomers and the ranking is as before (D-OPT-6 off)."""
    return set(places_in_force(start)) <= set(previous) and newcomers_among_merchants(start, previous)


def wrong_sizes(order: PlayOrder, start: Start, pack: Pack, sizes: dict[int, int]) -> str:
    """The hand sizes due if they are wrong: the first in the order of dealing get the extra cards (D-DEAL-2)."""
    ring = ring_in_force(order, start)
    share, extra = divmod(pack.size, len(ring))
    due = {player: share + (turn < extra) for turn, player in enumerate(ring)}
    return "" if sizes == due else " ".join(str(due[player]) for player in sizes)


def place_points(start: Start, order: list[int]) -> Points:
    """A point for each player who is still in when a player goes out (D-SCORE-2)."""
    return by_place(start, order, tuple(range(len(start.seats) - 1, -1, -1)))


def philosophical_points(places: tuple[int, ...], start: Start, order: list[int]) -> Points:
    """The points, one more for a Dalmuti if the corresponding peon did not stay in place (D-PHIL-1)."""
    points = place_points(start, order)
    for rich, poor, _count in tax_pairings(len(places)):
        if order.index(places[poor]) < poor:
            points[places[rich] - 1] = (points[places[rich] - 1] or 0) + 1
    return points


def doubt_philosophical(start: Start, order: list[int], points: Sequence[Number | None]) -> Doubt | None:
    """The doubt about written points that no deal from this ranking gives, before or after a revolution of titles.

    Without an order, those who share points may have come in any order.
    """
    if order and len(order) < len(start.seats):
        return None
    for places in (start.ranking, start.ranking[::-1]):
        dalmuti = [places[rich] for rich, _poor, _count in tax_pairings(len(places))] if places else []
        for paid in range(1 << len(dalmuti)):
            base = {player: points[player - 1] or 0 for player in start.seats}
            for bit, player in enumerate(dalmuti):
                base[player] -= paid >> bit & 1
            due = philosophical_points(places, start, order or sorted(base, key=lambda player: -base[player]))
            if not points_differ(points, due):
                return None
    return Doubt("philosophical", {"found": points_text(points)})
