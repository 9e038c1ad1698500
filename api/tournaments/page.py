"""The standing as a page to be printed and put up on the wall."""

from importlib import resources
from typing import Final

from jinja2 import Environment

from api.languages import Language, headed, say
from api.tournaments import wording
from api.tournaments.shown import shown
from data.tournaments.standings.standing import Standing
from data.tournaments.state import State

_PAGE: Final = Environment(autoescape=True).from_string(
    (resources.files("api.tournaments") / "pages" / "standing.html").read_text(encoding="utf-8")
)


def as_page(state: State, found: Standing, version: int, language: Language) -> str:
    """The standing as HTML that needs nothing from elsewhere."""
    table = shown(state, found, language)
    return _PAGE.render(
        language=language,
        title=state.name,
        heading=headed(say(wording.STANDING, language), say(table.place, language), language),
        columns=[(say(column.head, language), column.is_text) for column in table.columns],
        rows=table.rows,
        version=say(wording.version(version), language),
    )
