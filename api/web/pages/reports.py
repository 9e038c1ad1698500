"""What is sent around of games, seasons and tournaments: their reports, and their final tables as pictures."""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from flask import Response
from werkzeug.exceptions import NotFound

from daifu.api.http.access import requires_read_access
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.resources.tournaments.tournaments import tournament_version
from daifu.api.http.services import services
from daifu.api.languages import LANGUAGES
from daifu.api.views.analysis import TurningPoint, turning_points
from daifu.api.views.final_tables import FinalTable, evening_table, season_final, tournament_table
from daifu.api.views.game_tables import match_table
from daifu.api.views.reports import (
    EveningReport,
    Kept,
    Part,
    Played,
    day_remarks,
    day_report,
    evening_report,
    markdown,
    plain_text,
    season_remarks,
    season_report,
    told_of,
)
from daifu.api.web import addresses
from daifu.api.web.drawings import svg_or_png
from daifu.api.web.languages import in_language, page_language, say_here
from daifu.api.web.pages.games.games import Game
from daifu.api.web.pages.seasons import SeasonQuery, find_season, shown_season, title_of_season
from daifu.api.web.pages.tournaments.paper import last_day
from daifu.api.web.queries import takes_page_query
from daifu.api.web.responses import isolated, page
from daifu.data.rulebooks.rules import load_rulebook
from daifu.data.store.values import DealFilter, RecordFilter
from daifu.data.tournaments.standings import compute_standing
from daifu.replay.analysis.deals import METHOD
from daifu.replay.statistics.record import count_record
from daifu.replay.text import Text
from daifu.schemas.analysis import read_analysis
from daifu.schemas.drawing.layout import SHAPES, TALL, WIDE
from daifu.schemas.drawing.preview_card import table_card
from daifu.schemas.drawing.style import LIGHT, THEMES
from daifu.schemas.http.query_fields import QuerySchema, word

_MOST_GAMES: Final = 200
"""Of how many games, the latest ones, the report of several tells."""


@lane(Lane.COSTLY)
@requires_read_access
def show_report(id: int) -> Response:
    """Show the report of an evening, with its text to be copied."""
    game = Game(id, {})
    report = _report(game)
    return report_page(report, addresses.game_page(game.id), say_here(f"Game {game.id}", f"対局{game.id}"))


def report_page(report: EveningReport, address: str, name: str) -> Response:
    """The page of a report with its text to be copied; `address` is that of what it is about, `name` its name."""
    place = LANGUAGES.index(page_language())
    plain, marked = plain_text(report, place), markdown(report, place)
    return page("report.html", address=address, name=name, report=report, plain=plain, markdown=marked)


def _report(game: Game) -> EveningReport:
    store = services().store
    merged = store.people.merged()
    people = {merged.get(id, id): name for id, name in zip(game.ids, game.names, strict=True)}
    rules = game.record.rules.profile.name
    counted = Counter[str]()
    for counts in count_record(game.record)[1].tables.values():
        counted.update(counts)
    usual, _ = store.statistics.profile(rules)
    kept = Kept({game.id}, store.ratings.records(rules, 1), people, counted, usual)
    return evening_report(report_title(game), _played(game), kept)


def _played(game: Game, label: Text = Text("", "")) -> Played:  # noqa: B008 - it cannot be changed
    return Played(game.names, match_table(game.record, game.report, 1, None), _turning(game), label)


def told_of_several(rules: str, wanted: DealFilter, label: Callable[[Game], Text], *remarks: Text) -> list[Part]:
    """What was remarkable and what was wrong in the wanted deals of a game, the latest ones, after these remarks."""
    store = services().store
    found = RecordFilter(rules=rules, tournament=wanted.tournament, since=wanted.since, until=wanted.until)
    games = [Game(one.id, {}) for one in reversed(store.page(found, limit=_MOST_GAMES).records)]
    merged = store.people.merged()
    people = {merged.get(id, id): name for one in games for id, name in zip(one.ids, one.names, strict=True)}
    (counted, _), (usual, _) = (store.statistics.profile(rules, some) for some in (wanted, DealFilter()))
    kept = Kept({one.id for one in games}, store.ratings.records(rules, 1), people, counted, usual)
    return told_of([_played(game, label(game)) for game in games], kept, *remarks)


def day_label(game: Game) -> Text:
    """What a game is called among evenings."""
    day = game.event.get("date")
    return Text(str(day), str(day)) if day else Text(f"Game {game.id}", f"対局{game.id}")


def round_label(game: Game) -> Text:
    """What a game is called among those of a tournament."""
    number, table = game.event.get("round"), game.event.get("table")
    return Text(f"Round {number}, table {table}", f"{number}回戦{table}卓") if number and table else day_label(game)


def report_title(game: Game) -> Text:
    """The event, its day and the game."""
    name, day, book = game.event.get("name"), game.event.get("date"), game.rulebook.title
    parts = [str(part) for part in (name, day) if part]
    return Text(" · ".join([*parts, book.en]), " · ".join([*parts, book.ja]))


def _turning(game: Game) -> dict[int, TurningPoint]:
    """The turning point of each deal that was analysed: a missed win before a loss, the largest loss before others."""
    analysis = services().store.analyses.find(game.id, game.stored.revision, METHOD)
    found: dict[int, TurningPoint] = {}
    for number, deal in enumerate([] if analysis is None else read_analysis(analysis), 1):
        if points := turning_points(deal):
            found[number] = max(points, key=lambda point: getattr(point, "loss", float("inf")))
    return found


@lane(Lane.COSTLY)
@requires_read_access
def show_tournament_report(id: int) -> Response:
    """Show the report of a tournament as it stands, with its text to be copied."""
    found = tournament_version(id)
    standing = compute_standing(found.state)
    title, count = load_rulebook(found.state.rules).title, len(found.state.entrants)
    players = Text(f"{title.en}, {count} entrants", f"{title.ja}、参加者{count}人")
    wanted = DealFilter(tournament=found.state.name)
    told = told_of_several(found.state.rules, wanted, round_label, *day_remarks(standing.lines))
    report = day_report(found.state, standing, f"{last_day(found, id):%Y-%m-%d}", players, told)
    return report_page(report, addresses.tournament_page(id), found.state.name)


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
