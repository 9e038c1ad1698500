"""Every sentence of the templates is there in both languages, and the stylesheet uses the scale of sizes."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from daifu.api.web import assets
from tests.support.project import PROJECT_ROOT

FOLDER = PROJECT_ROOT / "api" / "web" / "templates"
TEMPLATES = sorted(FOLDER.rglob("*.html"))
JAPANESE = re.compile(r"[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]")
WORD = re.compile(r"[A-Za-z]{2,}|[\u3040-\u30ff\u4e00-\u9fff]")
CODE = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
SHOWN_ATTRIBUTES = {"title", "alt", "placeholder", "aria-label"}
NAMES = {"daifu", "JSON", "CSV", "PDF", "PNG", "SVG", "Excel", "English", "UTC", "illegal_play", "pass"}
"""What is written alike in both languages: names, and words of the record format."""
IN_ITS_OWN_LANGUAGE = {"大譜", "日本語"}


def sentences(template: Path) -> Iterator[tuple[str, str]]:
    """The sentences that are written in a template, in English and in Japanese."""
    parsed = Environment(autoescape=True).parse(template.read_text(encoding="utf-8"))
    for call in parsed.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "say":
            written = [one.value for one in call.args if isinstance(one, nodes.Const)]
            if written:
                en, ja = written
                yield en, ja


class ShownText(HTMLParser):
    """Collects what a page shows of its own text: between tags, and in attributes that are read to people."""

    def __init__(self) -> None:
        super().__init__()
        self.words: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag
        for name, value in attrs:
            if name in SHOWN_ATTRIBUTES and value:
                self.handle_data(value)

    def handle_data(self, data: str) -> None:
        self.words.update(word for word in re.findall(r"[\w-]+", data) if WORD.search(word))


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_each_sentence_of_a_template_is_in_both_languages(template: Path) -> None:
    for en, ja in sentences(template):
        assert en, ja
        assert not JAPANESE.search(en), en
        assert JAPANESE.search(ja), (en, ja)
        assert sorted(re.findall(r"\{\w+\}", en)) == sorted(re.findall(r"\{\w+\}", ja)), (en, ja)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_a_template_has_no_text_in_one_language_alone(template: Path) -> None:
    shown = ShownText()
    shown.feed(CODE.sub("", template.read_text(encoding="utf-8")))
    assert shown.words <= NAMES | IN_ITS_OWN_LANGUAGE


STYLES = resources.files("daifu.api.web") / "assets" / "style"
PARTS = {file.name.removesuffix(".css"): file.read_text(encoding="utf-8") for file in STYLES.iterdir()}
SPACES = re.compile(r"(?<![\w-])(?:margin|padding|gap|row-gap|column-gap)(?:-[a-z-]+)?: ([^;}]*)")
MOST_BYTES = 60_000


def test_each_part_is_in_the_stylesheet() -> None:
    served = assets.send_asset(assets.assets_version(), assets.STYLE).get_data(as_text=True)
    assert [name for name, text in PARTS.items() if text not in served] == []
    assert len(served.encode()) < MOST_BYTES


@pytest.mark.parametrize("name", sorted(PARTS))
def test_letters_have_a_size_of_the_scale(name: str) -> None:
    sizes = re.findall(r"font-size: ([^;}]*)", PARTS[name])
    assert [size for size in sizes if re.fullmatch(r"[\d.]+(rem|px)", size.strip()) and size.strip() != "1rem"] == []


@pytest.mark.parametrize("name", sorted(PARTS))
def test_spaces_below_two_lines_are_of_the_scale(name: str) -> None:
    values = [value for found in SPACES.findall(PARTS[name]) for value in re.findall(r"([\d.]+)rem", found)]
    assert [value for value in values if float(value) <= 2.1] == []
