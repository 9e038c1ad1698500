"""A sentence for people, in both languages of the house."""

from typing import NamedTuple


class Text(NamedTuple):
    """The same sentence in English and in Japanese."""

    en: str
    ja: str
