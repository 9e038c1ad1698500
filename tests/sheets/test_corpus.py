"""Sheets with known records: each comes in as it is known to."""

import json
from pathlib import Path
from typing import Any

import pytest

from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RawRecord, player_name
from daifu.schemas.sheets.layout import Columns
from daifu.schemas.sheets.reading import SheetReading, read_sheet
from tests.support.project import CORPUS

FOLDER = CORPUS / "sheets"

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the corpus of sheets is not beside the project")


def evening(record: RawRecord) -> dict[str, Any]:
    names = list(map(player_name, record["players"]))
    results = [deal["result"] for deal in record["deals"]]
    found: dict[str, Any] = {
        "date": record["event"]["date"],
        "deals": [[names[number - 1] for number in result["order"]] for result in results],
    }
    if any("points" in result for result in results):
        found["points"] = [
            {name: points for name, points in zip(names, result["points"], strict=True) if points is not None}
            for result in results
        ]
    return found


def known_form(reading: SheetReading) -> dict[str, Any]:
    return {
        "layout": reading.layout,
        "evenings": [evening(one.record) for one in reading.evenings],
        "left_out": [one.row for one in reading.left_out],
        "errors": [one.cell for one in reading.errors],
    }


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.expected.json")), ids=lambda path: path.name.partition(".")[0])
def test_a_sheet_comes_in_as_its_known_records(path: Path) -> None:
    expected = json.loads(path.read_text())
    columns = Columns(rules=expected.pop("rules", "akagiri"))
    reading = read_sheet(path.with_name(path.name.removesuffix(".expected.json")).read_bytes(), columns)
    assert known_form(reading) == expected
    for one in reading.evenings:
        load_raw_record(one.record)
