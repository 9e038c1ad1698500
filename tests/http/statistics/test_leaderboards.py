"""`/v1/leaderboards/{figure}`: the players of a game by one figure."""

import sys
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.http_client import COURT_PLAYERS, Headers, problem_name, store_evening
from tests.support.tables import XLSX, csv_cells, workbook_cells


@pytest.fixture
def court(client: FlaskClient, scorekeeper: Headers) -> FlaskClient:
    """A service on which Haru won twice and Natsu once; Yuki came once and lost."""
    store_evening(client, scorekeeper, "1234", "1324")
    store_evening(client, scorekeeper, "2134", players=(*COURT_PLAYERS[:3], "Yuki"))
    return client


def standings(client: FlaskClient, figure: str, **query: str) -> list[dict[str, Any]]:
    answer = client.get(f"/v1/leaderboards/{figure}", query_string={"rules": "dalmuti", **query})
    assert answer.status_code == 200, answer.get_json()
    found: list[dict[str, Any]] = answer.get_json()["standings"]
    return found


def order(client: FlaskClient, figure: str, **query: str) -> list[tuple[int, str]]:
    return [(one["place"], one["player"]["id"]) for one in standings(client, figure, **query)]


def test_the_best_value_stands_first(court: FlaskClient) -> None:
    assert order(court, "first")[:2] == [(1, "Haru"), (2, "Natsu")]


def test_a_game_that_nobody_has_played_has_an_empty_one(court: FlaskClient) -> None:
    assert standings(court, "first", rules="biga") == []


@pytest.mark.parametrize("figure", ["charm", "length.mean", "higher"])
def test_a_figure_that_players_do_not_have_is_not_found(court: FlaskClient, figure: str) -> None:
    assert problem_name(court.get(f"/v1/leaderboards/{figure}?rules=dalmuti")) == "not-found"


def test_a_workbook_has_the_cells_of_the_csv(court: FlaskClient) -> None:
    address = "/v1/leaderboards/first?rules=dalmuti"
    answer = court.get(address, headers={"Accept": XLSX})
    assert (answer.status_code, answer.mimetype) == (200, XLSX)
    assert answer.get_data().startswith(b"PK")
    assert workbook_cells(answer.get_data()) == csv_cells(court.get(address, headers={"Accept": "text/csv"}).get_data())


def test_without_the_part_for_sheets_the_problem_says_what_to_install(
    court: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    monkeypatch.delitem(sys.modules, "daifu.schemas.sheets.workbook", raising=False)
    answer = court.get("/v1/leaderboards/deals?rules=dalmuti", headers={"Accept": XLSX})
    assert problem_name(answer) == "internal-error"
    assert "pip install 'daifu[sheets]'" in answer.get_json()["detail"]
