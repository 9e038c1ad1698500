"""The standing in its forms: for programs, for spreadsheets and for the wall."""

import csv
import io

import pytest
from flask.testing import FlaskClient

from tests.support.http_client import Headers, HttpScorekeeper, penalty, play_one_round, round_change, sheet


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
