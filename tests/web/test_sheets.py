"""The page for sheets of results: what it shows and asks before it stores."""

import io

import msgspec
import openpyxl
import pytest

from daifu.data.store.store import Store
from daifu.data.store.values import RecordFilter
from daifu.schemas.sheets.layout import Columns
from daifu.schemas.sheets.reading import read_sheet
from tests.support.pages import Browser, Page

SHEET = "日付,Haruka,健一,美咲\n2025/4/4,1,2,3\n,2,1,3\n合計,3,3,6\n"


def look(browser: Browser, text: str, **fields: str) -> Page:
    form = browser.open("/sheets")
    sent = {"file": (io.BytesIO(text.encode("cp932")), "april.csv"), **fields}
    return browser.send(form, {"rules": "akagiri", **sent}, "/sheets")


def answer(browser: Browser, page: Page, **fields: str) -> Page:
    return browser.send(page, {"rules": "akagiri", **fields}, "/sheets")


def deals(store: Store) -> int:
    return sum(record.deals for record in store.page(RecordFilter()).records)


def test_a_sheet_is_shown_then_asked_about_then_stored_as_it_was_seen(scorekeeper: Browser, store: Store) -> None:
    shown = look(scorekeeper, SHEET)
    assert "The first winner is Haruka if they are places, 美咲 if they are points" in shown.main.text
    assert "Rows left out: 4 (a row of totals)" in shown.main.text
    assert (answer(scorekeeper, shown, store="yes").all("section", id="result"), deals(store)) == ([], 0)
    seen = answer(scorekeeper, shown, layout="P", look="yes")
    stored = answer(scorekeeper, seen, layout="P", store="yes")
    assert (len(stored.one("section", id="result").all("li")), deals(store)) == (1, 2)


def test_errors_name_their_cells_and_good_rows_are_stored_on_request(scorekeeper: Browser, store: Store) -> None:
    shown = look(scorekeeper, "順位,A,B,C\n,1,2,3\n,1,1,3\n")
    assert "C3 place 1 twice" in shown.one("div", id="errors").text
    answer(scorekeeper, shown, store="yes")
    assert deals(store) == 0
    answer(scorekeeper, shown, store="yes", partly="on")
    assert deals(store) == 1


def test_names_that_look_alike_are_chosen_and_the_answer_is_kept_for_the_next_sheet(
    scorekeeper: Browser, store: Store
) -> None:
    answer(scorekeeper, look(scorekeeper, "順位,Haruka,B,C\n,1,2,3\n"), store="yes")
    fields = {"event": "金曜会"}
    shown = look(scorekeeper, "日付,Haruko,B,C\n2025-05-02,3,2,0\n", **fields)
    answer(scorekeeper, shown, store="yes", **{"name-Haruko": "=Haruka"}, digest="another")
    assert deals(store) == 1
    seen = answer(scorekeeper, shown, look="yes", **{"name-Haruko": "=Haruka"})
    answer(scorekeeper, seen, store="yes")
    next_time = look(scorekeeper, "日付,Haruko,B,C\n2025-06-06,1,3,2\n", rules="", **fields)
    assert "Layout S" in next_time.main.text
    assert answer(scorekeeper, next_time, layout="S", store="yes").all("section", id="result")
    assert (deals(store), sorted(person.name for person in store.people.find().people)) == (3, ["B", "C", "Haruka"])


def test_what_changed_since_it_was_seen_is_shown_again(scorekeeper: Browser, store: Store) -> None:
    shown = look(scorekeeper, "順位,A,B,C\n,1,2,3\n")
    again = answer(scorekeeper, shown, store="yes", digest="0")
    assert "would now come in otherwise than you saw it" in again.main.text
    assert deals(store) == 0


def test_the_options_of_the_game_are_chosen_in_words(scorekeeper: Browser, store: Store) -> None:
    shown = look(scorekeeper, "順位,A,B,C\n,1,2,3\n")
    assert shown.main.all("fieldset", class_="control")
    seen = answer(scorekeeper, shown, look="yes", **{"option-jack_back": "true"})
    answer(scorekeeper, seen, store="yes", **{"option-jack_back": "true"})
    assert msgspec.json.decode(store.record(1).record)["options"] == {"jack_back": True}


def test_the_options_of_another_game_are_forgotten(scorekeeper: Browser, store: Store) -> None:
    shown = look(scorekeeper, "順位,A,B,C,D\n,1,2,3,4\n")
    seen = answer(scorekeeper, shown, look="yes", **{"option-jack_back": "true"})
    seen = scorekeeper.send(seen, {"rules": "theater", "look": "yes"}, "/sheets")
    scorekeeper.send(seen, {"rules": "theater", "store": "yes"}, "/sheets")
    assert "options" not in msgspec.json.decode(store.record(1).record)


def test_a_file_that_is_no_sheet_is_refused_with_a_sentence(scorekeeper: Browser) -> None:
    assert "there should be a row of headings" in look(scorekeeper, "nothing").main.text


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_template_without_names_has_room_for_them(reader: Browser, kind: str) -> None:
    assert reader.client.get(f"/sheets/template?type={kind}").status_code == 200


def test_a_template_is_a_sheet_that_can_be_filled_in(reader: Browser) -> None:
    address = "/sheets/template?players=Haru,健一、美咲&type="
    filled = openpyxl.load_workbook(io.BytesIO(reader.client.get(f"{address}xlsx").data))
    filled.active["A3"], filled.active["C3"], filled.active["D3"], filled.active["E3"] = "2025-04-04", 2, 1, 3
    kept = io.BytesIO()
    filled.save(kept)
    reading = read_sheet(kept.getvalue(), Columns(rules="akagiri"))
    assert (reading.layout, reading.errors, reading.questions, len(reading.evenings)) == ("P", (), (), 1)
    assert "健一" in reader.client.get(f"{address}csv").get_data(as_text=True)


def test_the_results_of_a_game_can_be_saved_as_a_sheet(scorekeeper: Browser) -> None:
    answer(scorekeeper, look(scorekeeper, "順位,A,B,C\n,1,2,3\n"), store="yes")
    links = [link["href"] for link in scorekeeper.open("/games/1").all("a") if "/sheet?" in link["href"]]
    for link in links:
        reading = read_sheet(scorekeeper.client.get(link).data, Columns(rules="akagiri"))
        assert (reading.layout, reading.errors, len(reading.evenings)) == ("L", (), 1)
    assert len(links) == 2
