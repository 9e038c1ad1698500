"""Uploading files and text with a form, what its summary says, and the page on which a game is written by hand."""

import bz2
import gzip
import io
import json
import lzma
import re

import pytest

from daifu.api.settings import Settings
from daifu.api.web import session
from daifu.data.store.store import Store
from daifu.data.store.values import SCOREKEEPER, RecordFilter
from tests.support.pages import Browser, MakeService, Page
from tests.support.project import PROJECT_ROOT
from tests.support.stores import raw_sitting
from tests.support.tournaments.store import tournament_with_round

SAMPLES = PROJECT_ROOT / "data" / "samples"


def sitting(table: str = "A") -> bytes:
    return json.dumps(raw_sitting(table)).encode()


def upload(browser: Browser, *files: tuple[str, bytes], text: str = "") -> Page:
    sent = [(io.BytesIO(content), name) for name, content in files]
    return browser.send(browser.open("/upload"), {"files": sent, "text": text})


def statuses(page: Page) -> list[str]:
    return [one.text for one in page.one("section", id="result").one("ul", class_="dotted").all("span", class_="tag")]


def test_a_record_is_stored_and_linked(scorekeeper: Browser) -> None:
    page = upload(scorekeeper, ("evening.json", sitting()))
    assert statuses(page) == ["new: 1"]
    [link] = [link for link in page.main.all("a") if link["href"].startswith("/games/")]
    assert scorekeeper.open(link["href"]).status == 200


def test_several_files_of_any_format_are_taken_at_once(scorekeeper: Browser) -> None:
    page = upload(
        scorekeeper,
        ("evening.json", sitting()),
        ("fujigokoro.dat", (SAMPLES / "fujigokoro.dat").read_bytes()),
        ("uecda-server.log.gz", (SAMPLES / "uecda-server.log.gz").read_bytes()),
    )
    assert statuses(page) == ["new: 3"]


def test_pasted_text_is_taken(scorekeeper: Browser) -> None:
    page = upload(scorekeeper, text="\n".join(json.dumps(raw_sitting(table)) for table in "AB"))
    assert statuses(page) == ["new: 2"]


def test_files_may_be_packed_and_in_another_encoding(scorekeeper: Browser) -> None:
    packed = [bz2.compress(sitting("A")), lzma.compress(sitting("B")), sitting("C").decode().encode("utf-16")]
    page = upload(scorekeeper, *((f"{number}.json", content) for number, content in enumerate(packed)))
    assert statuses(page) == ["new: 3"]
    text = json.dumps({**raw_sitting("D"), "notes": "つばめ"}, ensure_ascii=False).encode("cp932")
    sent = {"files": [(io.BytesIO(text), "old.json")], "text": "", "encoding": "shift_jis"}
    assert statuses(scorekeeper.send(scorekeeper.open("/upload"), sent)) == ["new: 1"]


def test_what_exists_is_said_to_exist(scorekeeper: Browser) -> None:
    upload(scorekeeper, ("evening.json", sitting()))
    assert statuses(upload(scorekeeper, ("again.json.gz", gzip.compress(sitting())))) == ["known already: 1"]


def test_what_cannot_be_read_is_explained_where_it_is(scorekeeper: Browser) -> None:
    broken = json.dumps(raw_sitting("A") | {"rules": "poker"})
    page = upload(scorekeeper, ("games.ndjson", f"{sitting('B').decode()}\n{broken}\n".encode()))
    assert statuses(page) == ["new: 1", "could not be read: 1"]
    [problem] = [one.text for one in page.main.all("li") if "poker" in one.text]
    assert problem.startswith("games.ndjson , line 2: the game There should be one of")
    assert problem.endswith("here, not 'poker'")


def test_problems_are_said_without_the_words_of_the_format(scorekeeper: Browser) -> None:
    deals = [{"hands": 7, "actions": ["1 S3", 2]}]
    broken = json.dumps({**raw_sitting("A"), "players": ["Mu", {"id": "x"}], "deals": deals})
    english = upload(scorekeeper, ("a.json", broken.encode())).main.text
    assert "deal 1, action 2 There should be" in english
    assert "player 2, the name This is missing" in english
    assert not re.search(r"\b(expected|found)\b|/\w+/", english)


def test_a_file_of_no_format_spoils_no_other(scorekeeper: Browser) -> None:
    page = upload(scorekeeper, ("notes.txt", b"hello\n"), ("broken.gz", b"\x1f\x8bxx"), ("a.json", sitting()))
    assert statuses(page) == ["new: 1", "could not be read: 2"]


def test_faults_are_counted_and_lead_to_the_games_that_have_them(scorekeeper: Browser) -> None:
    page = upload(scorekeeper, ("faulty.ndjson", (SAMPLES / "faulty.ndjson").read_bytes()))
    links = [link["href"] for link in page.main.all("a") if "fault=" in link["href"]]
    assert links
    assert scorekeeper.open(links[0]).main.all("ul", class_="games")


def test_an_event_that_nearly_has_the_name_of_a_tournament_is_told(scorekeeper: Browser, store: Store) -> None:
    tournament_with_round(store)
    record = json.dumps({**raw_sitting(), "event": {"name": "winter cup"}})
    page = upload(scorekeeper, text=record)
    assert 'the event looks like tournament 1, "Winter cup"; not in its results' in page.main.text
    page = upload(scorekeeper.read("ja"), text=record)
    assert "大会1「Winter cup」と似ていますが" in page.main.text


def test_a_game_with_such_an_event_gets_the_name_of_the_tournament_by_a_button(
    scorekeeper: Browser, store: Store
) -> None:
    tournament_with_round(store)
    event = {"name": "winter cup", "round": 1, "table": 1}
    page = upload(scorekeeper, text=json.dumps({**raw_sitting(), "event": event}))
    [button] = [one for one in page.main.all("button") if one.text.startswith("It belongs to")]
    assert button.parent is not None
    scorekeeper.send(page, {}, button.parent["action"])
    assert json.loads(store.record(1).record)["event"] == {**event, "name": "Winter cup"}


def test_an_empty_upload_says_so(scorekeeper: Browser) -> None:
    page = scorekeeper.send(scorekeeper.open("/upload"), {})
    assert "There was nothing to upload" in page.main.text


def test_a_name_of_a_file_is_only_text(scorekeeper: Browser) -> None:
    page = upload(scorekeeper, ("<script>alert(1)</script>.json", b"hello"))
    assert "<script>alert(1)</script>.json" in page.main.text
    assert page.main.all("script") == []


def test_nobody_uploads_without_a_session(browser: Browser) -> None:
    page = browser.open("/upload")
    assert page.main.all("form") == []
    assert page.main.one("a", class_="button")["href"] == "/sign-in?next=%2Fupload"


def test_a_reader_may_not_upload(reader: Browser, store: Store) -> None:
    assert reader.open("/upload").main.all("form") == []
    token = reader.open("/sign-out").one("input", name="csrf_token")["value"]
    data = {"csrf_token": token, "text": sitting().decode()}
    answer = reader.client.post("/upload", data=data, headers=reader.headers)
    assert answer.status_code == 403
    assert store.page(RecordFilter()).records == []


def test_records_beyond_the_most_of_one_upload_are_refused(make_service: MakeService, store: Store) -> None:
    browser = Browser(make_service(Settings(bulk_records=2)).test_client())
    browser.sign_in(store.create_token("Haru", SCOREKEEPER).secret)
    page = upload(browser, text="\n".join(json.dumps(raw_sitting(table)) for table in "ABC"))
    assert len(store.page(RecordFilter()).records) <= 2
    assert "at most 2 records" in page.main.one("p", role="alert").text


def test_a_record_beyond_the_largest_is_refused(make_service: MakeService, store: Store) -> None:
    browser = Browser(make_service(Settings(decompressed_bytes=1000)).test_client())
    browser.sign_in(store.create_token("Haru", SCOREKEEPER).secret)
    page = upload(browser, ("large.json", sitting() + b" " * 1000))
    assert statuses(page) == ["could not be read: 1"]


def test_a_form_beyond_the_largest_is_refused(scorekeeper: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    page = scorekeeper.open("/upload")
    monkeypatch.setattr(session, "UPLOAD_BYTES", 1000)
    sent = scorekeeper.send(page, {"files": [(io.BytesIO(b" " * 2000), "large.json")]})
    assert sent.status == 413


def test_the_summary_of_many_games_lists_the_first(scorekeeper: Browser) -> None:
    lines = "\n".join(json.dumps(raw_sitting(str(table))) for table in range(205))
    page = upload(scorekeeper, ("many.ndjson", lines.encode()))
    assert statuses(page) == ["new: 205"]
    assert "… and 5 more" in page.main.text


GAME = """fu/1
rules akagiri
players A, B, C
deal
dealer 1
1| ♠3 ♠4 ハート9
2| D6KCT
3| H5D2C5
1: ♠4 ♦6 ♦2
"""


def test_a_text_is_written_out_and_shows_the_table_at_its_end(scorekeeper: Browser) -> None:
    page = scorekeeper.send(scorekeeper.open("/write"), {"text": GAME})
    assert page.status == 200
    assert "1:S4 D6 D2" in page.main.one("pre").text
    assert [seat["data-seat"] for seat in page.one("svg", class_="wide").all("g", class_="d-seat")] == ["1", "2", "3"]


def test_a_slip_is_shown_by_line_and_column(scorekeeper: Browser) -> None:
    page = scorekeeper.send(scorekeeper.open("/write"), {"text": GAME.replace("♦2", "♦")})
    assert page.status == 422
    assert "line 9, column 10" in page.main.one("div", id="read").text
    assert page.main.all("button", class_="place")[0].text == "1: ♠4 ♦6 ♦"
    assert page.main.all("mark")[0].text == "♦"
    assert page.main.one("textarea").text


def test_what_is_against_the_rules_is_shown_at_its_place(scorekeeper: Browser) -> None:
    page = scorekeeper.send(scorekeeper.open("/write"), {"text": GAME.replace("♦6", "♥4")})
    assert "line 9, column 7: player 2 did not hold H4" in page.main.one("div", id="read").text


def test_a_text_that_is_too_long_is_kept_and_told_where_it_can_go(scorekeeper: Browser) -> None:
    page = scorekeeper.send(scorekeeper.open("/write"), {"text": GAME + "{long}\n" * 20_000})
    assert page.status == 413
    assert "reads at most 100000" in page.main.one("div", id="read").text
    assert page.main.one("textarea").text.startswith("fu/1")


def test_a_text_that_was_read_can_be_stored(scorekeeper: Browser) -> None:
    page = scorekeeper.send(scorekeeper.open("/write"), {"text": GAME})
    [form] = [form for form in page.main.all("form") if form["action"] == "/upload"]
    text = form.one("input", name="text")["value"]
    stored = scorekeeper.send(scorekeeper.open("/upload"), {"text": text, "files": []})
    assert "new: 1" in stored.main.text
