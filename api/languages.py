"""The languages of people, and how a sentence is written in one of them."""

from collections.abc import Iterable
from typing import Final, Literal

from replay.text import Text

Language = Literal["en", "ja"]

LANGUAGES: Final[tuple[Language, ...]] = ("en", "ja")


def say(text: Text, language: Language) -> str:
    """A sentence in the language."""
    return text.ja if language == "ja" else text.en


def comma_separated(parts: Iterable[str], language: Language) -> str:
    """Parts of a sentence one after the other, with the comma of the language."""
    return ("、" if language == "ja" else ", ").join(parts)


def with_heading(heading: str, rest: str, language: Language) -> str:
    """What stands behind a heading, with the colon of the language."""
    return heading + ("：" if language == "ja" else ": ") + rest


DEFAULT_LANGUAGE: Final[Language] = "en"
