"""`/v1/records/{id}/report`: what the replay of a record found, by its own rules or by others."""

from typing import Any, Final

from flask import Response

from api.http import addresses, examples, kinds
from api.http.answers import json_bytes
from api.http.auth import reads
from api.http.blueprint import Resource
from api.http.documented import fails
from api.http.etags import conditional, is_known, not_modified, tagged
from api.http.problems import Flaw, HttpProblem
from api.http.services import services
from replay.text import Text
from schemas.elsewhere import judged_elsewhere
from schemas.http.queries import ReportQuery
from schemas.http.report import ReportSchema
from schemas.problems import RecordRefused

REPORT: Final = Resource("report", "What the replay of a record found")


@REPORT.at(addresses.REPORT)
@REPORT.answers(200, "The report", ReportSchema(), example=examples.REPORT, headers=["ETag"])
@fails(kinds.NOT_FOUND, kinds.WITHDRAWN, kinds.CANNOT_CONVERT)
@conditional
@reads
@REPORT.takes_query(ReportQuery())
def read_report(asked: dict[str, Any], id: int) -> Response:
    """Read the report on a record.

    Places, titles, points and every fault of every deal, the totals and ranks. With `rules` or `options` the same
    record is judged by other rules: would this have been legal there? That report is not stored.
    """
    report, revision = services().store.report(id)
    if is_known(revision):
        return not_modified(revision)
    return tagged(json_bytes(_elsewhere(id, revision, asked) if asked else report), revision)


def _elsewhere(record: int, revision: int, asked: dict[str, Any]) -> bytes:
    """The report by other rules. Raises the problem `cannot-convert` where cards or players do not allow them."""
    stored = services().store.record(record, revision)
    try:
        return judged_elsewhere(stored.record, asked.get("rules"), asked.get("options"))
    except RecordRefused as refused:
        flaws = [Flaw({"pointer": problem.pointer}, problem.expected) for problem in refused.problems]
        detail = Text("these rules cannot judge the record", "その規則ではこの棋譜を判定できません")
        raise HttpProblem(kinds.CANNOT_CONVERT, detail, flaws=flaws) from refused
