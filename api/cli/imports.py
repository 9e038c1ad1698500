"""`daifu import`: games come into a store of this machine or go to a service; sheets of results are handed on.

A store is written directly, not through the client: a request takes one file, and each request is a commit. 500 files
of a record each take 2.4 s of CPU directly and 4.4 s as requests; here records of many files share a commit.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import PurePath
from time import monotonic
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import click
from rich.console import Console
from rich.table import Table

from daifu.api.cli.program import sentences
from daifu.api.cli.program.client import AUTHOR, TARGET, error_text, open_client, open_service
from daifu.api.cli.program.commands import ENCODING, FILES, FORMAT, Command, Name, OneOf, Option, WholeNumber
from daifu.api.cli.program.output import (
    ALL_LEGAL,
    FAILED,
    UsageError,
    language_of,
    print_error,
    printable,
    progress_bar,
)
from daifu.api.cli.program.rule_choice import HOUSE, OPTIONS, other_rules
from daifu.api.cli.program.sentences import result_import_failed, source_place, unreadable_line
from daifu.api.client import Client, ClientError
from daifu.api.languages import Language, say
from daifu.data.store.errors import StoreUnusable
from daifu.data.store.open import open_store
from daifu.data.store.values import Author, UploadStatus
from daifu.replay.faults import CATALOGUE
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.text import Text
from daifu.schemas.sources.compression import BrokenStream
from daifu.schemas.sources.files import expand_paths, read_items, total_size
from daifu.schemas.sources.items import SourceProblem
from daifu.schemas.sources.streams import open_for_service

_ENDINGS: Final = (".csv", ".tsv", ".xlsx")

SHEET_OPTIONS: Final[tuple[click.Parameter, ...]] = (
    Option(
        "--rules",
        Text("The rules of the games of a sheet.", "成績表の対局のルール。"),
        type=OneOf(tuple(PROFILES)),
        metavar="RULES",
    ),
    OPTIONS,
    HOUSE,
    Option(
        "--event",
        Text(
            "The name of the evenings of a sheet, such as that of the club. The map of the last sheet of this name "
            "is used.",
            "成績表の会の名前（サークル名など）。同じ名前の前回の成績表の対応表を使う。",
        ),
        type=Name(),
    ),
    Option(
        "--map",
        Text(
            "The map of a sheet: its layout, rules, columns and names, as --keep-map wrote it.",
            "成績表の対応表。書き方、ルール、列、名前を書いたもので、--keep-mapで保存できる。",
        ),
        into="map_file",
        metavar="FILE",
    ),
    Option(
        "--keep-map",
        Text(
            "Write the map by which the next sheet is read alike.", "次の成績表を同じように読むための対応表を書き出す。"
        ),
        metavar="FILE",
    ),
    Option(
        "--dry-run",
        Text(
            "Show what would come of a sheet, and store nothing.",
            "成績表を取り込まず、取り込むとどうなるかだけを表示する。",
        ),
        is_flag=True,
    ),
    Option(
        "--partly",
        Text("Store the good rows of a sheet with errors.", "成績表に誤りがあっても、正しい行だけを取り込む。"),
        is_flag=True,
    ),
    Option(
        "--layout",
        Text(
            "The layout of a sheet: P places, N names, S points, L a row a player, T titles; recognised by default.",
            "成績表の書き方。P：順位、N：名前、S：点数、L：1行に1人、T：身分。既定では自動で見分ける。",
        ),
        type=OneOf(("P", "N", "S", "L", "T")),
    ),
    Option(
        "--date-order",
        Text(
            "Whether 1/2/2025 is the first of February (dmy) or the second of January (mdy).",
            "1/2/2025を2月1日（dmy）と1月2日（mdy）のどちらに読むか。",
        ),
        type=OneOf(("dmy", "mdy")),
    ),
    Option(
        "--year",
        Text("The year of dates that have none.", "年のない日付の年。"),
        type=WholeNumber(1900, 2999),
    ),
    Option(
        "--lowest-wins",
        Text("Fewer points are better.", "点数の少ない人を上位にする。"),
        is_flag=True,
        default=None,
    ),
    Option(
        "--sheet",
        Text(
            "The sheet of a workbook; the first visible one by default.",
            "ブックの中のシート。既定では表示されている最初のシート。",
        ),
        metavar="NAME",
    ),
    Option(
        "--sheet-format",
        Text(
            "Take the files as sheets whatever their names; by default, those that end in .csv, .tsv or .xlsx.",
            "名前にかかわらずファイルを成績表として読む。既定では.csv、.tsv、.xlsxで終わるもの。",
        ),
        type=OneOf(("csv", "tsv", "xlsx")),
    ),
)


REFUSED: Final = "refused"


class ImportedRecord(NamedTuple):
    """The result for one record: its place in the input, its status, its length, and its faults by code.

    `unread` are the reasons why it was refused, `notices` remarks on how it was read. `duplicates` are the records that
    are probably the same sitting as a new one.
    """

    file: str
    line: int
    status: str
    deals: int = 0
    actions: int = 0
    faults: Mapping[str, int] = MappingProxyType({})
    unread: tuple[SourceProblem, ...] = ()
    notices: tuple[Text, ...] = ()
    duplicates: tuple[int, ...] = ()


def _stored_records(
    db: str,
    author: str,
    files: Iterable[str | SourceProblem],
    advance: Callable[[int], None],
    source_format: str,
    codec: str,
) -> Iterator[ImportedRecord]:
    """Judge and store the records of these files, and bring ratings up to date. Raises `StoreUnusable`."""
    from daifu.data.ingest import Ingest  # noqa: PLC0415 - judging takes time to load
    from daifu.data.judging import WorkerPool, relaxed_gc  # noqa: PLC0415

    with closing(open_store(db)) as store, closing(WorkerPool()) as pool, relaxed_gc():
        for result in Ingest(store, Author(author), pool).take(read_items(files, source_format, advance, codec)):
            if result.judged is None or result.outcome is None:
                yield ImportedRecord(result.file, result.line, REFUSED, unread=result.problems)
                continue
            facts = result.judged.facts
            _, record, _, _, landings, duplicates = result.outcome
            problems = [
                result_import_failed(one.record, one.tournament, one.problem.text) for one in landings if one.problem
            ]
            notices = (*result.judged.notices, *problems, *_duplicate_notices(record, duplicates))
            found = facts.deals, facts.actions, facts.faults
            yield ImportedRecord(
                result.file, result.line, result.outcome.status, *found, notices=notices, duplicates=duplicates
            )
        # Whoever reads next would wait for these otherwise.
        store.statistics.catch_up()
        store.ratings.catch_up()


def _duplicate_notices(record: int, duplicates: Sequence[int]) -> Iterator[Text]:
    """The notice that a new record is probably a sitting that is stored already, if it is."""
    if duplicates:
        others = Text(", ".join(map(str, duplicates)), "、".join(map(str, duplicates)))
        yield Text(
            f"record {record} is probably the same sitting as record {others.en}: event, day and players are the same. "
            "All of them count; `daifu withdraw` takes one back",
            f"棋譜{record}は棋譜{others.ja}と同じ対局かもしれません（大会、日付、プレイヤーが同じ）。"
            "どれも統計に数えられるので、余分な棋譜は daifu withdraw で取り下げてください",
        )


def _sent_records(
    service: Client,
    files: Iterable[str | SourceProblem],
    advance: Callable[[int], None],
    source_format: str,
    codec: str,
) -> Iterator[ImportedRecord]:
    """Send the records of these files to a service. Raises `ClientError`."""
    with service:
        for file in files:
            if isinstance(file, SourceProblem):
                yield ImportedRecord(file.file, file.line, REFUSED, unread=(file,))
                continue
            try:
                with open_for_service(file, advance, codec) as opened:
                    content = iter(partial(opened.read, 1 << 16), b"")
                    for line in service.records.upload_many(content, format=source_format):
                        yield _record_of_line(file, line)
            except BrokenStream as broken:
                yield ImportedRecord(file, 0, REFUSED, unread=(SourceProblem(file, 0, broken.expected),))
            except ClientError as error:
                if error.code not in {"bad-request", "too-large"}:  # these end the upload of a file, not of the next
                    raise
                reason = SourceProblem(file, 0, Text(error.detail, error.detail))
                yield ImportedRecord(file, 0, REFUSED, unread=(reason,))


def _record_of_line(file: str, line: Mapping[str, Any]) -> ImportedRecord:
    """The result for one record, from its line of the answer, whose problems are in the language of the client."""
    if line["status"] == REFUSED:
        reasons = (
            SourceProblem(
                file, one.get("line", line["line"]), Text(one["detail"], one["detail"]), one.get("pointer", "")
            )
            for one in line["problem"]["errors"]
        )
        return ImportedRecord(file, line["line"], REFUSED, unread=tuple(reasons))
    problems = [
        result_import_failed(one["record"], one["tournament"], Text(**one["problem"]["message"]))
        for one in line.get("landings", ())
        if one["problem"]
    ]
    duplicates = tuple(line.get("duplicates", ()))
    told = (Text(**notice) for notice in line.get("notices", ()))
    notices = (*told, *problems, *_duplicate_notices(line["id"], duplicates))
    found = (line["deals"], line["actions"], line["faults"])
    return ImportedRecord(file, line["line"], line["status"], *found, notices=notices, duplicates=duplicates)


STATUSES: Final = {
    UploadStatus.CREATED: Text("created", "新規"),
    UploadStatus.GROWN: Text("grown", "続き"),
    UploadStatus.EXISTS: Text("exists", "既存"),
    UploadStatus.REPAIRED: Text("repaired", "修復"),
    REFUSED: Text("refused", "読めず"),
}


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
        if tally.statuses[status] or status != UploadStatus.REPAIRED  # which is rare
    }
    speed = f"{tally.deals / seconds:,.0f}" if seconds else "-"
    cells |= {
        Text("perhaps twice", "重複の疑い"): tally.duplicates,
        sentences.DEALS: tally.deals,
        sentences.ACTIONS: tally.actions,
        Text("deals/s", "回/秒"): speed,
    }
    for heading in cells:
        sums.add_column(say(heading, language), justify="right")
    sums.add_row(*map(str, cells.values()))
    console.print(sums)
    if not tally.faults:
        return
    table = Table()
    table.add_column(say(sentences.CODE, language))
    table.add_column(say(sentences.NUMBER, language), justify="right")
    table.add_column(say(sentences.SENTENCE, language), overflow="fold")
    for code in sorted(tally.faults, key=lambda code: (-tally.faults[code], list(CATALOGUE).index(code))):
        table.add_row(code, str(tally.faults[code]), sentences.fault_kind_sentence(CATALOGUE[code], language))
    console.print(table)


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
    take = partial(_sent_records, open_service(url, token)) if url else partial(_stored_records, db, author)
    found = expand_paths(files)
    tally = ImportTally()
    begin = monotonic()
    ended: Text | None = None
    with progress_bar(sentences.READING, total_size(found)) as watch:
        try:
            for imported in take(found, watch.advance, **reading):
                tally.add(imported)
                for reason in imported.unread:
                    click.echo(unreadable_line(reason, language), err=True)
                for notice in imported.notices:
                    text = say(sentences.notice(notice), language)
                    click.echo(f"{source_place(imported.file, imported.line)}: {printable(text)}", err=True)
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
    from daifu.api.cli.sheets import (  # noqa: PLC0415 - games need no reader of sheets
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
    sheets = [file for file in files if options["sheet_format"] or PurePath(file).suffix.lower() in _ENDINGS]
    given = [name for name, value in options.items() if value]
    if (sheets and len(sheets) < len(files)) or (given and not sheets):
        raise UsageError(
            Text(
                "--rules, --house, --map and the options behind it are for sheets (.csv, .tsv, .xlsx), which are "
                "imported by themselves",
                "--rules、--house、--mapなどは成績表（.csv、.tsv、.xlsx）のためのものです。"
                "成績表は対局のファイルと分けて取り込んでください",
            )
        )
    return sheets


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
