"""Figures as the tables of pages: each with its interval, a sentence that explains it, a comparison, and a link."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final, NamedTuple

from daifu.api.views.statistics import fraction_text, interval_text, value_text
from daifu.api.web import addresses
from daifu.replay.figures.figure import FAULTS, GROUPS, NEITHER_END, Figure
from daifu.replay.figures.figures import RULE, TURN, Figures
from daifu.replay.figures.leaderboard import Comparison
from daifu.replay.text import Language, say

_ORDER: Final = {group: place for place, group in enumerate(GROUPS)}


class FigureRow(NamedTuple):
    """A figure as a row; `share` is the percentage of others with a worse value, or with a lower one.

    `is_ranked` says whether one end of its values is better.
    """

    id: str
    name: str
    text: str
    value: str
    interval: str
    fraction: str
    share: int | None
    is_ranked: bool
    games: str


class FigureGroup(NamedTuple):
    """The rows of a group under its heading, and whether any of them has an interval or a comparison."""

    heading: str
    rows: list[FigureRow]

    @property
    def has_intervals(self) -> bool:
        """Whether there is a column of intervals."""
        return any(row.interval for row in self.rows)

    @property
    def has_shares(self) -> bool:
        """Whether there is a column of comparisons."""
        return any(row.share is not None for row in self.rows)


GamesLink = Callable[[Figure], str]
"""Returns the address of the list of games behind a figure."""


def figure_groups(
    figures: Figures,
    known: Mapping[str, Figure],
    games: GamesLink,
    language: Language,
    compared: Mapping[str, Comparison] | None = None,
) -> list[FigureGroup]:
    """The figures that have a value, by group; moves between titles are left to their plot."""
    shown = [
        (known[id], _row(known[id], figures, (compared or {}).get(id), games, language))
        for id, value in figures.items()
        if value.value is not None and not id.startswith(TURN)
    ]
    shown.sort(key=lambda one: _ORDER[one[0].group])
    return [
        FigureGroup(say(GROUPS[group], language), [row for _figure, row in rows])
        for group, rows in groupby(shown, key=lambda one: one[0].group)
    ]


def _row(
    figure: Figure, figures: Figures, compared: Comparison | None, games: GamesLink, language: Language
) -> FigureRow:
    value = figures[figure.id]
    return FigureRow(
        id=figure.id,
        name=say(figure.name, language),
        text=say(figure.text, language),
        value=value_text(value.value, figure),
        interval=interval_text(value.low, value.high, figure),
        fraction=fraction_text(value.numerator, value.denominator),
        share=None if compared is None else round(100 * compared.share),
        is_ranked=figure.better != NEITHER_END,
        games=games(figure),
    )


def games_behind(rules: str, player: str | None = None) -> GamesLink:
    """Links to the games of a player, or of all players; figures of one fault lead to the games that have it."""

    def link(figure: Figure) -> str:
        group, _, code = figure.id.partition(".")
        fault = code if figure.group == FAULTS and group == "faults" and code else None
        return addresses.games_page(player=player, rules=rules, fault=fault)

    return link


def without_rules(figures: Figures) -> Figures:
    """The figures without those of single rules, which tell the same as those of faults."""
    return {id: value for id, value in figures.items() if not id.startswith(RULE)}


def key_rows(groups: Iterable[FigureGroup], ids: Iterable[str]) -> Iterator[FigureRow]:
    """The rows of these figures, in this order, as far as they have a value."""
    rows = {row.id: row for group in groups for row in group.rows}
    return (rows[id] for id in ids if id in rows)
