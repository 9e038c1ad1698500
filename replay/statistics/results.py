"""The results of the deals of a sitting: places, titles and points, by player and between each two players."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import combinations
from typing import Final

from daifu.replay.counters import MAX_UNPICKLED_ROWS, CounterRow, Counts
from daifu.replay.deal import DealReport, Number
from daifu.replay.statistics.rows import NONE, SEAT_NUMBERS
from daifu.replay.statistics.strength import UNKNOWN_HAND

MOST_CACHED: Final = 1024
MOST_ROWS_CACHED: Final = 4096
"""More than the different results of the deals that are usual in one game."""

EndTitles = tuple[str | None, str | None]
"""The titles of the first and of the last place of a table."""


class StartTitle:
    """The title with which a player began a deal, None where only others had one, and the `ends` of its table.

    There are no ends where the deal gave nobody a title. Equal ones are the same object.
    """

    __slots__ = ("_ends", "title")

    def __init__(self, title: str | None, ends: EndTitles | None) -> None:
        self.title = title
        self._ends = ends

    @property
    def name(self) -> str:
        """The name under which results by this title are counted."""
        return f"before.{self.title or NONE}"

    def turned(self, place: int, title: str | None) -> Iterator[str]:
        """The counters of a deal begun so that ended on this place, 0 for none, with this title.

        Nothing is counted about the bottom for a player without a place, who may be last or not.
        """
        if self._ends is None:
            return
        if self.title and title:
            yield f"turn.{self.title}.{title}"
        top, bottom = self._ends
        was_top, was_bottom = self.title == top, self.title == bottom
        yield "top.begun" if was_top else "top.below"
        if title == top:
            yield "top.kept" if was_top else "top.taken"
        if place:
            yield "bottom.begun" if was_bottom else "bottom.above"
            if was_bottom != (title == bottom):
                yield "bottom.left" if was_bottom else "bottom.reached"


NO_START_TITLE: Final = StartTitle(None, None)
"""The title before a deal in which nobody had one."""

_start_title: Final = lru_cache(MOST_CACHED)(StartTitle)


@lru_cache(MOST_CACHED)
def start_titles(
    ranking: tuple[int, ...], titles: tuple[str | None, ...], count: int, *, titled: bool
) -> tuple[StartTitle, ...]:
    """The titles before a deal with this ranking, by player number from 0, which is nobody.

    `titles` are those of its table by place, `titled` says whether the deal gave any.
    """
    found = [NO_START_TITLE] * (count + 1)
    if any(titles):
        ends = (titles[0], titles[-1]) if titled else None
        for player, title in zip(ranking, titles, strict=True):
            found[player] = _start_title(title, ends)
    return tuple(found)


class PairRows:
    """What one deal was for each two of its players: a row for each, in the order of their combinations.

    Equal deals of any players have the same object.
    """

    __slots__ = ("rows",)

    def __init__(self, rows: tuple[CounterRow, ...]) -> None:
        self.rows = rows

    def __reduce__(self) -> tuple[object, ...]:
        """Unpickled rows are shared, too."""
        return shared_pair_rows, (self.rows,)


@lru_cache(MAX_UNPICKLED_ROWS)
def shared_pair_rows(rows: tuple[CounterRow, ...]) -> PairRows:
    """The rows of a deal, the same object each time."""
    return PairRows(rows)


@lru_cache(MOST_CACHED)
def pair_rows(
    players: tuple[int, ...], standing: tuple[int, ...], points: tuple[int | None, ...]
) -> tuple[tuple[int, ...], PairRows]:
    """The players of a decided deal from the smallest number up, and its rows for each two of them."""
    in_order = sorted(zip(players, standing, points, strict=True))
    numbers, behind, gained = zip(*in_order, strict=True)
    return numbers, _pair_rows(behind, gained)


@lru_cache(MOST_CACHED)
def common_pair_row(name: str) -> PairRows:
    """The row of a counter of two players that is the same from both views."""
    return PairRows((CounterRow({name: 1}),))


@lru_cache(MOST_CACHED)
def _pair_rows(standing: tuple[int, ...], points: tuple[int | None, ...]) -> PairRows:
    """The rows for each two; a smaller standing is better."""
    rows = []
    for (own, scored), (theirs, gained) in combinations(zip(standing, points, strict=True), 2):
        counts = {"deals": 1, "higher" if own < theirs else "lower" if own > theirs else "equal": 1}
        if scored is not None and gained is not None:
            counts |= {"scored": 1, "points": scored - gained}
        rows.append(CounterRow(counts))
    return PairRows(tuple(rows))


THOUSANDTHS: Final = 1000
FIRST_PLACE: Final = 1
HALVES: Final = 2
"""Places are counted in halves: those who share two places have the mean of them."""
STANDING_UNIT: Final = 27_720 * HALVES
"""The share of the others who did better is counted in parts of this number, which 1 to 12 others divide exactly."""
VALUE_UNIT: Final = 10_000
"""The values of results in analyses, from 0 to 1, are counted in parts of this number."""
PLACE_COUNTERS: Final = (f"place.{NONE}", *(f"place.{number}" for number in SEAT_NUMBERS))
NO_SEAT: Final = 0
"""The seat in the order of play of a player who has none."""

Situation = tuple[int, int, int, StartTitle]
"""A player's seat, the tenth of the hand, the seat from the dealer, who has 1, and the title before the deal."""


def thousandths(points: Number | None) -> int | None:
    """Points as they are written in thousandths, rounded, halves to the even number."""
    if isinstance(points, int):
        return points * THOUSANDTHS
    return None if points is None else round(Decimal(repr(points)) * THOUSANDTHS)


@lru_cache(MOST_ROWS_CACHED)
def outcome_row(place: str, first: int, standing: int, points: int | None) -> CounterRow:
    """The row of a result, counted under `place`; `first` is 1 for a first place, which several may share."""
    return CounterRow(_outcome_counts(place, first, standing, points))


@lru_cache(MOST_ROWS_CACHED)
def start_title_row(before: StartTitle, place: int, standing: int, points: int | None, title: str | None) -> CounterRow:
    """The row of a result by the title before, with what became of the title."""
    counts = _outcome_counts(before.name, int(place == FIRST_PLACE), standing, points)
    return CounterRow(counts | dict.fromkeys(before.turned(place, title), 1))


def _outcome_counts(place: str, first: int, standing: int, points: int | None) -> Counts:
    counts = {f"{place}.deals": 1, f"{place}.first": first, f"{place}.standing": standing}
    return counts if points is None else counts | {f"{place}.scored": 1, f"{place}.points": points}


class PlayerResult(dict[Situation, tuple[CounterRow, ...]]):
    """A result in deals that count as these kinds: its rows by the situation of the player.

    The result itself, and the result by seat, by hand, by dealer and by title before have a row each, because hardly
    any two results agree in all of them. Place 0, `NO_SEAT`, `UNKNOWN_HAND` and `NO_START_TITLE` stand for none.
    """

    def __init__(
        self, kinds: tuple[str, ...], place: int, half_place: int, seated: int, points: int | None, title: str | None
    ) -> None:
        """`half_place` is in halves, also for players without a place, and `points` are in thousandths."""
        super().__init__()
        # The share of the others who did better, in parts of `STANDING_UNIT`.
        standing = self.standing = round(STANDING_UNIT * (half_place - HALVES) / (HALVES * (seated - 1)))
        self.points = points
        self._place = place
        self._title = title
        counts = dict.fromkeys((*kinds, PLACE_COUNTERS[place], f"title.{title or NONE}"), 1)
        counts |= {"places": half_place, "standing": standing}
        if place == FIRST_PLACE:
            counts["first"] = 1
        if half_place == HALVES * seated:
            counts["last"] = 1
        if points is not None:
            counts |= {"scored": 1, "points": points, "points_squared": points**2}
        self._row = CounterRow(counts)

    def __missing__(self, situation: Situation) -> tuple[CounterRow, ...]:
        if len(self) >= MOST_CACHED:
            self.clear()
        seat, tenth, from_dealer, before = situation
        found = [self._row]
        if seat != NO_SEAT:
            found.append(self.under(f"seat.{seat}"))
        if tenth != UNKNOWN_HAND:
            found.append(self.under(f"hand.{tenth}"))
        if from_dealer != NO_SEAT:
            found.append(self.under(f"dealer.{from_dealer - 1}"))
        if before is not NO_START_TITLE:
            found.append(start_title_row(before, self._place, self.standing, self.points, self._title))
        rows = self[situation] = tuple(found)
        return rows

    def under(self, place: str) -> CounterRow:
        """The row of the result, counted under `place`."""
        return outcome_row(place, int(self._place == FIRST_PLACE), self.standing, self.points)


player_result = lru_cache(MOST_CACHED)(PlayerResult)
"""The result, the same object for equal results."""


class DealOutcome:
    """The `results` of the players of a deal, in their order.

    `group` are the players from the smallest number up, `pair_rows` what the deal was for each two of them.
    """

    __slots__ = ("group", "pair_rows", "players", "results")

    def __init__(self, players: tuple[int, ...], results: tuple[PlayerResult, ...]) -> None:
        self.players = players
        self.results = results
        standing, points = zip(*((result.standing, result.points) for result in results), strict=True)
        self.group, self.pair_rows = pair_rows(players, standing, points)

    def of(self, player: int) -> PlayerResult:
        """The player's result."""
        return self.results[self.players.index(player)]


@lru_cache(MOST_CACHED)
def deal_outcome(
    kinds: tuple[str, ...],
    players: tuple[int, ...],
    order: tuple[int, ...],
    titles: tuple[str | None, ...],
    points: tuple[Number | None, ...],
    shared_places: tuple[int | None, ...],
) -> DealOutcome:
    """The outcome of a decided deal of these players, which counts as these kinds.

    `titles` and `points` are by player; `points` is empty where they do not
    count. So are `shared_places`, which are empty where the order has the places.
    """
    # Players without a place share the places that are left.
    unplaced = len(order) + 1 + len(players)
    results = []
    for player in players:
        if shared_places:
            place = shared_places[player - 1] or 0
            half_place = HALVES * place + shared_places.count(place) - 1  # the mean of the places that they share
        else:
            place = order.index(player) + 1 if player in order else 0
            half_place = HALVES * place or unplaced
        gained = thousandths(points[player - 1]) if points else None
        results.append(player_result(kinds, place, half_place, len(players), gained, titles[player - 1]))
    return DealOutcome(players, tuple(results))


@lru_cache(MOST_CACHED)
def row_without_result(kinds: tuple[str, ...]) -> CounterRow:
    """The row of a deal that counts as these kinds and has no result."""
    return CounterRow(dict.fromkeys(kinds, 1))


class SittingResults:
    """The results of the deals of a sitting.

    `pair_rows` are those of each group of players, by deal.
    """

    def __init__(self, counted: int | None) -> None:
        """Begin a sitting of which the first `counted` decided deals count for points, or all."""
        self.pair_rows: defaultdict[tuple[int, ...], list[PairRows]] = defaultdict(list)
        self._counted = counted
        self._decided = 0
        self._outcome: DealOutcome

    def take(
        self,
        rows: Sequence[list[CounterRow]],
        report: DealReport,
        players: tuple[int, ...],
        kinds: tuple[str, ...],
        situations: Sequence[Situation],
    ) -> None:
        """Count a decided deal of these players, which counts as these kinds.

        `rows` and `situations` are by player number from 0, which is nobody.
        """
        scored = self._counted is None or self._decided < self._counted
        self._decided += 1
        points = tuple(report.points) if scored else ()
        shared = tuple(report.shared_places or ())
        outcome = deal_outcome(kinds, players, tuple(report.order), tuple(report.titles), points, shared)
        self._outcome = outcome
        for player, result in zip(players, outcome.results, strict=True):
            rows[player] += result[situations[player]]
        self.pair_rows[outcome.group].append(outcome.pair_rows)

    def interrupt(self, rows: Sequence[list[CounterRow]], players: tuple[int, ...], kinds: tuple[str, ...]) -> None:
        """Count an undecided deal of these players, which has no result."""
        for player in players:
            rows[player].append(row_without_result(kinds))

    def outcome(self, rows: Sequence[list[CounterRow]], player: int, place: str) -> None:
        """Count the player's result of the last deal under `place`, too."""
        rows[player].append(self._outcome.of(player).under(place))
