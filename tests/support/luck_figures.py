"""What luck explains of results, and how good the chances of the first place are: the figures of the documentation.

`python -m tests.support.luck_figures variance PATH...` prints, for each file of records or logs, the variance of the
values without seat and cards, and of adjusted values, as shares of the variance of all values. `calibration PATH...`
prints how often those were first who had a chance, in ten bands. With `--games even` or `--games odd`, only the deals
with these numbers count: what was chosen on the former is measured on the latter. `cards GAME...` prints the largest
mean luck of the cards of a seat over generated deals, in standard errors. `within GAME...` prints the share of the
variance of values that lies within deals if all play as the players of playouts do, without and with a ranking: luck
explains the rest.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Final

import daifu
from daifu.replay.analysis.deals import Effort, estimate_positions, estimate_step
from daifu.replay.analysis.estimates import CALIBRATION, Estimate, calibrated, decided, estimate_position
from daifu.replay.analysis.luck import deal_luck, random_deal, worths_at_start
from daifu.replay.analysis.playout import NoPlayoutsError, RandomNumbers
from daifu.replay.analysis.worlds import COMPLETE
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import Match
from daifu.replay.position import Position, position_after, walk_deals
from daifu.schemas.record.decode import load_raw_record
from tests.support.playouts import legal_sitting

PLAYERS: Final = {"akagiri": 4, "biga": 5, "dalmuti": 5, "floor13": 4, "theater": 4, "uecda": 5}
EVERY: Final = 12
"""Calibration takes one of this number of positions of a deal."""
BANDS: Final = 10
POWERS: Final = [power / 100 for power in range(50, 121, 5)]
PARTS: Final = {"all": (0, 1), "even": (0,), "odd": (1,)}
DEALS, FEW_DEALS = 20_000, 1_000
FEW_PLAYOUTS, FEW_REDEALS = 8, 8
"""A mean over many deals needs few playouts of each."""
SOME_PLAYOUTS: Final = 60
"""The variance within a deal needs more of them."""


@dataclass
class Variance:
    """Sums of squares around the mean: of values of results, of those without seat and cards, and of adjusted ones."""

    deals: int = 0
    results: float = 0.0
    play: float = 0.0
    adjusted: float = 0.0

    def add(self, steps: Sequence[Position]) -> None:
        """Count a deal. Raises `NoPlayoutsError`."""
        for found in deal_luck(steps, estimate_positions(steps)).players:
            self.results += (found.result - found.mean) ** 2
            self.play += found.play**2
            self.adjusted += (found.adjusted - found.mean) ** 2
        self.deals += 1

    def merge(self, other: "Variance") -> None:
        """Add the sums of other deals."""
        self.deals += other.deals
        self.results += other.results
        self.play += other.play
        self.adjusted += other.adjusted


@dataclass
class Calibration:
    """For each position, the shares of playouts in which each player was first, and the place of the winner in it."""

    shares: list[tuple[tuple[float, ...], int]] = field(default_factory=list)

    def add(self, steps: Sequence[Position]) -> None:
        """Count every twelfth position of a deal in which nobody is out. Raises `NoPlayoutsError`."""
        first = first_of(decided(steps[-1].table, steps[-1].start))
        for step in steps[:-1:EVERY]:
            if not step.table.out and not step.table.sunk:
                estimate = estimate_step(step, Effort())
                shares = tuple(chances.places[0] for chances in estimate.players)
                self.shares.append((shares, [chances.player for chances in estimate.players].index(first)))

    def bands(self, power: float) -> list[tuple[float, float, int]]:
        """Of each band, the mean chance, the share of those who were first, and how many there are."""
        found: list[list[tuple[float, bool]]] = [[] for _ in range(BANDS)]
        for shares, winner in self.shares:
            for player, chance in enumerate(calibrated(shares, power)):
                found[min(int(chance * BANDS), BANDS - 1)].append((chance, player == winner))
        return [
            (sum(chance for chance, _ in band) / len(band), sum(won for _, won in band) / len(band), len(band))
            for band in found
            if band
        ]

    def error(self, power: float) -> float:
        """The mean deviation of what happened from the chances, over the bands."""
        bands = self.bands(power)
        return sum(abs(chance - happened) for chance, happened, _ in bands) / len(bands)


def first_of(results: Estimate) -> int:
    """The player who was first."""
    return next(chances.player for chances in results.players if chances.places[0] == 1.0)


def deals_of(path: Path, part: str) -> Iterator[list[Position]]:
    """The positions of each deal of a file that belongs to a part."""
    for record in daifu.read(path):
        for steps in walk_deals(record.loaded):
            if steps[0].number % len(PARTS["all"]) in PARTS[part]:
                yield steps


def collect(counted: Variance | Calibration, deals: Iterable[Sequence[Position]]) -> None:
    """Count all deals that can be played out and have a result."""
    for steps in deals:
        try:
            if steps[-1].table.over:
                counted.add(steps)
        except NoPlayoutsError:
            continue


def variance_lines(paths: Sequence[Path], part: str) -> Iterator[str]:
    """A line for each file, and one for all."""
    yield f"{'':<36} {'deals':>6} {'play':>8} {'adjusted':>8}"
    together = Variance()
    for path in paths:
        found = Variance()
        collect(found, deals_of(path, part))
        if found.deals:
            yield variance_line(path.name, found)
        together.merge(found)
    if together.deals:
        yield variance_line("all", together)


def variance_line(name: str, found: Variance) -> str:
    """A line of the table of variances."""
    play, adjusted = found.play / found.results, found.adjusted / found.results
    return f"{name:<36} {found.deals:>6,} {play:>8.3f} {adjusted:>8.3f}"


def calibration_lines(paths: Sequence[Path], part: str) -> Iterator[str]:
    """The error of each power, and the bands of the one in use."""
    found = Calibration()
    for path in paths:
        collect(found, deals_of(path, part))
    yield f"{len(found.shares):,} positions"
    for power in POWERS:
        yield f"power {power:.2f}: error {found.error(power):.4f}"
    for chance, happened, size in found.bands(CALIBRATION):
        yield f"{chance:>6.3f} {happened:>6.3f} {size:>8,}"


def generated_deals(game: str, number: int, deals: int, random: RandomNumbers) -> Iterator[Position]:
    """The beginnings of this many deals with random cards, without (0) or with a ranking (1)."""
    record = load_raw_record(legal_sitting(game, PLAYERS[game], 2, Random(1)))
    match, start = Match(record.rules, len(record.players)), position_after(record, number, 0).start
    for _ in range(deals):
        dealt = random_deal(start, record, random)
        yield Position(record, number, 0, dealt, match.open(dealt), [])


def largest_mean(game: str, deals: int, seed: int = 0) -> float:
    """The largest mean of the cards of a seat over generated deals, in standard errors; half have a ranking."""
    random = RandomNumbers(seed)
    largest = 0.0
    for number in range(2):
        found: dict[int, list[float]] = {}
        for first in generated_deals(game, number, deals // 2, random):
            for worth in worths_at_start(first, seed=random.draw(), playouts=FEW_PLAYOUTS, redeals=FEW_REDEALS):
                found.setdefault(worth.player, []).append(worth.cards)
        largest = max(largest, *(abs(mean(cards)) / (stdev(cards) / sqrt(len(cards))) for cards in found.values()))
    return largest


def share_within(game: str, number: int, deals: int, seed: int = 0) -> float:
    """The share of the variance of values that lies within deals: generated ones without (0) or with a ranking (1)."""
    random = RandomNumbers(seed)
    within = between = 0.0
    for first in generated_deals(game, number, deals, random):
        estimate = estimate_position(first.table, first.start, COMPLETE, seed=random.draw(), playouts=SOME_PLAYOUTS)
        mean_of_deal = mean(chances.value for chances in estimate.players)
        for chances in estimate.players:
            noise = chances.error**2 * SOME_PLAYOUTS / (SOME_PLAYOUTS - 1)
            within += noise * SOME_PLAYOUTS
            between += (chances.value - mean_of_deal) ** 2 - noise
    return within / (within + between)


def within_lines(games: Iterable[str], deals: int, seed: int) -> Iterator[str]:
    """A line for each game."""
    for game in games:
        without, ranked = (share_within(game, number, deals, seed) for number in range(2))
        yield f"{game:<8} {without:>6.3f} {ranked:>6.3f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table that is asked for. Returns the exit status."""
    parser = ArgumentParser(description="The figures of docs/analysis-method.md.")
    tables = parser.add_subparsers(dest="table", required=True)
    for name in ("variance", "calibration"):
        table = tables.add_parser(name)
        table.add_argument("paths", nargs="+", type=Path)
        table.add_argument("--games", choices=PARTS, default="all")
    for name, deals in (("cards", DEALS), ("within", FEW_DEALS)):
        table = tables.add_parser(name)
        table.add_argument("games", nargs="*", default=list(PROFILES))
        table.add_argument("--deals", type=int, default=deals)
        table.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    if asked.table == "variance":
        lines = variance_lines(asked.paths, asked.games)
    elif asked.table == "calibration":
        lines = calibration_lines(asked.paths, asked.games)
    elif asked.table == "cards":
        lines = (f"{game:<8} {largest_mean(game, asked.deals, asked.seed):.1f}" for game in asked.games)
    else:
        lines = within_lines(asked.games, asked.deals, asked.seed)
    for line in lines:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
