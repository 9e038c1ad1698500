"""The head-to-head table and the teams as CSV and as Parquet have the values of their JSON."""

import csv
import io
from fractions import Fraction

import pytest
from flask.testing import FlaskClient

from daifu.schemas.parquet.standings import MEETING_COLUMNS, TEAM_COLUMNS
from tests.support.http_client import Headers, HttpScorekeeper, sheet
from tests.support.tables import XLSX, Row, read_columns, read_rows, workbook_cells

PARQUET = "application/vnd.apache.parquet"


@pytest.fixture
def keeper(client: FlaskClient, scorekeeper: Headers) -> HttpScorekeeper:
    """A round of four, two of them in a team, with thirds and a draw."""
    keeper = HttpScorekeeper(client, scorekeeper)
    keeper.enter("Haru", "Natsu", team="Reds")
    keeper.enter("Aki", "=Fuyu")
    keeper.open_stage()
    keeper.seats([1, 2, 3, 4])
    keeper.make(sheet(1, 1, points=["1/3", 5, 5, 0.5]))
    return keeper


def file_of(keeper: HttpScorekeeper, table: str, accept: str) -> bytes:
    """A table as it is sent."""
    answer = keeper.client.get(f"{keeper.address}/{table}", headers={"Accept": accept})
    assert (answer.status_code, answer.mimetype) == (200, accept)
    assert "Accept" in answer.headers["Vary"]
    assert f'filename="{table}-1-1.' in answer.headers["Content-Disposition"]
    return answer.get_data()


def csv_rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


def parquet_rows(content: bytes) -> list[Row]:
    return read_rows(content)


def test_each_meeting_is_a_row_of_csv_seen_from_each_of_the_two(keeper: HttpScorekeeper) -> None:
    rows = csv_rows(file_of(keeper, "head-to-head", "text/csv"))
    assert len(rows) == 4 * 3
    assert rows[0] == {
        "entrant": "1",
        "name": "Haru",
        "opponent": "2",
        "opponent_name": "Natsu",
        "round": "1",
        "table": "1",
        "own": "0.333333333333",
        "theirs": "5",
        "won": "0",
    }


def test_names_that_a_spreadsheet_would_compute_are_marked(keeper: HttpScorekeeper) -> None:
    rows = csv_rows(file_of(keeper, "head-to-head", "text/csv"))
    assert rows[2]["opponent_name"] == "'=Fuyu"


def test_numbers_of_meetings_are_exact_in_parquet(keeper: HttpScorekeeper) -> None:
    content = file_of(keeper, "head-to-head", PARQUET)
    found = parquet_rows(content)
    assert [row["won_exact"] for row in found if row["entrant"] == 2] == ["1", "1/2", "1"]
    assert Fraction(found[0]["own_exact"]) == Fraction(1, 3)
    assert (found[0]["after_stage"], found[0]["after_round"]) == (1, 1)
    assert len(read_columns(content)) == len(MEETING_COLUMNS)


def test_each_entrant_of_a_team_is_a_row(keeper: HttpScorekeeper) -> None:
    rows = csv_rows(file_of(keeper, "teams", "text/csv"))
    assert [(row["place"], row["team"], row["name"], row["entrant_points"]) for row in rows] == [
        ("1", "Reds", "Natsu", "5"),
        ("1", "Reds", "Haru", "0.333333333333"),
    ]
    content = file_of(keeper, "teams", PARQUET)
    assert [row["points_exact"] for row in parquet_rows(content)] == ["16/3", "16/3"]
    assert len(read_columns(content)) == len(TEAM_COLUMNS)


@pytest.mark.parametrize("table", ["standings", "head-to-head", "teams"])
def test_a_workbook_has_the_rows_of_the_csv_with_numbers_and_no_formula(keeper: HttpScorekeeper, table: str) -> None:
    answer = keeper.client.get(f"{keeper.address}/{table}", headers={"Accept": XLSX})
    assert (answer.status_code, answer.mimetype) == (200, XLSX)
    written = csv_rows(keeper.client.get(f"{keeper.address}/{table}", headers={"Accept": "text/csv"}).get_data())
    heads, *rows = workbook_cells(answer.get_data())
    assert heads == [*written[0]]
    assert [row[heads.index("name")] for row in rows] == [row["name"] for row in written]
    number = {"standings": "points", "head-to-head": "own", "teams": "entrant_points"}[table]
    assert [row[heads.index(number)] for row in rows] == [float(row[number]) for row in written]


@pytest.mark.parametrize("accept", ["text/csv", PARQUET])
def test_a_round_that_is_not_there_is_not_found(keeper: HttpScorekeeper, accept: str) -> None:
    answer = keeper.client.get(f"{keeper.address}/teams?stage=1&round=9", headers={"Accept": accept})
    assert answer.status_code == 404
