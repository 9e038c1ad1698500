"""Sheets of results and a store: what would become of a sheet, storing what was seen, and both as answers."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import msgspec

from daifu.data.ingest import Ingest, IngestResult, UploadPreview
from daifu.data.store.store import Store
from daifu.data.store.values import Author, RecordFilter, UploadStatus
from daifu.replay.faults import POINTS_INCONSISTENT
from daifu.replay.text import Text
from daifu.schemas import answer
from daifu.schemas.http import records
from daifu.schemas.http.players import Named
from daifu.schemas.record.model import player_id, player_name
from daifu.schemas.report import Report, read_results
from daifu.schemas.sheets.grid import LARGEST, CellError, SheetSize
from daifu.schemas.sheets.layout import Columns, write_columns
from daifu.schemas.sheets.reading import Evening, SheetReading, read_sheet
from daifu.schemas.sheets.words import KnownPlayer
from daifu.schemas.sources.items import DAIFU, Item

_LOOKED_AT: Final = 20
"""How many of the last records of a name are looked at for a map."""
_SOURCE: Final = "sheet"


class EveningPreview(NamedTuple):
    """What would become of an evening, and the notices of its judging by row."""

    evening: Evening
    upload: UploadPreview
    notices: tuple[CellError, ...]

    @property
    def known(self) -> int | None:
        """The record that has all of it already."""
        outcome = self.upload.outcome
        return outcome.id if outcome and outcome.status is UploadStatus.EXISTS else None


class PlayerChange(NamedTuple):
    """What new evenings add to a player: deals, first places, and points where there are any."""

    id: str
    name: str
    deals: int
    wins: int
    points: float | None


class SheetPreview(NamedTuple):
    """What would become of a sheet."""

    reading: SheetReading
    evenings: tuple[EveningPreview, ...]

    @property
    def notices(self) -> tuple[CellError, ...]:
        """The notices about the sheet, and those of judging."""
        return (*self.reading.notices, *(notice for one in self.evenings for notice in one.notices))

    def changes(self) -> list[PlayerChange]:
        """What the evenings that are not known yet add to each player, those with the most deals first."""
        sums: dict[str, PlayerChange] = {}
        for one in self.evenings:
            if one.known is None:
                _add_deals(sums, one)
        return sorted(sums.values(), key=lambda change: (-change.deals, change.name))


def preview_sheet(
    store: Store, data: bytes, columns: Columns, *, sheet: str | None = None, largest: SheetSize = LARGEST
) -> SheetPreview:
    """What would become of a sheet, of whose workbook `sheet` is read. Raises `SheetRefused` and `SourceRefused`."""
    reading = read_sheet(data, columns, known=known_players(store), sheet=sheet, largest=largest)
    ingest = Ingest(store, Author(""))
    return SheetPreview(reading, tuple(_preview(ingest, evening) for evening in reading.evenings))


def store_sheet(store: Store, author: Author, reading: SheetReading, file: str) -> Iterator[IngestResult]:
    """Store the evenings of a sheet, and its map with them.

    Yields what became of each once it is on disk. Raises `StoreUnusable`.
    """
    source = {"format": _SOURCE, "file": file, "columns": msgspec.to_builtins(reading.columns)}
    records = ({**evening.record, "source": source} for evening in reading.evenings)
    rows = (evening.rows[0] for evening in reading.evenings)
    items = (Item(file, row, DAIFU, msgspec.json.encode(record)) for row, record in zip(rows, records, strict=True))
    yield from Ingest(store, author).take(items)


def kept_columns(store: Store, event: str) -> Columns | None:
    """The map of the last sheet whose evenings have this name; it is kept in the source of their records."""
    for listed in store.page(RecordFilter(tournament=event), None, _LOOKED_AT).records:
        source = msgspec.json.decode(store.record(listed.id).record, type=_Kept).source
        if source is not None and source.format == _SOURCE and source.columns is not None:
            return source.columns
    return None


def known_players(store: Store) -> Iterator[KnownPlayer]:
    """All players of a store, with the other names and ids by which they are found."""
    for person in store.people.each():
        yield KnownPlayer(person.id, person.name, (*person.players, *person.names))


class _Source(msgspec.Struct):
    format: object = None
    columns: Columns | None = None


class _Kept(msgspec.Struct):
    source: _Source | None = None


def _preview(ingest: Ingest, evening: Evening) -> EveningPreview:
    upload = ingest.preview(Item("", evening.rows[0], DAIFU, msgspec.json.encode(evening.record)))
    deals = msgspec.json.decode(upload.judged.report, type=Report).deals
    notices = [
        CellError(str(row), fault.code, Text(fault.message.en, fault.message.ja))
        for row, deal in zip(evening.rows, deals, strict=True)
        for fault in deal.faults
        if fault.code == POINTS_INCONSISTENT
    ]
    return EveningPreview(evening, upload, tuple(notices))


def _add_deals(sums: dict[str, PlayerChange], one: EveningPreview) -> None:
    results = read_results(one.upload.judged.report)
    for number, entry in enumerate(one.evening.record["players"], 1):
        sat = [deal for deal in results if number in (*deal.order, *deal.unfinished)]
        found = [points for deal in sat if (points := deal.points[number - 1]) is not None]
        before = sums.get(player_id(entry), PlayerChange(player_id(entry), player_name(entry), 0, 0, None))
        sums[before.id] = before._replace(
            deals=before.deals + len(sat),
            wins=before.wins + sum(deal.order[:1] == [number] for deal in sat),
            points=(before.points or 0) + sum(found) if found else before.points,
        )


def preview_view(preview: SheetPreview) -> records.SheetPreview:
    """What would become of a sheet."""
    reading = preview.reading
    return records.SheetPreview(
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


def stored_view(results: Iterable[IngestResult]) -> records.StoredSheet:
    """What became of the evenings of a sheet."""
    return records.StoredSheet(
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
