"""Sheets of results on the command line: what would come in, and storing it."""

from pathlib import PurePath
from typing import Any, Final

import click
import msgspec

from daifu.api.cli.program.client import error_text
from daifu.api.cli.program.files import read_file, write_file
from daifu.api.cli.program.output import ALL_LEGAL, FAILED, UsageError, printable, tell
from daifu.api.cli.program.sentences import more_faults
from daifu.api.client import Client, ClientError
from daifu.api.languages import Language, say
from daifu.data.sheets import kept_columns, preview_sheet, preview_view, store_sheet, stored_view
from daifu.data.store.store import Store
from daifu.data.store.values import Author, UploadStatus
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.text import Text
from daifu.schemas.http.records import SheetPreview, StoredSheet
from daifu.schemas.record.model import HouseShape
from daifu.schemas.record.rules import OtherRules
from daifu.schemas.sheets.grid import SheetRefused
from daifu.schemas.sheets.layout import LAYOUTS, Columns, read_columns, write_columns
from daifu.schemas.sheets.reading import LAYOUT_ASSUMED

_MOST_NOTICES: Final = 20
_SETTINGS: Final = ("layout", "date_order", "year", "lowest_wins")


class StoreSheets:
    """Sheets for a store of this machine, which takes larger ones than a service."""

    def __init__(self, store: Store, author: str) -> None:
        self._store = store
        self._author = Author(author)

    def preview(self, data: bytes, columns: Columns, sheet: str | None) -> SheetPreview:
        """What would come of a sheet. Raises `SheetRefused`."""
        self._found = preview_sheet(self._store, data, columns, sheet=sheet)
        return preview_view(self._found)

    def store(self, preview: SheetPreview, file: str, *, partly: bool) -> StoredSheet:  # noqa: ARG002 - what a service needs
        """Store the sheet that was looked at last."""
        stored = stored_view(store_sheet(self._store, self._author, self._found.reading, file))
        self._store.statistics.catch_up()
        self._store.ratings.catch_up()
        return stored


class ServiceSheets:
    """Sheets for a service; every method raises `ClientError`."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def preview(self, data: bytes, columns: Columns, sheet: str | None) -> SheetPreview:
        """What would come of a sheet."""
        self._sent: tuple[bytes, Any, str | None] = data, msgspec.json.decode(write_columns(columns)), sheet
        return msgspec.convert(self._client.sheets.preview(data, self._sent[1], sheet=sheet), SheetPreview)

    def store(self, preview: SheetPreview, file: str, *, partly: bool) -> StoredSheet:
        """Store the sheet that was looked at last."""
        data, columns, sheet = self._sent
        also = {"partly": partly, "file": PurePath(file).name} | ({} if sheet is None else {"sheet": sheet})
        return msgspec.convert(self._client.sheets.store(data, columns, preview.digest, **also), StoredSheet)


def import_sheets(
    files: list[str], target: StoreSheets | ServiceSheets, columns: Columns, language: Language, options: dict[str, Any]
) -> int:
    """Show what comes of sheets, store it unless that is not wanted or not possible, and return the exit code."""
    failed = False
    for file in files:
        try:
            preview = target.preview(read_file(file), columns, options["sheet"])
        except (SheetRefused, ClientError) as refused:
            why = refused.text if isinstance(refused, SheetRefused) else error_text(refused)
            click.echo(f"{printable(file)}: {printable(say(why, language))}", err=True)
            failed = True
            continue
        _show(file, preview, language)
        may_store = bool(preview.evenings) and not preview.questions and (options["partly"] or not preview.errors)
        failed |= not may_store or bool(preview.errors)
        if may_store and not options["dry_run"]:
            found = target.store(preview, file, partly=options["partly"])
            for one in found.evenings:
                for problem in one.problems:
                    click.echo(f"{one.row}: {printable(say(Text(problem.en, problem.ja), language))}", err=True)
            stored = sum(one.id is not None and one.status != UploadStatus.EXISTS for one in found.evenings)
            tell(Text(f"stored: {stored}", f"保存：{stored}件"))
        if options["keep_map"]:
            write_file(options["keep_map"], write_columns(Columns().changed(preview.columns)))
    return FAILED if failed else ALL_LEGAL


def sheet_columns(options: dict[str, Any], store: Store | None) -> Columns:
    """What the map, or the one that the store has kept, and the options say of a sheet. Raises `UsageError`.

    A service looks for the map that it has kept by itself.
    """
    event = options["event"]
    try:
        columns = read_columns(read_file(options["map_file"])) if options["map_file"] else Columns()
    except SheetRefused as refused:
        raise UsageError(refused.text) from refused
    if event and store is not None and not options["map_file"]:
        columns = kept_columns(store, event) or columns
    if event:
        columns.event = {**columns.event, "name": event}
    other: OtherRules | None = options["other"]
    if other is not None:
        columns = _with_rules(columns, other)
    for name in _SETTINGS:
        if options[name] is not None:
            setattr(columns, name, options[name])
    return columns


def _with_rules(columns: Columns, other: OtherRules) -> Columns:
    """The map with these rules; options that are not named stay those of the map if the game does."""
    rules = other.rules or columns.rules
    if rules != columns.rules:
        columns.options, columns.house = {}, None
    columns.rules = rules
    if other.options is not None and rules is not None:
        columns.options, columns.house = dict(other.options(PROFILES[rules])), None
    if other.house is not None:
        columns.house = msgspec.convert(other.house, HouseShape)
    return columns


def _show(file: str, preview: SheetPreview, language: Language) -> None:
    evenings, deals = len(preview.evenings), sum(len(one.rows) for one in preview.evenings)
    layout = {str(name): text for name, text in LAYOUTS.items()}[preview.layout]
    tell(
        Text(
            f"{file}: layout {preview.layout} ({layout.en}), evenings: {evenings}, deals: {deals}",
            f"{file}：書き方{preview.layout}（{layout.ja}）、{evenings}日、{deals}回",
        )
    )
    if preview.winners and preview.questions:
        places, points = preview.winners
        tell(
            Text(
                f"the first winner is {places} if these are places, {points} if they are points (--layout P or S)",
                f"最初の1位は、順位なら{places}さん、点数なら{points}さんです（--layout PかS）",
            )
        )
    for one in preview.left_out:
        tell(Text(f"{one.row}: left out: {one.why.en}", f"{one.row}：除きました：{one.why.ja}"))
    if preview.new_players:
        names = [player.name for player in preview.new_players]
        tell(Text(f"new players: {', '.join(names)}", f"新しいプレイヤー：{'、'.join(names)}"))
    _show_evenings(preview)
    notices = [notice for notice in preview.notices if notice.code != LAYOUT_ASSUMED]  # that is a question
    for notice in notices[:_MOST_NOTICES]:
        said = notice.message
        tell(Text(f"{notice.cell}: note: {said.en}", f"{notice.cell}：注意：{said.ja}"))
    if len(notices) > _MOST_NOTICES:
        tell(more_faults(len(notices) - _MOST_NOTICES))
    for question in preview.questions:
        click.echo(f"? {printable(say(Text(question.en, question.ja), language))}", err=True)
    for error in preview.errors:
        said = error.message
        click.echo(f"{printable(file)} {error.cell}: {printable(say(Text(said.en, said.ja), language))}", err=True)


def _show_evenings(preview: SheetPreview) -> None:
    """Print what is known already, and what the sheet adds to each player."""
    for evening in preview.evenings:
        if known := evening.known:
            tell(
                Text(
                    f"row {evening.rows[0]}: record {known} has it already",
                    f"{evening.rows[0]}行目から：棋譜{known}と同じです",
                )
            )
        elif evening.duplicates:
            tell(
                Text(
                    f"row {evening.rows[0]}: probably the evening of record {evening.duplicates[0]}",
                    f"{evening.rows[0]}行目から：棋譜{evening.duplicates[0]}と同じ日の成績のようです",
                )
            )
    for change in preview.totals:
        points = "" if change.points is None else f" {change.points:+}"
        tell(
            Text(
                f"{change.player.name}: deals +{change.deals}, first +{change.wins}{points and ', points' + points}",
                f"{change.player.name}：{change.deals}回、1位{change.wins}回{points and '、点数' + points}",
            )
        )
