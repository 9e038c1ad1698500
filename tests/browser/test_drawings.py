"""Drawings in Chromium on a narrow phone: nothing is cut off, and nothing covers what it should not."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice

import pytest
from playwright.sync_api import Browser

import daifu
from daifu.position import Position
from daifu.schemas.drawing.layout import TALL, WIDE
from tests.support.drawings import random_positions
from tests.support.samples import SAMPLES_FOLDER

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
