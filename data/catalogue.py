"""The rules of every profile in words: one file `rules/<profile>.toml` a game, each rule in English and Japanese."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from replay.text import Text

SECTIONS: Final = (
    "table",
    "deal",
    "titles",
    "exchange",
    "declarations",
    "melds",
    "following",
    "special",
    "passing",
    "tricks",
    "finishing",
    "scoring",
    "options",
    "next",
)
"""The parts of a rule book in the order in which every profile tells them."""

_RULES: Final = resources.files("data") / "rules"


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule under the id that faults and docstrings cite, and the section of the rule book where it stands."""

    id: str
    section: str
    text: Text


@dataclass(frozen=True, slots=True)
class ProfileTexts:
    """The rule book of one game; `prefix` begins the id of each of its rules."""

    name: str
    prefix: str
    title: Text
    summary: Text
    rules: tuple[RuleText, ...]


@cache
def profile_names() -> tuple[str, ...]:
    """Return the name of every profile that has a rule book, in alphabetical order."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in _RULES.iterdir() if file.name.endswith(".toml")))


@cache
def profile_texts(name: str) -> ProfileTexts:
    """Return the rule book of the profile `name`.

    Raises KeyError, naming the profiles there are, if it is none of them.
    """
    if name not in profile_names():
        known = ", ".join(profile_names())
        raise KeyError(f"no rule book for profile {name!r}; there is one for each of {known}")
    book = tomllib.loads((_RULES / f"{name}.toml").read_text(encoding="utf-8"))
    return ProfileTexts(
        name=book["profile"]["name"],
        prefix=book["profile"]["prefix"],
        title=_text(book["profile"]["title"]),
        summary=_text(book["profile"]["summary"]),
        rules=tuple(RuleText(rule["id"], rule["section"], _text(rule)) for rule in book["rule"]),
    )


def rule_text(rule_id: str) -> Text:
    """Return the wording of the rule `rule_id`, such as T-RUN-2.

    Raises KeyError if no rule book has a rule of this id.
    """
    try:
        return _texts_by_id()[rule_id]
    except KeyError:
        prefixes = ", ".join(f"{profile_texts(name).prefix}- ({name})" for name in profile_names())
        raise KeyError(f"no rule {rule_id!r} in any rule book; rule ids begin with one of {prefixes}") from None


@cache
def _texts_by_id() -> Mapping[str, Text]:
    return {rule.id: rule.text for name in profile_names() for rule in profile_texts(name).rules}


def _text(entry: Mapping[str, Any]) -> Text:
    return Text(en=entry["en"], ja=entry["ja"])
