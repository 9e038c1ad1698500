"""Results of a tournament: `/faults` to decide, `/missing` deals, and records that were not imported (`/landing`)."""

from typing import Any

from flask import Response

from daifu.api.http import problem_types
from daifu.api.http.access import current_author, requires_read_access, requires_role
from daifu.api.http.etags import answers_not_modified
from daifu.api.http.operation import answers, fails_with, takes_json, takes_query
from daifu.api.http.resources.tournaments.tournaments import (
    preview_response,
    tournament_response,
    tournament_to_change,
    version_conflicts,
    versioned_response,
)
from daifu.api.http.responses import empty_response, json_response
from daifu.api.http.services import services
from daifu.api.views.tournaments.tournaments import faults_view, import_views, landings_view, missing_view
from daifu.data.store.values import SCOREKEEPER
from daifu.data.tournaments.open_tasks import find_missing_deals, find_undecided_faults, for_all_stages
from daifu.schemas.http.queries import ChangeQuery, LogReasonQuery, RecordsBody, VersionQuery
from daifu.schemas.tournament_log import Attempted, Changed, FaultsToDecide, Landings, Missing


@answers(200, "The faults", FaultsToDecide, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND)
@answers_not_modified
@requires_read_access
@takes_query(VersionQuery)
def list_faults(query: dict[str, Any], id: int) -> Response:
    """List the faults that wait for a decision.

    Faults that the replay of records found, stage by stage. The change `fault_decided` upholds or dismisses one.
    """
    return tournament_response(
        id,
        query["version"],
        lambda version, state: faults_view(version, for_all_stages(find_undecided_faults, state)),
    )


@answers(200, "The tables", Missing, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND)
@answers_not_modified
@requires_read_access
@takes_query(VersionQuery)
def list_missing(query: dict[str, Any], id: int) -> Response:
    """List the deals that are missing.

    The tables of all drawn rounds whose deals have not all been played or reported. Until they are, the round stays
    open.
    """
    return tournament_response(
        id, query["version"], lambda version, state: missing_view(version, for_all_stages(find_missing_deals, state))
    )


@answers(200, "The records that could not be imported", Landings, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND)
@answers_not_modified
@requires_read_access
def list_landings(id: int) -> Response:
    """List the records that could not be imported.

    The results of a record are imported if its event names tournament, round and table. What prevents that is kept here
    until the record is imported, changes or is dismissed. `unlanded` are records that nothing prevents: they came
    before the tournament, or their results were removed.
    """
    store = services().store.tournaments
    version = store.version(id)
    return versioned_response(id, landings_view(version, store.problems(id), store.unimported(id)))


@answers(200, "What became of each record", Attempted)
@fails_with(problem_types.NOT_FOUND, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
@takes_query(LogReasonQuery)
@takes_json(RecordsBody)
def attempt_landings(query: dict[str, Any], body: dict[str, Any], id: int) -> Response:
    """Import records as if they came now.

    No result from another source is replaced. What prevents an import is in the answer, and is kept.
    """
    tournament_to_change(id)
    landings = services().store.tournaments.attempt(id, body["records"], current_author(), query["reason"])
    return json_response(Attempted(import_views(landings)))


@answers(200, "The record was imported", Changed, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND, problem_types.WITHDRAWN, problem_types.IMPOSSIBLE_CHANGE, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
@takes_query(ChangeQuery)
def land_record(query: dict[str, Any], id: int, record: int) -> Response:
    """Import a record, replacing other results.

    A result sheet or another record that says something else is replaced. Anything else that prevents the import is
    answered as a conflict.

    With `dry_run` nothing is changed, and the answer has the lines of all standings that would change. Closed rounds
    are then previewed as if they were reopened, as for a correction that came after its round was closed.
    """
    store = services().store.tournaments
    before = tournament_to_change(id).version
    with version_conflicts(before):
        if query["dry_run"]:
            found = store.preview(id, record)
            return preview_response(id, found.version, found.state, found.changes)
        version = store.import_record(id, record, current_author(), query["reason"])
    return versioned_response(id, Changed(version, version - before, ()))


@answers(204, "The import problem was dismissed")
@fails_with(problem_types.NOT_FOUND, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
@takes_query(LogReasonQuery)
def dismiss_landing(query: dict[str, Any], id: int, record: int) -> Response:
    """Dismiss why a record could not be imported.

    The log notes it as `record_ignored`. The record stays as it is and can still be imported. Dismissing it again
    changes nothing.
    """
    tournament_to_change(id)
    services().store.tournaments.ignore(id, record, current_author(), query["reason"])
    return empty_response()
