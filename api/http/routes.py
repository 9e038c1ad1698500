"""The addresses of all operations and the views that answer them, in the groups and the order of the documentation.

A view is loaded when it is called first, so that a command on a store loads no more than it asks for. Flask's manual
calls this "lazily loading views".
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from flask import Response, request

from daifu.api.http.operation import Operation, operation_of
from daifu.api.http.requests import refuse_query


class Route(NamedTuple):
    """A method and an address, and the view that answers; a table is at the address with `.csv` behind it, too."""

    method: str
    rule: str
    view: Callable[..., Response]
    is_table: bool = False


class Group(NamedTuple):
    """Operations about one thing."""

    name: str
    description: str
    routes: Sequence[Route]


class LazyView:
    """A view by the name of its module and its own. It refuses a query if the view takes none."""

    def __init__(self, module: str, name: str) -> None:
        self.__module__ = module
        self.__name__ = name

    @cached_property
    def view(self) -> Callable[..., Response]:
        """The function."""
        found: Callable[..., Response] = getattr(import_module(self.__module__), self.__name__)
        return found

    @property
    def operation(self) -> Operation:
        """What the decorators of the view say of it."""
        return operation_of(self.view)

    def __call__(self, **parts: Any) -> Response:  # noqa: ANN401 - as the converters read the address
        """Answer the request. `parts` are the variable parts of the address."""
        if self.operation.query is None:
            refuse_query(request.args)
        return self.view(**parts)


class LazyViews:
    """The views of a module, which is loaded when one of them is called first."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> LazyView:
        return LazyView(self._module, name)


def loaded(view: Callable[..., Any]) -> Callable[..., Any]:
    """The function that a view is."""
    return view.view if isinstance(view, LazyView) else view


if TYPE_CHECKING:  # so that tools find the views
    from daifu.api.http.resources import (
        analysis,
        bulk,
        club,
        deals,
        export,
        imports,
        operations,
        players,
        ratings,
        records,
        rules,
        seasons,
        statistics,
    )
    from daifu.api.http.resources.tournaments import changes as tournament_changes
    from daifu.api.http.resources.tournaments import log as tournament_log
    from daifu.api.http.resources.tournaments import results as tournament_results
    from daifu.api.http.resources.tournaments import standings as tournament_standings
    from daifu.api.http.resources.tournaments import tournaments
else:
    analysis = LazyViews("daifu.api.http.resources.analysis")
    bulk = LazyViews("daifu.api.http.resources.bulk")
    club = LazyViews("daifu.api.http.resources.club")
    deals = LazyViews("daifu.api.http.resources.deals")
    export = LazyViews("daifu.api.http.resources.export")
    imports = LazyViews("daifu.api.http.resources.imports")
    operations = LazyViews("daifu.api.http.resources.operations")
    players = LazyViews("daifu.api.http.resources.players")
    ratings = LazyViews("daifu.api.http.resources.ratings")
    records = LazyViews("daifu.api.http.resources.records")
    rules = LazyViews("daifu.api.http.resources.rules")
    seasons = LazyViews("daifu.api.http.resources.seasons")
    statistics = LazyViews("daifu.api.http.resources.statistics")
    tournament_changes = LazyViews("daifu.api.http.resources.tournaments.changes")
    tournament_log = LazyViews("daifu.api.http.resources.tournaments.log")
    tournament_results = LazyViews("daifu.api.http.resources.tournaments.results")
    tournament_standings = LazyViews("daifu.api.http.resources.tournaments.standings")
    tournaments = LazyViews("daifu.api.http.resources.tournaments.tournaments")

GROUPS: Final = (
    Group(
        "records",
        "Records are sent and found",
        (
            Route("POST", "/v1/records", records.add_record),
            Route("GET", "/v1/records", records.list_records, is_table=True),
        ),
    ),
    Group(
        "bulk",
        "Any number of records at once",
        (Route("POST", "/v1/records/bulk", bulk.add_records),),
    ),
    Group(
        "imports",
        "Sheets of results",
        (
            Route("POST", "/v1/imports/preview", imports.preview_import),
            Route("POST", "/v1/imports", imports.store_import),
        ),
    ),
    Group(
        "export",
        "Export of records",
        (Route("GET", "/v1/records/export", export.export_records),),
    ),
    Group(
        "tables",
        "Export of records as Parquet tables",
        (Route("GET", "/v1/export/<string:table>.parquet", export.export_table),),
    ),
    Group(
        "record",
        "One record is read, corrected and withdrawn",
        (
            Route("GET", "/v1/records/<number:id>", records.read_record),
            Route("PUT", "/v1/records/<number:id>", records.correct_record),
            Route("DELETE", "/v1/records/<number:id>", records.withdraw_record),
        ),
    ),
    Group(
        "report",
        "What the replay of a record found",
        (
            Route("GET", "/v1/records/<number:id>/report", records.read_report),
            Route("GET", "/v1/records/<number:id>/what-if", analysis.read_what_if),
            Route("GET", "/v1/records/<number:id>/explanations", analysis.read_explanations),
        ),
    ),
    Group(
        "deals",
        "The deals of a sitting",
        (
            Route("POST", "/v1/records/<number:id>/deals", deals.add_deal),
            Route("GET", "/v1/records/<number:id>/deals/<number:deal>", deals.read_deal),
        ),
    ),
    Group(
        "positions",
        "The table, action by action",
        (Route("GET", "/v1/records/<number:id>/deals/<number:deal>/positions/<count:at>", deals.read_position),),
    ),
    Group(
        "revisions",
        "Earlier revisions of a record",
        (
            Route("GET", "/v1/records/<number:id>/revisions", records.list_revisions),
            Route("GET", "/v1/records/<number:id>/revisions/<number:number>", records.read_revision),
            Route("GET", "/v1/records/<number:id>/revisions/<number:number>/report", records.read_revision_report),
        ),
    ),
    Group(
        "analyses",
        "What could have been, analysed when somebody asks for it",
        (
            Route("POST", "/v1/records/<number:id>/analysis", analysis.order_analysis),
            Route("GET", "/v1/records/<number:id>/analysis", analysis.read_analysis),
            Route("GET", "/v1/records/<number:id>/analysis/jobs/<number:number>", analysis.read_analysis_job),
            Route("DELETE", "/v1/records/<number:id>/analysis/jobs/<number:number>", analysis.cancel_analysis),
        ),
    ),
    Group(
        "tournaments",
        "Tournaments are created, found and read",
        (
            Route("POST", "/v1/tournaments", tournaments.create_tournament),
            Route("GET", "/v1/tournaments", tournaments.list_tournaments),
            Route("GET", "/v1/tournaments/<number:id>", tournaments.read_tournament),
        ),
    ),
    Group(
        "tournament changes",
        "Tournaments are changed",
        (Route("POST", "/v1/tournaments/<number:id>/changes", tournament_changes.change_tournament),),
    ),
    Group(
        "tournament draws",
        "Rounds are drawn",
        (
            Route("POST", "/v1/tournaments/<number:id>/draw", tournament_changes.draw_rounds),
            Route("POST", "/v1/tournaments/<number:id>/redraw", tournament_changes.redraw_rounds),
        ),
    ),
    Group(
        "tournament log",
        "Every change of a tournament",
        (Route("GET", "/v1/tournaments/<number:id>/log", tournament_log.read_tournament_log),),
    ),
    Group(
        "tournament events",
        "Changes of a tournament as they happen",
        (Route("GET", "/v1/tournaments/<number:id>/events", tournament_log.follow_tournament),),
    ),
    Group(
        "tournament standings",
        "Standings and how they came about",
        (
            Route("GET", "/v1/tournaments/<number:id>/standings", tournament_standings.read_standing, is_table=True),
            Route(
                "GET", "/v1/tournaments/<number:id>/standings/<number:entrant>", tournament_standings.explain_standing
            ),
        ),
    ),
    Group(
        "tournament tables",
        "Head-to-head tables and teams",
        (
            Route(
                "GET", "/v1/tournaments/<number:id>/head-to-head", tournament_standings.read_head_to_head, is_table=True
            ),
            Route("GET", "/v1/tournaments/<number:id>/teams", tournament_standings.read_teams, is_table=True),
        ),
    ),
    Group(
        "tournament duties",
        "Undecided faults and missing deals",
        (
            Route("GET", "/v1/tournaments/<number:id>/faults", tournament_results.list_faults),
            Route("GET", "/v1/tournaments/<number:id>/missing", tournament_results.list_missing),
        ),
    ),
    Group(
        "tournament landing",
        "Records that could not be imported",
        (
            Route("GET", "/v1/tournaments/<number:id>/landing", tournament_results.list_landings),
            Route("POST", "/v1/tournaments/<number:id>/landing", tournament_results.attempt_landings),
            Route("PUT", "/v1/tournaments/<number:id>/landing/<number:record>", tournament_results.land_record),
            Route("DELETE", "/v1/tournaments/<number:id>/landing/<number:record>", tournament_results.dismiss_landing),
        ),
    ),
    Group(
        "players",
        "Players, their ids and names",
        (
            Route("GET", "/v1/players", players.list_players, is_table=True),
            Route("GET", "/v1/players/<player:player>", players.read_player),
            Route("PATCH", "/v1/players/<player:player>", players.rename_player),
            Route("POST", "/v1/players/<player:player>/anonymous", players.make_anonymous),
            Route("GET", "/v1/players/<player:player>/look", players.read_look),
            Route("PUT", "/v1/players/<player:player>/look", players.change_look),
            Route("POST", "/v1/players/<player:player>/moves", players.move_games_of_player),
            Route("GET", "/v1/players/<player:player>/everything", players.read_everything),
            Route("GET", "/v1/players/merges", players.list_similar_players),
            Route("POST", "/v1/players/merges", players.merge_players),
            Route("DELETE", "/v1/players/merges/<number:merge>", players.undo_merge),
            Route("POST", "/v1/players/merges/never", players.keep_apart),
        ),
    ),
    Group(
        "statistics",
        "Figures of players and games",
        (
            Route("GET", "/v1/players/<player:player>/stats", statistics.read_player_stats, is_table=True),
            Route("GET", "/v1/stats/<string:profile>", statistics.read_profile_stats, is_table=True),
        ),
    ),
    Group(
        "opponents",
        "Opponents of players",
        (
            Route("GET", "/v1/players/<player:player>/opponents", statistics.read_opponents, is_table=True),
            Route("GET", "/v1/players/<player:player>/against/<player:other>", statistics.read_against),
        ),
    ),
    Group(
        "leaderboards",
        "Players by their figures",
        (Route("GET", "/v1/leaderboards/<string:figure>", statistics.read_leaderboard, is_table=True),),
    ),
    Group(
        "ratings",
        "Ratings and recent results of players",
        (
            Route("GET", "/v1/ratings", ratings.list_ratings, is_table=True),
            Route("GET", "/v1/ratings/changes", ratings.list_rating_changes, is_table=True),
            Route("GET", "/v1/players/<player:player>/ratings", ratings.read_player_ratings, is_table=True),
            Route("GET", "/v1/players/<player:player>/form", ratings.read_form, is_table=True),
            Route("GET", "/v1/stats/<string:profile>/records", ratings.read_feats, is_table=True),
        ),
    ),
    Group(
        "seasons",
        "Seasons: their evenings and their tables",
        (
            Route("GET", "/v1/seasons", seasons.list_seasons),
            Route("POST", "/v1/seasons", seasons.add_season),
            Route("GET", "/v1/seasons/table", seasons.read_span_table, is_table=True),
            Route("GET", "/v1/seasons/<number:id>", seasons.read_season),
            Route("PUT", "/v1/seasons/<number:id>", seasons.change_season),
            Route("DELETE", "/v1/seasons/<number:id>", seasons.remove_season),
            Route("GET", "/v1/seasons/<number:id>/table", seasons.read_season_table, is_table=True),
        ),
    ),
    Group(
        "rules",
        "The games and their rules",
        (
            Route("GET", "/v1/rules", rules.list_rules),
            Route("GET", "/v1/rules/<string:profile>", rules.read_rules),
        ),
    ),
    Group(
        "house rules",
        "House rules are stored, found, checked and compared",
        (
            Route("GET", "/v1/house-rules", rules.list_houses),
            Route("POST", "/v1/house-rules", rules.add_house_rules),
            Route("POST", "/v1/house-rules/check", rules.check_house_rules),
            Route("GET", "/v1/house-rules/<slug:slug>", rules.read_latest_house),
            Route("GET", "/v1/house-rules/<slug:slug>/<number:version>", rules.read_house_version),
            Route("DELETE", "/v1/house-rules/<slug:slug>/<number:version>", rules.withdraw_house_version),
            Route("GET", "/v1/house-rules/<slug:slug>/<number:version>/sheet", rules.read_house_sheet),
            Route("GET", "/v1/house-rules/<slug:slug>/<number:version>/compare", rules.compare_house_versions),
        ),
    ),
    Group(
        "club",
        "What the club says of itself",
        (
            Route("GET", "/v1/club", club.read_club),
            Route("PATCH", "/v1/club", club.change_club),
            Route("GET", "/v1/club/changes", club.list_club_changes),
        ),
    ),
    Group(
        "data",
        "All that is stored; only for admins",
        (
            Route("GET", "/v1/backup", operations.send_backup),
            Route("GET", "/v1/restore", operations.read_restore),
            Route("POST", "/v1/restore", operations.restore_backup),
            Route("DELETE", "/v1/restore", operations.cancel_restore),
            Route("GET", "/v1/everything", operations.send_everything),
        ),
    ),
    Group(
        "tokens",
        "Tokens and their roles; only for admins",
        (
            Route("GET", "/v1/tokens", club.list_tokens),
            Route("POST", "/v1/tokens", club.create_token),
            Route("DELETE", "/v1/tokens/<number:id>", club.revoke_token),
        ),
    ),
    Group(
        "operations",
        "For operators of the service",
        (
            Route("GET", "/healthz", operations.tell_health),
            Route("GET", "/readyz", operations.tell_readiness),
            Route("GET", "/metrics", operations.tell_metrics),
        ),
    ),
)
"""All operations, in the order of the documentation."""
