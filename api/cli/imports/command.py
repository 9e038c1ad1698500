"""`daifu import`: store records, or send them to a service."""

from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

import click
from rich.console import Console
from rich.table import Table

from daifu.api.cli import sentences
from daifu.api.cli.client import AUTHOR, TARGET, error_text, open_client, open_service
from daifu.api.cli.imports.sheet_options import SHEET_OPTIONS, is_sheet
from daifu.api.cli.imports.targets import REFUSED, ImportedRecord, ServiceTarget, StoreTarget, Target
from daifu.api.cli.program.commands import Command
from daifu.api.cli.program.errors import ALL_LEGAL, FAILED, UsageError, print_error
from daifu.api.cli.program.output import language_of, printable
from daifu.api.cli.program.params import ENCODING, FILES, FORMAT
from daifu.api.cli.program.progress import progress_bar
from daifu.api.cli.rule_choice import other_rules
from daifu.api.cli.sentences import source_place, unreadable_line
from daifu.api.client import ClientError
from daifu.api.languages import Language, say
from daifu.data.store.errors import StoreUnusable
from daifu.data.store.open import open_store
from daifu.data.store.values import Author, UploadStatus
from daifu.replay.faults import CATALOGUE
from daifu.replay.text import Text
from daifu.schemas.sources.files import expand_paths, total_size

PROBABLY_TWICE: Final = Text("perhaps twice", "重複の疑い")
STATUSES: Final = {
    UploadStatus.CREATED: Text("created", "新規"),
    UploadStatus.GROWN: Text("grown", "続き"),
    UploadStatus.EXISTS: Text("exists", "既存"),
    UploadStatus.REPAIRED: Text("repaired", "修復"),
    REFUSED: Text("refused", "読めず"),
}

ONLY_SHEETS: Final = Text(
    "--rules, --house, --map and the options behind it are for sheets (.csv, .tsv, .xlsx), which are imported by "
    "themselves",
    "--rules、--house、--mapなどは成績表（.csv、.tsv、.xlsx）のためのものです。成績表は対局のファイルと分けて取り込んでください",
)
RARE: Final = (UploadStatus.REPAIRED,)
"""What is only shown where it happened."""


@dataclass(slots=True)
class ImportTally:
    """Sums over the imported records."""

    statuses: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    deals: int = 0
    actions: int = 0
    duplicates: int = 0

    def add(self, imported: ImportedRecord) -> None:
        """Add a record."""
        self.statuses[imported.status] += 1
        self.faults.update(imported.faults)
        self.deals += imported.deals
        self.actions += imported.actions
        self.duplicates += bool(imported.duplicates)


def show_import_totals(tally: ImportTally, seconds: float, language: Language) -> None:
    """Print the sums, and the faults by code."""
    console = Console(highlight=False)
    sums = Table(title=say(Text("Taken in", "取り込み結果"), language), title_justify="left")
    cells: dict[Text, object] = {
        text: tally.statuses[status]
        for status, text in STATUSES.items()
        if tally.statuses[status] or status not in RARE
    }
    speed = f"{tally.deals / seconds:,.0f}" if seconds else "-"
    cells |= {PROBABLY_TWICE: tally.duplicates, sentences.DEALS: tally.deals, sentences.ACTIONS: tally.actions}
    cells |= {Text("deals/s", "回/秒"): speed}
    for heading in cells:
        sums.add_column(say(heading, language), justify="right")
    sums.add_row(*map(str, cells.values()))
    console.print(sums)
    if tally.faults:
        console.print(_faults_table(tally.faults, language))


def _faults_table(faults: Counter[str], language: Language) -> Table:
    table = Table()
    table.add_column(say(sentences.CODE, language))
    table.add_column(say(sentences.NUMBER, language), justify="right")
    table.add_column(say(sentences.SENTENCE, language), overflow="fold")
    for code in sorted(faults, key=lambda code: (-faults[code], list(CATALOGUE).index(code))):
        table.add_row(code, str(faults[code]), sentences.fault_kind_sentence(CATALOGUE[code], language))
    return table


def import_games(
    files: tuple[str, ...],
    db: str,
    author: str,
    url: str | None,
    token: str,
    **options: Any,  # noqa: ANN401 - how games are read, and the values of `SHEET_OPTIONS`
) -> int:
    """Import every game of the files, print the results, and exit with 0, or with 2 if some were refused."""
    language = language_of()
    reading = {name: options.pop(name) for name in ("source_format", "codec")}
    if sheets := _sheets(files, options):
        options["other"] = other_rules(options, db=db, url=url, token=token)
        return _import_sheets(sheets, options, db=db, url=url, token=token, author=author)
    target: Target = ServiceTarget(open_service(url, token)) if url else StoreTarget(db, Author(author))
    found = expand_paths(files)
    tally = ImportTally()
    begin = monotonic()
    ended: Text | None = None
    with progress_bar(sentences.READING, total_size(found)) as watch:
        try:
            for imported in target.take(found, watch.advance, **reading):
                tally.add(imported)
                _print_notes(imported, language)
        except StoreUnusable as unusable:
            ended = unusable.text
        except ClientError as error:
            ended = error_text(error)
    show_import_totals(tally, monotonic() - begin, language)
    if ended:
        print_error(ended, language)
    return FAILED if ended or tally.statuses[REFUSED] else ALL_LEGAL


def _import_sheets(
    files: list[str], options: dict[str, Any], *, db: str, url: str | None, token: str, author: str
) -> int:
    """Import sheets into a store of this machine, or send them to a service; the exit code."""
    from daifu.api.cli.imports.sheets import (  # noqa: PLC0415 - games need no reader of sheets
        ServiceSheets,
        StoreSheets,
        import_sheets,
        sheet_columns,
    )

    language = language_of()
    if url:
        with open_client(db=db, url=url, token=token) as client:
            return import_sheets(files, ServiceSheets(client), sheet_columns(options, None), language, options)
    with closing(open_store(db)) as store:
        return import_sheets(files, StoreSheets(store, author), sheet_columns(options, store), language, options)


def _sheets(files: tuple[str, ...], options: dict[str, Any]) -> list[str]:
    """The files, if they are sheets; none if they are games. Raises `UsageError`."""
    sheets = list(files) if options["sheet_format"] else list(filter(is_sheet, files))
    given = [name for name, value in options.items() if value]
    if (sheets and len(sheets) < len(files)) or (given and not sheets):
        raise UsageError(ONLY_SHEETS)
    return sheets


def _print_notes(imported: ImportedRecord, language: Language) -> None:
    """Print the problems and notices of one record."""
    for reason in imported.unread:
        click.echo(unreadable_line(reason, language), err=True)
    for notice in imported.notices:
        text = say(sentences.notice(notice), language)
        click.echo(f"{source_place(imported.file, imported.line)}: {printable(text)}", err=True)


IMPORT: Final = Command(
    "import",
    Text(
        "Import games or sheets of results into a store or a service: sheets (CSV, TSV, XLSX) only into a store on "
        "this machine. Known records are not stored twice. Leaves with 0 if all were imported, 2 if something "
        "could not be read or stored (the rest is imported).",
        "対局をこのマシンの保存先に取り込むか、サービスに送る。成績表（CSV、TSV、XLSX）はこのマシンの保存先に取り込む。"
        "既にあるものは重複して取り込まない。終了コードは、"
        "すべて取り込めば0、読めないか保存できないものがあれば2（残りは取り込む）。",
    ),
    [
        FILES,
        FORMAT,
        ENCODING,
        AUTHOR,
        *TARGET,
        *SHEET_OPTIONS,
    ],
    callback=import_games,
)
