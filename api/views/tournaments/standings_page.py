"""The standing as an HTML page to be printed."""

from importlib import resources
from typing import Final

from jinja2 import Environment

from daifu.api.languages import Language, say, with_heading
from daifu.api.views.tournaments import standings_table
from daifu.api.views.tournaments.standings_table import standing_table
from daifu.data.tournaments.standings.standing import Standing
from daifu.data.tournaments.state import State

_PAGE: Final = Environment(autoescape=True).from_string(
    (resources.files("daifu.api.views.tournaments") / "templates" / "standing.html").read_text(encoding="utf-8")
)


def standing_page(state: State, found: Standing, version: int, language: Language) -> str:
    """The standing as HTML without any external file."""
    table = standing_table(state, found, language)
    return _PAGE.render(
        language=language,
        title=state.name,
        heading=with_heading(say(standings_table.TITLE, language), say(table.place, language), language),
        columns=[(say(column.head, language), column.is_text) for column in table.columns],
        rows=table.rows,
        version=say(standings_table.version_text(version), language),
    )
