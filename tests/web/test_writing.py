"""The page on which a game is written by hand."""

from tests.support.pages import Browser

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
