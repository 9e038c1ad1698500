"""Sentences for people, in English and in Japanese."""

from typing import Final, NamedTuple


class Text(NamedTuple):
    """The same sentence in English and in Japanese."""

    en: str
    ja: str


LONGEST_SHOWN: Final = 40
"""A sentence shows this many characters of a text that it complains about."""


def expected(en: str, ja: str, found: str) -> Text:
    """The sentence that a text of a record is not what it should be."""
    shown = quoted(found)
    return Text(f"expected {en}, found {shown.en}", f"{ja}が必要ですが、{shown.ja}とあります")


def quoted(text: str) -> Text:
    """A text in quotation marks: long ones cut, and what cannot be seen or printed written as escapes."""
    shown = repr(text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…")
    return Text(shown, f"「{shown[1:-1]}」")


class ReadError(ValueError):
    """A text of a record that is not of its form; `text` says what was expected, in both languages."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text
