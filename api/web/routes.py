"""The addresses of all pages and the views that answer them."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from api.web.pages import home


class Page(NamedTuple):
    """A method and an address, and the view that answers."""

    method: str
    rule: str
    view: Callable[..., Any]


PAGES: Final = (Page("GET", "/", home.show_home),)
"""All pages."""
