"""The standing, the head-to-head table and the teams in their forms: programs, spreadsheets, Parquet, paper."""

import csv
import io
import sys
from fractions import Fraction
from subprocess import run
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from daifu.schemas.parquet.standings import MEETING_COLUMNS, STANDING_COLUMNS, TEAM_COLUMNS
from tests.support.command_line import command_environment
from tests.support.http_client import Headers, HttpScorekeeper, penalty, play_one_round, round_change, sheet
from tests.support.tables import XLSX, Row, read_columns, read_rows, workbook_cells


@pytest.fixture
def keeper(client: FlaskClient, scorekeeper: Headers) -> HttpScorekeeper:
    """A tournament whose only round has been played."""
    return play_one_round(client, scorekeeper)


def form(keeper: HttpScorekeeper, accepted: str, language: str = "en", **query: str | int) -> str:
    """The standing in the form that is asked for."""
    headers = {"Accept": accepted, "Accept-Language": language}
    answer = keeper.client.get(f"{keeper.address}/standings", headers=headers, query_string=query)
    assert answer.status_code == 200
    assert answer.mimetype == accepted
    assert "Accept" in answer.headers["Vary"]
    return answer.get_data().decode()


def renamed(keeper: HttpScorekeeper, name: str) -> None:
    """The first entrant is called something else."""
    keeper.make({"change": "renamed", "entrant": 1, "name": name})


def test_json_is_what_is_told_to_who_asks_for_nothing(keeper: HttpScorekeeper) -> None:
    assert keeper.client.get(f"{keeper.address}/standings").mimetype == "application/json"
    assert keeper.client.get(f"{keeper.address}/standings", headers={"Accept": "image/png"}).mimetype == (
        "application/json"
    )


def test_a_spreadsheet_gets_a_line_for_each_entrant(keeper: HttpScorekeeper) -> None:
    rows = list(csv.DictReader(io.StringIO(form(keeper, "text/csv").removeprefix("\ufeff"))))
    assert [(row["place"], row["name"], row["points"], row["firsts"]) for row in rows] == [
        ("1", "Haru", "3", "1"),
        ("2", "Natsu", "2", "0"),
        ("3", "Aki", "1", "0"),
        ("4", "Fuyu", "0", "0"),
    ]


@pytest.mark.parametrize("name", ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "＝1+1", " =1", '=HYPERLINK("x")'])
def test_no_name_is_a_formula_in_a_spreadsheet(keeper: HttpScorekeeper, name: str) -> None:
    renamed(keeper, name)
    [row] = list(csv.DictReader(io.StringIO(form(keeper, "text/csv").removeprefix("\ufeff"))))[:1]
    assert row["name"] == f"'{name}"


def test_negative_points_stay_numbers_in_a_spreadsheet(keeper: HttpScorekeeper) -> None:
    keeper.make(penalty(1, 4, 1))
    rows = list(csv.DictReader(io.StringIO(form(keeper, "text/csv").removeprefix("\ufeff"))))
    assert (rows[3]["points"], rows[3]["referee"]) == ("-2", "-2")


def test_thirds_are_exact_in_json_and_decimals_in_a_spreadsheet(keeper: HttpScorekeeper) -> None:
    keeper.make(sheet(1, 1, points=["1/3", 0, 0, 0]))
    assert keeper.reads("/standings")["lines"][0]["points"] == "1/3"
    assert ",0.333333333333," in form(keeper, "text/csv")


def test_no_name_is_a_part_of_the_page(keeper: HttpScorekeeper) -> None:
    renamed(keeper, "<script>alert(1)</script>")
    page = form(keeper, "text/html")
    assert "<script>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_the_page_has_only_columns_in_which_something_stands(keeper: HttpScorekeeper) -> None:
    assert ">Faults<" not in form(keeper, "text/html")
    assert ">Referee<" not in form(keeper, "text/html")
    keeper.make(penalty(1, 4, 1))
    assert ">Referee<" in form(keeper, "text/html")


def test_the_page_has_the_columns_of_the_tie_breaks_that_are_agreed(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = HttpScorekeeper(client, scorekeeper)
    keeper.enter("Haru", "Natsu", "Aki", "Fuyu")
    keeper.make({"change": "settings_changed", "settings": {"tie_breaks": ["points", "best_round"]}})
    keeper.open_stage()
    keeper.seats([1, 2, 3, 4])
    keeper.make(sheet(1, 1, places=[1, 2, 3, 4]))
    page = form(keeper, "text/html")
    assert ">Best round<" in page
    assert ">Opponents<" not in page


def test_numbers_on_the_page_are_short_and_names_run_their_own_way(keeper: HttpScorekeeper) -> None:
    renamed(keeper, "אבי כהן")
    keeper.make(sheet(1, 1, points=["10/3", 0, 0, 0]))
    page = form(keeper, "text/html")
    assert "<td>3.333</td>" in page
    assert '<td class="text" dir="auto">אבי כהן</td>' in page


def test_who_has_withdrawn_is_marked_on_the_page(keeper: HttpScorekeeper) -> None:
    keeper.make({"change": "withdrawn", "entrant": 4, "stage": 1, "round": 2})
    assert "Fuyu (withdrawn)" in form(keeper, "text/html")
    assert "Fuyu（棄権）" in form(keeper, "text/html", "ja")


def test_before_the_first_stage_there_is_an_empty_standing(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = HttpScorekeeper(client, scorekeeper)
    assert keeper.reads("/standings")["lines"] == []
    assert "No stage has been opened yet" in form(keeper, "text/html")
    assert keeper.reads("/head-to-head")["table"] == []
    assert keeper.reads("/teams")["teams"] == []


def test_a_standing_can_be_read_as_it_was_announced(keeper: HttpScorekeeper) -> None:
    keeper.make(round_change("round_closed", 1))
    closed = keeper.version
    announced = keeper.reads("/standings")
    keeper.make(round_change("round_reopened", 1), sheet(1, 1, places=[4, 3, 2, 1]))
    keeper.seats([1, 2, 3, 4])
    keeper.make(sheet(2, 1, places=[4, 3, 2, 1]))
    assert keeper.reads("/standings", announced="true") == announced
    assert keeper.reads("/standings", announced="true", stage=1, round=1)["version"] == closed
    assert keeper.reads("/standings/1", announced="true")["line"]["place"] == 1
    assert "Haru" in form(keeper, "text/csv", announced="true").splitlines()[1]


PARQUET = "application/vnd.apache.parquet"
EXACT: Final = ("points", "carried", "counted", "referee", "best_round", "opponents")
AS_THEY_ARE: Final = (
    *("place", "entrant", "name", "team", "withdrawn", "stage"),
    *("deals", "firsts", "faults", "dropped", "movement"),
)


def file_of(exact_keeper: HttpScorekeeper, **query: str | int) -> bytes:
    """The standing as it is sent."""
    headers = {"Accept": PARQUET, "Accept-Encoding": "gzip"}
    answer = exact_keeper.client.get(f"{exact_keeper.address}/standings", headers=headers, query_string=query)
    assert (answer.status_code, answer.content_type) == (200, PARQUET)
    assert "Accept" in answer.headers["Vary"]
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="standing-')
    assert "Content-Encoding" not in answer.headers
    return answer.get_data()


def exact_number(value: float | str | None) -> Fraction | None:
    """An exact number of the JSON."""
    return None if value is None else Fraction(value if isinstance(value, str) else repr(value))


def tie_breaks(line: dict[str, Any], name: str) -> Fraction | None:
    """The value that counted in a tie-break, where it was taken."""
    values = {step["tie_break"]: step["value"] for step in line["tie_breaks"]}
    return exact_number(values.get(name))


@pytest.fixture
def exact_keeper(client: FlaskClient, scorekeeper: Headers) -> HttpScorekeeper:
    """Two rounds of four, a final, thirds, a penalty, somebody who left, and a lot."""
    settings = {"tie_breaks": ["points", "head_to_head", "best_round", "lot"], "drop_worst": 1}
    exact_keeper = HttpScorekeeper(client, scorekeeper, settings=settings)
    exact_keeper.enter("Haru", "Natsu", team="Reds")
    exact_keeper.enter("Aki", "Fuyu")
    exact_keeper.open_stage()
    for number, points in ((1, ["1/3", 5, 5, 0.5]), (2, [2, 5, 5, 1])):
        exact_keeper.seats([1, 2, 3, 4])
        exact_keeper.make(sheet(number, 1, points=points))
    exact_keeper.make(penalty(1, 4, 1), {"change": "withdrawn", "entrant": 4, "stage": 1, "round": 3})
    exact_keeper.make({"change": "lot_drawn", "entrants": [3, 2], "seed": None})
    return exact_keeper


def assert_same(row: Row, line: dict[str, Any]) -> None:
    """A row says what the line says."""
    assert {name: row[name] for name in AS_THEY_ARE} == {name: line[name] for name in AS_THEY_ARE}
    for name in EXACT:
        assert exact_number(row[f"{name}_exact"]) == exact_number(line[name])
        assert row[name] == (None if line[name] is None else float(exact_number(line[name]) or 0))
    assert row["tie_breaks"] == [step["tie_break"] for step in line["tie_breaks"]]
    assert exact_number(row["head_to_head_exact"]) == tie_breaks(line, "head_to_head")
    assert row["lot"] == tie_breaks(line, "lot")


@pytest.mark.parametrize("query", [{}, {"stage": 1, "round": 1}, {"stage": 1, "round": 0}])
def test_every_line_is_a_row_with_the_same_numbers(exact_keeper: HttpScorekeeper, query: dict[str, int]) -> None:
    found = exact_keeper.reads("/standings", **query)
    rows = read_rows(file_of(exact_keeper, **query))
    for row, line in zip(rows, found["lines"], strict=True):
        assert_same(row, line)
        assert (row["version"], row["after_stage"], row["after_round"]) == (
            found["version"],
            found["stage"],
            found["round"],
        )


def test_a_row_says_which_tournament_it_is_of(exact_keeper: HttpScorekeeper) -> None:
    assert {(row["tournament"], row["rules"]) for row in read_rows(file_of(exact_keeper))} == {
        ("Winter cup", "dalmuti")
    }


def test_entrants_are_found_again_in_records_by_their_ids(client: FlaskClient, scorekeeper: Headers) -> None:
    exact_keeper = HttpScorekeeper(client, scorekeeper)
    exact_keeper.make({"change": "entered", "name": "Haru", "players": ["haru-1", "haru-2"]})
    exact_keeper.enter("Natsu", "Aki", "Fuyu")
    exact_keeper.open_stage()
    assert [row["player_ids"] for row in read_rows(file_of(exact_keeper))][:2] == [["haru-1", "haru-2"], ["Natsu"]]


def test_columns_are_of_the_types_that_are_described(exact_keeper: HttpScorekeeper) -> None:
    described = [(column.name, str(column.type), column.optional) for column in STANDING_COLUMNS]
    assert read_columns(file_of(exact_keeper)) == described
    assert len({name for name, _, _ in described}) == len(described)


def test_where_there_is_nobody_there_are_the_columns(client: FlaskClient, scorekeeper: Headers) -> None:
    file = file_of(HttpScorekeeper(client, scorekeeper))
    assert read_rows(file) == []
    assert len(read_columns(file)) == len(STANDING_COLUMNS)


def test_the_same_standing_gives_the_same_bytes(exact_keeper: HttpScorekeeper) -> None:
    before = exact_keeper.version
    file = file_of(exact_keeper)
    exact_keeper.make(sheet(1, 1, points=[0, 0, 0, 0]))
    assert file_of(exact_keeper) != file
    assert file_of(exact_keeper, version=before) == file


@pytest.mark.parametrize("module", ["daifu.api.http.app", "daifu.api.cli.tournament.commands"])
def test_no_pyarrow_is_loaded_before_it_is_asked_for(module: str) -> None:
    code = f"import sys, {module}; sys.exit('pyarrow' in sys.modules)"
    assert run([sys.executable, "-c", code], env=command_environment(), check=False).returncode == 0


@pytest.fixture
def team_keeper(client: FlaskClient, scorekeeper: Headers) -> HttpScorekeeper:
    """A round of four, two of them in a team, with thirds and a draw."""
    team_keeper = HttpScorekeeper(client, scorekeeper)
    team_keeper.enter("Haru", "Natsu", team="Reds")
    team_keeper.enter("Aki", "=Fuyu")
    team_keeper.open_stage()
    team_keeper.seats([1, 2, 3, 4])
    team_keeper.make(sheet(1, 1, points=["1/3", 5, 5, 0.5]))
    return team_keeper


def table_file(team_keeper: HttpScorekeeper, table: str, accept: str) -> bytes:
    """A table as it is sent."""
    answer = team_keeper.client.get(f"{team_keeper.address}/{table}", headers={"Accept": accept})
    assert (answer.status_code, answer.mimetype) == (200, accept)
    assert "Accept" in answer.headers["Vary"]
    assert f'filename="{table}-1-1.' in answer.headers["Content-Disposition"]
    return answer.get_data()


def csv_rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


def parquet_rows(content: bytes) -> list[Row]:
    return read_rows(content)


def test_each_meeting_is_a_row_of_csv_seen_from_each_of_the_two(team_keeper: HttpScorekeeper) -> None:
    rows = csv_rows(table_file(team_keeper, "head-to-head", "text/csv"))
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


def test_names_that_a_spreadsheet_would_compute_are_marked(team_keeper: HttpScorekeeper) -> None:
    rows = csv_rows(table_file(team_keeper, "head-to-head", "text/csv"))
    assert rows[2]["opponent_name"] == "'=Fuyu"


def test_numbers_of_meetings_are_exact_in_parquet(team_keeper: HttpScorekeeper) -> None:
    content = table_file(team_keeper, "head-to-head", PARQUET)
    found = parquet_rows(content)
    assert [row["won_exact"] for row in found if row["entrant"] == 2] == ["1", "1/2", "1"]
    assert Fraction(found[0]["own_exact"]) == Fraction(1, 3)
    assert (found[0]["after_stage"], found[0]["after_round"]) == (1, 1)
    assert len(read_columns(content)) == len(MEETING_COLUMNS)


def test_each_entrant_of_a_team_is_a_row(team_keeper: HttpScorekeeper) -> None:
    rows = csv_rows(table_file(team_keeper, "teams", "text/csv"))
    assert [(row["place"], row["team"], row["name"], row["entrant_points"]) for row in rows] == [
        ("1", "Reds", "Natsu", "5"),
        ("1", "Reds", "Haru", "0.333333333333"),
    ]
    content = table_file(team_keeper, "teams", PARQUET)
    assert [row["points_exact"] for row in parquet_rows(content)] == ["16/3", "16/3"]
    assert len(read_columns(content)) == len(TEAM_COLUMNS)


@pytest.mark.parametrize("table", ["standings", "head-to-head", "teams"])
def test_a_workbook_has_the_rows_of_the_csv_with_numbers_and_no_formula(
    team_keeper: HttpScorekeeper, table: str
) -> None:
    answer = team_keeper.client.get(f"{team_keeper.address}/{table}", headers={"Accept": XLSX})
    assert (answer.status_code, answer.mimetype) == (200, XLSX)
    written = csv_rows(
        team_keeper.client.get(f"{team_keeper.address}/{table}", headers={"Accept": "text/csv"}).get_data()
    )
    heads, *rows = workbook_cells(answer.get_data())
    assert heads == [*written[0]]
    assert [row[heads.index("name")] for row in rows] == [row["name"] for row in written]
    number = {"standings": "points", "head-to-head": "own", "teams": "entrant_points"}[table]
    assert [row[heads.index(number)] for row in rows] == [float(row[number]) for row in written]


@pytest.mark.parametrize("accept", ["text/csv", PARQUET])
def test_a_round_that_is_not_there_is_not_found(team_keeper: HttpScorekeeper, accept: str) -> None:
    answer = team_keeper.client.get(f"{team_keeper.address}/teams?stage=1&round=9", headers={"Accept": accept})
    assert answer.status_code == 404
