"""Final tables and charts as pictures, which are sent around and shown by previews of links."""

import struct

import pytest

from daifu.api.web import drawings
from daifu.data.store.store import Store
from daifu.data.store.values import SeasonTerms
from tests.support.pages import Browser, Page
from tests.support.stores import ANN, judged_sitting

NAMES = ["Mu", "Jun<ko", "Shimo", "Aki"]
DEAL = {"result": {"order": [2, 1, 3, 4]}}


@pytest.fixture
def evening(store: Store) -> int:
    """An evening of two deals, in a season."""
    store.seasons.add(SeasonTerms("2026"), ANN)
    event = {"name": "Friday", "date": "2026-11-27"}
    [outcome] = store.add([judged_sitting(players=NAMES, event=event, deals=[DEAL, DEAL])], ANN)
    return outcome.id


def preview(page: Page) -> dict[str, str]:
    """What other programs show of a link to the page."""
    named = {one.attributes.get("property", one.attributes.get("name", "")): one for one in page.all("meta")}
    return {name: one.attributes.get("content", "") for name, one in named.items()}


def size(png: bytes) -> tuple[int, int]:
    """The width and height of a PNG."""
    return struct.unpack(">II", png[16:24])


@pytest.mark.parametrize("path", ["/games/1", "/games/1/report", "/games/1/evening", "/seasons/1", "/seasons/1/report"])
def test_a_link_to_results_is_shown_with_their_table(browser: Browser, evening: int, path: str) -> None:
    shown = preview(browser.open(path))
    assert "Jun<ko" in shown["description"]
    answer = browser.client.get(shown["og:image"].removeprefix("http://club.example"))
    assert (answer.mimetype, size(answer.data)) == ("image/png", (1200, 630)), evening


def test_a_game_under_other_rules_has_no_picture_of_its_own_table(browser: Browser, evening: int) -> None:
    page = browser.open(f"/games/{evening}/other-rules?rules=theater&option-joker_out=illegal&judge=yes")
    assert "table.png" not in preview(page).get("og:image", "")


def test_a_table_has_places_names_and_first_places(browser: Browser, evening: int) -> None:
    svg = browser.client.get(f"/games/{evening}/table.svg").get_data(as_text=True)
    told = [text.partition("</text>")[0].rpartition(">")[2] for text in svg.split("<text")[1:]]
    assert told[0] == "\u2068Friday · 2026-11-27 · Theater daihinmin\u2069"
    assert told[1:6] == ["2 deals", "first", "1", "\u2068Jun&lt;ko\u2069", "2"]


def test_a_preview_has_the_first_rows_and_the_saved_picture_all(samples: Browser) -> None:
    preview, whole = (
        samples.client.get(f"/tournaments/1/table.svg?shape={shape}").get_data(as_text=True)
        for shape in ("wide", "tall")
    )
    assert 'viewBox="0 0 960 504"' in preview
    assert ("… +12" in preview, "… +" in whole) == (True, False)
    assert whole.count("d-line") == 1 + 20


def test_a_picture_is_drawn_again_when_its_table_has_changed(
    browser: Browser, store: Store, evening: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[bytes] = []

    def draw(svg: bytes, _scale: float) -> bytes:
        drawn.append(svg)
        return b"PNG"

    monkeypatch.setattr(drawings, "draw_png", draw)
    first, again = (browser.client.get(f"/games/{evening}/table.png") for _ in range(2))
    assert (len(drawn), first.headers["ETag"]) == (1, again.headers["ETag"])
    event = {"name": "Friday", "date": "2026-11-27"}
    store.add([judged_sitting(players=NAMES, event=event, deals=[DEAL] * 3)], ANN)
    browser.client.get(f"/games/{evening}/table.png")
    assert len(drawn) == 2


def test_a_game_without_results_has_no_table_to_draw(browser: Browser, store: Store) -> None:
    [outcome] = store.add([judged_sitting(deals=[{}])], ANN)
    assert browser.client.get(f"/games/{outcome.id}/table.svg").status_code == 404
    assert preview(browser.open(f"/games/{outcome.id}"))["og:image"].endswith("/icon-512.png")


def test_a_link_to_a_player_is_shown_with_a_chart(samples: Browser) -> None:
    shown = preview(samples.open("/players/Haru"))
    path = shown["og:image"].removeprefix("http://localhost")
    assert path.startswith("/players/Haru/plots/rating.png")
    assert size(samples.client.get(path).data) == (1200, 630)
