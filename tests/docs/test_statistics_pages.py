"""The pages about statistics and standings: complete in both languages, with examples that work."""

import re
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from daifu.api.reference.pages import OWNERS
from daifu.replay.counters import TABLE
from daifu.replay.figures.catalogue import FAMILIES, FIGURES, PAIR_FIGURES
from daifu.replay.figures.figures import table_figures
from daifu.replay.figures.values import (
    ENOUGH_CASES,
    ENOUGH_DAYS,
    ENOUGH_OF_GAME,
    FEWEST_CASES,
    FEWEST_OF_EITHER_KIND,
    FEWEST_RARE_CASES,
    LEAST_ERRORS,
)
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.statistics.catalogue import families_of
from daifu.replay.statistics.products import MOST_DEALS, PARTS
from tests.support.command_line import daifu
from tests.support.project import FENCED, PROJECT_ROOT, read_text, tables
from tests.support.tables import read_rows
from tests.support.tournaments.cli import CommandScorekeeper

PAGES = [PROJECT_ROOT / "docs/statistics.md", PROJECT_ROOT / "docs/statistics.ja.md"]
PLAYERS, PAIRS, SUMS, COUNTERS = range(1, 5)
"""The tables of the page that come after that of the kinds."""

each_page = pytest.mark.parametrize("language", range(2))


def rows(language: int, number: int) -> list[str]:
    return ["|".join(row) for row in tables(read_text(PAGES[language]))[number]]


@each_page
def test_every_figure_is_on_the_page(language: int) -> None:
    page = "\n".join(rows(language, PLAYERS))
    for figure in (*FIGURES, *(family.pattern for family in FAMILIES)):
        assert f"`{figure.id}`" in page
    assert all(f"`{figure.id}`" in "\n".join(rows(language, PAIRS)) for figure in PAIR_FIGURES)


@each_page
def test_figures_of_the_game_as_a_whole_are_marked(language: int) -> None:
    told = {row.partition("|")[0].strip("` "): row for row in rows(language, PLAYERS)}
    whole = table_figures("uecda", {"deals": 3}, {"deals": 15, "top.begun": 3, "top.kept": 1})
    assert {"deals", "top.kept"} <= set(whole.figures)
    for id in whole.figures:
        assert OWNERS[TABLE][language] in told[id], id


@each_page
def test_every_counter_is_on_the_page_with_its_meaning(language: int) -> None:
    page = "\n".join(rows(language, COUNTERS))
    for families in map(families_of, PROFILES):
        for family in families:
            assert f"`{family.pattern}`" in page
            assert family.text[language] in page


@each_page
def test_every_counter_of_a_figure_is_explained_on_the_page(language: int) -> None:
    explained = set(re.findall(r"`([^`]+)`", "\n".join([*rows(language, SUMS), *rows(language, COUNTERS)])))
    stars = {re.sub(r"<\w+>", "*", name) for name in explained} | explained
    fixed_part = {name.partition("*")[0] for name in stars if "*" in name}
    for figure in (*FIGURES, *PAIR_FIGURES):
        assert {figure.numerator, figure.denominator} - {""} <= stars, figure.id
    for family in FAMILIES:
        assert family.pattern.numerator.partition("<")[0] in fixed_part | stars


BOUNDS = (
    (
        f"of more than {MOST_DEALS} deals is cut into blocks of {MOST_DEALS}",
        f"{MOST_DEALS}回を超える棋譜は{MOST_DEALS}回ずつ",
    ),
    (f"shared out among {PARTS}", f"{PARTS}の日に振り分ける"),
    (f"if there are {ENOUGH_DAYS} or more", f"本人の対局した日が{ENOUGH_DAYS}日以上"),
    (f"the denominator is at least {ENOUGH_CASES}", f"分母が{ENOUGH_CASES}以上"),
    (f"fewer than {ENOUGH_OF_GAME} days of players", f"{ENOUGH_OF_GAME}に満たないとき"),
    (f"fewer than {FEWEST_CASES} in the denominator", f"{FEWEST_CASES}（偏りの大きい"),
    (f"{FEWEST_RARE_CASES} for points and jokers", f"得点とジョーカーでは{FEWEST_RARE_CASES}）"),
    (f"fewer than {FEWEST_OF_EITHER_KIND} cases of either kind", f"見込みが{FEWEST_OF_EITHER_KIND}に満たない"),
    (f"{LEAST_ERRORS} standard errors", f"標準誤差の{LEAST_ERRORS}倍"),
)


@each_page
@pytest.mark.parametrize("sentence", BOUNDS)
def test_the_bounds_of_intervals_are_those_of_the_code(language: int, sentence: tuple[str, str]) -> None:
    assert sentence[language] in read_text(PAGES[language])


@each_page
def test_nothing_on_the_page_can_be_read_as_a_tag(language: int) -> None:
    assert "<" not in re.sub(r"`[^`]*`|<!-- (made: [a-z]+|end) -->", "", read_text(PAGES[language]))


@pytest.mark.parametrize("page", ["docs/tournament-standings.md", "docs/tournament-standings.ja.md"])
def test_the_page_reads_what_it_has_written(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    keeper = CommandScorekeeper()
    keeper.open_stage(4)
    for number in ("1", "2", "3"):
        keeper.seats("1,2,3,4")
        keeper.run("result", number, "1", "--points", "1/3,0,1,0")
    blocks = FENCED.findall(read_text(PROJECT_ROOT / page))
    [call] = re.findall("^daifu (tournament .*)$", "".join(code for _, code in blocks), re.MULTILINE)
    assert daifu(*shlex.split(call)).exit_code == 0
    scope: dict[str, Any] = {}
    exec(next(code for language, code in blocks if language == "python"), scope)  # noqa: S102 - as a reader would
    assert scope["points"] == [Fraction(3), Fraction(1), Fraction(0), Fraction(0)]
    assert [row["name"] for row in read_rows(Path("standing.parquet").read_bytes())][:2] == ["Player 3", "Player 1"]
