"""How sheets are read: layouts, cells, dates, names and errors, each as one small sheet."""

import io
import json
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import openpyxl
import pytest

from daifu.replay.match import replay
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RawRecord, player_name
from daifu.schemas.sheets.grid import SheetRefused
from daifu.schemas.sheets.layout import Columns, read_columns, write_columns
from daifu.schemas.sheets.reading import SheetReading, read_sheet
from daifu.schemas.sheets.words import KnownPlayer
from tests.support.project import CORPUS

PERMUTATIONS = "A,B,C\n1,2,3\n1,3,2\n"

PLANTED = """date,game,A,B,C,D,E
2025-02-30,1,1,2,3,4,
yesterday,2,1,2,3,4,5
2025-02-01,3,1,1,3,4,5
2025-02-01,4,1,2,3,4,7
2025-02-01,5,0,2,3,4,1
2025-02-01,6,x,2,y,4,1
2025-02-01,7,1,2,(3),4,5
2025-02-01,8,1,"2,5",3,4,5
2025-02-01,9,1.5,2,3,4,5
2025-02-01,10,1,,,,
2025-02-01,11,,,,,
2025-02-01,12,1,2,,,
2025-02-01,13,3,3,3,2,1
2025-13-01,14,1,2,3,9,5
2025-02-01,15,1,2,3,4,--
2025-02-01,16,1,2,3,4,5
2025-02-01,17,1,2,3,4,5
"""

KNOWN = (KnownPlayer("haru", "Haruka"), KnownPlayer("ken", "Ken"))

FOLDER = CORPUS / "sheets"

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the corpus of sheets is not beside the project")


def read(text: str | bytes, known: tuple[KnownPlayer, ...] = (), **said: Any) -> SheetReading:  # noqa: ANN401
    data = text if isinstance(text, bytes) else text.encode()
    return read_sheet(data, msgspec.convert({"rules": "akagiri", **said}, Columns), known=known)


def orders(reading: SheetReading) -> list[str]:
    """The names best first, a text a deal; empty where places are shared."""
    found = []
    for evening in reading.evenings:
        names = list(map(player_name, evening.record["players"]))
        found += [
            " ".join(names[number - 1] for number in deal["result"].get("order", ()))
            for deal in evening.record["deals"]
        ]
    return found


def points(reading: SheetReading) -> list[list[float | None]]:
    return [deal["result"]["points"] for evening in reading.evenings for deal in evening.record["deals"]]


def dates(reading: SheetReading) -> list[object]:
    return [evening.record.get("event", {}).get("date") for evening in reading.evenings]


def errors(reading: SheetReading) -> list[tuple[str, str]]:
    return [(error.cell, error.code) for error in reading.errors]


def refusal(text: str | bytes, **said: Any) -> str:  # noqa: ANN401
    with pytest.raises(SheetRefused) as refused:
        read(text, **said)
    return refused.value.code


def workbook(*rows: list[object], sheets: dict[str, str] | None = None) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for title, state in (sheets or {}).items():
        book.create_sheet(title, 0).sheet_state = state
    kept = io.BytesIO()
    book.save(kept)
    return kept.getvalue()


def test_rows_of_all_places_are_read_as_places_which_is_asked_about() -> None:
    reading = read(PERMUTATIONS)
    assert (reading.layout, reading.winners, orders(reading)) == ("P", ("A", "C"), ["A B C", "A C B"])
    assert [notice.code for notice in reading.notices] == ["layout_assumed"]
    assert len(reading.questions) == 1


@pytest.mark.parametrize(
    ("text", "layout"),
    [
        ("順位,A,B,C\n,1,2,3\n", "P"),
        ("点,A,B,C\n,1,2,3\n", "S"),
        ("Points of the year\n\nA,B,C\n1,2,3\n", "S"),
        ("A,B,C\n1位,2位,3位\n", "P"),
        ("A 点,B 点,C 点\n1,2,3\n", "S"),
    ],
)
def test_a_word_or_a_unit_tells_places_from_points_and_nothing_is_asked(text: str, layout: str) -> None:
    reading = read(text)
    assert (reading.layout, reading.notices) == (layout, ())
    assert orders(reading) == ["A B C" if layout == "P" else "C B A"]


def test_a_map_tells_places_from_points() -> None:
    assert orders(read(PERMUTATIONS, layout="S")) == ["C B A", "B C A"]
    assert read(PERMUTATIONS, layout="S").questions == ()


def test_fewer_points_win_where_the_map_says_so() -> None:
    assert orders(read("A,B,C\n10,0,5\n", lowest_wins=True)) == ["B C A"]


def test_equal_points_are_a_result_without_an_order() -> None:
    reading = read("A,B,C\n5,5,-10\n0,▲1,1点\n")
    assert (orders(reading), points(reading)) == (["", "C A B"], [[5, 5, -10], [0, -1, 1]])


@pytest.mark.parametrize("text", ["A,A pt,B,B pt,C,C pt\n2,5,1,30,3,-35\n", "A,B,C\n2 (+5),1 (+30),3 (▲35)\n"])
def test_places_and_points_stand_together(text: str) -> None:
    reading = read(text)
    assert (reading.layout, orders(reading), points(reading)) == ("P", ["B A C"], [[5, 30, -35]])


def test_headings_of_places_give_the_places_in_any_order_of_columns() -> None:
    assert orders(read("日付,2位,1位,3位\n2024-05-01,Mu,Junko,Aki\n")) == ["Junko Mu Aki"]
    assert orders(read("日付,1,2,3\n2024-05-01,Mu,Junko,Aki\n")) == ["Mu Junko Aki"]
    assert orders(read("大富豪,富豪,平民,貧民,大貧民\nA,B,C,D,E\nB,A,,D,E\n")) == ["A B C D E", "B A D E"]


def test_titles_tell_places_only_where_each_is_unique() -> None:
    text = "A,B,C,D,E,F\n大富豪,富豪,平民,貧民,大貧民,\n大富豪,富豪,平民,平民,貧民,大貧民\n王,富豪,平民,貧民,大貧民,\n"
    reading = read(text)
    assert (orders(reading), errors(reading)) == (["A B C D E"], [("3", "title_of_several"), ("A4", "not_a_title")])
    assert orders(read("A,B,C,D\nGreat Dalmuti,大貧民,Lesser Peon,小ダルマチ\n", rules="dalmuti")) == ["A D C B"]


def test_a_game_of_the_long_layout_ends_where_a_player_or_a_place_comes_again() -> None:
    rows = "player,place\nA,1\nB,2\nC,3\nB,1\nA,2\nC,3\nD,1\nA,2\nB,3\n"
    assert orders(read(rows)) == ["A B C", "B A C", "D A B"]


def test_numbers_of_games_count_within_a_date_and_rows_may_stand_anywhere() -> None:
    rows = "date,game,player,place\n2025-1-1,2,A,1\n,1,A,2\n,1,B,1\n2025-1-2,1,A,1\n2025-1-1,2,B,2\n,1,C,3\n"
    reading = read(f"{rows}2025-1-1,2,C,3\n2025-1-2,1,B,2\n,1,C,3\n")
    assert (dates(reading), orders(reading)) == (["2025-01-01", "2025-01-02"], ["B A C", "A B C", "A B C"])


def test_a_tie_of_the_long_layout_goes_by_its_points() -> None:
    reading = read("game,player,place,points\n1,A,1,3\n1,B,1,3\n1,C,3,0\n")
    assert (orders(reading), points(reading), errors(reading)) == ([""], [[3, 3, 0]], [])


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["1.2.2025"], "2025-02-01"),
        (["2025/2/1"], "2025-02-01"),
        (["2025-2-1 20:00"], "2025-02-01"),
        (["2025年2月1日(土)"], "2025-02-01"),
        (["令和7年2月1日"], "2025-02-01"),
        (["R7.2.1"], "2025-02-01"),
        (["令和元年5月1日"], "2019-05-01"),
        (["45689"], "2025-02-01"),
        (["1/2/2025", "13/2/2025"], "2025-02-01"),
        (["1/2/2025", "2/13/2025"], "2025-01-02"),
    ],
)
def test_dates_are_read_as_people_write_them(cells: list[str], expected: str) -> None:
    rows = "".join(f"{cell},3,2,0\n" for cell in cells)
    assert dates(read(f"日付,A,B,C\n{rows}"))[0] == expected


def test_what_a_date_leaves_open_is_asked_at_the_first_one() -> None:
    text = "date,A,B,C\n1/2/2025,3,2,0\n3/4/2025,3,2,0\n"
    assert errors(read(text)) == [("A2", "date_unclear")]
    assert dates(read(text, date_order="dmy")) == ["2025-02-01", "2025-04-03"]
    short = "date,A,B,C\n2/1,3,2,0\n2月3日,3,2,0\n"
    assert errors(read(short)) == [("A2", "year_unclear")]
    assert dates(read(short, year=2025)) == ["2025-02-01", "2025-02-03"]


def test_a_date_counts_for_the_rows_below_it_and_a_column_of_dates_needs_no_heading() -> None:
    assert dates(read(",A,B,C\n2025-02-01,3,2,0\n,0,2,3\n2025-02-02,3,2,0\n")) == ["2025-02-01", "2025-02-02"]


def test_a_table_is_an_evening_of_its_own_and_notes_go_to_the_deal() -> None:
    reading = read("日付,卓,席,A,B,C,備考\n2025-02-01,1,C A B,3,2,0,雨\n2025-02-01,2,,3,2,0,\n")
    first, second = (evening.record for evening in reading.evenings)
    assert (first["event"], second["event"]["table"]) == ({"table": "1", "date": "2025-02-01"}, "2")
    assert (first["deals"][0]["seats"], first["deals"][0]["notes"]) == ([3, 1, 2], "備考: 雨")


def test_seats_are_written_where_the_players_change_and_nobody_is_misplaced_by_that() -> None:
    text = "順位,A,B,C,D,E\n,1,2,3,4,\n,,2,3,4,1\n,,2,3,4,1\n,1,2,3,4,5\n"
    [evening] = read(text, rules="dalmuti").evenings
    assert [deal.get("seats") for deal in evening.record["deals"]] == [
        [1, 2, 3, 4],
        [2, 3, 4, 5],
        None,
        [1, 2, 3, 4, 5],
    ]
    assert [fault.code for deal in replay(load_raw_record(evening.record)).deals for fault in deal.faults] == []


def test_points_that_contradict_the_order_get_a_notice_by_the_rules() -> None:
    [evening] = read("A,B,C,D\n1 (0),2 (2),3 (1),4 (3)\n", rules="dalmuti").evenings
    [deal] = replay(load_raw_record(evening.record)).deals
    assert [fault.code for fault in deal.faults] == ["points_inconsistent"]


def test_every_planted_error_names_its_cell_and_good_rows_come_in() -> None:
    reading = read(PLANTED, layout="P")
    assert [error.cell for error in reading.errors] == [
        *("A2", "A3", "D4", "G5", "C6", "C7", "E7", "E8", "D9", "C10", "11", "12", "13", "D14", "E14"),
        *("A15", "F15", "G16"),
    ]
    assert orders(reading) == ["A B C D E"] * 2


def test_two_equal_headings_are_an_error_and_nothing_comes_in() -> None:
    reading = read("A,B,Ａ\n3,2,0\n")
    assert (errors(reading), reading.evenings) == ([("C1", "same_heading")], ())


@pytest.mark.parametrize(
    "text", ["名前,1回,2回\nMu,1,2\nAki,2,1\n", ",2025-01-01,2025-01-08\nMu,1,2\n", "player,x\nMu,1\n"]
)
def test_a_sheet_with_players_in_rows_is_refused(text: str) -> None:
    assert refusal(text) == "names_in_rows"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\xff\x00\x81", "not_text"),
        (b"A\0,B\n1,2\n", "not_text"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "old_workbook"),
        (b"PK\x03\x04 no workbook", "not_a_workbook"),
        (b"", "no_header"),
        (("A," * 300 + "B\n1,2\n").encode(), "too_large"),
    ],
)
def test_what_is_no_sheet_is_refused_with_a_reason(data: bytes, code: str) -> None:
    assert refusal(data) == code


def test_a_comma_is_a_decimal_point_only_between_semicolons() -> None:
    assert points(read("A;B;C\n1,5;0;-1,5\n")) == [[1.5, 0, -1.5]]
    assert errors(read('A,B,C\n"1,5",0,-1\n4,0,-4\n')) == [("A2", "not_a_number")]


def test_the_apostrophe_that_keeps_names_from_being_formulas_falls_off() -> None:
    assert orders(read("'-x,'=a,'@b\n3,2,0\n")) == ["-x =a @b"]


def test_a_workbook_has_dates_and_formulas_without_values_are_errors() -> None:
    data = workbook(["日付", "A", "B", "C"], [date(2025, 2, 1), 3.0, 2, 0.5], [date(2025, 2, 1), 1, "=1+1", 3])
    reading = read(data)
    assert (dates(reading), points(reading), errors(reading)) == (
        ["2025-02-01"],
        [[3, 2, 0.5]],
        [("C3", "formula_without_value")],
    )


def test_the_first_visible_sheet_is_read_or_the_named_one() -> None:
    data = workbook(["A", "B", "C"], [3, 2, 0], sheets={"empty": "visible", "hidden": "hidden"})
    assert refusal(data) == "no_header"
    assert refusal(data, sheet="other") == "no_sheet"
    assert orders(read(data, sheet="Sheet")) == ["A B C"]


def test_names_are_known_whatever_their_width_and_case_and_alike_ones_are_asked_about() -> None:
    reading = read("ｋｅｎ,Haruko,Kem\n3,2,0\n", KNOWN)
    assert [player.name for player in reading.new_players] == ["Haruko", "Kem"]
    assert [(one.name, one.known.id) for one in reading.similar] == [("Haruko", "haru")]
    assert reading.evenings[0].record["players"][0] == {"id": "ken", "name": "Ken"}


def test_a_map_says_who_is_meant() -> None:
    reading = read("K,Haruko,C\n3,2,0\n", KNOWN, names={"k": "ken", "Haruko": "Haruko"})
    assert (reading.evenings[0].record["players"][0], reading.questions) == ({"id": "ken", "name": "Ken"}, ())


def test_a_map_names_columns_and_others_are_no_players() -> None:
    reading = read("A,B,C,Fine\n3,2,0,100\n", players={"A": "mu", "B": "junko", "C": {"id": "s", "name": "Shimo"}})
    assert (orders(reading), [(one.cell, one.code) for one in reading.notices]) == (
        ["mu junko Shimo"],
        [("D1", "column_left_out")],
    )


def test_the_map_that_comes_out_reads_the_next_sheet_alike() -> None:
    kept = read_columns(write_columns(read("date,A,B,C\n13/2/2025,3,2,0\n").columns))
    assert (kept.layout, kept.date_order, kept.rules) == ("S", "dmy", "akagiri")
    assert dates(read_sheet(b"date,A,B,C\n1/2/2025,1,2,3\n", kept)) == ["2025-02-01"]


def test_totals_and_repeated_headings_are_left_out() -> None:
    reading = read("A,B,C\n3,2,0\nA,B,C\n0,2,3\n合計：,4,3\n")
    assert ([one.row for one in reading.left_out], len(orders(reading))) == ([3, 5], 2)


def test_other_records_have_another_digest() -> None:
    assert read(PERMUTATIONS).digest == read(PERMUTATIONS, layout="P").digest != read(PERMUTATIONS, layout="S").digest


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
