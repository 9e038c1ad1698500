"""The final tables of games, seasons and tournaments as pictures: to send around, and to preview links by."""

from typing import Any

from flask import Response
from werkzeug.exceptions import NotFound

from daifu.api.http.access.auth import requires_read_access
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.resources.tournaments.versions import tournament_version
from daifu.api.views.match_table import match_table
from daifu.api.views.reports.final_tables import FinalTable, evening_table, season_final, tournament_table
from daifu.api.views.reports.season import season_remarks, season_report
from daifu.api.web.drawings import svg_or_png
from daifu.api.web.pages.evenings.report import day_label, report_page, report_title, told_of_several
from daifu.api.web.pages.games.game import Game
from daifu.api.web.pages.seasons import SeasonQuery, find_season, shown_season, title_of_season
from daifu.api.web.queries import takes_page_query
from daifu.api.web.responses import isolated
from daifu.api.web.texts import in_language
from daifu.data.store.values import DealFilter
from daifu.schemas.drawing.card import table_card
from daifu.schemas.drawing.layout import SHAPES, TALL, WIDE
from daifu.schemas.drawing.style import LIGHT, THEMES
from daifu.schemas.http.query_fields import QuerySchema, word


class CardQuery(QuerySchema):
    """How a table is drawn."""

    shape = word(SHAPES, "The first rows, as previews of links have it, or all of them.", load_default=WIDE)
    theme = word(THEMES, "The colours: as the reader's system has them, light, dark, or for paper.", load_default=LIGHT)


class SeasonCardQuery(CardQuery, SeasonQuery):
    """The same of a season, and in which of its games."""


@lane(Lane.PLOTS)
@requires_read_access
@takes_page_query(CardQuery)
def draw_game(query: dict[str, Any], id: int, ending: str) -> Response:
    """Draw the table of a game."""
    game = Game(id, {})
    table = match_table(game.record, game.report, 1, None)
    return _picture(evening_table(report_title(game), game.names, table), query, ending)


@lane(Lane.PLOTS)
@requires_read_access
@takes_page_query(SeasonCardQuery)
def draw_season(query: dict[str, Any], id: int, ending: str) -> Response:
    """Draw the table of a season."""
    season = shown_season(find_season(id), query.get("rules"))
    return _picture(season_final(title_of_season(season), season.table), query, ending)


@lane(Lane.PLOTS)
@requires_read_access
@takes_page_query(CardQuery)
def draw_tournament(query: dict[str, Any], id: int, ending: str) -> Response:
    """Draw the table of a tournament as it stands."""
    return _picture(tournament_table(tournament_version(id).state), query, ending)


def _picture(table: FinalTable, query: dict[str, Any], ending: str) -> Response:
    if not table.rows:
        raise NotFound
    rows = [[place, isolated(name), *values] for place, name, *values in table.rows]
    title, headings = isolated(in_language(table.title)), [*map(in_language, table.headings)]
    svg = table_card(title, in_language(table.about), headings, rows, query["theme"], whole=query["shape"] == TALL)
    return svg_or_png(svg, as_png=ending == "png")


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(SeasonQuery)
def show_season_report(query: dict[str, Any], id: int) -> Response:
    """Show the report of a season, with its text to be copied."""
    found = shown_season(find_season(id), query.get("rules"))
    terms, table = found.stored.terms, found.table
    wanted, remarks = DealFilter(terms.since, terms.until, terms.event), season_remarks(table)
    told = [] if table.rules is None else told_of_several(table.rules, wanted, day_label, *remarks)
    return report_page(season_report(title_of_season(found), table, told), found.address, terms.name)
