"""``python -m data.pages FOLDER``: write the rule pages, one a game and language.

They are made from the rule books and the profiles, so that nobody has to keep them in step by hand.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from data import page_wording as wording
from data.catalogue import RuleText, profile_texts
from data.headings import SECTION_HEADINGS
from data.known_faults import known_faults
from data.markdown import table
from data.page_wording import EN, JA
from replay.games.catalogue import PROFILES
from replay.options import Option
from replay.rules import Profile


def pages() -> Iterator[tuple[str, str]]:
    """Every page: the name of its file, and its text."""
    for profile in PROFILES.values():
        for language in (EN, JA):
            yield page_name(profile.name, language), page(profile, language)


def page_name(profile: str, language: int) -> str:
    """The name of the file with the rules of this game in this language."""
    return profile + wording.ENDINGS[language]


def page(profile: Profile, language: int) -> str:
    """All about one game in Markdown: its rules section by section, its options, its faults and the rules they cite."""
    book = profile_texts(profile.name)
    parts = [f"# {book.title[language]}", _link_to(profile.name, JA if language == EN else EN)]
    parts += [book.summary[language], wording.facts(profile)[language]]
    for section, rules in groupby(book.rules, key=lambda rule: rule.section):
        parts += [f"## {SECTION_HEADINGS[section][language]}", _rules(rules, language)]
    options = [_option(option, language) for option in profile.options]
    parts += [f"## {wording.OPTIONS[language]}", wording.ABOUT_OPTIONS[language]]
    parts += [table(wording.OPTION_COLUMNS, options, language)]
    parts += [f"## {wording.FAULTS[language]}", wording.ABOUT_FAULTS[language]]
    parts += [table(wording.FAULT_COLUMNS, _faults(profile), language)]
    return "\n\n".join(parts) + "\n"


def write_pages(folder: Path) -> None:
    """Write every page into the folder, which is made if there is none."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages():
        (folder / name).write_text(text, encoding="utf-8")


def _link_to(profile: str, language: int) -> str:
    return f"[{wording.LANGUAGE_NAMES[language]}]({page_name(profile, language)})"


def _rules(rules: Iterable[RuleText], language: int) -> str:
    return "\n".join(f"- **{rule.id}** {rule.text[language]}" for rule in rules)


def _option(option: Option, language: int) -> tuple[str, ...]:
    values = wording.values(option.kind)[language]
    default = json.dumps(option.default, ensure_ascii=False)
    return f"`{option.name}`", values, f"`{default}`", option.text[language], option.rule


def _faults(profile: Profile) -> Iterator[tuple[str, ...]]:
    """Each fault that this game knows with its severity here and its rules."""
    for fault in known_faults(profile):
        yield f"`{fault.kind.code}`", f"`{fault.severity}`", ", ".join(fault.rules)


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]))
