"""Texts of pages in the language of the page: titles of games, numbers of points, names of tie-breaks."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from daifu.api.views.statistics_text import fraction_text, interval_text, value_text
from daifu.api.views.tournaments.standings_table import TIE_BREAK_NAMES, rounded_text
from daifu.api.web.entry.rules_forms import any_house
from daifu.api.web.languages import page_language
from daifu.api.web.problems import place_text, spoken
from daifu.data.rulebooks.rules import load_rulebook
from daifu.data.store.errors import NoSuchHouse
from daifu.data.tournaments.settings import TieBreak
from daifu.replay.games.catalogue import PROFILES, game_of
from daifu.replay.text import Text
from daifu.schemas import answer
from daifu.schemas.house_sheet import house_name


def in_language(text: Text | answer.Text) -> str:
    """A sentence in the language of the page."""
    return text.ja if page_language() == "ja" else spoken(text.en)


def sentence_start(text: str) -> str:
    """A text as it begins a sentence or a line."""
    return text[:1].upper() + text[1:]


def with_code(text: str) -> Markup:
    """A text whose parts between backticks are code."""
    parts = text.split("`")
    return Markup().join(
        Markup("<code>{}</code>").format(part) if number % 2 else Markup.escape(part)
        for number, part in enumerate(parts)
    )


def game_title(rules: str) -> str:
    """The title of a game by its name, in the language of the page; house rules are called as the club calls them."""
    if rules not in PROFILES:
        with suppress(NoSuchHouse):
            return in_language(house_name(any_house(rules.removeprefix(f"{game_of(rules)}_"))))
    return in_language(load_rulebook(rules).title)


def points_text(number: Fraction | int) -> str:
    """A number of points, rounded to few decimals."""
    return rounded_text(Fraction(number))


def signed_points(number: Fraction) -> str:
    """A number of points with its sign."""
    return f"+{points_text(number)}" if number > 0 else points_text(number)


def tie_break_name(tie_break: TieBreak) -> str:
    """The name of a tie-break, in the language of the page."""
    return in_language(TIE_BREAK_NAMES[tie_break])


TEXT_FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    "in_language": in_language,
    "place_text": place_text,
    "game_title": game_title,
    "value_text": value_text,
    "interval_text": interval_text,
    "fraction_text": fraction_text,
    "points_text": points_text,
    "signed_points": signed_points,
    "tie_break_name": tie_break_name,
}
"""What templates call."""
