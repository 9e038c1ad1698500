"""The results of the deals of a sitting: places, titles and points."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from replay.counting import OUTCOME, Counts, Row
from replay.deal import Number
from replay.report import DealReport
from replay.tallies.common import NONE, NUMBERS
from replay.tallies.pairs import Meeting, meeting
from replay.tallies.rows import own
from replay.tallies.sheets import Sheets

THOUSANDTHS: Final = 1000
FIRST: Final = 1
LAST: Final = 1000
KEPT: Final = 512
MOST_ROWS: Final = 4096
PLACES: Final = (f"place.{NONE}", *(f"place.{number}" for number in NUMBERS))
UNKNOWN: Final = -1
"""The tenth of a hand that is not wholly known."""
NOTHING: Final[Mapping[int, int]] = MappingProxyType({})


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
    return Row(_outcome(place, standing, points))


@lru_cache(MOST_ROWS)
def result_row(
    kinds: tuple[str, ...], place: int, standing: int, points: int | None, title: str | None, seat: int, tenth: int
) -> Row:
    """A result in a deal that counts as these kinds, with the counters of all that results are counted by.

    These are the place, the title, the seat and the tenth of the hand; place 0, seat 0 and `UNKNOWN` stand for none.
    """
    counts = dict.fromkeys((*kinds, PLACES[place], f"title.{title or NONE}"), 1)
    counts |= {"standing": standing, "standing_squared": standing**2}
    if place == FIRST:
        counts["first"] = 1
    if place and standing == LAST:
        counts["last"] = 1
    if points is not None:
        counts |= {"scored": 1, "points": points, "points_squared": points**2}
    if seat:
        counts |= _outcome(f"seat.{seat}", standing, points)
    if tenth != UNKNOWN:
        counts |= _outcome(f"hand.{tenth}", standing, points)
    return Row(counts)


@lru_cache(KEPT)
def row_without_result(kinds: tuple[str, ...]) -> Row:
    """A deal that counts as these kinds, and has no result."""
    return Row(dict.fromkeys(kinds, 1))


def _outcome(place: str, standing: int, points: int | None) -> Counts:
    deals, first, behind, scored, gained = outcome_names(place)
    counts = {deals: 1, first: int(not standing), behind: standing}
    return counts if points is None else counts | {scored: 1, gained: points}


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
        self._standing: dict[int, int] = {}
        self._points: dict[int, int | None] = {}

    def take(
        self,
        sheets: Sheets,
        report: DealReport,
        players: tuple[int, ...],
        kinds: tuple[str, ...],
        seats: Mapping[int, int] = NOTHING,
        tenths: Mapping[int, int] = NOTHING,
    ) -> None:
        """Count a decided deal of these players, which counts as these kinds; `seats` and `tenths` as far as known."""
        scored = self._counted is None or self._decided < self._counted
        self._decided += 1
        order, titles, before = report.order, report.titles, self._titles
        scale = standings(len(order), len(players))
        standing = self._standing = {}
        points = self._points = {}
        for player in players:
            place = order.index(player) + 1 if player in order else 0
            behind = standing[player] = scale[place - 1]
            gained = points[player] = thousandths(report.points[player - 1]) if scored else None
            title, seat, tenth = titles[player - 1], seats.get(player, 0), tenths.get(player, UNKNOWN)
            sheets.rows[player].append(result_row(kinds, place, behind, gained, title, seat, tenth))
            if before and title and (old := before[player - 1]):
                sheets.rows[player].append(own(f"turn.{old}.{title}"))
        self._titles = titles
        who, met = meeting(players, tuple(standing.values()), tuple(points.values()))
        self.met[who].append(met)

    def interrupt(self, sheets: Sheets, players: tuple[int, ...], kinds: tuple[str, ...]) -> None:
        """Count an undecided deal of these players: it has no result, and no title follows it."""
        self._titles = []
        for player in players:
            sheets.rows[player].append(row_without_result(kinds))

    def outcome(self, sheets: Sheets, player: int, place: str) -> None:
        """The player's result of the deal at hand counts under `place`, too."""
        sheets.rows[player].append(outcome_row(place, self._standing[player], self._points[player]))
