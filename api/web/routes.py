"""The addresses of all pages and the views that answer them."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from api.web.pages import home, players


class Page(NamedTuple):
    """A method and an address, and the view that answers."""

    method: str
    rule: str
    view: Callable[..., Any]


PAGES: Final = (
    Page("GET", "/", home.show_home),
    Page("GET", "/players", players.list_players),
    Page("GET", "/players/<player:player>", players.show_player),
    Page("GET", "/players/<player:player>/plots/<string:plot>.svg", players.show_plot),
    Page("GET", "/players/<player:player>/plots/<string:plot>.json", players.send_plot_specification),
)
"""All pages."""
