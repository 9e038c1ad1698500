"""The page about statistics: every counter and every figure, from their catalogues."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from api import statistics_wording as wording
from data.markdown import table
from data.page_wording import EN, ENDINGS, JA, LANGUAGE_NAMES
from replay.counting import SEAT, TABLE
from replay.tallies.catalogue import CATALOGUE
from replay.text import Text
from schemas.figures.catalogue import FAMILIES, FIGURES, PAIR_FIGURES
from schemas.figures.figure import KINDS, Figure
from schemas.figures.plan import Plan, player_plan, seats_plan, table_plan
from schemas.figures.sum_wording import SUM_TEXTS

PLANS: Final[Mapping[str, tuple[Callable[[str], Plan], ...]]] = {SEAT: (player_plan,), TABLE: (table_plan, seats_plan)}

Row = tuple[str, ...]
Section = tuple[Text, Text | None, Iterable[Text], Iterable[Row]]
"""A heading, what it is about, the columns and the rows of the table below it."""

_SLOT: Final = re.compile(r"<\w+>")


def statistics_page(language: int) -> str:
    """The whole page in one language."""
    other = JA if language == EN else EN
    head = [
        f"# {wording.STATISTICS[language]}",
        f"[{LANGUAGE_NAMES[other]}](statistics{ENDINGS[other]})",
        wording.ABOUT[language],
    ]
    return "\n\n".join([*head, *_sections(language)]) + "\n"


def _sections(language: int) -> Iterator[str]:
    parts: Iterable[Section] = (
        (wording.KINDS, None, wording.KIND_COLUMNS, _kinds(language)),
        (wording.FIGURES, wording.ABOUT_FIGURES, wording.FIGURE_COLUMNS, _figures(language)),
        (wording.PAIRS, wording.ABOUT_PAIRS, wording.PAIR_COLUMNS, _pairs(language)),
        (wording.SUMS, wording.ABOUT_SUMS, wording.SUM_COLUMNS, _sums(language)),
        (wording.COUNTERS, wording.ABOUT_COUNTERS, wording.COUNTER_COLUMNS, _counters(language)),
    )
    for title, about, columns, rows in parts:
        yield f"## {title[language]}"
        yield from [about[language]] if about else []
        yield table(columns, rows, language)


def _kinds(language: int) -> Iterator[Row]:
    for kind, (value, interval) in wording.KIND_TEXTS.items():
        yield KINDS[kind][language], value[language], interval[language]


def _figures(language: int) -> Iterator[Row]:
    for figure in (*FIGURES, *(family.pattern for family in FAMILIES)):
        by_owner = {owner: _games_with(figure.id, owner) for owner in PLANS}
        owners = [wording.OF[owner][language] for owner, games in by_owner.items() if games]
        games = [name for name in CATALOGUE if any(name in found for found in by_owner.values())]
        *front, text = _told(figure, language)
        yield *front, wording.COMMA[language].join(owners), _games(games, language), text


def _pairs(language: int) -> Iterator[Row]:
    return (_told(figure, language) for figure in PAIR_FIGURES)


def _sums(language: int) -> Iterator[Row]:
    return ((f"`{name}`", text[language]) for name, text in SUM_TEXTS.items())


def _counters(language: int) -> Iterator[Row]:
    games: dict[tuple[str, tuple[str, ...], Text], list[str]] = {}
    for rules, families in CATALOGUE.items():
        for family in families:
            games.setdefault((family.pattern, family.of, family.text), []).append(rules)
    for (pattern, owners, text), names in games.items():
        told = wording.COMMA[language].join(wording.OF[owner][language] for owner in owners)
        yield f"`{pattern}`", told, _games(names, language), text[language]


def _told(figure: Figure, language: int) -> Row:
    return (
        f"`{figure.id}`",
        _marked(figure.name[language]),
        KINDS[figure.kind][language],
        f"`{figure.numerator}`" + (f" / `{figure.denominator}`" if figure.denominator else ""),
        wording.BETTER[figure.better][language],
        _marked(figure.text[language]),
    )


def _marked(text: str) -> str:
    """A text as Markdown: what stands in angle brackets would be taken for a tag."""
    return _SLOT.sub(r"`\g<0>`", text)


@cache
def _patterns(rules: str, owner: str) -> frozenset[str]:
    """The ids of a plan; of members, those of their families."""
    figures = {id for plan in PLANS[owner] for id in plan(rules).figures}
    named = {family.pattern.id for family in FAMILIES if any(map(family.has, figures))}
    return frozenset(figures | named)


def _games_with(id: str, owner: str) -> list[str]:
    return [rules for rules in CATALOGUE if id in _patterns(rules, owner)]


def _games(names: list[str], language: int) -> str:
    return wording.ALL[language] if len(names) == len(CATALOGUE) else ", ".join(f"`{name}`" for name in names)
