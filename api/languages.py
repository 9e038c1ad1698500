"""The languages that every door of the house speaks, and how a sentence is told in one of them."""

from collections.abc import Iterable
from typing import Final, Literal

from replay.text import Text

Language = Literal["en", "ja"]

LANGUAGES: Final[tuple[Language, ...]] = ("en", "ja")


def say(text: Text, language: Language) -> str:
    """A sentence in the language."""
    return text.ja if language == "ja" else text.en


def listed(parts: Iterable[str], language: Language) -> str:
    """Parts of a sentence one after the other, with the comma of the language."""
    return ("、" if language == "ja" else ", ").join(parts)


def headed(heading: str, rest: str, language: Language) -> str:
    """What stands behind a heading, with the colon of the language."""
    return heading + ("：" if language == "ja" else ": ") + rest
