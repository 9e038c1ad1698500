"""What a clerk writes on: the counters of the players of a sitting, as long as so many of them are seated."""

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final

from replay.tallies.common import NONE, NUMBERS
from replay.tallies.strength import Scale
from replay.tallies.tallies import Counts

if TYPE_CHECKING:
    from replay.noting import Note

Sheet = defaultdict[str, int]

Result = tuple[int, int, int | None, str | None]
"""The place, 0 without one, the share of those who did better and the points in thousandths, the title."""

PLACES: Final = (f"place.{NONE}", *(f"place.{number}" for number in NUMBERS))
FIRST: Final = 1
LAST: Final = 1000


def sheet() -> Sheet:
    """Counters that all begin at 0."""
    return defaultdict(int)


class Sheets:
    """Counters by player, place 0 of the lists being nobody; `scale` tells how strong cards are in their deals.

    `deals` are the kinds of deals with their players, `results` how these came out, `turns` titles that followed each
    other. `shared` are counters that the table has, too, `own` those of the player alone, `table` those of the table
    alone. `laid` are the notes of sets laid. `able`, `unable` and `unseen` count passes, `others` actions that were
    neither a set nor a pass.
    """

    __slots__ = (
        "able",
        "deals",
        "laid",
        "others",
        "own",
        "results",
        "scale",
        "shared",
        "table",
        "turns",
        "unable",
        "unseen",
    )

    def __init__(self, players: int, scale: Scale) -> None:
        """Nothing is counted yet."""
        numbers = range(players + 1)
        self.scale = scale
        self.shared: list[Sheet] = [sheet() for _ in numbers]
        self.own: list[Sheet] = [sheet() for _ in numbers]
        self.deals: list[tuple[tuple[str, ...], tuple[int, ...]]] = []
        self.results: list[list[Result]] = [[] for _ in numbers]
        self.turns: list[list[tuple[str, str]]] = [[] for _ in numbers]
        self.laid: list[list[Note]] = [[] for _ in numbers]
        self.able = [0] * (players + 1)
        self.unable = [0] * (players + 1)
        self.unseen = [0] * (players + 1)
        self.others = [0] * (players + 1)
        self.table: Sheet = sheet()

    def fold(self) -> None:
        """Count what was noted one by one, which is then no longer kept."""
        for (kinds, seats), times in Counter(self.deals).items():
            for counts in (self.table, *map(self.own.__getitem__, seats)):
                for kind in kinds:
                    counts[kind] += times
            for player in seats:
                self.own[player]["seated"] += times
        self.deals.clear()
        for shared, laid in zip(self.shared, self.laid, strict=True):
            _count_sets(shared, laid)
            laid.clear()
        for own, results, turns in zip(self.own, self.results, self.turns, strict=True):
            _count_results(own, results, turns)
            results.clear()
            turns.clear()

    def of_players(self) -> list[Counts]:
        """The counters of each player, place 0 being nobody."""
        self.fold()
        for player, shared in enumerate(self.shared):
            passes = (self.able[player], self.unable[player], self.unseen[player])
            shared["passes"] = sum(passes)
            shared["passes.able"], shared["passes.unable"], shared["passes.unseen"] = passes
            shared["actions"] = shared["sets"] + shared["passes"] + self.others[player]
        return [without_zeros(own | shared) for own, shared in zip(self.own, self.shared, strict=True)]

    def of_table(self) -> Counts:
        """The counters of the table, once those of the players are told."""
        total = self.table.copy()
        for shared in self.shared:
            for name, number in shared.items():
                total[name] += number
        return without_zeros(total)


def without_zeros(counts: Counts) -> Counts:
    """The same counters without those that are 0."""
    return {name: number for name, number in counts.items() if number}


def _count_sets(shared: Sheet, laid: list["Note"]) -> None:
    cards = jokers = 0
    for note, times in Counter(laid).items():
        cards += times * note.count
        jokers += times * note.jokers
        shared[note.shape] += times
        for name, number in note.marks:
            shared[name] += times * number
    shared["sets"] += len(laid)
    shared["cards"] += cards
    shared["jokers"] += jokers


def _count_results(own: Sheet, results: list[Result], turns: list[tuple[str, str]]) -> None:
    for (place, standing, points, title), times in Counter(results).items():
        own[PLACES[place]] += times
        own[f"title.{title or NONE}"] += times
        own["standing"] += times * standing
        own["standing_squared"] += times * standing * standing
        if place == FIRST:
            own["first"] += times
        if place and standing == LAST:
            own["last"] += times
        if points is not None:
            own["scored"] += times
            own["points"] += times * points
            own["points_squared"] += times * points * points
    for (before, after), times in Counter(turns).items():
        own[f"turn.{before}.{after}"] += times
