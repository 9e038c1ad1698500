"""The language of an answer: what `Accept-Language` prefers among ours, English otherwise."""

from typing import Final, cast

from flask import request

from api.languages import LANGUAGES, Language

DEFAULT: Final[Language] = "en"


def wanted_language() -> Language:
    """The language that this request prefers."""
    if "ja" not in request.headers.get("Accept-Language", "").lower():
        return DEFAULT
    preferred = (tag.lower().partition("-")[0] for tag, quality in request.accept_languages if quality)
    return cast("Language", next(filter(LANGUAGES.__contains__, preferred), DEFAULT))
