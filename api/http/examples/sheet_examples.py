"""The examples of the OpenAPI document about sheets: one sheet, what would come of it, and what was stored."""

import base64
from typing import Final

import msgspec

from daifu.api.http.examples import REQUEST, Examples
from daifu.api.http.media_types import CSV, JSON
from daifu.data.ingest import IngestResult, UploadPreview
from daifu.data.sheet_answers import preview_view, stored_view
from daifu.data.sheets import EveningPreview, SheetPreview
from daifu.data.store.values import UploadOutcome, UploadStatus
from daifu.schemas.judgement import judge_json
from daifu.schemas.sheets.columns import Columns
from daifu.schemas.sheets.reading import read_sheet

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
_STORED: Final = [IngestResult("april.csv", 2, _JUDGED, UploadOutcome(UploadStatus.CREATED, 7, 1))]

EXAMPLES: Final[Examples] = {
    "preview_import": {REQUEST: {CSV: SHEET}, 200: {JSON: preview_view(_PREVIEW)}},
    "store_import": {REQUEST: {JSON: _STORE}, 200: {JSON: stored_view(_STORED)}},
}
