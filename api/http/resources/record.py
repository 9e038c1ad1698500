"""`/v1/records/{id}`: one record is read, corrected and withdrawn."""

from typing import Any, Final

from flask import Response

from api.http import addresses, etags, examples, kinds, told
from api.http.answers import json_answer, nothing
from api.http.auth import author, needs, reads
from api.http.blueprint import Resource
from api.http.bodies import JSON, PLAIN
from api.http.documented import fails
from api.http.etags import conditional, tagged
from api.http.forms import in_form
from api.http.services import services
from api.http.tournament_told import told_landing
from api.http.unchanged import unchanged
from api.http.uploads import uploaded_json
from data.ingest import Ingest
from data.store.asked import SCOREKEEPER, Outcome, Status
from data.store.refusals import Withdrawn
from data.store.tournaments.asked import Landing
from schemas.changes import Change, changes
from schemas.http import record
from schemas.http.queries import ReasonQuery, RecordQuery
from schemas.http.records import CorrectedSchema, WithdrawnSchema

RECORD: Final = Resource("record", "One record is read, corrected and withdrawn")

_REASON: Final = ReasonQuery()
_WITHDRAWN: Final = {"revision": 2, "landings": list(map(told_landing, [Landing(3, 7, 62)]))}


@RECORD.at(addresses.RECORD)
@RECORD.answers(200, "The record", record.REFERENCE, example=examples.RECORD, headers=["ETag", "Link"])
@RECORD.answers(200, "The record", {"type": "string"}, media_type=PLAIN, example=examples.LOG)
@fails(kinds.NOT_FOUND, kinds.WITHDRAWN, kinds.CANNOT_CONVERT)
@conditional
@reads
@RECORD.takes_query(RecordQuery())
def read_record(asked: dict[str, Any], id: int) -> Response:
    """Read a record.

    As it was sent: what a `PUT` takes. `format` asks for it as a log of another program, where that has words for it.
    A record that was withdrawn is told with the ETag by which it can be restored.
    """
    if same := unchanged(id):
        return same
    stored = services().store.record(id)
    address = addresses.of_record(id)
    answer = in_form(asked["format"], stored.record)
    addresses.link(answer, describedby=f"{address}/report", version_history=f"{address}/revisions")
    return tagged(answer, stored.revision)


@RECORD.at(addresses.RECORD, "PUT")
@RECORD.answers(200, "The record was corrected", CorrectedSchema(), example=examples.CORRECTED, headers=["ETag"])
@fails(kinds.NOT_FOUND, kinds.CONFLICT, kinds.READ_ONLY, kinds.STORE_FULL)
@needs(SCOREKEEPER)
@etags.changes
@RECORD.takes_query(_REASON)
@RECORD.takes_body({JSON: {"schema": record.REFERENCE, "example": examples.RECORD}})
def correct_record(asked: dict[str, Any], id: int) -> Response:
    """Correct a record, or restore it.

    The body is the whole record as it should be. It becomes the next revision; those before stay. The answer tells
    what that changed in places, points and faults. Where nothing changes there is no new revision. A record that was
    withdrawn is there again afterwards.
    """
    expected = etags.given_revision()
    ingest = Ingest(services().store, author())
    judged, outcome = ingest.correct(id, uploaded_json(), expected=expected, reason=asked["reason"])
    answer = json_answer(told.corrected(judged, outcome, _changes(outcome, judged.report)))
    return tagged(answer, outcome.revision)


@RECORD.at(addresses.RECORD, "DELETE")
@RECORD.answers(200, "The record was withdrawn, and concerns a tournament", WithdrawnSchema(), example=_WITHDRAWN)
@RECORD.answers(204, "The record was withdrawn")
@fails(kinds.NOT_FOUND, kinds.WITHDRAWN, kinds.READ_ONLY, kinds.STORE_FULL)
@needs(SCOREKEEPER)
@etags.changes
@RECORD.takes_query(_REASON)
def withdraw_record(asked: dict[str, Any], id: int) -> Response:
    """Withdraw a record.

    It is in no list any more and cannot be read, except for its revisions. Nothing is deleted: a `PUT` restores it.
    What it gave to tournaments goes with it; where there is such a one, the answer tells what became of that.
    """
    expected = etags.given_revision()
    found = services().store.withdraw(id, author(), expected=expected, reason=asked["reason"])
    return json_answer({"revision": found.revision, **told.landed(found.landings)}) if found.landings else nothing()


def _changes(outcome: Outcome, report: bytes) -> Change:
    """What a correction with this outcome changed, now that the report is this."""
    if outcome.status is Status.EXISTS:
        return {}
    return changes(_report_before(outcome.id, outcome.revision), report)


def _report_before(record: int, revision: int) -> bytes:
    """The report on the record as it was before this revision; a withdrawal in between has none of its own."""
    store = services().store
    try:
        return store.record(record, revision - 1).report
    except Withdrawn:
        return store.record(record, revision - 2).report
