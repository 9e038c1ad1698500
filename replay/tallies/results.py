"""The results of the deals of a sitting: places, titles and points."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from replay.counting import OUTCOME, Row
from replay.deal import Number
from replay.report import DealReport
from replay.tallies.common import NONE, NUMBERS
from replay.tallies.pairs import Meeting, meeting
from replay.tallies.rows import own
from replay.tallies.sheets import Sheets
from replay.tallies.strength import UNKNOWN

THOUSANDTHS: Final = 1000
FIRST: Final = 1
LAST: Final = 1000
KEPT: Final = 512
MOST_RESULTS: Final = 1024
MOST_OUTCOMES: Final = 1024
MOST_ROWS: Final = 4096
PLACES: Final = (f"place.{NONE}", *(f"place.{number}" for number in NUMBERS))
NO_SEAT: Final = 0
"""The seat in the order of play of who has none."""


@lru_cache(KEPT)
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


@lru_cache(MOST_ROWS)
def outcome_row(place: str, standing: int, points: int | None) -> Row:
    """A result, counted under `place`."""
    deals, first, behind, scored, gained = outcome_names(place)
    counts = {deals: 1, first: int(not standing), behind: standing}
    return Row(counts if points is None else counts | {scored: 1, gained: points})


class Result(dict[tuple[int, int], tuple[Row, ...]]):
    """A result in deals that count as these kinds: its rows by the seat and the tenth of the hand.

    What it counts as by itself, by the seat and by the hand are rows of their own: together hardly any two are alike.
    Place 0, `NO_SEAT` and `UNKNOWN` stand for none.
    """

    def __init__(
        self, kinds: tuple[str, ...], place: int, standing: int, points: int | None, title: str | None
    ) -> None:
        """No such result has been counted yet."""
        super().__init__()
        self.standing = standing
        self.points = points
        counts = dict.fromkeys((*kinds, PLACES[place], f"title.{title or NONE}"), 1)
        counts |= {"standing": standing, "standing_squared": standing**2}
        if place == FIRST:
            counts["first"] = 1
        if place and standing == LAST:
            counts["last"] = 1
        if points is not None:
            counts |= {"scored": 1, "points": points, "points_squared": points**2}
        self._row = Row(counts)

    def __missing__(self, key: tuple[int, int]) -> tuple[Row, ...]:
        seat, tenth = key
        places = {f"seat.{seat}": seat != NO_SEAT, f"hand.{tenth}": tenth != UNKNOWN}
        rows = self[key] = (self._row, *(self.under(place) for place, known in places.items() if known))
        return rows

    def under(self, place: str) -> Row:
        """The result, counted under `place`."""
        return outcome_row(place, self.standing, self.points)


result_of = lru_cache(MOST_RESULTS)(Result)
"""The same object for all results that are alike."""


class Outcome:
    """The `results` of the players of a deal, in their order, and what they are to each two of them (`who`, `met`)."""

    __slots__ = ("met", "players", "results", "who")

    def __init__(self, players: tuple[int, ...], results: tuple[Result, ...]) -> None:
        self.players = players
        self.results = results
        standing, points = zip(*((result.standing, result.points) for result in results), strict=True)
        self.who, self.met = meeting(players, standing, points)

    def of(self, player: int) -> Result:
        """The player's result."""
        return self.results[self.players.index(player)]


@lru_cache(MOST_OUTCOMES)
def outcome_of(
    kinds: tuple[str, ...],
    players: tuple[int, ...],
    order: tuple[int, ...],
    titles: tuple[str | None, ...],
    points: tuple[Number | None, ...],
) -> Outcome:
    """What a decided deal of these players came to, which counts as these kinds.

    `titles` and `points` are by player, the latter empty where they do not count.
    """
    scale = standings(len(order), len(players))
    results = []
    for player in players:
        place = order.index(player) + 1 if player in order else 0
        gained = thousandths(points[player - 1]) if points else None
        results.append(result_of(kinds, place, scale[place - 1], gained, titles[player - 1]))
    return Outcome(players, tuple(results))


@lru_cache(KEPT)
def row_without_result(kinds: tuple[str, ...]) -> Row:
    """A deal that counts as these kinds, and has no result."""
    return Row(dict.fromkeys(kinds, 1))


class Results:
    """What the deals of a sitting came to; of the deal at hand, the standing and points of each player.

    `met` are the deals of the same players.
    """

    def __init__(self, counted: int | None) -> None:
        """No deal has ended yet; so many decided ones count for points, or all."""
        self.met: defaultdict[tuple[int, ...], list[Meeting]] = defaultdict(list)
        self._counted = counted
        self._decided = 0
        self._titles: list[str | None] = []
        self._outcome: Outcome

    def take(
        self,
        sheets: Sheets,
        report: DealReport,
        players: tuple[int, ...],
        kinds: tuple[str, ...],
        seats: Sequence[int],
        tenths: Sequence[int],
    ) -> None:
        """Count a decided deal of these players, which counts as these kinds; `seats` and `tenths` are by player."""
        scored = self._counted is None or self._decided < self._counted
        self._decided += 1
        points = tuple(report.points) if scored else ()
        outcome = self._outcome = outcome_of(kinds, players, tuple(report.order), tuple(report.titles), points)
        rows = sheets.rows
        for player, result in zip(players, outcome.results, strict=True):
            rows[player] += result[seats[player], tenths[player]]
        self.met[outcome.who].append(outcome.met)
        self._turn(sheets, players, report.titles)

    def _turn(self, sheets: Sheets, players: tuple[int, ...], titles: list[str | None]) -> None:
        """Count how titles followed each other."""
        before, self._titles = self._titles, titles
        if before:
            for player in players:
                old, title = before[player - 1], titles[player - 1]
                if old and title:
                    sheets.rows[player].append(own(f"turn.{old}.{title}"))

    def interrupt(self, sheets: Sheets, players: tuple[int, ...], kinds: tuple[str, ...]) -> None:
        """Count an undecided deal of these players: it has no result, and no title follows it."""
        self._titles = []
        for player in players:
            sheets.rows[player].append(row_without_result(kinds))

    def outcome(self, sheets: Sheets, player: int, place: str) -> None:
        """The player's result of the deal at hand counts under `place`, too."""
        sheets.rows[player].append(self._outcome.of(player).under(place))
