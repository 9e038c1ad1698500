"""What the analyses of a player's games say: their mistakes, to try again."""

from collections.abc import Collection, Iterable
from itertools import islice
from typing import Final, NamedTuple

from daifu.api.views.analysis import TurningPoint, all_mistakes
from daifu.schemas.analysis import DealAnalysis

MOST_MISTAKES: Final = 30
"""The most mistakes that are listed, those of the first games."""


class AnalysedGame(NamedTuple):
    """A game of a player that has been analysed: its number, the player's seats in it, and its deals."""

    id: int
    seats: Collection[int]
    deals: Iterable[DealAnalysis]


class Mistake(NamedTuple):
    """A turning point of a game at which the player acted; the deal is counted from 1."""

    game: int
    deal: int
    point: TurningPoint


def mistakes(games: Iterable[AnalysedGame]) -> list[Mistake]:
    """The first mistakes of a player in these games, in the order of games, deals and actions."""
    found = (
        Mistake(game.id, number, point)
        for game in games
        for number, deal in enumerate(game.deals, 1)
        for point in all_mistakes(deal)
        if point.player in game.seats
    )
    return list(islice(found, MOST_MISTAKES))
