"""The sheet of a house: what is played, on one page of paper, as HTML and as plain text.

It is made of flattened house rules, in English or Japanese.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from html import escape
from importlib import resources
from typing import Final, NamedTuple

from daifu.replay.options import NOTHING, Line, Section, Told
from daifu.replay.rules import Profile
from daifu.replay.text import Language, Text, number_range, say
from daifu.schemas.house_document import House, Said, game_and_players, hash_of

SHOWN_DIGITS: Final = 8
"""Digits of the hash on a sheet: enough to see at a glance that two sheets are not the same."""

_WIDTH: Final = 78
_RULE_LABEL: Final = 10
_JAPANESE_PARTS: Final = re.compile(r"[（「]?[^、。）」・：][、。）」・：]*|.")
"""A character, with the marks before and after it from which it may not be parted at the end of a line."""
_NOTES: Final = Text("Notes", "備考")
_VERSION: Final = Text("version {version}", "第{version}版")

_OTHERWISE: Final = "otherwise"
_OPTION_HEADINGS: Final = {
    _OTHERWISE: Text("Not as usual", "通常と違うところ"),
    "usual": Text("As usual", "通常どおり"),
}
_ALONE: Final = """\
@page { size: A4; margin: 10mm }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; font-family: system-ui, "Noto Sans JP", sans-serif }
@media print { body { padding: 0; max-width: none } }
"""
"""What a sheet that stands alone has beside its stylesheet."""


class Sheet(NamedTuple):
    """What stands on a sheet; `mark` are the first digits of the hash."""

    name: Text
    facts: Text
    sections: Sequence[Section]
    notes: Text | None
    id: str
    version: int
    mark: str

    @property
    def foot(self) -> Text:
        """Which house rules these are."""
        en, ja = (f"{self.id} · {said.format(version=self.version)} · {self.mark}" for said in _VERSION)
        return Text(en, ja)


def sheet_of(flat: House) -> Sheet:
    """The sheet of flattened house rules."""
    profile, (least, most) = game_and_players(flat)
    names = {rule: Text(said.en or "", said.ja or "") for rule, said in flat.names.items()}
    if profile.tell is None:
        told = _told_options(profile, flat)
    else:
        told = profile.tell(profile.complete(flat.rules), range(least, most + 1), names)
    return Sheet(
        name=house_name(flat),
        facts=told.facts,
        sections=told.sections,
        notes=_either(flat.notes) if flat.notes else None,
        id=flat.id,
        version=flat.version,
        mark=hash_of(flat)[:SHOWN_DIGITS],
    )


def _told_options(profile: Profile, flat: House) -> Told:
    """The options of a game without local rules: those that are not as usual, then the others."""
    least, most = flat.players or (0, 0)
    numbers = number_range(least, most)
    options, different = profile.complete(flat.rules), profile.differences(flat.rules)
    sections = [
        Section(
            key,
            heading,
            tuple(
                Line(NOTHING, option.told(options[option.name]), option.name)
                for option in profile.options
                if (option.name in different) == (key == _OTHERWISE)
            ),
        )
        for key, heading in _OPTION_HEADINGS.items()
    ]
    facts = Text(f"{numbers.en} players", f"{numbers.ja}人")
    return Told(facts, tuple(section for section in sections if section.lines))


def house_name(house: House) -> Text:
    """What house rules are called."""
    return _either(house.name)


def _either(said: Said) -> Text:
    """What a house says in both languages: where it says one only, that is read in the other one, too."""
    return Text(said.en or said.ja or "", said.ja or said.en or "")


def sheet_style() -> str:
    """The stylesheet of sheets, which pages that contain one have to name."""
    return (resources.files("daifu.schemas") / "house_sheet.css").read_text(encoding="utf-8")


def house_sheet(flat: House, language: Language) -> str:
    """The sheet as a page of HTML that stands alone. `language` is en or ja."""
    sheet = sheet_of(flat)
    name = escape(say(sheet.name, language))
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{name}</title>\n<style>\n{_ALONE}{sheet_style()}</style>\n</head>\n<body>\n"
        f"{sheet_body(sheet, language)}\n</body>\n</html>\n"
    )


def sheet_body(sheet: Sheet, language: Language, code: str = "", *, level: int = 1, foot: bool = True) -> str:
    """The sheet as a part of a page of HTML, with headings from this level on.

    `code` is the markup of a QR code that leads to that page; the foot says which house rules these are.
    """
    figure = f'<figure class="code-of-sheet">{code}</figure>' if code else ""
    notes = (
        f'<section class="notes"><h{level + 1}>{say(_NOTES, language)}</h{level + 1}>\n'
        f'<p dir="auto">{escape(say(sheet.notes, language))}</p></section>\n'
        if sheet.notes
        else ""
    )
    return (
        f'<article class="house-sheet">\n<header><div>'
        f"<h{level}><bdi>{escape(say(sheet.name, language))}</bdi></h{level}>"
        f'<p>{say(sheet.facts, language)}</p></div>{figure}</header>\n<div class="parts">\n'
        + "".join(_section_html(section, language, level + 1) for section in sheet.sections)
        + f"{notes}</div>\n"
        + (f"<footer>{escape(say(sheet.foot, language))}</footer>\n" if foot else "")
        + "</article>"
    )


def _section_html(section: Section, language: Language, level: int) -> str:
    lines = "".join(f"<p{_anchor(line)}>{_line_html(line, language)}</p>\n" for line in section.lines)
    rows = "".join(
        f'<tr><th scope="row">{say(row.label, language)}</th><td>'
        + "".join(f"<p{_anchor(line)}>{_line_html(line, language)}</p>" for line in row.lines)
        + "</td></tr>\n"
        for row in section.rows
    )
    table = f"<table>\n{rows}</table>\n" if rows else ""
    heading = f"<h{level}>{say(section.heading, language)}</h{level}>"
    return f'<section class="{section.key}">\n{heading}\n{lines}{table}</section>\n'


def _line_html(line: Line, language: Language) -> str:
    label = f"<b>{escape(say(line.label, language))}</b> " if line.label.en else ""
    return label + escape(say(line.text, language))


def _anchor(line: Line) -> str:
    return f' id="rule-{line.rule}"' if line.rule else ""


def house_sheet_text(flat: House, language: Language) -> str:
    """The sheet as plain text."""
    sheet = sheet_of(flat)
    return "\n".join(_text_lines(sheet, language)) + "\n"


def _text_lines(sheet: Sheet, language: Language) -> Iterator[str]:
    name = say(sheet.name, language)
    yield from (name, "=" * _columns(name), say(sheet.facts, language))
    for section in sheet.sections:
        heading = say(section.heading, language)
        yield from ("", heading, "-" * _columns(heading))
        for line in section.lines:
            yield from _wrapped(_line_text(line, language), language, "", "  " if line.label.en else "")
        for row in section.rows:
            label = say(row.label, language)
            first = label + " " * max(1, _RULE_LABEL - _columns(label))
            for line in row.lines:
                yield from _wrapped(_line_text(line, language), language, first, " " * _RULE_LABEL)
                first = " " * _RULE_LABEL
    if sheet.notes:
        yield from ("", say(_NOTES, language), *say(sheet.notes, language).splitlines())
    yield from ("", say(sheet.foot, language))


def _line_text(line: Line, language: Language) -> str:
    label, text = say(line.label, language), say(line.text, language)
    return f"{label}{'：' if language == 'ja' else ': '}{text}" if label else text


def _wrapped(text: str, language: Language, first: str, indent: str) -> Iterator[str]:
    """A text in lines that fit a terminal; in Japanese they may end after each character, where none is forbidden."""
    line, space = first, "" if language == "ja" else " "
    words = _JAPANESE_PARTS.findall(text) if language == "ja" else text.split()
    begun = False
    for word in words:
        if begun and _columns(line + space + word) > _WIDTH:
            yield line
            line, begun = indent, False
        line += (space if begun else "") + word
        begun = True
    yield line


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)
