"""`/v1/records/{id}/what-if` and `/explanations`: a record under other rules than its own."""

from typing import Any

from flask import Response

from daifu.api.http import problem_types
from daifu.api.http.access.auth import requires_read_access
from daifu.api.http.caching.conditional import answers_not_modified, with_revision
from daifu.api.http.errors import other_rules_problem
from daifu.api.http.lanes import Lane, go_on_in
from daifu.api.http.operation import answers, fails_with, takes_query
from daifu.api.http.resources.records import asked_rules, readable_record
from daifu.api.http.responses import json_response
from daifu.schemas.explanation import Explanations, explain_record
from daifu.schemas.http.queries import RevisionQuery, WhatIfQuery
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.what_if import WhatIf, what_if


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
