"""Tables of what records hold."""

import pytest

import daifu
from tests.support.samples import SAMPLES_FOLDER
from tests.support.small_records import LEGAL_RECORD, LOST

AKAGIRI = SAMPLES_FOLDER / "akagiri.ndjson"


def test_a_row_of_deals_is_a_player_of_a_deal() -> None:
    record = daifu.load(LOST)
    first, *others = daifu.table(record)
    report = daifu.replay(record).deals[0]
    assert len(others) == 2
    assert first["name"] == "Mu"
    assert [row["place"] for row in (first, *others)] == [report.order.index(player) + 1 for player in (1, 2, 3)]


def test_faults_say_where_and_what() -> None:
    game = daifu.Game.from_record(daifu.load(LEGAL_RECORD), 1, 0)
    game.push(f"{game.turn} -", faulty=True)
    found = list(daifu.table(game.record(), "faults"))
    assert [(row["deal"], row["action"], row["code"]) for row in found if row["action"] is not None] == [
        (1, 0, "pass_on_lead")
    ]


def test_figures_of_a_player_count_all_records() -> None:
    found = daifu.table(AKAGIRI, "figures")
    deals = {row["player"]: row["value"] for row in found if row["figure"] == "deals"}
    expected: dict[str, int] = {}
    for row in daifu.table(AKAGIRI):
        expected[row["name"]] = expected.get(row["name"], 0) + 1
    assert deals == expected


def test_records_are_listed_with_their_totals() -> None:
    found = list(daifu.table(daifu.read(AKAGIRI), "records"))
    assert found[0]["totals"] == daifu.replay(next(daifu.read(AKAGIRI))).totals
    assert len(found) == sum(1 for _ in daifu.read(AKAGIRI))


def test_a_table_becomes_arrow() -> None:
    found = daifu.table(AKAGIRI)
    frame = found.to_arrow()
    assert tuple(frame.column_names) == found.columns
    assert frame.to_pylist() == list(found)


@pytest.mark.parametrize(("library", "method"), [("pandas", "to_pandas"), ("polars", "to_polars")])
def test_a_table_becomes_a_frame_where_the_library_is_installed(library: str, method: str) -> None:
    pytest.importorskip(library)
    found = daifu.table(AKAGIRI)
    assert getattr(found, method)().shape == (len(found), len(found.columns))


def test_a_notebook_shows_the_first_rows() -> None:
    html = daifu.table(AKAGIRI)._repr_html_()
    assert html.count("<tr>") == 21


def test_another_table_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="records, deals, faults, figures"):
        daifu.table(AKAGIRI, "pictures")
