"""`/v1/records/{id}/deals`: the deals of a sitting and their positions; deals are added while it is played."""

from collections.abc import Sequence
from typing import Any, TypeVar

from flask import Response

from daifu.api.http import etags, problem_types
from daifu.api.http.access import current_author, requires_read_access, requires_role
from daifu.api.http.errors import HttpProblem, other_rules_problem
from daifu.api.http.etags import answers_not_modified, with_revision
from daifu.api.http.lanes import Lane
from daifu.api.http.media_types import JSON
from daifu.api.http.operation import answers, fails_with, lane, takes_body, takes_query
from daifu.api.http.requests import read_json_body
from daifu.api.http.resources.records import asked_rules, readable_record, take_turn_if_long
from daifu.api.http.responses import json_response
from daifu.api.http.services import services
from daifu.api.views import addresses, records
from daifu.data.ingest import Ingest
from daifu.data.store.values import SCOREKEEPER
from daifu.replay.text import Text
from daifu.schemas.http import json_schema
from daifu.schemas.http.queries import RulesQuery
from daifu.schemas.http.records import AddedDeal, DealOfRecord
from daifu.schemas.judgement import record_by_other_rules
from daifu.schemas.position import NoSuchPosition, Position, position_at
from daifu.schemas.record.decode import load_record
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.record.json_text import raw_deals
from daifu.schemas.report import read_results, split_report

T = TypeVar("T")


def deal_by_number(deals: Sequence[T], number: int) -> T:
    """The deal with this number, from 1. Raises the problem `not-found`, which says how many there are."""
    if number > len(deals):
        count = len(deals)
        detail = Text(f"the deals are 1 to {count}, not {number}", f"回は1〜{count}だけで、{number}回目はありません")
        raise HttpProblem(problem_types.NOT_FOUND, detail)
    return deals[number - 1]


@answers(201, "The deal was added", AddedDeal, headers=["Location", "ETag"])
@fails_with(problem_types.NOT_FOUND, problem_types.CONFLICT, problem_types.WITHDRAWN, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
@etags.requires_if_match
@takes_body({JSON: json_schema.DEAL_REFERENCE})
def add_deal(id: int) -> Response:
    """Add a deal to a sitting.

    For recording an evening while it is played. The answer has the report on this deal, the totals, and what the next
    deal starts from: seats, titles, and who owes whom which cards. To replace the last deal, correct the record.
    """
    expected = etags.if_match_revision(id)
    take_turn_if_long(id)
    judged, outcome = Ingest(services().store, current_author()).add_deal(id, read_json_body(), expected=expected)
    answer = json_response(records.added_deal_view(judged, outcome), 201)
    answer.headers["Location"] = addresses.deal_address(id, judged.facts.deals)
    return with_revision(answer, id, outcome.revision)


@answers(200, "The deal with its report", DealOfRecord, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND, problem_types.WITHDRAWN)
@answers_not_modified
@requires_read_access
def read_deal(id: int, deal: int) -> Response:
    """Read one deal of a record.

    The deal as it was recorded, and the report on it.
    """
    stored = readable_record(id)
    found = DealOfRecord(
        deal=deal_by_number(raw_deals(stored.record), deal),
        report=deal_by_number(split_report(stored.report).deals, deal),
    )
    return with_revision(json_response(found), id, stored.revision)


@answers(200, "The table", Position, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND, problem_types.WITHDRAWN, problem_types.CANNOT_CONVERT)
@lane(Lane.COSTLY)
@answers_not_modified
@requires_read_access
@takes_query(RulesQuery)
def read_position(query: dict[str, Any], id: int, deal: int, at: int) -> Response:
    """Read the table after some actions of a deal.

    Who holds what, whose turn it is, which set has to be beaten, what is owed, what was wrong with the last action, and
    every action that is legal now. 0 is the table before the first action. With `rules`, `options` or `house` it is
    the table under other rules.
    """
    stored = readable_record(id)
    if query:
        try:
            record, known = record_by_other_rules(stored.record, *asked_rules(query)), []
        except RecordRefused as refused:
            raise other_rules_problem(refused) from refused
    else:  # earlier reports spare the replay of the deals before
        record, known = load_record(stored.record), read_results(stored.report)
    try:
        found = position_at(record, deal, at, known)
    except NoSuchPosition as nothing:
        raise HttpProblem(problem_types.NOT_FOUND, nothing.text) from nothing
    return with_revision(json_response(found), id, stored.revision)
