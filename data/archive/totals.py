"""Adds up the parts of a game: its counters, its figures and its ratings, as tables and as a summary.

Figures are made by the functions that answer the statistics of a store. Ratings follow the records in their order, so
they are made by one task for each game.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import msgspec

from daifu.data.archive.counts import ALL_DEALS, merge_runs, read_run, with_products
from daifu.data.archive.parts import PartSums, read_rated, read_sums
from daifu.data.archive.work_folder import WorkFolder, table_file
from daifu.data.ratings.career import Career, apply_outcomes
from daifu.data.ratings.timeline import TimelinePosition, moment_of
from daifu.replay.counters import Counts, add_counts
from daifu.replay.figures.figures import RULE, TURN, Figures, ProfileFigures, figures_of_players, table_figures
from daifu.schemas.parquet.statistics import (
    FIGURES,
    PAIR_COUNTS,
    RATINGS,
    DealCounts,
    ExportedRating,
    FiguresOf,
    PairCounts,
    deal_counts_table,
    player_counts_table,
)
from daifu.schemas.parquet.table import Source, Table
from daifu.schemas.parquet.writer import TableWriter

GAME_TABLES: Final = ("player_counts", "deal_counts", PAIR_COUNTS.name, FIGURES.name, RATINGS.name)
"""The tables of which each game has one file."""

PartName = tuple[str, int]
"""A part: its partition, and its number there."""


class GameSummary(msgspec.Struct, kw_only=True):
    """What an archive has of a game.

    `days` are the first and the last day of its events, or empty. `counts` are the counters of the deals themselves and
    those of all players together, `figures` those of the game as a whole.
    """

    records: int = 0
    legal: int = 0
    deals: int = 0
    actions: int = 0
    players: int = 0
    days: list[str] = msgspec.field(default_factory=list)
    faults: dict[str, int] = msgspec.field(default_factory=dict)
    deal_counts: Counts = msgspec.field(default_factory=dict)
    player_counts: Counts = msgspec.field(default_factory=dict)
    figures: ProfileFigures | None = None

    def add(self, part: PartSums) -> None:
        """Add a part."""
        self.records += part.records
        self.legal += part.legal
        self.deals += part.deals
        self.actions += part.actions
        if part.days:
            self.days = [min([*self.days[:1], part.days[0]]), max([*self.days[1:], part.days[1]])]
        add_counts(self.faults, part.faults)


def sum_game(work: WorkFolder, rules: str, parts: Sequence[PartName]) -> GameSummary:
    """Write the tables of statistics of a game, from its parts in their order, and return its summary.

    Memory holds a part and the names of all players.
    """
    game = _GameSums(work, rules)
    game.add_parts(parts)
    game.write_counts(parts)
    game.write_pairs(parts)
    return game.write_figures()


class _GameSums:
    """The sums over the parts of a game."""

    def __init__(self, work: WorkFolder, rules: str) -> None:
        self._work = work
        self._rules = rules
        self._summary = GameSummary()
        self._names: dict[str, tuple[str, int, str]] = {}
        self._sums = work.game_counts(rules, "players")

    def add_parts(self, parts: Iterable[PartName]) -> None:
        """Add up what the summary says of the parts."""
        for partition, number in parts:
            part = read_sums(self._work, partition, number)
            self._summary.add(part)
            add_names(self._names, part.names)

    def write_counts(self, parts: Iterable[PartName]) -> None:
        """Write the counts of players and deals by day, and add them up for the summary."""
        merge_runs([self._work.part_players(*part) for part in parts], self._sums)
        summary = self._summary
        players, deals = player_counts_table(self._rules), deal_counts_table(self._rules)
        with self._table(players) as of_players, self._table(deals) as of_deals:
            for (player, day, tournament, seated), counts in _added_up(self._sums, _OF_DAY):
                writer, total = of_players, summary.player_counts
                if player == ALL_DEALS:
                    writer, total = of_deals, summary.deal_counts
                when = date.fromisoformat(day) if day else None
                writer.add(DealCounts(self._rules, when, tournament or None, seated, player, counts))
                add_counts(total, counts)
        summary.player_counts = {name: count for name, count in sorted(summary.player_counts.items()) if count}

    def write_pairs(self, parts: Iterable[PartName]) -> None:
        """Write the counts of pairs."""
        sums = self._work.game_counts(self._rules, "pairs")
        merge_runs([self._work.part_pairs(*part) for part in parts], sums)
        with self._table(PAIR_COUNTS) as writer:
            for (player, other), counts in read_run(sums):
                writer.add(PairCounts(self._rules, str(player), str(other), counts))

    def write_figures(self) -> GameSummary:
        """Write the figures of the game and of its players, and return the summary."""
        summary = self._summary
        summary.figures = table_figures(self._rules, summary.deal_counts, summary.player_counts)
        players = ((player, counts) for (player,), counts in _added_up(self._sums, 1) if player != ALL_DEALS)
        with self._table(FIGURES) as writer:
            writer.add(FiguresOf(self._rules, None, None, _flat(summary.figures)))
            for player, figures in figures_of_players(self._rules, players, summary.player_counts):
                summary.players += 1
                writer.add(FiguresOf(self._rules, player, self._names[player][2], figures))
        return summary

    def _table(self, table: Table[Source]) -> AbstractContextManager[TableWriter[Source]]:
        """The file of a table of the game."""
        return table_file(self._work.table(table.name, game_folder(self._rules), 0), table)


_OF_DAY: Final = 4
"""The first parts of a key of a run: a player, a day, a tournament and a number of players."""


def _added_up(sums: Path, length: int) -> Iterator[tuple[Any, Counts]]:
    """The counts of a run of days with their products, added up where the first `length` parts of their keys agree."""
    for key, same in groupby(read_run(sums), lambda one: one[0][:length]):
        total: Counts = {}
        for (player, *_), counts in same:
            add_counts(total, with_products(str(player), counts))
        yield key, {name: total[name] for name in sorted(total) if total[name]}


def game_folder(rules: str) -> str:
    """The folder of a game within that of a table."""
    return f"rules={rules}"


def _flat(whole: ProfileFigures) -> Figures:
    """All figures of a game by the ids that they have in CSV."""
    turns = {
        f"{TURN}{before}.{after}": value for before, row in whole.transitions.items() for after, value in row.items()
    }
    return {**whole.figures, **turns, **{RULE + id: value for id, value in whole.hardest.items()}}


def add_names(names: dict[str, tuple[str, int, str]], more: Mapping[str, tuple[str, int, str]]) -> None:
    """Add the names of players in later records."""
    for player, found in more.items():
        names[player] = max(names.get(player, found), found)


def rate_game(work: WorkFolder, rules: str, parts: Sequence[PartName]) -> dict[str, int]:
    """Write the ratings of a game and of its houses, from its parts in their order.

    Returns how many players have one, by the name of the game or of the house.

    Records without a day are rated after the others, as in a store where they came in last.
    """
    careers: dict[str, dict[str, Career]] = {rules: {}}
    names: dict[str, tuple[str, int, str]] = {}
    last = 1
    for partition, number in parts:
        add_names(names, read_sums(work, partition, number).names)
        for counted, day, record, players, outcomes in read_rated(work, partition, number):
            last = date.fromisoformat(day).toordinal() if day else last
            for key in counted:
                known = careers.setdefault(key, {})
                seats = [known.get(player) or known.setdefault(player, Career.new()) for player in players]
                apply_outcomes(seats, iter(outcomes), TimelinePosition(moment_of(last), record))
    rows: dict[str, int] = {}
    for key, of_players in careers.items():
        with table_file(work.table(RATINGS.name, game_folder(key), 0), RATINGS) as writer:
            for rating in _ranked(key, of_players, names):
                writer.add(rating)
        rows[key] = writer.rows
    return rows


def _ranked(
    rules: str, careers: Mapping[str, Career], names: Mapping[str, tuple[str, int, str]]
) -> Iterator[ExportedRating]:
    """The ratings, highest skill first; equal skills share their place."""
    rated = [(-career.rating.ordinal(), player, career) for player, career in careers.items() if career.deals]
    place, before = 0, 0.0
    for spot, (skill, player, career) in enumerate(sorted(rated, key=lambda one: one[:2]), 1):
        place, before = (spot, skill) if not place or skill != before else (place, before)
        rating = career.rating
        yield ExportedRating(rules, place, player, names[player][2], rating.mu, rating.sigma, -skill, career.deals, 0)
