"""Statistics: the figures of players, games, pairs and leaderboards as answers, and their words as text."""

from collections.abc import Mapping, Sequence
from typing import Final

from daifu.api.views.players import named_view
from daifu.api.views.values import TableView, sentence
from daifu.data.store.values import Opponent, Person
from daifu.replay.counters import Counts
from daifu.replay.figures.figure import SHARE, Figure
from daifu.replay.figures.figures import Figures, pair_figures, player_figures, table_figures
from daifu.replay.figures.leaderboard import LeaderboardEntry
from daifu.replay.text import Text
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

FIGURE: Final = Text("figure", "指標")
VALUE: Final = Text("value", "値")
INTERVAL: Final = Text("95 % interval", "95%信頼区間")
FRACTION: Final = Text("made of", "内訳")
OPPONENT: Final = Text("against", "相手")
TITLE_BEFORE: Final = Text("title before", "直前の身分")
TRANSITIONS: Final = Text("Transitions between titles", "身分の移り変わり")
HARDEST_RULES: Final = Text("Rules broken most often (per 1,000 actions)", "最も破られた規則（1,000行動あたり）")
RULE: Final = Text("rule", "規則")
LAST_PLACES: Final = Text("last places", "最近の順位")
PLACE: Final = Text("place", "順位")
PLAYER: Final = Text("player", "プレイヤー")
DEALS: Final = Text("deals", "回数")
SKILL: Final = Text("skill", "実力値")
ESTIMATE: Final = Text("estimate", "推定値")
MODEL_RANGE: Final = Text("range by the model", "モデルによる範囲")
GROUP: Final = Text("group", "グループ")
GROUPS_APART: Final = Text(
    "not everybody has met, also not by way of others; only the ratings within a group can be compared",
    "ほかの人を通じても同卓したことのない人がいます。比べられるのは同じグループの中のレーティングだけです",
)
CHANGE: Final = Text("change", "変化")
BEFORE: Final = Text("before", "前")
DAY: Final = Text("day", "日付")
RECORD: Final = Text("record", "棋譜")
STREAKS: Final = {
    "first": Text("first places in a row, ongoing", "継続中の連続1位"),
    "last": Text("last places in a row, ongoing", "継続中の連続最下位"),
    "longest_first": Text("longest streak of first places", "連続1位の最長"),
    "longest_last": Text("longest streak of last places", "連続最下位の最長"),
    "longest_reign": Text("longest reign", "最高位の最長在位"),
    "peak": Text("highest skill", "実力値の最高"),
}
"""The names of streaks by the fields of `Form`."""
FEATS: Final = {
    "first": Text("Longest streaks of first places", "連続1位"),
    "last": Text("Longest streaks of last places", "連続最下位"),
    "reign": Text("Longest reigns", "最高位の在位"),
    "skill": Text("Highest skills", "実力値の最高"),
}
"""The names of what players hold records in."""


def deals_behind_text(deals: int) -> Text:
    """The note that ratings lack this many deals."""
    return Text(f"deals not counted yet: {deals}", f"まだ反映されていない回：{deals}回")


def value_text(number: float | None, figure: Figure | None) -> str:
    """A value of a figure, or a bound of its interval."""
    if number is None:
        return ""
    if figure and figure.kind == SHARE:
        return f"{100 * number:.1f} %"
    return str(number) if isinstance(number, int) else f"{number:.2f}"


def number_text(number: float) -> str:
    """A number that belongs to no figure."""
    return str(int(number)) if number == int(number) else f"{number:.2f}"


def interval_text(low: float | None, high: float | None, figure: Figure | None) -> str:
    """An interval; empty where there is none or where it is a single value."""
    return "" if low is None or low == high else f"{value_text(low, figure)} – {value_text(high, figure)}"


def fraction_text(numerator: float, denominator: float) -> str:
    """Numerator and denominator."""
    shown = str(numerator) if isinstance(numerator, int) else f"{numerator:g}"
    return shown if denominator == 1 else f"{shown} / {denominator}"


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
    return TableView(
        value,
        ("player", "name", *FIGURE_COLUMNS),
        lambda language: (
            (other.id, other.name, *row) for other, figures in known for row in pair_rows(figures, language)
        ),
    )


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
        [
            answers.Standing(one.place, Named(one.player, names.get(one.player, one.player)), one.deals, *one.value)
            for one in standings
        ],
        after,
    )
    return TableView(value, LEADERBOARD_COLUMNS, lambda _language: leaderboard_rows(standings, dict(names)), after)


def _values(figures: Figures) -> dict[str, answers.Value]:
    return {id: answers.Value(*value) for id, value in figures.items()}
