"""How often the intervals of figures hold the truth, for players of equal strength.

`python -m tests.support.interval_coverage` prints the table of each game as soon as it is known, and ends with status 1
where an interval holds the truth too seldom or too often.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from replay.games.catalogue import PROFILES
from schemas.statistics.figure import SHARE
from schemas.statistics.figures import player_figures
from schemas.statistics.plan import player_plan
from tests.support.drawn_sittings import draw_players

TABLES: Final = {5: 800, 10: 600, 40: 300, 200: 100}
"""The tables that are drawn for each number of deals a player."""

USUAL_RANGE: Final = 0.92, 0.98
DISCRETE_RANGE: Final = 0.92, 0.99
"""A share of few deals has few possible values."""
FEW_DEALS: Final = 10
CHANCE: Final = 3.0
"""The standard errors by which a share may be outside its range."""

TOTALS: Final = frozenset({"deals", "points"})


class Design(NamedTuple):
    """The number of deals of each player, in sittings of one deal or all in one sitting."""

    deals: int
    one_sitting: bool

    @property
    def heading(self) -> str:
        """The heading of its column."""
        return f"{self.deals} {'carried' if self.one_sitting else 'alone'}"


class Coverage(NamedTuple):
    """In how many of the intervals that were shown the truth lies."""

    held: int
    shown: int

    @property
    def share(self) -> float:
        """Their share."""
        return self.held / self.shown

    def is_within(self, low: float, high: float) -> bool:
        """Whether the share is in this range, but for chance."""
        chance = CHANCE * sqrt(0.95 * 0.05 / self.shown)
        return low - chance <= self.share <= high + chance


DESIGNS: Final = tuple(Design(deals, one_sitting) for one_sitting in (True, False) for deals in TABLES)


def measure(rules: str, design: Design, tables: int) -> dict[str, Coverage]:
    """The coverage of the interval of each figure. The truth is the figure of all players together."""
    sitting = design.deals if design.one_sitting else 1
    drawn = draw_players(rules, design.deals, sitting, tables, Random(design.deals))
    truth = player_figures(rules, drawn.together, drawn.together)
    held, shown = Counter[str](), Counter[str]()
    for counts in drawn.players:
        for id, value in player_figures(rules, counts, drawn.together).items():
            true = truth[id].value
            if value.low is not None and value.high is not None and true is not None and id not in TOTALS:
                shown[id] += 1
                held[id] += value.low - 1e-12 <= true <= value.high + 1e-12
    return {id: Coverage(held[id], number) for id, number in shown.items()}


def is_expected(rules: str, id: str, design: Design, found: Coverage) -> bool:
    """Whether an interval holds the truth about as often as it says."""
    is_share = player_plan(rules).figures[id].kind == SHARE
    return found.is_within(*(DISCRETE_RANGE if is_share and design.deals <= FEW_DEALS else USUAL_RANGE))


def table_lines(rules: str, columns: Mapping[Design, Mapping[str, Coverage]]) -> Iterator[str]:
    """A line for each figure, with a star at what is not expected."""
    yield f"{rules:<16}" + "".join(f"{design.heading:>13}" for design in columns)
    for id in (id for id in player_plan(rules).figures if any(id in found for found in columns.values())):
        yield f"{id:<16}" + "".join(_cell(rules, id, design, found.get(id)) for design, found in columns.items())


def _cell(rules: str, id: str, design: Design, found: Coverage | None) -> str:
    if found is None:
        return " " * 13
    return f"{found.share:>12.3f}" + (" " if is_expected(rules, id, design, found) else "*")


def main() -> int:
    """Print the table of each game as soon as it is known. Returns the exit status."""
    status = 0
    with ProcessPoolExecutor() as pool:
        jobs = {
            rules: {design: pool.submit(measure, rules, design, TABLES[design.deals]) for design in DESIGNS}
            for rules in PROFILES
        }
        for rules, by_design in jobs.items():
            lines = list(table_lines(rules, {design: job.result() for design, job in by_design.items()}))
            sys.stdout.write("\n".join([*lines, "", ""]))
            sys.stdout.flush()
            status |= any("*" in line for line in lines)
    return status


if __name__ == "__main__":
    sys.exit(main())
