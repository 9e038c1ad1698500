"""The addresses of all pages and the views that answer them."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from api.web.pages import deals, game_list, games, home, sign_in, upload


class Page(NamedTuple):
    """A method and an address, and the view that answers."""

    method: str
    rule: str
    view: Callable[..., Any]


PAGES: Final = (
    Page("GET", "/", home.show_home),
    Page("GET", "/search", home.search),
    Page("GET", "/upload", upload.show_upload),
    Page("POST", "/upload", upload.upload),
    Page("GET", "/games", game_list.show_games),
    Page("GET", "/games/<number:id>", games.show_game),
    Page("GET", "/games/<number:id>/revisions", games.show_revisions),
    Page("GET", "/games/<number:id>/deals", games.find_deal),
    Page("GET", "/games/<number:id>/deals/<number:deal>", deals.show_deal),
    Page("GET", "/games/<number:id>/deals/<number:deal>/positions/<count:at>", deals.show_position),
    Page("GET", "/sign-in", sign_in.show_sign_in),
    Page("POST", "/sign-in", sign_in.sign_in),
    Page("GET", "/sign-out", sign_in.show_sign_out),
    Page("POST", "/sign-out", sign_in.sign_out),
    Page("GET", "/enter", sign_in.show_link),
    Page("POST", "/enter", sign_in.enter),
)
"""All pages."""
