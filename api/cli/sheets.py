"""Sheets of results on the command line: what would come in, and storing it."""

from contextlib import closing
from typing import Any, Final

import click
import msgspec

from daifu.api.cli.errors import ALL_LEGAL, FAILED, UsageError
from daifu.api.cli.files import read_file, write_file
from daifu.api.cli.output import printable
from daifu.api.cli.sentences import more_faults
from daifu.api.languages import Language, say
from daifu.data.sheets import SheetPreview, kept_columns, preview_sheet, store_sheet
from daifu.data.store.open import open_store
from daifu.data.store.values import Author, UploadStatus
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.text import Text
from daifu.schemas.record.model import HouseShape
from daifu.schemas.record.rules import OtherRules
from daifu.schemas.sheets.columns import LAYOUTS, Columns, read_columns, write_columns
from daifu.schemas.sheets.errors import SheetRefused
from daifu.schemas.sheets.reading import LAYOUT_ASSUMED

_MOST_NOTICES: Final = 20
_SETTINGS: Final = ("layout", "date_order", "year", "lowest_wins")


def import_sheets(files: list[str], db: str, author: str, language: Language, options: dict[str, Any]) -> int:
    """Show what comes of sheets, store it unless that is not wanted or not possible, and return the exit code."""
    columns = _columns(options, db)
    failed = False
    for file in files:
        with closing(open_store(db)) as store:
            try:
                preview = preview_sheet(store, read_file(file), columns, sheet=options["sheet"])
            except SheetRefused as refused:
                click.echo(f"{printable(file)}: {printable(say(refused.text, language))}", err=True)
                failed = True
                continue
            _show(file, preview, language)
            reading = preview.reading
            may_store = reading.may_be_stored(partly=options["partly"])
            failed |= not may_store or bool(reading.errors)
            if may_store and not options["dry_run"]:
                _show_stored(store_sheet(store, Author(author), reading, file), language)
                store.statistics.catch_up()
                store.ratings.catch_up()
            if options["keep_map"]:
                write_file(options["keep_map"], write_columns(reading.columns))
    return FAILED if failed else ALL_LEGAL


def _columns(options: dict[str, Any], db: str) -> Columns:
    """What the map, or the one that was kept, and the options say of a sheet. Raises `UsageError`."""
    event = options["event"]
    try:
        columns = read_columns(read_file(options["map_file"])) if options["map_file"] else Columns()
    except SheetRefused as refused:
        raise UsageError(refused.text) from refused
    if event and not options["map_file"]:
        with closing(open_store(db)) as store:
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
    reading = preview.reading
    evenings, deals = len(reading.evenings), sum(len(one.rows) for one in reading.evenings)
    layout = LAYOUTS[reading.layout]
    _say(
        Text(
            f"{file}: layout {reading.layout} ({layout.en}), evenings: {evenings}, deals: {deals}",
            f"{file}：書き方{reading.layout}（{layout.ja}）、{evenings}日、{deals}回",
        ),
        language,
    )
    if reading.winners and preview.reading.questions:
        places, points = reading.winners
        _say(
            Text(
                f"the first winner is {places} if these are places, {points} if they are points (--layout P or S)",
                f"最初の1位は、順位なら{places}さん、点数なら{points}さんです（--layout PかS）",
            ),
            language,
        )
    for one in reading.left_out:
        _say(Text(f"{one.row}: left out: {one.why.en}", f"{one.row}：除きました：{one.why.ja}"), language)
    if reading.new_players:
        names = [player.name for player in reading.new_players]
        _say(Text(f"new players: {', '.join(names)}", f"新しいプレイヤー：{'、'.join(names)}"), language)
    _show_evenings(preview, language)
    notices = [notice for notice in preview.notices if notice.code != LAYOUT_ASSUMED]  # that is a question
    for notice in notices[:_MOST_NOTICES]:
        _say(Text(f"{notice.cell}: note: {notice.text.en}", f"{notice.cell}：注意：{notice.text.ja}"), language)
    if len(notices) > _MOST_NOTICES:
        _say(more_faults(len(notices) - _MOST_NOTICES), language)
    for question in reading.questions:
        click.echo(f"? {printable(say(question, language))}", err=True)
    for error in reading.errors:
        click.echo(f"{printable(file)} {error.cell}: {printable(say(error.text, language))}", err=True)


def _show_evenings(preview: SheetPreview, language: Language) -> None:
    """Print what is known already, and what the sheet adds to each player."""
    for evening in preview.evenings:
        if known := evening.known:
            _say(
                Text(
                    f"row {evening.evening.rows[0]}: record {known} has it already",
                    f"{evening.evening.rows[0]}行目から：棋譜{known}と同じです",
                ),
                language,
            )
        elif evening.upload.duplicates:
            _say(
                Text(
                    f"row {evening.evening.rows[0]}: probably the evening of record {evening.upload.duplicates[0]}",
                    f"{evening.evening.rows[0]}行目から：棋譜{evening.upload.duplicates[0]}と同じ日の成績のようです",
                ),
                language,
            )
    for change in preview.changes():
        points = "" if change.points is None else f" {change.points:+}"
        _say(
            Text(
                f"{change.name}: deals +{change.deals}, first +{change.wins}{points and ', points' + points}",
                f"{change.name}：{change.deals}回、1位{change.wins}回{points and '、点数' + points}",
            ),
            language,
        )


def _show_stored(results: Any, language: Language) -> None:  # noqa: ANN401 - `IngestResult`, which loads the judging
    stored = 0
    for result in results:
        for problem in result.problems:
            click.echo(f"{result.line}: {printable(say(problem.expected, language))}", err=True)
        stored += bool(result.outcome and result.outcome.status is not UploadStatus.EXISTS)
    _say(Text(f"stored: {stored}", f"保存：{stored}件"), language)


def _say(text: Text, language: Language) -> None:
    click.echo(printable(say(text, language)))
