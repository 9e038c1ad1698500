"""The standing as Parquet has the same values as the standing as JSON."""

import sys
from fractions import Fraction
from subprocess import run
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from daifu.schemas.parquet.standings import STANDING_COLUMNS
from tests.support.command_line import command_environment
from tests.support.http_client import Headers, HttpScorekeeper, penalty, sheet
from tests.support.tables import Row, read_columns, read_rows

PARQUET: Final = "application/vnd.apache.parquet"
EXACT: Final = ("points", "carried", "counted", "referee", "best_round", "opponents")
AS_THEY_ARE: Final = (
    *("place", "entrant", "name", "team", "withdrawn", "stage"),
    *("deals", "firsts", "faults", "dropped", "movement"),
)


def file_of(keeper: HttpScorekeeper, **query: str | int) -> bytes:
    """The standing as it is sent."""
    headers = {"Accept": PARQUET, "Accept-Encoding": "gzip"}
    answer = keeper.client.get(f"{keeper.address}/standings", headers=headers, query_string=query)
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
def keeper(client: FlaskClient, scorekeeper: Headers) -> HttpScorekeeper:
    """Two rounds of four, a final, thirds, a penalty, somebody who left, and a lot."""
    settings = {"tie_breaks": ["points", "head_to_head", "best_round", "lot"], "drop_worst": 1}
    keeper = HttpScorekeeper(client, scorekeeper, settings=settings)
    keeper.enter("Haru", "Natsu", team="Reds")
    keeper.enter("Aki", "Fuyu")
    keeper.open_stage()
    for number, points in ((1, ["1/3", 5, 5, 0.5]), (2, [2, 5, 5, 1])):
        keeper.seats([1, 2, 3, 4])
        keeper.make(sheet(number, 1, points=points))
    keeper.make(penalty(1, 4, 1), {"change": "withdrawn", "entrant": 4, "stage": 1, "round": 3})
    keeper.make({"change": "lot_drawn", "entrants": [3, 2], "seed": None})
    return keeper


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
def test_every_line_is_a_row_with_the_same_numbers(keeper: HttpScorekeeper, query: dict[str, int]) -> None:
    found = keeper.reads("/standings", **query)
    rows = read_rows(file_of(keeper, **query))
    for row, line in zip(rows, found["lines"], strict=True):
        assert_same(row, line)
        assert (row["version"], row["after_stage"], row["after_round"]) == (
            found["version"],
            found["stage"],
            found["round"],
        )


def test_a_row_says_which_tournament_it_is_of(keeper: HttpScorekeeper) -> None:
    assert {(row["tournament"], row["rules"]) for row in read_rows(file_of(keeper))} == {("Winter cup", "dalmuti")}


def test_entrants_are_found_again_in_records_by_their_ids(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = HttpScorekeeper(client, scorekeeper)
    keeper.make({"change": "entered", "name": "Haru", "players": ["haru-1", "haru-2"]})
    keeper.enter("Natsu", "Aki", "Fuyu")
    keeper.open_stage()
    assert [row["player_ids"] for row in read_rows(file_of(keeper))][:2] == [["haru-1", "haru-2"], ["Natsu"]]


def test_columns_are_of_the_types_that_are_described(keeper: HttpScorekeeper) -> None:
    described = [(column.name, str(column.type), column.optional) for column in STANDING_COLUMNS]
    assert read_columns(file_of(keeper)) == described
    assert len({name for name, _, _ in described}) == len(described)


def test_where_there_is_nobody_there_are_the_columns(client: FlaskClient, scorekeeper: Headers) -> None:
    file = file_of(HttpScorekeeper(client, scorekeeper))
    assert read_rows(file) == []
    assert len(read_columns(file)) == len(STANDING_COLUMNS)


def test_the_same_standing_gives_the_same_bytes(keeper: HttpScorekeeper) -> None:
    before = keeper.version
    file = file_of(keeper)
    keeper.make(sheet(1, 1, points=[0, 0, 0, 0]))
    assert file_of(keeper) != file
    assert file_of(keeper, version=before) == file


@pytest.mark.parametrize("module", ["daifu.api.http.app", "daifu.api.cli.tournament.commands"])
def test_no_pyarrow_is_loaded_before_it_is_asked_for(module: str) -> None:
    code = f"import sys, {module}; sys.exit('pyarrow' in sys.modules)"
    assert run([sys.executable, "-c", code], env=command_environment(), check=False).returncode == 0
