"""The results of the deals of a sitting: places, titles and points."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final

from replay.counting import OUTCOME, Counts, Row
from replay.deal import Number
from replay.report import DealReport
from replay.tallies.before import UNRANKED, Before
from replay.tallies.common import NONE, NUMBERS
from replay.tallies.pairs import Meeting, meeting
from replay.tallies.sheets import Sheets
from replay.tallies.strength import UNKNOWN

THOUSANDTHS: Final = 1000
FIRST: Final = 1
LAST: Final = 1000
KEPT: Final = 512
MOST_RESULTS: Final = 1024
MOST_OUTCOMES: Final = 1024
MOST_ROWS: Final = 4096
MOST_SITUATIONS: Final = 1024
PLACES: Final = (f"place.{NONE}", *(f"place.{number}" for number in NUMBERS))
NO_SEAT: Final = 0
"""The seat in the order of play of who has none."""

Situation = tuple[int, int, int, Before]
"""A player's seat, the tenth of his hand, his seat from the dealer, who has 1, and how he began the deal."""


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
def row_after(before: Before, place: int, standing: int, points: int | None, title: str | None) -> Row:
    """A result of who began so, with what became of his title."""
    counts = _outcome(before.name, standing, points)
    return Row(counts | dict.fromkeys(before.turned(place, title), 1))


def _outcome(place: str, standing: int, points: int | None) -> Counts:
    deals, first, behind, scored, gained = outcome_names(place)
    counts = {deals: 1, first: int(not standing), behind: standing}
    return counts if points is None else counts | {scored: 1, gained: points}


class Result(dict[Situation, tuple[Row, ...]]):
    """A result in deals that count as these kinds: its rows by the situation of the player.

    What it counts as by itself, by the seat, by the hand, by the dealer and by the title before are rows of their own:
    together hardly any two are alike. Place 0, `NO_SEAT`, `UNKNOWN` and `UNRANKED` stand for none.
    """

    def __init__(
        self, kinds: tuple[str, ...], place: int, standing: int, points: int | None, title: str | None
    ) -> None:
        """No such result has been counted yet."""
        super().__init__()
        self.standing = standing
        self.points = points
        self._place = place
        self._title = title
        counts = dict.fromkeys((*kinds, PLACES[place], f"title.{title or NONE}"), 1)
        counts |= {"standing": standing, "standing_squared": standing**2}
        if place == FIRST:
            counts["first"] = 1
        if standing == LAST:
            counts["last"] = 1
        if points is not None:
            counts |= {"scored": 1, "points": points, "points_squared": points**2}
        self._row = Row(counts)

    def __missing__(self, situation: Situation) -> tuple[Row, ...]:
        if len(self) >= MOST_SITUATIONS:
            self.clear()
        rows = self[situation] = (self._row, *self._rows(*situation))
        return rows

    def _rows(self, seat: int, tenth: int, from_dealer: int, before: Before) -> Iterator[Row]:
        if seat != NO_SEAT:
            yield self.under(f"seat.{seat}")
        if tenth != UNKNOWN:
            yield self.under(f"hand.{tenth}")
        if from_dealer != NO_SEAT:
            yield self.under(f"dealer.{from_dealer - 1}")
        if before is not UNRANKED:
            yield row_after(before, self._place, self.standing, self.points, self._title)

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
        self._outcome: Outcome

    def take(
        self,
        sheets: Sheets,
        report: DealReport,
        players: tuple[int, ...],
        kinds: tuple[str, ...],
        situations: Iterable[Situation],
    ) -> None:
        """Count a decided deal of these players, which counts as these kinds.

        `situations` are by player, with one for nobody.
        """
        scored = self._counted is None or self._decided < self._counted
        self._decided += 1
        points = tuple(report.points) if scored else ()
        outcome = self._outcome = outcome_of(kinds, players, tuple(report.order), tuple(report.titles), points)
        rows, by_player = sheets.rows, list(situations)
        for player, result in zip(players, outcome.results, strict=True):
            rows[player] += result[by_player[player]]
        self.met[outcome.who].append(outcome.met)

    def interrupt(self, sheets: Sheets, players: tuple[int, ...], kinds: tuple[str, ...]) -> None:
        """Count an undecided deal of these players: it has no result."""
        for player in players:
            sheets.rows[player].append(row_without_result(kinds))

    def outcome(self, sheets: Sheets, player: int, place: str) -> None:
        """The player's result of the deal at hand counts under `place`, too."""
        sheets.rows[player].append(self._outcome.of(player).under(place))
