"""The addresses of all operations and the views that answer them, in the groups and the order of the documentation.

A view is loaded when it is called first, so that a command on a store loads no more than it asks for. Flask's manual
calls this "lazily loading views".
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any, Final, NamedTuple

from flask import Response, request

from api.http.operation import Operation, operation_of
from api.http.requests import refuse_query


class Route(NamedTuple):
    """A method and an address, and the name of the view that answers."""

    method: str
    rule: str
    view: str


class Group(NamedTuple):
    """Operations about one thing: their views are in one module."""

    name: str
    description: str
    module: str
    routes: Sequence[Route]

    def view(self, route: Route) -> "LazyView":
        """The view of a route of the group."""
        return LazyView(self.module, route.view)


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


GROUPS: Final = (
    Group(
        "records",
        "Records are sent and found",
        "api.http.resources.records",
        (
            Route("POST", "/v1/records", "add_record"),
            Route("GET", "/v1/records", "list_records"),
        ),
    ),
    Group(
        "bulk",
        "Any number of records at once",
        "api.http.resources.bulk",
        (Route("POST", "/v1/records/bulk", "add_records"),),
    ),
    Group(
        "export",
        "Export of records",
        "api.http.resources.export",
        (Route("GET", "/v1/records/export", "export_records"),),
    ),
    Group(
        "tables",
        "Export of records as Parquet tables",
        "api.http.resources.export",
        (Route("GET", "/v1/export/<string:table>.parquet", "export_table"),),
    ),
    Group(
        "record",
        "One record is read, corrected and withdrawn",
        "api.http.resources.record",
        (
            Route("GET", "/v1/records/<number:id>", "read_record"),
            Route("PUT", "/v1/records/<number:id>", "correct_record"),
            Route("DELETE", "/v1/records/<number:id>", "withdraw_record"),
        ),
    ),
    Group(
        "report",
        "What the replay of a record found",
        "api.http.resources.record",
        (Route("GET", "/v1/records/<number:id>/report", "read_report"),),
    ),
    Group(
        "deals",
        "The deals of a sitting",
        "api.http.resources.deals",
        (
            Route("POST", "/v1/records/<number:id>/deals", "add_deal"),
            Route("GET", "/v1/records/<number:id>/deals/<number:deal>", "read_deal"),
        ),
    ),
    Group(
        "positions",
        "The table, action by action",
        "api.http.resources.deals",
        (Route("GET", "/v1/records/<number:id>/deals/<number:deal>/positions/<count:at>", "read_position"),),
    ),
    Group(
        "revisions",
        "Earlier revisions of a record",
        "api.http.resources.record",
        (
            Route("GET", "/v1/records/<number:id>/revisions", "list_revisions"),
            Route("GET", "/v1/records/<number:id>/revisions/<number:number>", "read_revision"),
            Route("GET", "/v1/records/<number:id>/revisions/<number:number>/report", "read_revision_report"),
        ),
    ),
    Group(
        "analyses",
        "What could have been, analysed when somebody asks for it",
        "api.http.resources.analysis",
        (
            Route("POST", "/v1/records/<number:id>/analysis", "order_analysis"),
            Route("GET", "/v1/records/<number:id>/analysis", "read_analysis"),
            Route("GET", "/v1/records/<number:id>/analysis/jobs/<number:number>", "read_analysis_job"),
            Route("DELETE", "/v1/records/<number:id>/analysis/jobs/<number:number>", "cancel_analysis"),
        ),
    ),
    Group(
        "tournaments",
        "Tournaments are created, found and read",
        "api.http.resources.tournaments",
        (
            Route("POST", "/v1/tournaments", "create_tournament"),
            Route("GET", "/v1/tournaments", "list_tournaments"),
            Route("GET", "/v1/tournaments/<number:id>", "read_tournament"),
        ),
    ),
    Group(
        "tournament changes",
        "Tournaments are changed",
        "api.http.resources.tournament_changes",
        (Route("POST", "/v1/tournaments/<number:id>/changes", "change_tournament"),),
    ),
    Group(
        "tournament draws",
        "Rounds are drawn",
        "api.http.resources.tournament_changes",
        (
            Route("POST", "/v1/tournaments/<number:id>/draw", "draw_rounds"),
            Route("POST", "/v1/tournaments/<number:id>/redraw", "redraw_rounds"),
        ),
    ),
    Group(
        "tournament log",
        "Every change of a tournament",
        "api.http.resources.tournament_log",
        (Route("GET", "/v1/tournaments/<number:id>/log", "read_tournament_log"),),
    ),
    Group(
        "tournament events",
        "Changes of a tournament as they happen",
        "api.http.resources.tournament_log",
        (Route("GET", "/v1/tournaments/<number:id>/events", "follow_tournament"),),
    ),
    Group(
        "tournament standings",
        "Standings and how they came about",
        "api.http.resources.tournament_standings",
        (
            Route("GET", "/v1/tournaments/<number:id>/standings", "read_standing"),
            Route("GET", "/v1/tournaments/<number:id>/standings/<number:entrant>", "explain_standing"),
        ),
    ),
    Group(
        "tournament tables",
        "Head-to-head tables and teams",
        "api.http.resources.tournament_standings",
        (
            Route("GET", "/v1/tournaments/<number:id>/head-to-head", "read_head_to_head"),
            Route("GET", "/v1/tournaments/<number:id>/teams", "read_teams"),
        ),
    ),
    Group(
        "tournament duties",
        "Undecided faults and missing deals",
        "api.http.resources.tournament_results",
        (
            Route("GET", "/v1/tournaments/<number:id>/faults", "list_faults"),
            Route("GET", "/v1/tournaments/<number:id>/missing", "list_missing"),
        ),
    ),
    Group(
        "tournament landing",
        "Records that could not be imported",
        "api.http.resources.tournament_results",
        (
            Route("GET", "/v1/tournaments/<number:id>/landing", "list_landings"),
            Route("POST", "/v1/tournaments/<number:id>/landing", "attempt_landings"),
            Route("PUT", "/v1/tournaments/<number:id>/landing/<number:record>", "land_record"),
            Route("DELETE", "/v1/tournaments/<number:id>/landing/<number:record>", "dismiss_landing"),
        ),
    ),
    Group(
        "players",
        "Players, their ids and names",
        "api.http.resources.players",
        (
            Route("GET", "/v1/players", "list_players"),
            Route("GET", "/v1/players/<player:player>", "read_player"),
            Route("PATCH", "/v1/players/<player:player>", "rename_player"),
            Route("POST", "/v1/players/merges", "merge_players"),
            Route("DELETE", "/v1/players/merges/<number:merge>", "undo_merge"),
        ),
    ),
    Group(
        "statistics",
        "Figures of players and games",
        "api.http.resources.statistics",
        (
            Route("GET", "/v1/players/<player:player>/stats", "read_player_stats"),
            Route("GET", "/v1/stats/<string:profile>", "read_profile_stats"),
        ),
    ),
    Group(
        "opponents",
        "Opponents of players",
        "api.http.resources.statistics",
        (
            Route("GET", "/v1/players/<player:player>/opponents", "read_opponents"),
            Route("GET", "/v1/players/<player:player>/against/<player:other>", "read_against"),
        ),
    ),
    Group(
        "leaderboards",
        "Players by their figures",
        "api.http.resources.statistics",
        (Route("GET", "/v1/leaderboards/<string:figure>", "read_leaderboard"),),
    ),
    Group(
        "ratings",
        "Ratings and recent results of players",
        "api.http.resources.ratings",
        (
            Route("GET", "/v1/ratings", "list_ratings"),
            Route("GET", "/v1/players/<player:player>/ratings", "read_player_ratings"),
            Route("GET", "/v1/players/<player:player>/form", "read_form"),
            Route("GET", "/v1/stats/<string:profile>/records", "read_feats"),
        ),
    ),
    Group(
        "rules",
        "The games and their rules",
        "api.http.resources.rules",
        (
            Route("GET", "/v1/rules", "list_rules"),
            Route("GET", "/v1/rules/<string:profile>", "read_rules"),
        ),
    ),
    Group(
        "tokens",
        "Tokens and their roles; only for admins",
        "api.http.resources.tokens",
        (
            Route("GET", "/v1/tokens", "list_tokens"),
            Route("POST", "/v1/tokens", "create_token"),
            Route("DELETE", "/v1/tokens/<number:id>", "revoke_token"),
        ),
    ),
    Group(
        "operations",
        "For operators of the service",
        "api.http.resources.operations",
        (
            Route("GET", "/healthz", "tell_health"),
            Route("GET", "/readyz", "tell_readiness"),
            Route("GET", "/metrics", "tell_metrics"),
        ),
    ),
)
"""All operations, in the order of the documentation."""
