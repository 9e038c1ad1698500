"""Sheets that are written: each layout is read again as the same results."""

import io
from typing import Any

import msgspec
import openpyxl
import pytest

from daifu.schemas.judgement import judge_json
from daifu.schemas.sheets.grid import read_grid
from daifu.schemas.sheets.layout import Columns, Layout
from daifu.schemas.sheets.reading import read_sheet
from daifu.schemas.sheets.workbook import write_workbook
from daifu.schemas.sheets.writing import Results, results_of, write_sheet

PLAYERS = ["=Mu", {"id": "j", "name": "順子"}, "Aki", "Tom", "Rei"]
ORDERS = ([1, 2, 3, 4, 5], [3, 1, 5, 2, 4])


def record(**event: object) -> dict[str, Any]:
    deals = [{"result": {"order": order, "points": [2.5, 1, 0, -1, -2.5]}} for order in ORDERS]
    return {"format": "daifu/1", "rules": "akagiri", "players": PLAYERS, "event": event, "deals": deals}


def results(*records: dict[str, Any]) -> Results:
    judged = [judge_json(msgspec.json.encode(one)) for one in records]
    return results_of((one.record, one.report) for one in judged)


WRITTEN = results(record(date="2025-02-01", table="A"), record(date="2025-02-01T20:00", table="B"))


def orders(data: bytes) -> list[list[str]]:
    reading = read_sheet(data, Columns(rules="akagiri"))
    assert (reading.errors, reading.questions) == ((), ())
    found = []
    for evening in reading.evenings:
        names = [one if isinstance(one, str) else one["name"] for one in evening.record["players"]]
        found += [[names[number - 1] for number in deal["result"]["order"]] for deal in evening.record["deals"]]
    return found


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("layout", ["P", "N", "L", "T"])
def test_a_layout_is_read_again_as_the_same_orders(layout: Layout, kind: str) -> None:
    expected = [["=Mu", "順子", "Aki", "Tom", "Rei"], ["Aki", "=Mu", "Rei", "順子", "Tom"]]
    assert orders(write_sheet(WRITTEN, layout, kind)) == expected * 2


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_points_are_read_again_as_they_were(kind: str) -> None:
    reading = read_sheet(write_sheet(WRITTEN, "S", kind), Columns(rules="akagiri"))
    assert reading.layout == "S"
    assert [deal["result"]["points"] for one in reading.evenings for deal in one.record["deals"]] == [
        [2.5, 1, 0, -1, -2.5]
    ] * 4


def test_shared_places_are_read_again_from_the_long_layout() -> None:
    tie = {**record(), "deals": [{"result": {"points": [3, 3, 0, -3, -3]}}]}
    reading = read_sheet(write_sheet(results(tie), "L", "csv"), Columns(rules="akagiri"))
    assert [deal["result"] for one in reading.evenings for deal in one.record["deals"]] == [
        {"points": [3, 3, 0, -3, -3]}
    ]


def test_equal_rows_give_equal_workbooks_and_only_characters_that_they_can_have() -> None:
    rows = [["name"], ["=1\x1b2\ufffe"]]
    assert write_workbook("a", rows) == write_workbook("a", rows)
    assert read_grid(write_workbook("a", rows)).rows[1] == ["=1\ufffd2\ufffd"]


def test_a_workbook_has_numbers_and_days_and_no_formula() -> None:
    sheet = openpyxl.load_workbook(io.BytesIO(write_sheet(WRITTEN, "L", "xlsx"))).active
    assert [cell.data_type for cell in sheet[2]] == ["d", "n", "s", "s", "n", "n"]
    assert sheet["D2"].value == "=Mu"
