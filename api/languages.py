"""The languages of the interfaces, and how sentences are written in them."""

import os
from collections.abc import Iterable, Mapping
from typing import Final

from daifu.replay.text import Language, say

__all__ = [
    "DEFAULT_LANGUAGE",
    "LANGUAGES",
    "Language",
    "comma_separated",
    "environment_language",
    "say",
    "with_heading",
]

LANGUAGES: Final[tuple[Language, ...]] = ("en", "ja")


def comma_separated(parts: Iterable[str], language: Language) -> str:
    """The parts of a sentence, joined by the comma of the language."""
    return ("、" if language == "ja" else ", ").join(parts)


def with_heading(heading: str, rest: str, language: Language) -> str:
    """A text after its heading, with the colon of the language."""
    return heading + ("：" if language == "ja" else ": ") + rest


DEFAULT_LANGUAGE: Final[Language] = "en"
LANGUAGE_VARIABLE: Final = "DAIFU_LANG"
_VARIABLES: Final = (LANGUAGE_VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG")


def environment_language(environment: Mapping[str, str] = os.environ) -> Language:
    """Japanese where the first of these variables that is set begins with `ja`, English otherwise."""
    locale = next(filter(None, map(environment.get, _VARIABLES)), "")
    return "ja" if locale.lower().startswith("ja") else "en"
