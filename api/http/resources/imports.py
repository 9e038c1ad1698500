"""`/v1/imports`: sheets of results are looked at, and stored as they were seen."""

import base64
import binascii
from typing import Any, Final

from flask import Response

from daifu.api.http import problem_types
from daifu.api.http.access import caller_has_role, current_author, requires_read_access, requires_role
from daifu.api.http.errors import HttpProblem
from daifu.api.http.lanes import Lane
from daifu.api.http.media_types import BINARY, CSV, TSV, XLSX
from daifu.api.http.operation import answers, fails_with, lane, takes_body, takes_json, takes_query
from daifu.api.http.request_body import check_media_type, read_body
from daifu.api.http.responses import json_response
from daifu.api.http.services import services
from daifu.data.sheets import SheetPreview as FoundPreview
from daifu.data.sheets import kept_columns, preview_sheet, preview_view, store_sheet, stored_view
from daifu.data.store.values import SCOREKEEPER
from daifu.replay.text import Text
from daifu.schemas.http.queries import SheetQuery, SheetSchema
from daifu.schemas.http.records import SheetPreview, StoredSheet
from daifu.schemas.sheets.grid import SheetRefused, SheetSize
from daifu.schemas.sheets.layout import Columns

LARGEST_SENT: Final = SheetSize(rows=10_000, bytes=16 << 20)
"""How large a sheet may be that a service takes, which others wait for. The command line takes larger ones."""
_LARGEST_OF_OTHERS: Final = SheetSize(rows=1_000, bytes=1 << 20)
"""The same for somebody who could not store it. It is read in a second."""
_TEXT: Final = {"type": "string"}
_BYTES: Final = {"type": "string", "format": "binary"}
_TYPES: Final = {CSV: _TEXT, TSV: _TEXT, XLSX: _BYTES, BINARY: _BYTES}


@lane(Lane.COSTLY)
@answers(200, "What would come in", SheetPreview)
@fails_with(problem_types.BAD_REQUEST)
@requires_read_access
@takes_query(SheetQuery)
@takes_body(_TYPES)
def preview_import(query: dict[str, Any]) -> Response:
    """Look at a sheet of results.

    CSV, TSV or XLSX in the layouts of `docs/sheets.md`. Nothing is stored: the answer says what would come in, which
    cells are wrong, and what is asked. `columns` is the map of the sheet. The other parameters go before it, and behind
    it the map of the last sheet whose event has the same name. A sheet may have 10,000 rows and 16 MB, unpacked;
    without the role of a scorekeeper 1,000 rows and 1 MB.
    """
    check_media_type(_TYPES)
    data = read_body(services().settings.body_bytes, LARGEST_SENT.bytes)
    columns = query.get("columns") or {}
    said = {name: query[name] for name in ("rules", "layout") if query.get(name)}
    return json_response(preview_view(_previewed(data, {**columns, **said}, query.get("sheet"))))


@lane(Lane.COSTLY)
@answers(200, "What became of it", StoredSheet)
@fails_with(problem_types.BAD_REQUEST, problem_types.PRECONDITION_FAILED, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
@takes_json(SheetSchema)
def store_import(body: dict[str, Any]) -> Response:
    """Store a sheet of results.

    As it was seen: `digest` is that of the preview. If other records would be stored now, the problem is
    `precondition-failed`, and so it is while something is asked. Rows with errors are left out only with `partly`.
    """
    try:
        data = base64.b64decode(body["content"], validate=True)
    except binascii.Error as error:
        detail = Text("content: expected the sheet in base64", "content：成績表をbase64で送ってください")
        raise HttpProblem(problem_types.BAD_REQUEST, detail) from error
    reading = _previewed(data, body.get("columns") or {}, body.get("sheet")).reading
    if reading.questions:
        raise HttpProblem(problem_types.PRECONDITION_FAILED, reading.questions[0])
    if reading.errors and not body["partly"]:
        first = reading.errors[0]
        detail = Text(f"{first.cell}: {first.text.en}", f"{first.cell}：{first.text.ja}")
        raise HttpProblem(problem_types.PRECONDITION_FAILED, detail)
    if reading.digest != body["digest"]:
        detail = Text(
            f"the records have the digest {reading.digest} by now, found {body['digest']}",
            f"棋譜のdigestは今は{reading.digest}ですが、{body['digest']}が送られました",
        )
        raise HttpProblem(problem_types.PRECONDITION_FAILED, detail)
    return json_response(stored_view(store_sheet(services().store, current_author(), reading, body.get("file") or "")))


def _previewed(data: bytes, columns: dict[str, Any], sheet: str | None) -> FoundPreview:
    """What would become of a sheet. Raises the problem `bad-request` for one that cannot be read."""
    try:
        largest = LARGEST_SENT if caller_has_role(SCOREKEEPER) else _LARGEST_OF_OTHERS
        said = Columns().changed(columns)
        event = said.event.get("name")
        kept = kept_columns(services().store, event) if isinstance(event, str) else None
        said = said if kept is None else kept.changed(columns)
        return preview_sheet(services().store, data, said, sheet=sheet, largest=largest)
    except SheetRefused as refused:
        raise HttpProblem(problem_types.BAD_REQUEST, refused.text) from refused
