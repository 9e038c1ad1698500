"""How often the intervals of figures hold the truth, for players of equal strength.

`python -m tests.support.interval_coverage` prints the table of each game as soon as it is known, and ends with status 1
where an interval holds the truth too seldom or too often. After it, games may be named.

The intervals of a table depend on each other, so the standard error of a share goes by tables. With these numbers of
tables it is mostly below 0.005 and at most 0.011: a share of 0.95 stays within 0.93 to 0.97.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from daifu.replay.figures.figure import SHARE
from daifu.replay.figures.figures import Figures, player_figures
from daifu.replay.figures.plan import player_plan
from daifu.replay.games.catalogue import PROFILES
from tests.support.drawn_sittings import draw_tables

TABLES: Final = {5: 2_000, 10: 2_000, 40: 1_500, 200: 1_000, 1_000: 400}
"""The tables that are drawn for each number of deals a player."""

USUAL_RANGE: Final = 0.93, 0.97
DISCRETE_RANGE: Final = 0.92, 0.99
"""A share of few deals has few possible values."""
FEW_DEALS: Final = 10
CHANCE: Final = 2.0
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
    """The share of intervals, of those that were shown, in which the truth lies, and the standard error of it."""

    share: float
    error: float

    def is_within(self, low: float, high: float) -> bool:
        """Whether the share is in this range, but for chance."""
        return low - CHANCE * self.error <= self.share <= high + CHANCE * self.error


DESIGNS: Final = tuple(Design(deals, one_sitting) for one_sitting in (True, False) for deals in TABLES)


def coverage(tables: Iterable[Sequence[bool]]) -> Coverage | None:
    """The coverage of the intervals of each table: whether each holds the truth. None where none was shown."""
    counted = [(sum(held), len(held)) for held in tables]
    shown = sum(number for _, number in counted)
    if not shown:
        return None
    share = sum(held for held, _ in counted) / shown
    deviations = sum((held - share * number) ** 2 for held, number in counted)
    return Coverage(share, sqrt(deviations) / shown)


def measure(rules: str, design: Design, tables: int) -> dict[str, Coverage]:
    """The coverage of the interval of each figure. The truth is the figure of all players together."""
    sitting = design.deals if design.one_sitting else 1
    drawn = draw_tables(rules, design.deals, sitting, tables, Random(design.deals))
    truth = player_figures(rules, drawn.together, drawn.together)
    figures = [[player_figures(rules, counts, drawn.together) for counts in table] for table in drawn.tables]
    found = {id: coverage(_held(id, table, truth) for table in figures) for id in truth if id not in TOTALS}
    return {id: one for id, one in found.items() if one is not None}


def _held(id: str, table: Iterable[Figures], truth: Figures) -> list[bool]:
    """For each interval of a figure that is shown at a table, whether it holds the truth."""
    true = truth[id].value
    values = [figures[id] for figures in table if id in figures]
    return [
        value.low - 1e-12 <= true <= value.high + 1e-12
        for value in values
        if value.low is not None and value.high is not None and true is not None
    ]


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
            for rules in sys.argv[1:] or PROFILES
        }
        for rules, by_design in jobs.items():
            lines = list(table_lines(rules, {design: job.result() for design, job in by_design.items()}))
            sys.stdout.write("\n".join([*lines, "", ""]))
            sys.stdout.flush()
            status |= any("*" in line for line in lines)
    return status


if __name__ == "__main__":
    sys.exit(main())
