"""Adds up the parts of a game: its counters, its figures and its ratings, as tables and as a summary.

Figures are made by the functions that answer the statistics of a store. Ratings follow the records in their order, so
they are made by one task for each game.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Final

import msgspec

from data.archive.counts import ALL_DEALS, Totals, add_counts
from data.archive.judged_parts import PartSums, read_rated, read_sums
from data.archive.work_folder import WorkFolder, table_file
from data.ratings.career import Career, apply_outcomes
from data.ratings.timeline import TimelinePosition
from replay.counters import Counts
from schemas.parquet.count_tables import (
    FIGURES,
    PAIR_COUNTS,
    DealCounts,
    FiguresOf,
    PairCounts,
    deal_counts_table,
    player_counts_table,
)
from schemas.parquet.rating_table import RATINGS, ExportedRating
from schemas.statistics.figures import RULE, TURN, Figures, ProfileFigures, figures_of_players, table_figures

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
    """Write the tables of statistics of a game, from its parts in their order, and return its summary."""
    game = _GameSums(work, rules)
    game.write_counts(parts)
    game.write_pairs()
    return game.write_figures()


class _GameSums:
    """The sums over the parts of a game."""

    def __init__(self, work: WorkFolder, rules: str) -> None:
        self._work = work
        self._rules = rules
        self._summary = GameSummary()
        self._totals = Totals()
        self._names: dict[str, tuple[str, int, str]] = {}
        self._pairs: defaultdict[tuple[str, str], Counts] = defaultdict(dict)

    def write_counts(self, parts: Iterable[PartName]) -> None:
        """Add up the parts, and write their counts."""
        players, deals = player_counts_table(self._rules), deal_counts_table(self._rules)
        with (
            table_file(self._work.table(players.name, game_folder(self._rules), 0), players) as of_players,
            table_file(self._work.table(deals.name, game_folder(self._rules), 0), deals) as of_deals,
        ):
            for partition, number in parts:
                part = read_sums(self._work, partition, number)
                self._add(part)
                for (day, tournament, player, seated), counts in part.counts.counts:
                    writer = of_deals if player == ALL_DEALS else of_players
                    when = date.fromisoformat(day) if day else None
                    writer.add(DealCounts(self._rules, when, tournament or None, seated, player, counts))

    def write_pairs(self) -> None:
        """Write the counts of pairs."""
        with table_file(self._work.table(PAIR_COUNTS.name, game_folder(self._rules), 0), PAIR_COUNTS) as writer:
            for player, other in sorted(self._pairs):
                writer.add(PairCounts(self._rules, player, other, self._pairs[player, other]))

    def write_figures(self) -> GameSummary:
        """Write the figures of the game and of its players, and return the summary."""
        summary, deals, players = self._summary, self._totals.deals, self._totals.all_players()
        summary.deal_counts, summary.player_counts = deals, players
        summary.figures = table_figures(self._rules, deals, players)
        with table_file(self._work.table(FIGURES.name, game_folder(self._rules), 0), FIGURES) as writer:
            writer.add(FiguresOf(self._rules, None, None, _flat(summary.figures)))
            for player, figures in figures_of_players(self._rules, self._totals.players(), players):
                summary.players += 1
                writer.add(FiguresOf(self._rules, player, self._names[player][2], figures))
        return summary

    def _add(self, part: PartSums) -> None:
        self._summary.add(part)
        self._totals.add(part.counts.counts)
        for pair, counts in part.counts.pairs:
            add_counts(self._pairs[pair], counts)
        add_names(self._names, part.names)


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


def rate_game(work: WorkFolder, rules: str, parts: Sequence[PartName]) -> int:
    """Write the ratings of a game, from its parts in their order, and return how many players have one.

    Records without a day are rated after the others, as in a store where they came in last.
    """
    careers: dict[str, Career] = {}
    names: dict[str, tuple[str, int, str]] = {}
    last = 1
    for partition, number in parts:
        add_names(names, read_sums(work, partition, number).names)
        for day, record, players, outcomes in read_rated(work, partition, number):
            last = date.fromisoformat(day).toordinal() if day else last
            seats = [careers.get(player) or careers.setdefault(player, Career.new()) for player in players]
            apply_outcomes(seats, iter(outcomes), TimelinePosition(last, record))
    with table_file(work.table(RATINGS.name, game_folder(rules), 0), RATINGS) as writer:
        for rating in _ranked(rules, careers, names):
            writer.add(rating)
    return writer.rows


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
