"""The language of a page, and what it says in it: sentences, problems, the names of games, numbers of points."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any, Final
from urllib.parse import quote, urlsplit

from flask import Response, g, request
from markupsafe import Markup, escape
from werkzeug.datastructures import MultiDict

from daifu.api.http.access import KEY
from daifu.api.http.responses import preferred_language
from daifu.api.languages import LANGUAGES
from daifu.api.views.statistics import fraction_text, interval_text, value_text
from daifu.api.views.tournaments.standings import TIE_BREAK_NAMES, rounded_text
from daifu.api.web.addresses import ENTER, HOME, SIGN_IN, SIGN_OUT, with_query
from daifu.api.web.entry.rules_forms import any_house
from daifu.data.rulebooks.rules import load_rulebook
from daifu.data.store.errors import NoSuchHouse
from daifu.data.tournaments.settings import TieBreak
from daifu.replay.games.catalogue import PROFILES, game_of
from daifu.replay.text import Language, Text
from daifu.schemas import answer
from daifu.schemas.house_sheet import house_name

_FORM: Final = re.compile(r"(^|: )expected (.+?)(?:,? (?:but )?found (.+))?$", re.DOTALL)
_OF_FIELDS: Final[Mapping[str, str]] = {"this field": "this is missing", "this field once": "this is there twice"}
_LISTS: Final[Mapping[str, Text]] = {
    "deals": Text("deal {}", "{}回目"),
    "actions": Text("action {}", "{}番目の行動"),
    "players": Text("player {}", "{}人目のプレイヤー"),
    "hands": Text("the hand of player {}", "{}人目の手札"),
    "points": Text("the points of player {}", "{}人目の点数"),
    "order": Text("place {} of the order", "順位の{}番目"),
    "places": Text("place {} of the deal before", "前の回の{}位"),
    "seats": Text("seat {}", "{}番席"),
}
"""Parts of a record of which there are several, with their numbers from 1."""
_PARTS: Final[Mapping[str, Text]] = {
    "deals": Text("the deals", "各回"),
    "actions": Text("the actions", "行動"),
    "players": Text("the players", "プレイヤー"),
    "hands": Text("the hands", "手札"),
    "points": Text("the points", "点数"),
    "order": Text("the order", "順位"),
    "places": Text("the places of the deal before", "前の回の順位"),
    "seats": Text("the seats", "席"),
    "result": Text("the result", "結果"),
    "event": Text("the event", "例会・大会"),
    "name": Text("the name", "名前"),
    "date": Text("the date", "日付"),
    "options": Text("the rules that were chosen", "選んだルール"),
    "rules": Text("the game", "ゲーム"),
    "house": Text("the house rules", "ハウスルール"),
}


def spoken(sentence: str) -> str:
    """A sentence of a page; what a reader expected and found is said as people say it."""
    if "expected " not in sentence:
        return sentence
    return _FORM.sub(_as_people_say, sentence)


def _as_people_say(found: re.Match[str]) -> str:
    before, wanted, seen = found.groups()
    if seen is None:
        return f"{before}needed here: {wanted}"
    if wanted in _OF_FIELDS:
        return f"{before}{_OF_FIELDS[wanted]}"
    there = f", but there is {seen}" if seen.startswith(("nothing", "none", "no ")) else f", not {seen}"
    return f"{before}there should be {wanted} here{there}"


def place_text(pointer: str) -> Text:
    """The place in a record to which a JSON pointer leads, in words."""
    en: list[str] = []
    ja: list[str] = []
    parts = pointer.removeprefix("/").split("/") if pointer else []
    while parts:
        part = parts.pop(0)
        number = parts[0] if parts and parts[0].isdecimal() and part in _LISTS else None
        if number is not None:
            del parts[0]
            said = Text(*(text.format(int(number) + 1) for text in _LISTS[part]))
        elif part.isdecimal():
            continue
        else:
            said = _PARTS.get(part) or Text(f"“{part}”", f"「{part}」")
        en.append(said.en)
        ja.append(said.ja)
    return Text(", ".join(en), "、".join(ja))


PARAMETER: Final = "lang"
"""The parameter of an address, and the cookie, that choose a language."""


def page_language() -> Language:
    """The language of the page that answers this request."""
    chosen: Language | None = g.get("language")
    if chosen is None:
        named = (request.args.get(PARAMETER), request.cookies.get(PARAMETER))
        chosen = g.language = next((name for name in named if name in LANGUAGES), None) or preferred_language()
    return chosen


def remember_language(answer: Response) -> Response:
    """The response. If the address chose the language, the browser will ask for it again."""
    language = request.args.get(PARAMETER)
    if language in LANGUAGES and language != request.cookies.get(PARAMETER):
        answer.set_cookie(
            PARAMETER,
            language,
            max_age=365 * 24 * 60 * 60,
            path=request.script_root or "/",
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",
        )
    return answer


def query_without_language() -> MultiDict[str, str]:
    """The query of the request without the parameters that choose the language and open the page to a stranger."""
    return MultiDict((name, value) for name, value in request.args.items(multi=True) if name not in {PARAMETER, KEY})


def own_address() -> str:
    """The address of the page to come back to after signing in: this page, or the first one after a form was sent."""
    if request.method != "GET" or request.path in {SIGN_IN, SIGN_OUT, ENTER}:
        return HOME
    return with_query(quote(request.path), query_without_language().to_dict())


def page_before() -> str | None:
    """The page of this service from which the reader came; None where they came from elsewhere or from here."""
    before = request.referrer or ""
    found = urlsplit(before)
    is_other_page = before.split("#")[0] != request.url
    return before if found.scheme in {"http", "https"} and found.netloc == request.host and is_other_page else None


def address_in(language: Language) -> str:
    """The address of this page in another language."""
    return with_query(quote(request.path), {**query_without_language().to_dict(), PARAMETER: language})


def say_here(en: str, ja: str, **values: object) -> str:
    """A sentence in the language of the page, with values in place of their names in braces.

    The sentence is escaped, and so are values that are no markup. Without values, braces stand for themselves.
    """
    sentence = ja if page_language() == "ja" else spoken(en)
    if not values:
        return sentence
    # `Markup.format` takes five times as long, and long lists have hundreds of sentences.
    return Markup(str.format(escape(sentence), **{name: escape(value) for name, value in values.items()}))  # noqa: S704 - all of it is escaped


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
