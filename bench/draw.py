"""The quality of draws and the time they take: ``python -m bench.draw``.

Each tournament is drawn as the product draws it, and by its search alone, which starts from random tables.
"""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from daifu.data.tournaments.pairing.methods import Draw, draw_balanced, redraw_balanced
from daifu.data.tournaments.pairing.seating import Seating, TableSizes, choose_layout, cut_into_tables

SEEDS: Final = range(10)
COLUMNS: Final = (
    "players, rounds, tables of",
    "drawn",
    "repeats by seed",
    "allowed",
    "imbalance",
    "allowed",
    "longest s",
)
SECONDS: Final = 20.0
IMBALANCE: Final = 1


class Target(NamedTuple):
    """A tournament, and the repeat meetings that it may have."""

    entrants: int
    rounds: int
    sizes: TableSizes
    repeats: int

    @property
    def name(self) -> str:
        """What its row of the table says."""
        return f"{self.entrants}, {self.rounds}, {' and '.join(map(str, self.sizes.allowed))}"


class Timed(NamedTuple):
    """A draw and how many seconds it took."""

    found: Draw
    seconds: float


TARGETS: Final = (
    Target(40, 6, TableSizes((5,), 5), 1),
    Target(40, 8, TableSizes((5,), 5), 24),
    Target(23, 5, TableSizes((4, 5), 5), 2),
)


def main() -> int:
    """Print the table; 1 where a draw of the product misses its target."""
    table = Table(*COLUMNS, title="Draws")
    missed = False
    for target in TARGETS:
        drawn, searched = ([_timed(work, target, seed) for seed in SEEDS] for work in (_draw_normally, _draw_by_search))
        table.add_row(target.name, "by daifu", *_target_cells(target, drawn))
        table.add_row("", "by its search alone", *_target_cells(target, searched))
        missed = missed or not all(_is_met(target, timed) for timed in drawn)
    Console().print(table)
    return int(missed)


def _draw_normally(target: Target, seed: int) -> Draw:
    return draw_balanced(range(target.entrants), target.rounds, target.sizes, seed=seed)


def _draw_by_search(target: Target, seed: int) -> Draw:
    random = np.random.default_rng(seed)
    sizes = choose_layout(target.entrants, target.sizes).sizes
    orders = [random.permutation(target.entrants).tolist() for _ in range(target.rounds)]
    planned = [Seating(cut_into_tables(order, sizes)) for order in orders]
    return redraw_balanced(range(target.entrants), planned, target.sizes, seed=seed)


def _timed(work: Callable[[Target, int], Draw], target: Target, seed: int) -> Timed:
    start = perf_counter()
    return Timed(work(target, seed), perf_counter() - start)


def _is_met(target: Target, timed: Timed) -> bool:
    quality = timed.found.quality
    return quality.repeats <= target.repeats and quality.imbalance <= IMBALANCE and timed.seconds <= SECONDS


def _target_cells(target: Target, runs: Sequence[Timed]) -> tuple[str, ...]:
    qualities = [timed.found.quality for timed in runs]
    repeats = " ".join(str(quality.repeats) for quality in qualities)
    imbalance = max(quality.imbalance for quality in qualities)
    longest = max(timed.seconds for timed in runs)
    return repeats, str(target.repeats), str(imbalance), str(IMBALANCE), f"{longest:.2f}"


if __name__ == "__main__":
    raise SystemExit(main())
