"""Sentences for people, in English and in Japanese, and names as people compare them."""

import unicodedata
from typing import Final, Literal, NamedTuple

Language = Literal["en", "ja"]


class Text(NamedTuple):
    """The same sentence in English and in Japanese."""

    en: str
    ja: str


def say(text: Text, language: Language) -> str:
    """A sentence in the language."""
    return text.ja if language == "ja" else text.en


def cards_text(count: int) -> Text:
    """The number of cards in words: `no cards`, `1 card`, `2 cards`."""
    number = "no" if not count else str(count)
    return Text(f"{number} card" if count == 1 else f"{number} cards", f"{count}枚")


LONGEST_SHOWN: Final = 40
"""The longest text that is quoted in full in a sentence."""


def expected(en: str, ja: str, found: str) -> Text:
    """The sentence that a text of a record is not what was expected."""
    shown = quoted(found)
    return Text(f"expected {en}, found {shown.en}", f"{ja}が必要ですが、{shown.ja}とあります")


def quoted(text: str) -> Text:
    """The text in quotation marks: cut if it is long, with escapes for characters that cannot be printed."""
    shown = repr(text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…")
    return Text(shown, f"「{shown[1:-1]}」")


class ReadError(ValueError):
    """Raised for a text of a record that cannot be read; `text` says what was expected, in both languages."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


def number_range(low: int, high: int) -> Text:
    """The numbers from `low` to `high`, or the only one."""
    return Text(str(low), str(low)) if low == high else Text(f"{low} to {high}", f"{low}〜{high}")


def fold_name(text: str) -> str:
    """The text in the form in which names are compared, without case, width and composition (NFKC, case-folded)."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
