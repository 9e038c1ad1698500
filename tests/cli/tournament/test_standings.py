"""`daifu tournament standings`: the table, its other forms, and how a line came about."""

from pathlib import Path

import httpx
import pytest

from tests.support.command_line import daifu, finished
from tests.support.parquet import read
from tests.support.scorekeeper import Scorekeeper, serving


@pytest.fixture
def played(keeper: Scorekeeper) -> Scorekeeper:
    """Two rounds of four."""
    keeper.opens(4, "--worth", "5,3,2,0")
    for number, places in (("1", "1,2,3,4"), ("2", "4,1,2,3")):
        keeper.seats("1,2,3,4")
        keeper.does("result", number, "1", "--places", places)
    keeper.does("bonus", "Player 4", "1", "--round", "2", "--reason", "fair play")
    return keeper


def test_the_table_has_the_best_first(played: Scorekeeper) -> None:
    round_, _, heads, _, *rows = played.does("standings").splitlines()
    assert round_ == "Preliminaries, after round 2"
    assert heads.split() == ["Place", "Change", "No.", "Name", "Points", "Referee", "Firsts"]
    assert [row.split() for row in rows if row.strip()] == [
        ["1", "+1", "2", "Player", "2", "8", "0", "1"],
        ["2", "-1", "1", "Player", "1", "5", "0", "1"],
        ["2", "+1", "3", "Player", "3", "5", "0", "0"],
        ["4", "4", "Player", "4", "3", "1", "0"],
    ]


def test_the_table_fits_a_terminal_without_a_broken_number_or_head(keeper: Scorekeeper) -> None:
    keeper.creates("Cup", "--penalty", "illegal=-1/3")
    keeper.does("enter", "Wilhelmina Featherstonehaugh", "Natsu", "Aki", "Fuyu", "--team", "The Eastern Dalmutis")
    keeper.does("stage", "Preliminaries")
    keeper.seats("1,2,3,4")
    keeper.does("result", "1", "1", "--points", "1/3,1000000,-7,0.125")
    keeper.does("close", "1")
    keeper.does("stage", "Final", "--carry", "1/3")
    keeper.seats("4,3,2,1")
    keeper.does("result", "1", "1", "--points", "1/3,1000000,-7,0.125")
    keeper.does("penalty", "Natsu", "1/3", "--reason", "late")
    printed = finished("tournament", "standings", "1", *keeper.target).stdout.decode()
    assert max(map(len, printed.splitlines())) <= 80
    assert all(head in printed for head in ("Carried", "Referee", "Firsts"))
    assert "333333.333" in printed


def test_who_plays_no_more_is_marked(played: Scorekeeper) -> None:
    played.does("withdraw", "Player 3")
    assert "Player 3 (withdrawn)" in played.does("standings")


def test_a_standing_can_be_told_as_it_was_after_a_round(played: Scorekeeper) -> None:
    assert list(played.points("--until", "1").values()) == [5, 3, 2, 0]


def test_a_spreadsheet_gets_every_column(played: Scorekeeper) -> None:
    head, first, *_ = played.does("standings", "--csv").splitlines()
    assert "best_round" in head
    assert first.startswith("1,2,Player 2,,no,1,8,")


def test_the_page_for_the_wall_is_html(played: Scorekeeper) -> None:
    page = played.does("standings", "--html")
    assert page.startswith("<!doctype html>")
    assert "Player 2" in page


def test_a_line_is_explained_down_to_the_deals(played: Scorekeeper) -> None:
    assert played.does("standings", "--explain", "Player 4").splitlines() == [
        "4 Player 4: place 4, 3 points",
        "  round 1: played at table 1, seat 4: 0 [deal 1: place 4 / Greater Peon / 0 points]",
        "  round 2: played at table 1, seat 4: 2 [deal 1: place 3 / Lesser Peon / 2 points]",
        "  award 1: 4 Player 4 +1 (fair play)",
        "  points: 3",
    ]


def test_a_line_is_explained_in_japanese(played: Scorekeeper) -> None:
    call = ("--lang", "ja", "tournament", "standings", "1", "--explain", "Player 4", *played.target)
    assert daifu(*call).stdout.splitlines() == [
        "4 Player 4：4位　3点",
        "  1回戦：対局（1卓4番席）　0点 [1回目：4位 / 大貧民 / 0点]",
        "  2回戦：対局（1卓4番席）　2点 [1回目：3位 / 小貧民 / 2点]",
        "  裁定1：4 Player 4 +1（fair play）",
        "  合計：3",
    ]


def test_an_explanation_comes_as_json_too(played: Scorekeeper) -> None:
    assert played.reads("standings", "--explain", "4")["account"]["referee"] == 1


def test_one_form_at_a_time(played: Scorekeeper) -> None:
    said = "daifu: only one of --json, --csv, --html, --parquet and --explain"
    assert played.fails("standings", "--csv", "--json") == said
    assert played.fails("standings", "--csv", "--parquet", "-") == said
    assert played.fails("standings", "--explain", "4", "--parquet", "-") == said


def test_a_round_that_is_not_there_has_no_standing(played: Scorekeeper) -> None:
    assert played.fails("standings", "--until", "3") == "daifu: stage 1 has no round 3 that is drawn"


def test_statistics_get_a_file_with_exact_numbers(played: Scorekeeper, tmp_path: Path) -> None:
    assert played.does("standings", "--parquet", str(tmp_path / "standing.parquet")) == ""
    rows = read((tmp_path / "standing.parquet").read_bytes())
    assert [(row["name"], row["points"], row["points_exact"]) for row in rows][:2] == [
        ("Player 2", 8.0, "8"),
        ("Player 1", 5.0, "5"),
    ]


def test_a_store_and_a_service_give_the_same_file(played: Scorekeeper, tmp_path: Path) -> None:
    here = played.tries("standings", "--parquet", "-").stdout_bytes
    with serving(tmp_path / "club.db") as (url, token):
        there = Scorekeeper("--url", url, "--token", token).tries("standings", "--parquet", "-").stdout_bytes
        headers = {"Accept": "application/vnd.apache.parquet"}
        sent = httpx.get(f"{url}/v1/tournaments/1/standings", headers=headers).content
    assert here == there == sent


def test_a_file_that_cannot_be_written_is_named(played: Scorekeeper, tmp_path: Path) -> None:
    said = played.fails("standings", "--parquet", str(tmp_path))
    assert said == f"daifu: {tmp_path} cannot be written: Is a directory"
