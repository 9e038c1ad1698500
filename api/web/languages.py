"""The language of a page: as the address asks, as the reader chose before, or as their browser prefers."""

from typing import Final
from urllib.parse import quote, urlsplit

from flask import Response, g, request
from markupsafe import Markup, escape
from werkzeug.datastructures import MultiDict

from daifu.api.http.access.view_keys import KEY
from daifu.api.http.responses import preferred_language
from daifu.api.languages import LANGUAGES, Language
from daifu.api.web.addresses import ENTER, HOME, SIGN_IN, SIGN_OUT, with_query
from daifu.api.web.problems import spoken

PARAMETER: Final = "lang"
"""The parameter of an address, and the cookie, that choose a language."""

_YEAR: Final = 365 * 24 * 60 * 60


def page_language() -> Language:
    """The language of the page that answers this request."""
    chosen: Language | None = g.get("language")
    if chosen is None:
        chosen = g.language = _chosen_language() or preferred_language()
    return chosen


def _chosen_language() -> Language | None:
    """The language that the address or the cookie names; other names choose nothing."""
    for name in (request.args.get(PARAMETER), request.cookies.get(PARAMETER)):
        if name in LANGUAGES:
            return name
    return None


def remember_language(answer: Response) -> Response:
    """The response. If the address chose the language, the browser will ask for it again."""
    language = request.args.get(PARAMETER)
    if language in LANGUAGES and language != request.cookies.get(PARAMETER):
        answer.set_cookie(
            PARAMETER,
            language,
            max_age=_YEAR,
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
