"""`/v1/records/{id}/analysis`, `/what-if`, `/explanations`: what could have been, by these rules and by others."""

from http import HTTPStatus
from typing import Any

from flask import Response

from daifu.api.http import problem_types
from daifu.api.http.access import current_author, requires_read_access, requires_role
from daifu.api.http.errors import RETRY_LATER, HttpProblem, other_rules_problem
from daifu.api.http.etags import answers_not_modified, with_revision
from daifu.api.http.lanes import Lane, go_on_in
from daifu.api.http.operation import answers, fails_with, takes_query
from daifu.api.http.resources.records import asked_rules, readable_record, require_readable, take_turn_if_long
from daifu.api.http.responses import json_response
from daifu.api.http.services import services
from daifu.api.views.addresses import analysis_job_address
from daifu.api.views.analysis import analysis_view, job_view
from daifu.data.store.jobs import Job, JobState, QueueFull
from daifu.data.store.values import SCOREKEEPER
from daifu.replay.analysis.deals import METHOD
from daifu.replay.text import Text
from daifu.schemas.explanation import Explanations, explain_record
from daifu.schemas.http.queries import RevisionQuery, WhatIfQuery
from daifu.schemas.http.records import AnalysisJob, RecordAnalysis
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.report_changes import WhatIf, what_if


@answers(200, "The analysis is there already", AnalysisJob, headers=["Location"])
@answers(202, "The analysis is ordered", AnalysisJob, headers=["Location"])
@fails_with(problem_types.NOT_FOUND, problem_types.WITHDRAWN, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
@takes_query(RevisionQuery)
def order_analysis(query: dict[str, Any], id: int) -> Response:
    """Order the analysis of a record.

    It is made by and by, and kept with the revision. `Location` leads to the job, which says how far it is; a revision
    has one job, however often its analysis is ordered. Those who order are served in turn, one job of each. A job that
    failed or was cancelled begins anew.
    """
    take_turn_if_long(id)
    revision = query["revision"] or services().store.latest(id)
    job = order_job(id, revision)
    status = HTTPStatus.OK if job.state is JobState.DONE else HTTPStatus.ACCEPTED
    answer = json_response(job_view(job), status)
    answer.headers["Location"] = analysis_job_address(id, revision)
    return answer


def order_job(record: int, revision: int) -> Job:
    """The job that analyses a revision, ordered if it was not. Raises the problem `too-many-requests` if many wait."""
    try:
        return services().analyses.order(record, revision, current_author())
    except QueueFull as full:
        detail = Text("too many analyses are waiting", "順番を待つ解析が多すぎます")
        raise HttpProblem(problem_types.TOO_MANY_REQUESTS, detail, headers=RETRY_LATER) from full


@answers(200, "The analysis", RecordAnalysis, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND, problem_types.WITHDRAWN)
@answers_not_modified
@requires_read_access
@takes_query(RevisionQuery)
def read_analysis(query: dict[str, Any], id: int) -> Response:
    """Read the analysis of a record.

    What was proven about each deal and what was estimated, and how much of each result was luck, by the method that
    this version of daifu has. It has to be ordered first. A corrected record has to be analysed again; the analysis of
    an earlier revision stays with it.
    """
    store = services().store
    require_readable(id)
    revision = query["revision"] or store.latest(id)
    analysis = store.analyses.find(id, revision, METHOD)
    if analysis is None:
        store.record(id, revision)  # raises what says that there is no such record or revision
        detail = Text(
            f"revision {revision} has not been analysed; POST /v1/records/{id}/analysis orders that",
            f"第{revision}版はまだ解析されていません。POST /v1/records/{id}/analysisで依頼できます",
        )
        raise HttpProblem(problem_types.NOT_FOUND, detail)
    return with_revision(json_response(analysis_view(id, revision, analysis)), id, revision)


@answers(200, "The job", AnalysisJob)
@fails_with(problem_types.NOT_FOUND)
@requires_read_access
def read_analysis_job(id: int, number: int) -> Response:
    """Read the job that analyses a revision.

    Its state, and how many deals are done. Read it every second or so until it is `done`, `failed` or `cancelled`.
    """
    return json_response(job_view(_known_job(services().analyses.find(id, number))))


@answers(200, "The job", AnalysisJob)
@fails_with(problem_types.NOT_FOUND, problem_types.STORE_FULL)
@requires_role(SCOREKEEPER)
def cancel_analysis(id: int, number: int) -> Response:
    """Cancel the job that analyses a revision.

    The deal that is being analysed is finished, and nothing is kept. An analysis that is done stays.
    """
    return json_response(job_view(_known_job(services().analyses.cancel(id, number, current_author().name))))


def _known_job(job: Job | None) -> Job:
    if job is None:
        detail = Text("no analysis of this revision was ordered", "この版の解析は依頼されていません")
        raise HttpProblem(problem_types.NOT_FOUND, detail)
    return job


@answers(200, "What would have been different", WhatIf, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND, problem_types.WITHDRAWN, problem_types.CANNOT_CONVERT)
@answers_not_modified
@requires_read_access
@takes_query(WhatIfQuery)
def read_what_if(query: dict[str, Any], id: int) -> Response:
    """Read what would have been different under other rules: of another game, other options, or a house.

    The actions stay the same. The first place is where the table would have been another one for the first time;
    whatever comes later may follow from that. Local rules of the record for which another game does not ask are named.
    """
    go_on_in(Lane.COSTLY)
    stored = readable_record(id, query.get("revision"))
    try:
        answer = what_if(stored.record, *asked_rules(query))
    except RecordRefused as refused:
        raise other_rules_problem(refused) from refused
    return with_revision(json_response(answer), id, stored.revision)


@answers(200, "The local rules that explain the record", Explanations, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND, problem_types.WITHDRAWN, problem_types.CANNOT_CONVERT)
@answers_not_modified
@requires_read_access
@takes_query(RevisionQuery)
def read_explanations(query: dict[str, Any], id: int) -> Response:
    """Read which local rules explain a record: the smallest sets under which it has no fault.

    The first deals are looked at, whatever rules the record names, and only so many sets are tried. Of sets of one size
    those with more common rules come first. If nothing explains the record, the answer says how far it goes, and where
    it stops.
    """
    go_on_in(Lane.COSTLY)
    stored = readable_record(id, query.get("revision"))
    try:
        answer = explain_record(stored.record)
    except RecordRefused as refused:
        raise other_rules_problem(refused) from refused
    return with_revision(json_response(answer), id, stored.revision)
