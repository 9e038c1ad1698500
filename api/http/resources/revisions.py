"""`/v1/records/{id}/revisions`: what a record was before, and who changed it, when and why."""

from typing import Final

from flask import Response

from api.http import addresses, examples, kinds, told
from api.http.answers import json_answer, json_bytes
from api.http.auth import reads
from api.http.blueprint import Resource
from api.http.documented import fails
from api.http.etags import conditional, is_known, not_modified, tagged
from api.http.services import services
from data.store.asked import Kind
from schemas.http import record
from schemas.http.records import revisions_schema
from schemas.http.report import ReportSchema

REVISIONS: Final = Resource("revisions", "What a record was before")


@REVISIONS.at(addresses.REVISIONS)
@REVISIONS.answers(
    200, "The history", revisions_schema(tuple(map(str, Kind))), example=examples.REVISIONS, headers=["ETag"]
)
@fails(kinds.NOT_FOUND)
@conditional
@reads
def list_revisions(id: int) -> Response:
    """Read the history of a record.

    Who changed it, when, why, and what that changed in places, points and faults; also of a record that was withdrawn.
    """
    revisions = services().store.revisions(id)
    latest = revisions[-1].number
    if is_known(latest):
        return not_modified(latest)
    return tagged(json_answer({"revisions": list(told.history(revisions))}), latest)


@REVISIONS.at(addresses.REVISION)
@REVISIONS.answers(200, "The record as it was", record.REFERENCE, example=examples.RECORD, headers=["ETag", "Link"])
@fails(kinds.NOT_FOUND, kinds.WITHDRAWN)
@conditional
@reads
def read_revision(id: int, number: int) -> Response:
    """Read a revision of a record.

    A revision never changes. One that withdrew the record has nothing to read.
    """
    stored = services().store.record(id, number)
    if is_known(number):
        return not_modified(number)
    address = addresses.of_record(id)
    described = f"{address}/revisions/{number}/report"
    answer = addresses.link(json_bytes(stored.record), describedby=described, latest_version=address)
    return tagged(answer, number)


@REVISIONS.at(addresses.REVISION_REPORT)
@REVISIONS.answers(200, "The report as it was", ReportSchema(), example=examples.REPORT, headers=["ETag"])
@fails(kinds.NOT_FOUND, kinds.WITHDRAWN)
@conditional
@reads
def read_revision_report(id: int, number: int) -> Response:
    """Read the report on a revision of a record.

    What the replay found when the revision was stored.
    """
    stored = services().store.record(id, number)
    if is_known(number):
        return not_modified(number)
    return tagged(json_bytes(stored.report), number)
