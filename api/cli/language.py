"""The language of the command line: the one that `--lang` chose, or that of the environment."""

import os
from collections.abc import Mapping
from typing import Final

import click

from api.languages import LANGUAGES, Language, comma_separated, say, with_heading

__all__ = ["LANGUAGES", "Language", "comma_separated", "environment_language", "language_of", "say", "with_heading"]

_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


def environment_language(environment: Mapping[str, str] = os.environ) -> Language:
    """Japanese where the first of LC_ALL, LC_MESSAGES and LANG that is set begins with `ja`, English otherwise."""
    locale = next(filter(None, map(environment.get, _VARIABLES)), "")
    return "ja" if locale.lower().startswith("ja") else "en"


def language_of(context: click.Context | None) -> Language:
    """The language that `--lang` chose for this run, or that of the environment."""
    chosen: Language | None = context.find_root().obj if context else None
    return chosen or environment_language()
