"""Plots are drawn by a process of their own, once for each version of what they show."""

import os
import signal
from collections.abc import Iterator

import pytest

from daifu.api.web.plots.plot import Column, Plot
from daifu.api.web.plots.plot_process import PLOT_PROCESSES, draw_plot
from daifu.schemas.drawing.style import DARK, LIGHT
from tests.support.pages import Browser

PLOT = Plot(
    "Places",
    "How often each place was reached.",
    (Column("part", "place"), Column("value", "value")),
    [{"part": 1, "value": 0.5, "href": "/games"}, {"part": 2, "value": None}],
    lambda theme: {
        "mark": {"type": "bar", "color": theme.accent},
        "encoding": {"x": {"field": "part", "type": "ordinal"}, "y": {"field": "value", "type": "quantitative"}},
    },
)


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    yield
    PLOT_PROCESSES.end_idle()


def test_a_specification_is_drawn_as_svg() -> None:
    assert draw_plot(PLOT.encoded_specification()).startswith(b"<svg")


def test_a_process_that_was_lost_is_replaced() -> None:
    draw_plot(PLOT.encoded_specification())
    os.kill(PLOT_PROCESSES.call(os.getpid), signal.SIGKILL)
    assert draw_plot(PLOT.encoded_specification()).startswith(b"<svg")


def test_what_is_no_specification_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="conversion failed"):
        draw_plot(b'{"mark": 5}')


def test_a_plot_has_no_style_that_a_strict_policy_would_refuse() -> None:
    drawn = draw_plot(PLOT.encoded_specification(DARK))
    assert b"style=" not in drawn
    assert b"<script" not in drawn


def test_the_specification_has_data_without_links_and_the_colours_of_a_theme() -> None:
    light, dark = PLOT.specification(LIGHT), PLOT.specification(DARK)
    assert light["data"] == dark["data"] == {"values": [{"part": 1, "value": 0.5}, {"part": 2, "value": None}]}
    assert light["mark"]["color"] != dark["mark"]["color"]


def test_a_plot_for_phones_is_narrow_and_its_place_is_known_before() -> None:
    wide, narrow = (PLOT.encoded_specification(narrow=is_narrow) for is_narrow in (False, True))
    assert PLOT.size(narrow=True)[0] < 330 < PLOT.size()[0]
    assert b'width="3' in draw_plot(narrow)[:200]
    assert b'width="4' in draw_plot(wide)[:200]


def test_missing_values_are_empty_cells() -> None:
    assert PLOT.cells(PLOT.rows[1]) == ["2", ""]


def test_a_browser_that_has_the_plot_is_sent_nothing(samples: Browser) -> None:
    address = "/players/Haru/plots/places.svg?rules=theater"
    first = samples.client.get(address)
    again = samples.client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, first.mimetype, again.status_code) == (200, "image/svg+xml", 304)
    assert first.get_data().startswith(b"<svg")


def test_a_plot_is_sent_packed(samples: Browser) -> None:
    headers = {**samples.headers, "Accept-Encoding": "gzip"}
    answer = samples.client.get("/players/Haru/plots/places.svg?rules=theater", headers=headers)
    assert answer.headers["Content-Encoding"] == "gzip"
