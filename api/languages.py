"""The languages of the interfaces, and how sentences are written in them."""

from collections.abc import Iterable
from typing import Final

from daifu.replay.text import Language, say

__all__ = ["DEFAULT_LANGUAGE", "LANGUAGES", "Language", "comma_separated", "say", "with_heading"]

LANGUAGES: Final[tuple[Language, ...]] = ("en", "ja")


def comma_separated(parts: Iterable[str], language: Language) -> str:
    """The parts of a sentence, joined by the comma of the language."""
    return ("、" if language == "ja" else ", ").join(parts)


def with_heading(heading: str, rest: str, language: Language) -> str:
    """A text after its heading, with the colon of the language."""
    return heading + ("：" if language == "ja" else ": ") + rest


DEFAULT_LANGUAGE: Final[Language] = "en"
