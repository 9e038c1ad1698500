"""Tables of pages as files for spreadsheets."""

import pytest

from tests.support.pages import Browser
from tests.support.tables import csv_cells, workbook_cells

PLAYER = "/players/Haru?rules=theater"
PAGES = (
    "/players",
    PLAYER,
    "/rules/theater/statistics",
    "/rules/theater/ratings?least=1",
    "/rules/theater/leaderboard?figure=first&least=1",
    "/tournaments/1",
    "/tournaments/1/head-to-head",
    "/tournaments/1/rounds/1/2",
    "/tournaments/1/entrants/1",
    "/tournaments/1/referee",
)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("address", PAGES)
def test_a_page_leads_to_its_table_as_excel_and_csv_with_the_same_texts_and_numbers(
    samples: Browser, address: str, language: str
) -> None:
    links = {link.text: link["href"] for link in samples.read(language).open(address).main.all("a")}
    workbook, text = (samples.client.get(links[name], headers=samples.headers) for name in ("Excel", "CSV"))
    assert (workbook.status_code, text.status_code) == (200, 200)
    assert workbook.headers["Content-Disposition"].endswith('.xlsx"')
    assert text.headers["Content-Disposition"].endswith('.csv"')
    rows = csv_cells(text.get_data())
    assert len(rows) > 1
    assert workbook_cells(workbook.get_data()) == rows


def test_a_file_has_what_the_page_was_asked_for_and_all_of_the_list(samples: Browser) -> None:
    links = {link.text: link["href"] for link in samples.open("/rules/theater/ratings?least=1&limit=2").main.all("a")}
    assert links["CSV"] == "/rules/theater/ratings?least=1&format=csv"
    assert len(csv_cells(samples.client.get(links["CSV"]).get_data())) > 3
    found = csv_cells(samples.client.get("/players?q=har&format=csv").get_data())
    assert [row[0] for row in found] == ["id", "Haru"]


def test_figures_are_named_in_the_language_of_the_page(samples: Browser) -> None:
    answer = samples.read("ja").client.get(f"{PLAYER}&format=csv", headers=samples.headers)
    assert {row[0]: row[2] for row in csv_cells(answer.get_data())}["first"] == "1位率"


def test_another_form_is_refused(samples: Browser) -> None:
    assert samples.client.get("/players?format=pdf").status_code == 400
