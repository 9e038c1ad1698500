"""Sheets of results as the library reads them."""

from pathlib import Path

import pytest

import daifu

SHEET = "date,Mu,Junko,Shimo\n2025-04-04,1,2,3\n2025-04-04,3,1,2\n2025-04-11,1,1,3\n"


def test_a_sheet_gives_a_record_an_evening_with_its_errors_questions_and_map(tmp_path: Path) -> None:
    path = tmp_path / "april.csv"
    path.write_text(SHEET)
    found = daifu.read_sheet(path, "akagiri")
    assert [(record.rules, record.players, record.deals) for record in found.records] == [
        ("akagiri", ["Mu", "Junko", "Shimo"], 2)
    ]
    assert [error.cell for error in found.errors] == ["C4"]
    again = daifu.read_sheet(SHEET.encode(), columns={**found.columns, "layout": "P"})
    assert (again.records, again.questions) == (found.records, ())


def test_a_sheet_that_cannot_be_read_is_refused_as_other_sources_are() -> None:
    with pytest.raises(daifu.SourceRefused, match="expected the rules of the game"):
        daifu.read_sheet(SHEET.encode())
