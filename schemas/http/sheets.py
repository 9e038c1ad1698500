"""Answers about sheets of results: what would come in, and what was stored."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from daifu.schemas.answer import Answer, Number, Text, about, one_of
from daifu.schemas.http.players import Named
from daifu.schemas.http.record_schema import REFERENCE
from daifu.schemas.sheets.columns import LAYOUTS


class CellNote(Answer):
    """An error or a notice at a cell or a row."""

    cell: Annotated[str, about("The cell, or the row alone.", "B7")]
    code: Annotated[str, about("What it is.", "place_twice")]
    message: Annotated[Text, about("The sentence for people.")]


class LeftOutRow(Answer):
    """A row that is no game."""

    row: Annotated[int, about("The number of the row.", 6)]
    why: Annotated[Text, about("Why it is left out.")]


class SimilarName(Answer):
    """A new name that looks like that of a known player."""

    name: Annotated[str, about("The name in the sheet.", "Haruko")]
    known: Annotated[Named, about("The player.")]


class PreviewedEvening(Answer):
    """An evening that would come in."""

    record: Annotated[Mapping[str, Any], about("The record.", **REFERENCE)]
    rows: Annotated[Sequence[int], about("The first row of each deal.", [2, 3])]
    known: Annotated[int | None, about("The record that has all of it already, if there is one.")]
    duplicates: Annotated[Sequence[int], about("Records that are probably the same evening.")]


class AddedTotals(Answer):
    """What a sheet adds to a player, without evenings that are stored already."""

    player: Annotated[Named, about("The player.")]
    deals: Annotated[int, about("Deals.", 12)]
    wins: Annotated[int, about("First places.", 3)]
    points: Annotated[Number | None, about("Points, if there are any.", 7)]


class SheetPreview(Answer):
    """What would become of a sheet."""

    layout: Annotated[str, one_of(LAYOUTS, "The layout that was recognised or said.", "P")]
    digest: Annotated[str, about("What stands for these records when the sheet is stored.")]
    columns: Annotated[Mapping[str, Any], about("The map by which the next sheet is read alike.")]
    evenings: Annotated[Sequence[PreviewedEvening], about("The evenings.")]
    new_players: Annotated[Sequence[Named], about("Players who are not known yet.")]
    similar: Annotated[Sequence[SimilarName], about("New names to be answered by `names` of the map.")]
    questions: Annotated[Sequence[Text], about("What the map has to answer before the sheet is stored.")]
    winners: Annotated[
        Sequence[str] | None, about("Who won the first game if its cells are places, and if they are points.")
    ]
    left_out: Annotated[Sequence[LeftOutRow], about("Rows that are left out.")]
    errors: Annotated[Sequence[CellNote], about("Errors by cell; their rows are in no evening.")]
    notices: Annotated[Sequence[CellNote], about("What was assumed, and points that contradict the order.")]
    totals: Annotated[Sequence[AddedTotals], about("What the sheet adds to each player.")]


class StoredEvening(Answer):
    """What became of an evening."""

    row: Annotated[int, about("The first row of the evening.", 2)]
    status: Annotated[str, about("created, grown, exists, repaired or refused.", "created")]
    id: Annotated[int | None, about("The number of the record.", 7)]
    problems: Annotated[Sequence[Text], about("Why it was refused.")]


class StoredSheet(Answer):
    """What became of a sheet."""

    evenings: Annotated[Sequence[StoredEvening], about("The evenings.")]
