"""`/v1/records/{id}/deals`: the deals of a sitting, added one by one while it is played, and read."""

from typing import Final

from flask import Response

from api.http import addresses, etags, examples, kinds, told
from api.http.answers import json_answer
from api.http.auth import author, needs, reads
from api.http.blueprint import Resource
from api.http.bodies import JSON
from api.http.documented import fails
from api.http.etags import conditional, tagged
from api.http.numbered import numbered
from api.http.services import services
from api.http.unchanged import unchanged
from api.http.uploads import uploaded_json
from data.ingest import Ingest
from data.store.asked import SCOREKEEPER
from schemas.http import record
from schemas.http.records import AddedDealSchema, DealOfRecordSchema
from schemas.parts import deals_of, report_parts

DEALS: Final = Resource("deals", "The deals of a sitting")


@DEALS.at(addresses.DEALS, "POST")
@DEALS.answers(201, "The deal was added", AddedDealSchema(), example=examples.ADDED_DEAL, headers=["Location", "ETag"])
@fails(kinds.NOT_FOUND, kinds.CONFLICT, kinds.WITHDRAWN, kinds.READ_ONLY, kinds.STORE_FULL)
@needs(SCOREKEEPER)
@etags.changes
@DEALS.takes_body({JSON: {"schema": record.DEAL_REFERENCE, "example": examples.DEAL}})
def add_deal(id: int) -> Response:
    """Add a deal to a sitting.

    So an evening is recorded while it is played: the answer has the report on this deal, the totals, and what the next
    one starts from (seats, titles, and who owes whom which cards). To replace the last deal, while it is played or
    later, correct the record.
    """
    expected = etags.given_revision()
    judged, outcome = Ingest(services().store, author()).add_deal(id, uploaded_json(), expected=expected)
    answer = json_answer(told.added_deal(judged, outcome), 201)
    answer.headers["Location"] = addresses.of_deal(id, judged.facts.deals)
    return tagged(answer, outcome.revision)


@DEALS.at(addresses.DEAL)
@DEALS.answers(200, "The deal with its report", DealOfRecordSchema(), example=examples.DEAL_OF_RECORD, headers=["ETag"])
@fails(kinds.NOT_FOUND, kinds.WITHDRAWN)
@conditional
@reads
def read_deal(id: int, deal: int) -> Response:
    """Read one deal of a record.

    As it was recorded, and what came of it.
    """
    if same := unchanged(id):
        return same
    stored = services().store.record(id)
    found = {
        "deal": numbered(deals_of(stored.record), deal),
        "report": numbered(report_parts(stored.report).deals, deal),
    }
    return tagged(json_answer(found), stored.revision)
