"""The standing as Parquet says what it says as JSON."""

import sys
from fractions import Fraction
from subprocess import run
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from schemas.parquet.standings import COLUMNS
from tests.support.command_line import environment
from tests.support.parquet import Row, columns_of, read
from tests.support.scorekeeping import Scorekeeper, penalty, played, sheet
from tests.support.uploads import Headers

PARQUET: Final = "application/vnd.apache.parquet"
EXACT: Final = ("points", "carried", "counted", "referee", "best_round", "opponents")
AS_THEY_ARE: Final = (
    *("place", "entrant", "name", "team", "withdrawn", "stage"),
    *("deals", "firsts", "faults", "dropped", "movement"),
)


def file_of(keeper: Scorekeeper, **query: str | int) -> bytes:
    """The standing as it is sent."""
    answer = keeper.client.get(f"{keeper.address}/standings", headers={"Accept": PARQUET}, query_string=query)
    assert (answer.status_code, answer.content_type) == (200, PARQUET)
    assert "Accept" in answer.headers["Vary"]
    return answer.get_data()


def told(value: float | str | None) -> Fraction | None:
    """An exact number of the JSON."""
    return None if value is None else Fraction(value if isinstance(value, str) else repr(value))


def tie_breaks(line: dict[str, Any], name: str) -> Fraction | None:
    """The value that counted in a tie-break, where it was taken."""
    values = {step["tie_break"]: step["value"] for step in line["tie_breaks"]}
    return told(values.get(name))


@pytest.fixture
def keeper(client: FlaskClient, scorekeeper: Headers) -> Scorekeeper:
    """Two rounds of four, a final, thirds, a penalty, somebody who left, and a lot."""
    settings = {"tie_breaks": ["points", "head_to_head", "best_round", "lot"], "drop_worst": 1}
    keeper = Scorekeeper(client, scorekeeper, settings=settings)
    keeper.enters("Haru", "Natsu", team="Reds")
    keeper.enters("Aki", "Fuyu")
    keeper.opens()
    for number, points in ((1, ["1/3", 5, 5, 0.5]), (2, [2, 5, 5, 1])):
        keeper.seats([1, 2, 3, 4])
        keeper.makes(sheet(number, 1, points=points))
    keeper.makes(penalty(1, 4, 1), {"change": "withdrawn", "entrant": 4, "stage": 1, "round": 3})
    keeper.makes({"change": "lot_drawn", "entrants": [3, 2], "seed": None})
    return keeper


def assert_same(row: Row, line: dict[str, Any]) -> None:
    """A row says what the line says."""
    assert {name: row[name] for name in AS_THEY_ARE} == {name: line[name] for name in AS_THEY_ARE}
    for name in EXACT:
        assert told(row[f"{name}_exact"]) == told(line[name])
        assert row[name] == (None if line[name] is None else float(told(line[name]) or 0))
    assert row["tie_breaks"] == [step["tie_break"] for step in line["tie_breaks"]]
    assert told(row["head_to_head_exact"]) == tie_breaks(line, "head_to_head")
    assert row["lot"] == tie_breaks(line, "lot")


@pytest.mark.parametrize("query", [{}, {"stage": 1, "round": 1}, {"stage": 1, "round": 0}])
def test_every_line_is_a_row_with_the_same_numbers(keeper: Scorekeeper, query: dict[str, int]) -> None:
    found = keeper.reads("/standings", **query)
    rows = read(file_of(keeper, **query))
    for row, line in zip(rows, found["lines"], strict=True):
        assert_same(row, line)
        assert (row["version"], row["after_stage"], row["after_round"]) == (
            found["version"],
            found["stage"],
            found["round"],
        )


def test_a_row_says_which_tournament_it_is_of(keeper: Scorekeeper) -> None:
    assert {(row["tournament"], row["rules"]) for row in read(file_of(keeper))} == {("Winter cup", "dalmuti")}


def test_a_third_is_a_double_and_a_fraction(keeper: Scorekeeper) -> None:
    [haru] = [row for row in read(file_of(keeper, stage=1, round=1)) if row["name"] == "Haru"]
    assert (haru["points"], haru["points_exact"]) == (1 / 3, "1/3")


def test_a_lot_is_a_column_of_its_own(keeper: Scorekeeper) -> None:
    assert {row["name"]: row["lot"] for row in read(file_of(keeper))} == {
        "Haru": None,
        "Natsu": 2,
        "Aki": 1,
        "Fuyu": None,
    }


def test_entrants_are_found_again_in_records_by_their_ids(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = Scorekeeper(client, scorekeeper)
    keeper.makes({"change": "entered", "name": "Haru", "players": ["haru-1", "haru-2"]})
    keeper.enters("Natsu", "Aki", "Fuyu")
    keeper.opens()
    assert [row["player_ids"] for row in read(file_of(keeper))][:2] == [["haru-1", "haru-2"], ["Natsu"]]


def test_columns_are_of_the_types_that_are_described(keeper: Scorekeeper) -> None:
    described = [(column.name, str(column.type), column.optional) for column in COLUMNS]
    assert columns_of(file_of(keeper)) == described
    assert len({name for name, _, _ in described}) == len(described)


def test_where_there_is_nobody_there_are_the_columns(client: FlaskClient, scorekeeper: Headers) -> None:
    file = file_of(Scorekeeper(client, scorekeeper))
    assert read(file) == []
    assert len(columns_of(file)) == len(COLUMNS)


def test_the_same_standing_gives_the_same_bytes(keeper: Scorekeeper) -> None:
    before = keeper.version
    file = file_of(keeper)
    keeper.makes(sheet(1, 1, points=[0, 0, 0, 0]))
    assert file_of(keeper) != file
    assert file_of(keeper, version=before) == file


def test_the_file_is_named_by_its_round(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = played(client, scorekeeper)
    answer = client.get(f"{keeper.address}/standings", headers={"Accept": PARQUET, "Accept-Encoding": "gzip"})
    assert answer.headers["Content-Disposition"] == 'attachment; filename="standing-1-1.parquet"'
    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("module", ["api.http.app", "api.cli.tournament.every"])
def test_no_pyarrow_is_loaded_before_it_is_asked_for(module: str) -> None:
    code = f"import sys, {module}; sys.exit('pyarrow' in sys.modules)"
    assert run([sys.executable, "-c", code], env=environment(), check=False).returncode == 0
