"""The page about statistics has all that there is, in both languages."""

import re

import pytest

from api.statistics_wording import OF
from replay.counting import TABLE
from replay.tallies.catalogue import CATALOGUE
from schemas.figures.catalogue import FAMILIES, FIGURES, PAIR_FIGURES
from schemas.figures.whole import table_figures
from tests.support.markdown import ROOT, tables, text_of

PAGES = [ROOT / "docs/statistics.md", ROOT / "docs/statistics.ja.md"]
PLAYERS, PAIRS, SUMS, COUNTERS = range(1, 5)
"""The tables of the page that come after that of the kinds."""

each_page = pytest.mark.parametrize("language", range(2))


def rows(language: int, number: int) -> list[str]:
    return ["|".join(row) for row in tables(text_of(PAGES[language]))[number]]


@each_page
def test_every_figure_is_on_the_page(language: int) -> None:
    page = "\n".join(rows(language, PLAYERS))
    for figure in (*FIGURES, *(family.pattern for family in FAMILIES)):
        assert f"`{figure.id}`" in page
    assert all(f"`{figure.id}`" in "\n".join(rows(language, PAIRS)) for figure in PAIR_FIGURES)


@each_page
def test_a_figure_is_of_the_game_as_a_whole_where_that_tells_it(language: int) -> None:
    told = {row.partition("|")[0].strip("` "): row for row in rows(language, PLAYERS)}
    whole = table_figures("uecda", {"deals": 3}, {"deals": 15, "top.begun": 3, "top.kept": 1})
    assert {"deals", "top.kept"} <= set(whole.figures)
    for id in whole.figures:
        assert OF[TABLE][language] in told[id], id


@each_page
def test_every_counter_is_on_the_page_with_its_meaning(language: int) -> None:
    page = "\n".join(rows(language, COUNTERS))
    for families in CATALOGUE.values():
        for family in families:
            assert f"`{family.pattern}`" in page
            assert family.text[language] in page


@each_page
def test_whatever_a_figure_is_made_of_is_explained_on_the_page(language: int) -> None:
    explained = set(re.findall(r"`([^`]+)`", "\n".join([*rows(language, SUMS), *rows(language, COUNTERS)])))
    stars = {re.sub(r"<\w+>", "*", name) for name in explained} | explained
    fixed_part = {name.partition("*")[0] for name in stars if "*" in name}
    for figure in (*FIGURES, *PAIR_FIGURES):
        assert {figure.numerator, figure.denominator} - {""} <= stars, figure.id
    for family in FAMILIES:
        assert family.pattern.numerator.partition("<")[0] in fixed_part


@each_page
def test_nothing_on_the_page_would_be_taken_for_a_tag(language: int) -> None:
    assert "<" not in re.sub(r"`[^`]*`", "", text_of(PAGES[language]))
