"""Pages as files and on paper: tables for spreadsheets, sheets with codes, name cards and seating plans."""

import re
import sys
import zlib
from collections.abc import Callable

import pytest

from daifu.api.settings import Settings
from daifu.api.web.page_files import makes_pdf
from daifu.data.samples import load_sample_tournament
from daifu.data.store.store import Store
from daifu.data.store.values import SCOREKEEPER, Author
from daifu.data.tournaments.changes import RoundReopened
from tests.support.pages import Browser, MakeService
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


SHEETS = "/tournaments/1/rounds/1/2/sheets"


@pytest.fixture
def open_round(store: Store) -> None:
    """The sample tournament with its second round open again."""
    load_sample_tournament(store)
    store.tournaments.append(1, [RoundReopened(stage=1, round=2)], Author(), expected=None)


def test_everything_that_can_be_printed_is_listed(samples: Browser) -> None:
    page = samples.open("/tournaments/1/paper")
    links = [link["href"] for link in page.main.all("ul")[-1].all("a") if "format" not in link["href"]]
    assert all(samples.open(link).status == 200 for link in links)
    assert SHEETS in links


def test_a_sheet_has_the_names_of_a_table_in_the_order_of_its_seats(samples: Browser) -> None:
    sheets = samples.open(SHEETS).main.all("section", class_="sheet")
    round_page = samples.open("/tournaments/1/rounds/1/2").main.all("section")
    assert [[head.text for head in sheet.one("tbody").all("th")] for sheet in sheets] == [
        [head.text for head in table.one("tbody").all("th")] for table in round_page
    ]


@pytest.mark.usefixtures("open_round")
def test_codes_are_for_those_who_may_enter_results(browser: Browser, reader: Browser, scorekeeper: Browser) -> None:
    codes = [len(one.open(SHEETS).main.all("svg", class_="code")) for one in (browser, reader, scorekeeper)]
    assert codes == [0, 0, 5]


@pytest.mark.usefixtures("open_round")
def test_sheets_that_no_phone_could_use_say_what_to_do(make_service: MakeService, store: Store) -> None:
    browser = Browser(make_service(Settings()).test_client())
    browser.sign_in(store.create_token("Aki", SCOREKEEPER).secret)
    main = browser.open(SHEETS).main
    assert not main.all("svg", class_="code")
    assert "make run LAN=1" in main.one("p", class_="problem").text


def test_the_sheets_of_a_finished_tournament_have_no_codes(store: Store, sign_in_as: Callable[[str], Browser]) -> None:
    load_sample_tournament(store)
    assert not sign_in_as("scorekeeper").open(SHEETS).main.all("svg", class_="code")


def test_a_certificate_has_the_place_the_name_and_the_tournament(samples: Browser) -> None:
    best = samples.open("/tournaments/1").main.one("table", class_="standing").one("tbody").all("tr")[0].one("th").text
    certificates = samples.open("/tournaments/1/certificates?places=1").main.all("section", class_="certificate")
    assert best in certificates[0].one("p", class_="name").text
    assert "Place 1" in certificates[0].text
    assert samples.open("/tournaments/1").one("h1").text in certificates[0].text


def test_the_report_of_a_tournament_is_a_text_to_send(samples: Browser) -> None:
    page = samples.open("/tournaments/1/report")
    best = samples.open("/tournaments/1").main.one("table", class_="standing").one("tbody").all("tr")[0].one("th").text
    assert f"1. {best}" in page.one("textarea", id="plain").text
    assert "## Remarkable" in page.one("textarea", id="markdown").text
    assert "Winners of round 1" in [heading.text for heading in page.main.all("h2")]


def test_a_name_card_says_where_to_sit_in_each_round(samples: Browser) -> None:
    cards = samples.open("/tournaments/1/name-cards").main.all("section", class_="name-card")
    assert len(cards) == 20
    assert [card.text.count("round") for card in cards] == [4] * 20


def test_the_seating_plan_is_sorted_by_name(samples: Browser) -> None:
    names = [
        entry.one("span").text
        for entry in samples.open("/tournaments/1/rounds/1/1/seats").main.one("ul", class_="seating").all("li")
    ]
    assert names == sorted(names, key=str.casefold)
    assert len(names) == 20


@pytest.fixture
def _pango() -> None:
    """What draws letters into PDF."""
    if not makes_pdf():
        pytest.skip("Pango is missing, which comes with Debian's chromium")


@pytest.mark.usefixtures("_pango")
@pytest.mark.parametrize(
    ("address", "pages"), [("", 1), ("/certificates?places=2", 2), ("/rounds/1/1/seats", 1), ("/rounds/1/1/sheets", 3)]
)
def test_a_page_for_paper_is_a_pdf(samples: Browser, address: str, pages: int) -> None:
    joined = f"/tournaments/1{address}{'&' if '?' in address else '?'}format=pdf"
    answer = samples.client.get(joined, headers=samples.headers)
    assert answer.mimetype == "application/pdf"
    packed = re.findall(rb"\nstream\n(.*?)\nendstream", answer.get_data(), re.DOTALL)
    assert b"".join(map(zlib.decompress, packed)).count(b"/Type /Page/") == pages


@pytest.mark.usefixtures("_pango")
def test_where_nothing_can_make_a_pdf_the_page_says_how_the_browser_does(
    samples: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Save as PDF" not in samples.open("/tournaments/1/paper").text
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    makes_pdf.cache_clear()
    assert "PDFに保存" in samples.read("ja").open("/tournaments/1/paper").text
    makes_pdf.cache_clear()
