"""The questions to DuckDB in `docs/scale.md` have the answers of a store with the same games."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest

from daifu.data.store.store import Store
from daifu.data.store.values import DealFilter
from daifu.replay.figures.figures import Figures, pair_figures, player_figures, table_figures
from daifu.replay.figures.leaderboard import collect_peers, rank_players
from tests.support.project import FENCED, PROJECT_ROOT

some_games = pytest.mark.parametrize(
    "rules", [*(pytest.param(rules, marks=pytest.mark.soak) for rules in ("dalmuti", "biga")), "uecda"]
)

ANY_DAY = {"since": "1900-01-01", "until": "2100-01-01"}

Ask = Callable[..., list[tuple[Any, ...]]]


@pytest.fixture
def ask(rules: str, every_archived: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Asks a question of the page about a game, with parameters."""
    (tmp_path / "archive").symlink_to(every_archived)
    monkeypatch.chdir(tmp_path)
    page = (PROJECT_ROOT / "docs" / "scale.md").read_text("utf-8")
    blocks = [block for language, block in FENCED.findall(page) if language == "sql"]
    questions = {
        block.partition("\n")[0].removeprefix("-- "): block.replace("uecda", rules).replace(">= 20", ">= 2")
        for block in blocks
    }

    def answers(question: str, **values: object) -> list[tuple[Any, ...]]:
        with duckdb.connect() as connection:
            return connection.execute(questions[question], values or None).fetchall()

    return answers


def figure_rows(figures: Figures) -> dict[str, tuple[object, ...]]:
    """Figures as the tables have them."""
    return dict(figures)


def players_of(store: Store, rules: str) -> list[str]:
    """Three players of a game, those with the most deals."""
    counts = dict(store.statistics.everybody(rules))
    return sorted(counts, key=lambda player: (-counts[player].get("deals", 0), player))[:3]


@some_games
def test_the_figures_of_a_game(rules: str, ask: Ask, store: Store) -> None:
    whole = table_figures(rules, *store.statistics.profile(rules))
    found = {id: values for id, *values in ask("game")}
    assert {id: tuple(found[id]) for id in whole.figures} == figure_rows(whole.figures)
    assert {id: tuple(found[f"rule.{id}"]) for id in whole.hardest} == figure_rows(whole.hardest)
    for before, row in whole.transitions.items():
        assert {id: tuple(found[f"turn.{before}.{id}"]) for id in row} == figure_rows(row)


@some_games
def test_the_figures_of_a_player(rules: str, ask: Ask, store: Store) -> None:
    _deals, game = store.statistics.profile(rules)
    for player in players_of(store, rules):
        counts = store.statistics.player([player], rules)
        expected = figure_rows(player_figures(rules, counts or {}, game))
        assert {id: tuple(values) for id, *values in ask("player", player=player)} == expected


@some_games
def test_a_leaderboard(rules: str, ask: Ask, store: Store) -> None:
    _deals, game = store.statistics.profile(rules)
    ranked = rank_players(rules, "first", store.statistics.everybody(rules, 5), game).entries
    expected = [(one.place, one.player, one.deals, one.value.value, one.value.low, one.value.high) for one in ranked]
    assert expected
    assert ask("leaderboard", figure="first", least=5) == expected


@some_games
def test_the_comparison_with_other_players(rules: str, ask: Ask, store: Store) -> None:
    everybody = dict(store.statistics.everybody(rules, 2))  # the page says 20: the samples are short
    assert len(everybody) > 2
    peers = collect_peers(rules, everybody.items())
    for player, counts in list(everybody.items())[:2]:
        found = {figure: (share, others) for figure, share, others in ask("peers", player=player)}
        figures = player_figures(rules, counts, store.statistics.profile(rules)[1])
        for id, values in peers.items():
            mine = figures[id].value if id in figures else None
            if mine is not None and len(values) > 1:
                below = sum(one < mine for one in values)
                equal = sum(one == mine for one in values) - 1
                assert found[id] == (pytest.approx((below + equal / 2) / (len(values) - 1)), len(values) - 1)


@some_games
def test_a_player_in_some_deals(rules: str, ask: Ask, store: Store) -> None:
    for player in players_of(store, rules):
        for seated in (4, 5):
            some = ask("player in some deals", player=player, players=seated, **ANY_DAY)
            wanted = DealFilter(_day(ANY_DAY["since"]), _day(ANY_DAY["until"]), None, seated)
            assert dict(some) == (store.statistics.player([player], rules, wanted) or {})


@some_games
def test_first_places_by_year(rules: str, ask: Ask, store: Store) -> None:
    for player, year, first, deals, value in ask("first places by year"):
        if year is not None:
            wanted = DealFilter(_day(f"{year}-01-01"), _day(f"{year}-12-31"))
            counts = store.statistics.player([player], rules, wanted) or {}
            assert (first, deals) == (counts.get("first", 0), counts["deals"])
            assert value == first / deals


@some_games
def test_deals_and_all_players_of_some_days(rules: str, ask: Ask, store: Store) -> None:
    deals, players = store.statistics.profile(rules, DealFilter(_day(ANY_DAY["since"]), _day(ANY_DAY["until"])))
    assert dict(ask("deals", **ANY_DAY)) == deals
    assert dict(ask("all players", **ANY_DAY)) == players


@some_games
def test_opponents_and_two_players_against_each_other(rules: str, ask: Ask, store: Store) -> None:
    for player in players_of(store, rules):
        opponents = dict(store.statistics.opponents([player], rules))
        found = ask("opponents", player=player)
        assert [other for other, *_ in found] == sorted(opponents, key=lambda id: (-opponents[id].get("deals", 0), id))
        for other, deals, higher, lower, equal, points in found:
            figures = pair_figures(rules, opponents[other])
            assert (deals, points) == (figures["deals"].value, figures["points"].value)
            assert [higher, lower, equal] == [figures[id].value for id in ("higher", "lower", "equal")]
            counts = ask("against", player=player, other=other)[0]
            names = ("deals", "higher", "lower", "equal", "scored", "points")
            assert [*map(int, counts)] == [opponents[other].get(name, 0) for name in names]


def _day(text: str) -> date:
    return date.fromisoformat(text)
