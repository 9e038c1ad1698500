"""How pages look, move and fit: nothing jumps, nothing is cut off, and a few look as they did."""

import re
import statistics
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Final, Literal

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

import daifu
from daifu.position import Position
from daifu.replay.text import Language
from daifu.schemas.drawing.layout import TALL, WIDE
from tests.browser.parts import page_of_parts
from tests.browser.screenshots import FOLDER, KINDS, share_of_difference, take
from tests.support.chromium import ALL_ROWS, PHONE, is_wider_than_its_window, page_errors
from tests.support.drawings import random_positions
from tests.support.project import PROJECT_ROOT
from tests.support.running_service import RunningService
from tests.support.samples import SAMPLES_FOLDER

POSITION: Final = "/games/236/deals/2/positions/3"
SLOWER: Final = 4
MOST_MILLISECONDS: Final = 100
FRAME: Final = 1000 / 60
LEAST_SHIFT: Final = 0.005
"""What rounds to nothing: buttons in a row may come one after another while a slow connection brings the page."""

STYLE_FOLDER: Final = PROJECT_ROOT / "api" / "web" / "assets" / "style"
OF_ONE_PAGE: Final = {
    *("beside", "code", "code-box", "colours", "deal", "detail", "diamonds", "drawing", "dropping", "heading-line"),
    *("hearts", "hidden", "inline-card", "laid", "lead", "links", "mine", "paper-only", "prose", "sign-in-code"),
    *("sprite", "suit", "tall", "together", "viewer", "wide"),
}
"""Parts of one page, parts that another one brings, and those that are seen on paper or while something is dragged."""
_CLASS: Final = re.compile(r"\.([a-z][a-z0-9-]*)(?=[^{}]*\{)")
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)

_WATCH: Final = """
window.shifts = []; window.steps = []; window.frames_ = [];
new PerformanceObserver(list => list.getEntries().forEach(one => shifts.push(one.value)))
  .observe({ type: "layout-shift", buffered: true });
document.addEventListener("keydown", () => {
  const began = performance.now();
  const seen = new MutationObserver(() => {
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => steps.push(performance.now() - began)));
  });
  seen.observe(document.getElementById("position"), { subtree: true, childList: true, attributes: true });
}, true);
window.watch = () => {
  let last = 0;
  const frame = at => { if (last) frames_.push(at - last); last = at; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
};
"""

_LINES_OF_NAMES: Final = """
[...document.querySelectorAll("h1 bdi")].map(name => {
  const text = document.createRange();
  text.selectNodeContents(name);
  return text.getClientRects().length;
})
"""


def watched(browser: Browser, address: str) -> Page:
    """A page on a phone that counts what moves and how long steps take."""
    page = browser.new_page(viewport={"width": PHONE, "height": 844})
    page.add_init_script(_WATCH)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    return page


def step(page: Page, steps: int) -> None:
    """Press the key to the next position, and wait until each is drawn."""
    at = page.locator(".controls .at b")
    for number in range(int(at.inner_text()) + 1, int(at.inner_text()) + 1 + steps):
        page.keyboard.press("ArrowRight")
        expect(at).to_have_text(str(number))
        page.wait_for_load_state("networkidle")


def test_nothing_moves_while_a_position_loads_and_from_step_to_step(chromium: Browser, samples: RunningService) -> None:
    page = watched(chromium, samples.url + POSITION)
    assert sum(page.evaluate("shifts")) < LEAST_SHIFT
    page.evaluate("shifts.length = 0")
    step(page, 9)
    assert page.evaluate("shifts") == []
    page.close()


@pytest.mark.parametrize(("language", "scheme", "width"), [("en", "dark", PHONE), ("ja", "light", 1366)])
def test_every_part_is_accessible_and_fits(
    chromium: Browser, language: Language, scheme: Literal["dark", "light"], width: int
) -> None:
    page = chromium.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.set_content(page_of_parts(language))
    assert page_errors(page, ALL_ROWS) == []
    page.close()


def test_the_page_of_parts_has_every_part_that_several_pages_share() -> None:
    on_page = set(re.findall(r"[\w-]+", " ".join(re.findall(r'class="([^"]*)"', page_of_parts()))))
    files = (STYLE_FOLDER / f"{name}.css" for name in ("text", "frame", "forms", "tables", "deal", "figures"))
    named = {part for file in files for part in _CLASS.findall(_COMMENT.sub("", file.read_text(encoding="utf-8")))}
    assert named - on_page - OF_ONE_PAGE == set()


@pytest.mark.soak
def test_a_step_is_drawn_at_once_on_a_phone_four_times_slower(chromium: Browser, samples: RunningService) -> None:
    page = watched(chromium, samples.url + POSITION)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    step(page, 40)
    steps = page.evaluate("steps")
    assert statistics.median(steps) < MOST_MILLISECONDS
    assert statistics.quantiles(steps, n=20)[-1] < 2 * MOST_MILLISECONDS  # other processes take their turns, too
    page.close()


@pytest.mark.soak
@pytest.mark.parametrize(("slower", "share"), [(1, 0.9), (SLOWER, 0.7)])
def test_frames_keep_coming_while_the_strip_is_dragged(
    chromium: Browser, samples: RunningService, slower: int, share: float
) -> None:
    page = watched(chromium, samples.url + POSITION)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    strip = page.locator(".strip").bounding_box()
    assert strip
    y = strip["y"] + strip["height"] / 2
    page.mouse.move(strip["x"] + 5, y)
    page.mouse.down()
    page.evaluate("watch()")
    for moved in range(60):
        page.mouse.move(strip["x"] + 5 + (strip["width"] - 10) * moved / 60, y)
        page.evaluate("new Promise(requestAnimationFrame)")
    page.mouse.up()
    frames = sorted(page.evaluate("frames_"))
    assert frames[int(len(frames) * share)] < FRAME * 1.1
    page.close()


def test_a_row_of_tabs_that_scrolls_makes_no_page_wider(chromium: Browser, samples: RunningService) -> None:
    page = chromium.new_page(viewport={"width": PHONE, "height": 844}, locale="en")
    page.goto(f"{samples.url}/tournaments/1")
    page.wait_for_load_state("networkidle")
    assert not is_wider_than_its_window(page)
    page.close()


def test_paper_has_no_words_that_a_table_goes_on(chromium: Browser, samples: RunningService) -> None:
    page = chromium.new_page(viewport={"width": PHONE, "height": 844})
    page.goto(f"{samples.url}/games/5")
    content = "getComputedStyle(document.querySelector('.wide'), '::before').content"
    assert page.evaluate(content) == '"more →"'
    page.emulate_media(media="print")
    assert page.evaluate(content) == "none"
    page.close()


def test_a_line_of_japanese_breaks_between_names(chromium: Browser, samples: RunningService) -> None:
    page = chromium.new_page(viewport={"width": PHONE, "height": 844}, locale="ja")
    page.goto(f"{samples.url}/games/5")
    page.wait_for_load_state("networkidle")
    assert set(page.evaluate(_LINES_OF_NAMES)) == {1}
    page.close()


GREATEST_DIFFERENCE: Final = 0.003
"""What versions of Chromium may differ by. One line of text that has moved is more."""


@pytest.mark.parametrize("name", KINDS)
def test_a_page_looks_as_expected(chromium: Browser, samples: RunningService, tmp_path: Path, name: str) -> None:
    taken = take(chromium, samples, KINDS[name])
    difference = share_of_difference(taken, Image.open(FOLDER / f"{name}.png").convert("RGB"))
    if difference > GREATEST_DIFFERENCE:
        taken.save(tmp_path / f"{name}.png")
    assert difference <= GREATEST_DIFFERENCE, f"see {tmp_path}; python -m tests.browser.screenshots if it is meant"


def test_a_line_that_moves_is_a_difference() -> None:
    expected = Image.open(FOLDER / "standings.png").convert("RGB")
    moved = expected.copy()
    moved.paste(expected.crop((0, 100, expected.width, 110)), (0, 103))
    assert share_of_difference(moved, expected) > GREATEST_DIFFERENCE


def test_another_colour_is_a_difference() -> None:
    expected = Image.open(FOLDER / "standings.png").convert("RGB")
    darker = expected.point(lambda value: value - 32)
    assert share_of_difference(darker, expected) > GREATEST_DIFFERENCE


NARROWEST = 320

_FIND_FLAWS = """() => {
  const svg = document.querySelector("svg");
  // The box of a text has room above and below its letters.
  const box = element => {
    const { left, right, top, bottom, height } = element.getBoundingClientRect();
    const room = element.nodeName === "text" ? height * 0.2 : 0;
    return { left, right, top: top + room, bottom: bottom - room };
  };
  const name = element => `${element.getAttribute("class")} ${element.textContent.slice(0, 40)}`;
  const all = (selector, within = svg) => [...within.querySelectorAll(selector)];
  const isWithin = (inner, outer) =>
    inner.left >= outer.left - 0.6 && inner.right <= outer.right + 0.6 &&
    inner.top >= outer.top - 0.6 && inner.bottom <= outer.bottom + 0.6;
  const overlaps = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.8 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.8;
  const flaws = [];
  for (const element of all("text, svg > g rect, use"))
    if (!isWithin(box(element), box(svg))) flaws.push(`outside: ${name(element)}`);
  for (const seat of all(".d-seat")) {
    const panel = box(seat.querySelector(".d-panel"));
    for (const element of all("text, use", seat))
      if (!isWithin(box(element), panel)) flaws.push(`out of its seat: ${name(element)}`);
  }
  // A number stands on the back of cards that are not known.
  const words = all("text:not(symbol text, .d-hand text, .d-set text)"), cards = all("use[href^='#c-']");
  const lies = card => card.closest(".d-hand, .d-set, .d-seat, .d-trick");
  const parts = [...all(".d-panel"), ...all(".d-sign"), ...all(".d-set"), ...all(".d-fault")];
  parts.forEach((part, place) => {
    for (const other of parts.slice(place + 1))
      if (overlaps(box(part), box(other))) flaws.push(`over each other: ${name(part)} | ${name(other)}`);
  });
  words.forEach((word, place) => {
    for (const other of [...words.slice(place + 1), ...cards])
      if (overlaps(box(word), box(other))) flaws.push(`over each other: ${name(word)} | ${name(other)}`);
  });
  cards.forEach((card, place) => {
    for (const other of cards.slice(place + 1))
      if (lies(card) !== lies(other) && overlaps(box(card), box(other)))
        flaws.push(`over each other: ${card.getAttribute("href")} | ${other.getAttribute("href")}`);
  });
  return flaws;
}"""


def flaws_of(chromium: Browser, positions: Iterable[Position]) -> list[str]:
    """What is wrong with the drawings of these positions."""
    found = []
    page = chromium.new_page(viewport={"width": NARROWEST, "height": 640})
    for position in positions:
        for shape, language in ((TALL, "ja"), (WIDE, "en")):
            drawn = position.svg(language, shape=shape)  # type: ignore[arg-type]
            page.set_content(f"<style>body{{margin:0}}svg{{width:100%;height:auto}}</style>{drawn}")
            found += [
                f"{position.reached.record.rules.profile.name} {shape}: {flaw}" for flaw in page.evaluate(_FIND_FLAWS)
            ]
    page.close()
    return found


def faulty_positions() -> Iterator[Position]:
    """The positions after the faults of the samples that have some."""
    for record in daifu.read(SAMPLES_FOLDER / "faulty.ndjson"):
        for number, deal in enumerate(daifu.replay(record).deals, 1):
            for fault in deal.faults:
                if fault.action is not None:
                    yield daifu.position_after(record, number, fault.action + 1)


def test_nothing_is_cut_off_or_covered(chromium: Browser) -> None:
    assert flaws_of(chromium, islice(random_positions(17, 2), 34)) == []


@pytest.mark.soak
def test_nothing_is_cut_off_or_covered_in_a_hundred_games(chromium: Browser) -> None:
    assert flaws_of(chromium, chain(random_positions(100, 6), faulty_positions())) == []
