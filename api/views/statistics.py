"""Views of statistics: the figures of players, games and pairs, and leaderboards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from daifu.api.views.players import named_view
from daifu.api.views.values import TableView, sentence
from daifu.data.store.values import Opponent, Person
from daifu.replay.counters import Counts
from daifu.replay.figures.figure import Figure
from daifu.replay.figures.figures import Figures, pair_figures, player_figures, table_figures
from daifu.replay.figures.leaderboard import LeaderboardEntry
from daifu.schemas.csv_text import Cell
from daifu.schemas.figure_rows import (
    FIGURE_COLUMNS,
    LEADERBOARD_COLUMNS,
    leaderboard_rows,
    pair_rows,
    player_rows,
    table_rows,
)
from daifu.schemas.http import statistics as answers
from daifu.schemas.http.players import Named

_OPPONENT_COLUMNS: Final = ("player", "name")


def player_statistics(person: Person, rules: str, counts: Counts, game: Counts) -> TableView:
    """All figures of a player; `game` are the counts of all players together."""
    figures = player_figures(rules, counts, game)
    value = answers.PlayerStats(named_view(person), rules, _values(figures))
    return TableView(value, FIGURE_COLUMNS, lambda language: player_rows(rules, figures, language))


def game_statistics(rules: str, tables: Counts, seats: Counts) -> TableView:
    """All figures of a game as a whole."""
    whole = table_figures(rules, tables, seats)
    transitions = {before: _values(figures) for before, figures in whole.transitions.items()}
    value = answers.ProfileStats(rules, _values(whole.figures), transitions, _values(whole.hardest))
    return TableView(value, FIGURE_COLUMNS, lambda language: table_rows(rules, whole, language))


def pair_statistics(person: Person, other: Person, rules: str, counts: Counts) -> TableView:
    """The figures between two players."""
    figures = pair_figures(rules, counts)
    value = answers.Against(named_view(person), named_view(other), rules, _values(figures))
    return TableView(value, FIGURE_COLUMNS, lambda language: pair_rows(figures, language))


def opponents_table(person: Person, rules: str, others: Sequence[Opponent]) -> TableView:
    """The opponents of a player."""
    known = [(other, pair_figures(rules, other.counts)) for other in others]
    opponents = [answers.Opponent(Named(other.id, other.name), _values(figures)) for other, figures in known]
    value = answers.Opponents(named_view(person), rules, opponents)
    return TableView(value, (*_OPPONENT_COLUMNS, *FIGURE_COLUMNS), lambda language: _opponent_rows(known, language))


def leaderboard_table(
    figure: Figure,
    rules: str,
    standings: Sequence[LeaderboardEntry],
    names: Mapping[str, str],
    after: str | None = None,
) -> TableView:
    """A page of a leaderboard."""
    value = answers.Leaderboard(
        answers.Figure(figure.id, sentence(figure.name), sentence(figure.text)),
        rules,
        [_leaderboard_line(one, names) for one in standings],
        after,
    )
    return TableView(value, LEADERBOARD_COLUMNS, lambda _language: leaderboard_rows(standings, dict(names)), after)


def _values(figures: Figures) -> dict[str, answers.Value]:
    return {id: answers.Value(*value) for id, value in figures.items()}


def _leaderboard_line(one: LeaderboardEntry, names: Mapping[str, str]) -> answers.Standing:
    player = Named(one.player, names.get(one.player, one.player))
    return answers.Standing(one.place, player, one.deals, *one.value)


def _opponent_rows(known: Sequence[tuple[Opponent, Figures]], language: int) -> Iterator[tuple[Cell, ...]]:
    for other, figures in known:
        for row in pair_rows(figures, language):
            yield other.id, other.name, *row
