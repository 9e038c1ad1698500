"""Which language the command line speaks: the one that was asked for, or else that of the environment."""

import os
from collections.abc import Iterable, Mapping
from typing import Final, Literal

import click

from replay.text import Text

Language = Literal["en", "ja"]

LANGUAGES: Final[tuple[Language, ...]] = ("en", "ja")
_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


def of_environment(environment: Mapping[str, str] = os.environ) -> Language:
    """Japanese where the first of LC_ALL, LC_MESSAGES and LANG that is set begins with `ja`, English otherwise."""
    locale = next(filter(None, map(environment.get, _VARIABLES)), "")
    return "ja" if locale.lower().startswith("ja") else "en"


def language_of(context: click.Context | None) -> Language:
    """The language that `--lang` chose for this run, or that of the environment."""
    chosen: Language | None = context.find_root().obj if context else None
    return chosen or of_environment()


def say(text: Text, language: Language) -> str:
    """A sentence in the language."""
    return text.ja if language == "ja" else text.en


def listed(parts: Iterable[str], language: Language) -> str:
    """Parts of a sentence one after the other, with the comma of the language."""
    return ("、" if language == "ja" else ", ").join(parts)


def headed(heading: str, rest: str, language: Language) -> str:
    """What stands behind a heading, with the colon of the language."""
    return heading + ("：" if language == "ja" else ": ") + rest
