"""What would become of a sheet of results, and what became of it, as answers of the service say it."""

from collections.abc import Iterable

import msgspec

from daifu.data.ingest import IngestResult
from daifu.data.sheets import SheetPreview as FoundPreview
from daifu.replay.text import Text
from daifu.schemas import answer
from daifu.schemas.http import records
from daifu.schemas.http.players import Named
from daifu.schemas.http.records import SheetPreview, StoredSheet
from daifu.schemas.sheets.grid import CellError
from daifu.schemas.sheets.layout import write_columns


def preview_view(preview: FoundPreview) -> SheetPreview:
    """What would become of a sheet."""
    reading = preview.reading
    return SheetPreview(
        layout=reading.layout,
        digest=reading.digest,
        columns=msgspec.json.decode(write_columns(reading.columns)),
        evenings=[
            records.PreviewedEvening(one.evening.record, one.evening.rows, one.known, one.upload.duplicates)
            for one in preview.evenings
        ],
        new_players=[Named(player.id, player.name) for player in reading.new_players],
        similar=[records.SimilarName(name, Named(known.id, known.name)) for name, known in reading.similar],
        questions=list(map(_sentence, reading.questions)),
        winners=reading.winners,
        left_out=[records.LeftOutRow(one.row, _sentence(one.why)) for one in reading.left_out],
        errors=_notes(reading.errors),
        notices=_notes(preview.notices),
        totals=[
            records.AddedTotals(Named(one.id, one.name), one.deals, one.wins, one.points) for one in preview.changes()
        ],
    )


def stored_view(results: Iterable[IngestResult]) -> StoredSheet:
    """What became of the evenings of a sheet."""
    return StoredSheet(
        [
            records.StoredEvening(
                one.line,
                "refused" if one.outcome is None else str(one.outcome.status),
                None if one.outcome is None else one.outcome.id,
                [_sentence(problem.expected) for problem in one.problems],
            )
            for one in results
        ]
    )


def _notes(found: Iterable[CellError]) -> list[records.CellNote]:
    return [records.CellNote(one.cell, one.code, _sentence(one.text)) for one in found]


def _sentence(text: Text) -> answer.Text:
    return answer.Text(*text)
