"""The sheet of a house: what people have to know to play by its rules, in parts that are shown or printed."""

from typing import NamedTuple

from daifu.replay.text import Text


class Line(NamedTuple):
    """Sentences on one subject; `rule` is the local rule that they tell, empty where they tell none."""

    label: Text
    text: Text
    rule: str = ""


class Row(NamedTuple):
    """A row of a table, such as all that a card does."""

    label: Text
    lines: tuple[Line, ...]


class Section(NamedTuple):
    """A part of a sheet: lines, and the rows of a table below them."""

    key: str
    heading: Text
    lines: tuple[Line, ...]
    rows: tuple[Row, ...] = ()


class Told(NamedTuple):
    """Rules as a sheet tells them: players and pack in a few words, and the parts."""

    facts: Text
    sections: tuple[Section, ...]


NOTHING = Text("", "")
"""The label of a line that has none."""


def labelled(text: Text) -> Text:
    """A name as it begins a line."""
    return Text(text.en[:1].upper() + text.en[1:], text.ja)


def run_on(texts: list[Text]) -> Text:
    """Sentences one after another."""
    return Text(" ".join(text.en for text in texts if text.en), "".join(text.ja for text in texts))
