"""Seats, dealer and first lead (A-PLAY-1, A-LEAD-1, A-NEXT-1, A-NEXT-2, A-OPT-DIR, A-OPT-LEAD)."""

from collections.abc import Callable

from replay.deal import Deal, Start
from replay.table import NOBODY

Circle = Callable[[tuple[int, ...]], tuple[int, ...]]
"""A circle of players made of another one."""


def as_they_are(players: tuple[int, ...]) -> tuple[int, ...]:
    """The same players in the same order."""
    return players


def the_other_way(players: tuple[int, ...]) -> tuple[int, ...]:
    """The same players in the opposite order."""
    return players[::-1]


def new_seats(seated: Circle) -> Callable[[Deal, tuple[int, ...], tuple[int, ...]], tuple[int, ...]]:
    """Players sit by their places; without a ranking they stay where they sat (A-NEXT-1)."""

    def seats(_deal: Deal, ranking: tuple[int, ...], before: tuple[int, ...]) -> tuple[int, ...]:
        return seated(ranking) if ranking else before

    return seats


def seats_out_of_place(seated: Circle) -> Callable[[Start], tuple[int, ...]]:
    """The seats due where the written ones are another circle; a rotation is the same one (A-NEXT-1)."""

    def due(start: Start) -> tuple[int, ...]:
        if not start.ranking:
            return ()
        circle = seated(start.ranking)
        turn = circle.index(start.seats[0])
        return () if circle[turn:] + circle[:turn] == start.seats else circle

    return due


def dealer_leads(start: Start) -> int:
    """The dealer leads: who is named, else the last of the ranking, else whoever acts first (A-LEAD-1, A-NEXT-2)."""
    dealer = start.deal.dealer
    if dealer in start.seats:
        return dealer
    return start.ranking[-1] if start.ranking else NOBODY


def daifugo_leads(start: Start) -> int:
    """Place 1 leads; without a ranking the dealer does (A-OPT-LEAD)."""
    return start.ranking[0] if start.ranking else dealer_leads(start)
