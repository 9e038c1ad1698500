"""CSV that a spreadsheet may open."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.figures.figures import pair_figures, player_figures, table_figures
from daifu.replay.figures.leaderboard import rank_players
from daifu.schemas.csv_text import csv_text, spreadsheet_safe
from daifu.schemas.figure_rows import (
    FIGURE_COLUMNS,
    LEADERBOARD_COLUMNS,
    leaderboard_rows,
    pair_rows,
    player_rows,
    table_rows,
)

EN, JA = range(2)
COUNTS = {"deals": 4, "first": 1, "scored": 4, "points": -3000, "points_squared": 5_000_000, "turn.fugo.fugo": 2}


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", " =", "＝", "＋", "－", "＠"])
def test_a_text_that_could_be_a_formula_gets_an_apostrophe(start: str) -> None:
    assert spreadsheet_safe(f"{start}1+1") == f"'{start}1+1"


@pytest.mark.parametrize("sign", ["\0", "\x1b", "\x7f", "\x85", "\n", "\r", "\u2028"])
def test_a_text_with_a_control_character_anywhere_gets_an_apostrophe(sign: str) -> None:
    assert spreadsheet_safe(f"Ann{sign}=1") == f"'Ann{sign}=1"


@pytest.mark.parametrize("name", ["Ann", "大富豪", "O'Hara", "a=b", "3-4", ""])
def test_a_common_name_stays_as_it_is(name: str) -> None:
    assert spreadsheet_safe(name) == name


def test_a_negative_number_is_no_formula() -> None:
    assert csv_text(["a"], [[-3], [-0.5]]) == '\ufeff"a"\r\n-3\r\n-0.5\r\n'


def test_a_text_stands_in_quotation_marks() -> None:
    assert csv_text(["a"], [["x;=1"], ['say "hi"'], [None]]) == '\ufeff"a"\r\n"x;=1"\r\n"say ""hi"""\r\n""\r\n'


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1))
def test_no_cell_of_any_text_begins_as_a_formula_and_all_come_back(texts: list[str]) -> None:
    columns = [f"column {number}" for number, _ in enumerate(texts)]
    head, row = csv.reader(io.StringIO(csv_text(columns, [texts]).removeprefix("\ufeff"), newline=""))
    assert head == columns
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)
    assert [cell if cell == text else cell.removeprefix("'") for cell, text in zip(row, texts, strict=True)] == texts


def test_headings_and_names_are_made_safe_like_any_cell() -> None:
    assert read(csv_text(["=a"], [["=b"]])) == [["'=a"], ["'=b"]]


def test_a_player_has_a_row_for_each_figure() -> None:
    figures = player_figures("uecda", COUNTS, {})
    rows = read(csv_text(FIGURE_COLUMNS, player_rows("uecda", figures, EN)))
    assert rows[0] == [*FIGURE_COLUMNS]
    assert [row[0] for row in rows[1:]] == [*figures]
    assert ["points", "results", "points", "-3", "1", "-3", "-3", "-3"] in rows
    assert ["turn.fugo.fugo", "titles", "from fugo to fugo", "2", "2", "1.0"] in [row[:6] for row in rows]


def test_figures_are_named_in_the_language_of_the_reader() -> None:
    rows = {row[0]: row for row in player_rows("uecda", player_figures("uecda", COUNTS, {}), JA)}
    assert rows["first"][2] == "1位率"


def test_an_unknown_value_is_an_empty_cell() -> None:
    rows = {
        row[0]: row for row in read(csv_text(FIGURE_COLUMNS, player_rows("uecda", player_figures("uecda", {}, {}), EN)))
    }
    assert rows["first"][3:] == ["0", "0", "", "", ""]


def test_a_profile_has_rows_for_figures_changes_of_title_and_rules() -> None:
    whole = table_figures("uecda", {"actions": 10, "rule.U-LOCK-1": 1}, COUNTS)
    ids = [row[0] for row in table_rows("uecda", whole, EN)]
    assert ids[-1] == "rule.U-LOCK-1"
    assert {"length.mean", "turn.fugo.daifugo"} <= set(ids)


def test_a_pair_has_a_row_for_each_figure() -> None:
    figures = pair_figures("biga", {"deals": 3, "partners": 1, "opponents": 2})
    assert [row[0] for row in pair_rows(figures, EN)] == [*figures]


def test_a_leaderboard_names_the_players_and_is_safe_from_their_names() -> None:
    standings = rank_players("uecda", "first", [("x1", COUNTS), ("x2", COUNTS)], {}).entries
    rows = read(csv_text(LEADERBOARD_COLUMNS, leaderboard_rows(standings, {"x1": '=HYPERLINK("http://x")'})))
    assert rows[1][:4] == ["1", "x1", '\'=HYPERLINK("http://x")', "4"]
    assert rows[2][:4] == ["1", "x2", "x2", "4"]
