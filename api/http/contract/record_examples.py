"""The examples about records: one sitting with the real answers about it, and a sheet of results."""

import base64
import gzip
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib import resources
from typing import Any, Final

import msgspec

from daifu.api.http.contract import REQUEST, Examples
from daifu.api.http.media_types import CSV, JSON, NDJSON, NOTATION, PARQUET, PLAIN, XLSX
from daifu.api.languages import DEFAULT_LANGUAGE
from daifu.api.views import records
from daifu.api.views.analysis import analysis_view, job_view
from daifu.data.ingest import IngestResult, UploadPreview
from daifu.data.sheets import EveningPreview, SheetPreview, preview_view, stored_view
from daifu.data.store.jobs import Job, JobState
from daifu.data.store.values import (
    RecordPage,
    RecordSummary,
    ResultImport,
    Revision,
    RevisionKind,
    RevisionPage,
    UploadOutcome,
    UploadStatus,
    Withdrawal,
)
from daifu.replay.analysis.deals import effort_of
from daifu.schemas.analysis import deal_analyses
from daifu.schemas.explanation import explain_record
from daifu.schemas.fu.writer import write
from daifu.schemas.http.json_schema import EXAMPLE
from daifu.schemas.judgement import judge_json
from daifu.schemas.position import position_at
from daifu.schemas.record.decode import decode_json, load_record
from daifu.schemas.record.json_text import append_deal
from daifu.schemas.report_changes import compare_reports, what_if
from daifu.schemas.sheets.layout import Columns
from daifu.schemas.sheets.reading import read_sheet

RECORD: Final = EXAMPLE
"""A record to upload."""
DEAL: Final[Mapping[str, Any]] = {"result": {"order": [1, 3, 2, 4]}}
"""A deal to add to it."""

_CUT: Final = msgspec.json.encode(
    {
        "format": "daifu/1",
        "rules": "daifugo",
        "players": ["Haru", "Natsu", "Aki"],
        "deals": [
            {
                "hands": [
                    "S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA S2 D3 D4 D5 D6 D7",
                    "H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA H2 D8 D9 DT DJ DQ",
                    "C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK CA C2 DK DA D2 X",
                ],
                "actions": ["1 S8", "1 S5", "2 H6", "3 C7"],
                "abandoned": True,
            }
        ],
    }
)
"""A record that does not say that an 8 ends its trick."""

_ID: Final = 7
_PLAYOUTS: Final = 10
"""The playouts of the example of an analysis, few so that the example is small and quickly made."""
_AUTHOR: Final = "Haru"
_AT: Final = datetime(2026, 7, 31, 19, 30, tzinfo=UTC)
_TEXT: Final = msgspec.json.encode(RECORD)
_FIRST: Final = judge_json(_TEXT)
_SECOND: Final = judge_json(append_deal(_TEXT, msgspec.json.encode(DEAL)))
_CREATED: Final = UploadOutcome(UploadStatus.CREATED, _ID, 1)
_GROWN: Final = UploadOutcome(UploadStatus.GROWN, _ID, 2)
_HISTORY: Final = [
    Revision(1, RevisionKind.CREATED, _AT, _AUTHOR, None, _FIRST.report),
    Revision(2, RevisionKind.DEAL, _AT, _AUTHOR, None, _SECOND.report),
]
_FACTS: Final = {name: value for name, value in _FIRST.facts._asdict().items() if name in RecordSummary._fields}
_LISTED: Final = RecordSummary(id=_ID, revision=1, withdrawn=False, stored_at=_AT, author=_AUTHOR, **_FACTS)


def _first_game(log: bytes) -> str:
    """A server log up to the end of its first game."""
    return log[: log.index(b"%00001%")].decode()


_SIZES: Final = {"deals": _FIRST.facts.deals, "actions": _FIRST.facts.actions}
_FINDINGS: Final = {"legal": _FIRST.facts.legal, "faults": _FIRST.facts.faults}
_STORED: Final = {"id": _ID, "revision": 1, "withdrawn": False, **_SIZES, **_FINDINGS}
_TWICE: Final = {name: 2 * number for name, number in (_SIZES | _FIRST.facts.faults).items()}
_SUMS: Final = {**{name: _TWICE.pop(name) for name in _SIZES}, "faults": _TWICE}

_ANALYSED: Final = list(deal_analyses(load_record(_TEXT), effort=effort_of(_PLAYOUTS)))
ANALYSIS: Final = analysis_view(_ID, 1, msgspec.json.encode(_ANALYSED))
_JOB: Final = Job(_ID, 1, JobState.WAITING)
WAITING_JOB: Final = job_view(_JOB)
RUNNING_JOB: Final = job_view(_JOB._replace(state=JobState.RUNNING, done=1, deals=2))
DONE_JOB: Final = job_view(_JOB._replace(state=JobState.DONE, done=2, deals=2))
CANCELLED_JOB: Final = job_view(_JOB._replace(state=JobState.CANCELLED, done=1, deals=2))

LINES: Final = (_FIRST.record + b"\n").decode()
"""The record in an export."""
TEXT: Final = write(decode_json(_TEXT))
"""A record in the hand notation."""
LOG: Final = _first_game(
    gzip.decompress((resources.files("daifu.data") / "samples" / "uecda-server.log.gz").read_bytes())
)
"""A log of another program."""

REPORT: Final = msgspec.json.decode(_FIRST.report)
UPLOADED: Final = records.upload_view(_FIRST, _CREATED)
ONLY_JUDGED: Final = records.dry_run_view(_FIRST, None)
CORRECTED: Final = records.correction_view(_SECOND, _GROWN, compare_reports(_FIRST.report, _SECOND.report))
ADDED_DEAL: Final = records.added_deal_view(_SECOND, _GROWN)
WHAT_IF: Final = what_if(_CUT, None, {"eight_cut": True})
EXPLANATIONS: Final = explain_record(_CUT)
DEAL_OF_RECORD: Final = {"deal": RECORD["deals"][1], "report": REPORT["deals"][1]}
POSITION: Final = position_at(load_record(_TEXT), 1, 7)
WITHDRAWN: Final = records.withdrawal_view(Withdrawal(2, (ResultImport(3, 7, 62),)))
PAGE: Final = records.record_page_table(RecordPage([_LISTED], None))
REVISIONS: Final = records.revisions_view(RevisionPage(_HISTORY, None, None, len(_HISTORY)))
BULK: Final = "".join(
    msgspec.json.encode(line).decode() + "\n"
    for line in (
        {"line": 1, "status": "created", **_STORED},
        {"line": 2, "status": "exists", **_STORED},
        {"done": True, "records": 2, "created": 1, "grown": 0, "exists": 1, "refused": 0, **_SUMS},
    )
)
"""The answer to a bulk upload that has the record twice."""


SHEET: Final = "日付,さくら,健一,美咲\n2025-04-04,1,2,3\n,2,1,3\n"
_READING: Final = read_sheet(SHEET.encode(), Columns(rules="akagiri", layout="P"))
[_EVENING] = _READING.evenings
_JUDGED: Final = judge_json(msgspec.json.encode(_EVENING.record))
_PREVIEW: Final = SheetPreview(_READING, (EveningPreview(_EVENING, UploadPreview(_JUDGED, None, (), ()), ()),))
_STORE: Final = {
    "content": base64.b64encode(SHEET.encode()).decode(),
    "columns": {"format": "daifu-columns/1", "rules": "akagiri", "layout": "P"},
    "digest": _READING.digest,
}
_STORED_SHEET: Final = [IngestResult("april.csv", 2, _JUDGED, UploadOutcome(UploadStatus.CREATED, 7, 1))]

EXAMPLES: Final[Examples] = {
    "add_record": {
        REQUEST: {JSON: RECORD, PLAIN: LOG, NOTATION: TEXT},
        201: {JSON: UPLOADED},
        200: {JSON: ONLY_JUDGED},
    },
    "list_records": {200: {JSON: PAGE.value, CSV: PAGE.as_csv(DEFAULT_LANGUAGE), XLSX: "PK…"}},
    "add_records": {REQUEST: {PLAIN: LINES}, 200: {NDJSON: BULK}},
    "export_records": {200: {NDJSON: LINES}},
    "export_table": {200: {PARQUET: "PAR1…PAR1"}},
    "read_record": {200: {JSON: RECORD, PLAIN: LOG, NOTATION: TEXT}},
    "correct_record": {REQUEST: {JSON: RECORD}, 200: {JSON: CORRECTED}},
    "withdraw_record": {200: {JSON: WITHDRAWN}},
    "read_report": {200: {JSON: REPORT}},
    "read_what_if": {200: {JSON: WHAT_IF}},
    "read_explanations": {200: {JSON: EXPLANATIONS}},
    "list_revisions": {200: {JSON: REVISIONS}},
    "read_revision": {200: {JSON: RECORD}},
    "read_revision_report": {200: {JSON: REPORT}},
    "add_deal": {REQUEST: {JSON: DEAL}, 201: {JSON: ADDED_DEAL}},
    "read_deal": {200: {JSON: DEAL_OF_RECORD}},
    "order_analysis": {202: {JSON: WAITING_JOB}, 200: {JSON: DONE_JOB}},
    "read_analysis": {200: {JSON: ANALYSIS}},
    "read_analysis_job": {200: {JSON: RUNNING_JOB}},
    "cancel_analysis": {200: {JSON: CANCELLED_JOB}},
    "read_position": {200: {JSON: POSITION}},
    "preview_import": {REQUEST: {CSV: SHEET}, 200: {JSON: preview_view(_PREVIEW)}},
    "store_import": {REQUEST: {JSON: _STORE}, 200: {JSON: stored_view(_STORED_SHEET)}},
}
