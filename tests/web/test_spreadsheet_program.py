"""Every table that pages send, opened by LibreOffice: numbers are numbers, days are days, and nothing is a formula."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from typing import Final

import openpyxl
import pytest

from daifu.api.settings import Settings
from daifu.api.web.app import create_service
from daifu.data.samples import load_samples
from daifu.data.store.open import open_store
from daifu.data.store.values import SeasonTerms
from daifu.data.tournaments.changes import Result
from daifu.data.tournaments.settings import Settings as TournamentSettings
from daifu.schemas.judgement import judge_json
from daifu.schemas.sheets.layout import LAYOUTS, Columns
from daifu.schemas.sheets.reading import read_sheet
from tests.support.pages import Browser
from tests.support.small_records import document
from tests.support.stores import ANN
from tests.support.tournaments.store import BY_PLACE, make_cup

SOFFICE: Final = shutil.which("soffice")
NAMES: Final = ("=1+1", "+81", "@x", "-5")
"""Names that a spreadsheet would compute."""
DAY: Final = date(2026, 11, 1)
PAGES: Final = (
    "/games",
    "/games/1",
    "/games/1/evening",
    "/players",
    "/players/%3D1%2B1",
    "/players/%3D1%2B1?from=2026-01-01",
    "/players/Haru",
    "/rules/dalmuti/statistics",
    "/rules/dalmuti/leaderboard?least=1",
    "/rules/dalmuti/ratings?least=1",
    "/rules/dalmuti/ratings?from=2026-01-01&least=1",
    "/seasons/1",
    "/tournaments/1",
    "/tournaments/1/head-to-head",
    "/tournaments/1/rounds/1/1",
)
SHEETS: Final = tuple(f"/games/1/sheet?layout={layout}&type={kind}" for layout in LAYOUTS for kind in ("csv", "xlsx"))

Cell = str | float | date | None

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(SOFFICE is None, reason="LibreOffice is not installed (Debian: libreoffice-calc-nogui)"),
]


def opened_again(folder: Path, *names: str) -> dict[str, Path]:
    """Workbooks as LibreOffice saves them after it opened these files, by the names of the files."""
    for ending in sorted({name.rpartition(".")[2] for name in names}):
        files = [str(folder / name) for name in names if name.endswith(ending)]
        # Commas, quotation marks and UTF-8, and dates are recognised, as its dialog proposes for a file with a mark.
        as_text = ["--infilter=CSV:44,34,76,1,,0,false,true,false"] if ending == "csv" else []
        place = [f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless", *as_text]
        convert = ["--convert-to", "xlsx", "--outdir", str(folder / ending), *files]
        subprocess.run([str(SOFFICE), *place, *convert], check=True, capture_output=True, timeout=120)
    return {name: folder / name.rpartition(".")[2] / f"{name.rpartition('.')[0]}.xlsx" for name in names}


def cells(workbook: Path) -> list[list[Cell]]:
    """The cells of a workbook. Fails where one is a formula."""
    sheet = openpyxl.load_workbook(workbook).active
    assert "f" not in {cell.data_type for row in sheet.iter_rows() for cell in row}, workbook
    return [[as_seen(cell.value) for cell in row] for row in sheet.iter_rows()]


def as_seen(value: object) -> Cell:
    """A value without the apostrophe that keeps a text a text in CSV, and days without a time."""
    match value:
        case str():
            return value.removeprefix("'") or None
        case int() | float():
            return float(f"{value:.12g}")
        case datetime():
            return value.date()
        case _:
            return None


def guessed(cell: Cell) -> Cell:
    """What a spreadsheet makes of a cell in CSV: a text of digits, such as the name of a table, is a number there."""
    if not isinstance(cell, str):
        return cell
    return float(cell) if cell.isdecimal() else day_in(cell) or cell


def day_in(text: str) -> date | None:
    """The day that a text is."""
    with suppress(ValueError):
        return date.fromisoformat(text)
    return None


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """The browser of a service with evenings, a season and a tournament of these names, and the sample games."""
    store = open_store(tmp_path_factory.mktemp("tables") / "test.db")
    for day in (DAY, date(2026, 11, 8)):
        event = {"name": "=Friday", "date": day.isoformat(), "table": "-1"}
        deals = [{"result": {"order": order}} for order in ([1, 2, 3, 4], [2, 1, 4, 3], [3, 1, 2, 4])]
        text = json.dumps(document(rules="dalmuti", players=NAMES, deals=deals, event=event))
        store.add([judge_json(text.encode())], ANN)
    load_samples(store)
    store.seasons.add(SeasonTerms("=2026"), ANN)
    cup = make_cup(store, NAMES, TournamentSettings(scoring=BY_PLACE), rounds=2)
    store.tournaments.append(cup, [Result(stage=1, round=1, table=1, places=(1, 2, 3, 4))], ANN, expected=None)
    app = create_service(Settings(rate_address=0), store)
    app.testing = True
    yield Browser(app.test_client()).read("en")
    store.close()


def table_files(browser: Browser) -> list[str]:
    """The addresses of the files that these pages offer."""
    found: dict[str, None] = {}
    for address in PAGES:
        links = [one["href"] for one in browser.open(address).main.all("a") if "href" in one.attributes]
        files = [link for link in links if "format=csv" in link or "format=xlsx" in link or "type=" in link]
        assert files, address
        found |= dict.fromkeys(files)
    return list(found)


def test_every_table_is_opened_as_it_was_written(browser: Browser, tmp_path: Path) -> None:
    kept = {}
    for number, address in enumerate([*SHEETS, *table_files(browser)]):
        answer = browser.client.get(address)
        assert answer.status_code == 200, address
        ending = "csv" if answer.mimetype == "text/csv" else "xlsx"
        kept[f"{number}.{ending}"] = (address, answer.data)
        (tmp_path / f"{number}.{ending}").write_bytes(answer.data)
    found = opened_again(tmp_path, *kept)
    shown = {}
    for name, (address, _) in kept.items():
        table = shown[address] = cells(found[name])
        if name.endswith("xlsx"):
            assert table == cells(tmp_path / name), address
            assert not [cell for row in table[1:] for cell in row if isinstance(cell, str) and day_in(cell)], address
    as_text = {address: table for address, table in shown.items() if "csv" in address}
    assert len(as_text) * 2 == len(shown)
    for address, table in as_text.items():
        assert table == [[guessed(cell) for cell in row] for row in shown[address.replace("csv", "xlsx")]], address
    long = shown["/games/1/sheet?layout=L&type=csv"]
    assert long[1] == [DAY, 1.0, "-1", "=1+1", 1.0, 3.0]


def test_a_filled_in_form_counts_its_places_and_is_read(browser: Browser, tmp_path: Path) -> None:
    form = browser.client.get("/sheets/template?players=%3D1%2B1,%2B81,%40x,-5&type=xlsx").data
    (tmp_path / "empty.xlsx").write_bytes(form)
    book = openpyxl.load_workbook(tmp_path / "empty.xlsx")
    for column, value in enumerate([DAY, 1, 2, 1, 4, 3], 1):
        book.active.cell(3, column, value)
    book.save(tmp_path / "form.xlsx")
    opened = opened_again(tmp_path, "form.xlsx")["form.xlsx"]
    assert [cell.value for cell in openpyxl.load_workbook(opened, data_only=True).active[3]][-1] == "OK"
    reading = read_sheet(opened.read_bytes(), Columns(rules="dalmuti"))
    assert (reading.errors, reading.questions) == ((), ())
    [evening] = reading.evenings
    assert evening.record["event"]["date"] == DAY.isoformat()
    assert evening.record["deals"][0]["result"]["order"] == [2, 1, 4, 3]
