"""A sentence for people, in both languages of the house."""

from typing import Final, NamedTuple


class Text(NamedTuple):
    """The same sentence in English and in Japanese."""

    en: str
    ja: str


LONGEST_SHOWN: Final = 40
"""A sentence shows this many characters of a text that it complains about."""


def expected(en: str, ja: str, found: str) -> Text:
    """The sentence that a text of a record is not what it should be."""
    shown = found if len(found) <= LONGEST_SHOWN else found[:LONGEST_SHOWN] + "…"
    return Text(f"expected {en}, found {shown!r}", f"{ja}が必要ですが、「{shown}」とあります")
