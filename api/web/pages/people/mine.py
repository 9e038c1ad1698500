"""Whose device this is: a player is chosen once, and pages then say what concerns them."""

from typing import Final
from urllib.parse import quote, unquote

from flask import request
from werkzeug.wrappers import Response as Answer

from daifu.api.web import addresses
from daifu.api.web.responses import see_other
from daifu.api.web.session import own_path

ME: Final = "me"
"""The cookie, and the field of the form, with the id of a player; an empty one is nobody's."""

_YEAR: Final = 365 * 24 * 60 * 60


def my_player() -> str | None:
    """The id of the player whose device this is, as far as somebody has said."""
    return unquote(request.cookies.get(ME, "")) or None


def choose_me() -> Answer:
    """Remember on this device whose it is, and lead back."""
    answer = see_other(own_path(request.form.get("next"), addresses.HOME))
    answer.set_cookie(
        ME,
        quote(request.form.get(ME, "")),
        max_age=_YEAR,
        path=request.script_root or "/",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return answer
