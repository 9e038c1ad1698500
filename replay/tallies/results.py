"""The results of the deals of a sitting: places, titles and points."""

from fractions import Fraction
from functools import lru_cache
from typing import Final

from replay.counting import OUTCOME
from replay.deal import Number
from replay.report import DealReport
from replay.tallies.pairs import Pairs
from replay.tallies.sheets import Sheet, Sheets

THOUSANDTHS: Final = 1000
KEPT: Final = 512


def outcome_names(place: str) -> tuple[str, ...]:
    """The counters of results under `place`: `seat.1`, `hand.9` ..."""
    return tuple(f"{place}.{what}" for what in OUTCOME)


@lru_cache(KEPT)
def standings(placed: int, seated: int) -> tuple[int, ...]:
    """By place, the share of the others who did better, in thousandths rounded down; last, that of who has no place."""
    others = seated - 1
    unplaced = THOUSANDTHS * (placed + others) // (2 * others)
    return (*(THOUSANDTHS * better // others for better in range(placed)), unplaced)


def thousandths(points: Number | None) -> int | None:
    """Points in thousandths; finer ones are rounded, halves to the even number."""
    if isinstance(points, int):
        return points * THOUSANDTHS
    return None if points is None else round(Fraction(points) * THOUSANDTHS)


class Results:
    """What the deals of a sitting came to; of the deal at hand, the places and points of each player.

    `pairs` are the counters of each two players.
    """

    def __init__(self, players: int, counted: int | None) -> None:
        """No deal has ended yet; so many decided ones count for points, or all."""
        self.pairs = Pairs()
        self._counted = counted
        self._decided = 0
        self._titles: list[str | None] = []
        self._standing = [0] * (players + 1)
        self._points: list[int | None] = [None] * (players + 1)

    def take(self, sheets: Sheets, report: DealReport, seats: tuple[int, ...]) -> None:
        """Count the result of a deal; an undecided one has none, and no title follows it."""
        if not report.decided:
            self._titles = []
            return
        scored = self._counted is None or self._decided < self._counted
        self._decided += 1
        scale = standings(len(report.order), len(seats))
        places = {player: place for place, player in enumerate(report.order, 1)}
        for player in seats:
            place, points, title = places.get(player, 0), report.points[player - 1], report.titles[player - 1]
            standing = self._standing[player] = scale[place - 1]
            gained = self._points[player] = thousandths(points) if scored else None
            sheets.results[player].append((place, standing, gained, title))
            before = self._titles[player - 1] if self._titles else None
            if before and title:
                sheets.turns[player].append((before, title))
        self._titles = report.titles
        self.pairs.meet(sorted(seats), self._standing, self._points)

    def outcome(self, own: Sheet, player: int, names: tuple[str, ...]) -> None:
        """The player's result of the deal at hand counts under these names, too."""
        deals, first, standing, scored, points = names
        behind, gained = self._standing[player], self._points[player]
        own[deals] += 1
        if not behind:
            own[first] += 1
        own[standing] += behind
        if gained is not None:
            own[scored] += 1
            own[points] += gained
