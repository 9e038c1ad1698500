"""`daifu export`: write the records of a store as tables into a folder of Parquet files."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from daifu.api.cli.program.commands import DAY, DB, TRUE_OR_FALSE, Argument, Command, CountedGame, Name, OneOf, Option
from daifu.api.cli.program.files import write_file
from daifu.api.cli.program.output import STORE_DIFFERS, STORE_SOUND, UsageError, printable, progress_bar, tell
from daifu.api.cli.program.sentences import counted
from daifu.data.store.errors import LeftOut, RecordDamaged, StoreBusy, StoreFull, StoreReadOnly
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import RecordFilter
from daifu.replay.faults import CATALOGUE
from daifu.replay.text import Text
from daifu.schemas.parquet.records import EXPORTED_TABLES, ExportedTable
from daifu.schemas.parquet.statistics import RATINGS

if TYPE_CHECKING:
    from daifu.schemas.sheets.layout import Layout

UNDERWAY: Final = Text("another export is writing to this folder", "このフォルダーには別の書き出しが進行中です")


def exported(table: str, rows: int) -> Text:
    """A table has been written."""
    return Text(f"{table}: {counted(rows, 'row')}", f"{table}：{rows}行")


def without(damaged: RecordDamaged) -> Text:
    """A damaged record is not in the tables."""
    return Text(f"{damaged.text.en}; it was left out", f"{damaged.text.ja}。書き出しには含まれません")


FILTERS: Final = (
    Option(
        "--player",
        Text(
            "Only records in which the player with this id takes part.",
            "このIDのプレイヤーが参加した棋譜だけ。",
        ),
        metavar="ID",
        type=Name(),
    ),
    Option(
        "--rules",
        Text(
            "Only records of this game, or of this house, such as daifugo_friday.",
            "このゲームか、daifugo_fridayのようなハウスルールの棋譜だけ。",
        ),
        type=CountedGame(),
    ),
    Option(
        "--tournament",
        Text("Only records of the event with this name.", "この名前の大会の棋譜だけ。"),
        type=Name(),
    ),
    Option(
        "--legal",
        Text(
            "Only records in which nothing worse than a notice was found, or only the others.",
            "「注意」より重い問題点がない棋譜だけ（false：ある棋譜だけ）。",
        ),
        type=TRUE_OR_FALSE,
    ),
    Option(
        "--fault",
        Text("Only records in which a fault of this code was found.", "このコードの問題点がある棋譜だけ。"),
        metavar="CODE",
        type=OneOf(tuple(CATALOGUE)),
    ),
    Option(
        "--from",
        Text("Only records of events on this day or later.", "この日以降の棋譜だけ。"),
        into="since",
        type=DAY,
    ),
    Option(
        "--to",
        Text("Only records of events on this day or earlier.", "この日以前の棋譜だけ。"),
        into="until",
        type=DAY,
    ),
    Option(
        "--evening",
        Text(
            "Only evenings: records with a day that are no round of a tournament.",
            "例会の棋譜だけ（日付があり、大会の回戦ではないもの）。",
        ),
        is_flag=True,
    ),
    Option(
        "--withdrawn",
        Text(
            "Only withdrawn records; by default only the others.",
            "取り下げられた棋譜だけ。付けなければそれ以外だけ。",
        ),
        is_flag=True,
    ),
)

Advance = Callable[[int], None]


def export_tables(
    folder: str,
    db: str,
    tables: Sequence[str],
    layout: "Layout | None",
    *,
    replace: bool,
    **filters: Any,  # noqa: ANN401 - as each option reads its value
) -> int:
    """Write the chosen tables of the matching records into the folder, and print how many rows each has.

    With a layout their results are written as a sheet instead.
    """
    if layout:
        return _write_sheet(folder, db, layout, RecordFilter(**filters), replace=replace)
    chosen = [table for name, table in EXPORTED_TABLES.items() if name in (tables or EXPORTED_TABLES)]
    with closing(open_store(db, read_only=True)) as store:
        _check_folder(Path(folder), chosen, replace=replace)
        if RATINGS in chosen:
            # Where the store cannot be written to, the table says how far the ratings are behind.
            with suppress(StoreBusy, StoreFull, StoreReadOnly), closing(open_store(db)) as writable:
                writable.ratings.catch_up()
        with progress_bar(Text("exporting", "書き出し中"), None, "count") as watch:
            left_out: list[RecordDamaged] = []
            rows = _write_tables(store, RecordFilter(**filters), Path(folder), chosen, watch.advance, left_out.append)
    for table in chosen:
        tell(exported(table.name, rows[table.name]))
    for damaged in left_out:
        tell(without(damaged), err=True)
    return STORE_DIFFERS if left_out else STORE_SOUND


def _write_sheet(file: str, db: str, layout: "Layout", wanted: RecordFilter, *, replace: bool) -> int:
    """Write the results of the matching records as a sheet, and return the exit code. Raises `UsageError`."""
    from daifu.schemas.sheets.writing import SHEET_TYPES, results_of, write_sheet  # noqa: PLC0415 - openpyxl takes long to load

    path = Path(file)
    kind = path.suffix.lower().removeprefix(".")
    if kind not in SHEET_TYPES:
        raise UsageError(
            Text(
                "expected a file that ends in .csv or .xlsx for a sheet",
                "成績表のファイル名は.csvか.xlsxで終わる必要があります",
            )
        )
    if path.exists() and not replace:
        raise UsageError(
            Text(
                "the file is there already; --replace replaces it",
                "ファイルが既にあります。置き換えるには--replaceを付けてください",
            )
        )
    left_out: list[RecordDamaged] = []
    with closing(open_store(db, read_only=True)) as store:
        results = results_of((one.record, one.report) for one in store.each_by_day(wanted, left_out.append))
    write_file(file, write_sheet(results, layout, kind))
    for damaged in left_out:
        tell(without(damaged), err=True)
    return STORE_DIFFERS if left_out else STORE_SOUND


def _check_folder(folder: Path, tables: Sequence[ExportedTable], *, replace: bool) -> None:
    """Check that nothing in the folder is in the way of the tables. Raises `UsageError`."""
    from daifu.data.export import FolderOccupied, require_empty_folder, require_only_exports  # noqa: PLC0415 - pyarrow takes long to load

    try:
        (require_only_exports if replace else require_empty_folder)(folder, tables)
    except FolderOccupied as occupied:
        found = printable(str(occupied.path))
        raise UsageError(
            Text(
                f"expected only tables of an earlier export, found {found}",
                f"表の場所には以前に書き出したものだけが必要ですが、{found}があります",
            )
            if replace
            else Text(
                f"expected an empty folder, found {found}; --replace replaces tables of an earlier export",
                f"空のフォルダーが必要ですが、{found}があります。以前に書き出した表を置き換えるには--replaceを付けてください",
            )
        ) from occupied


def _write_tables(
    store: Store,
    record_filter: RecordFilter,
    folder: Path,
    tables: Sequence[ExportedTable],
    advance: Advance,
    skip: LeftOut,
) -> Counter[str]:
    from daifu.data.export import (  # noqa: PLC0415 - pyarrow takes long to load
        ExportRunning,
        ExportSource,
        export,
        export_ratings,
    )

    with closing(store.each_by_day(record_filter, skip)) as records:
        source = ExportSource(records, store.people.merged(), export_ratings(store, record_filter.rules))
        try:
            return export(source, folder, tables, advance)
        except ExportRunning as underway:
            raise UsageError(UNDERWAY) from underway


EXPORT: Final = Command(
    "export",
    Text(
        "Write the records of a store as tables: a folder of Parquet files by game and month, such as "
        "deals/rules=uecda/month=2007-07/part-0.parquet. The service may be running. Leaves with 0 if the "
        "tables were written, 1 if damaged records were left out, 2 if they were not written.",
        "保存先の棋譜を表にして書き出す。ゲームと月ごとのParquetファイルになる（例："
        "deals/rules=uecda/month=2007-07/part-0.parquet）。サービスの動作中でもよい。終了コードは、書き出せれば0、"
        "壊れた棋譜を除いた場合は1、書き出せなければ2。",
    ),
    [
        Argument(
            "folder",
            Text(
                "The folder for the tables; it is empty or does not exist.",
                "表を入れるフォルダー。空か、まだないもの。",
            ),
            metavar="FOLDER",
        ),
        Option(
            "--table",
            Text(
                "Only this table; may be given several times. By default all tables.",
                "この表だけを書き出す。繰り返し指定できる。既定ではすべての表。",
            ),
            into="tables",
            type=OneOf(tuple(EXPORTED_TABLES)),
            multiple=True,
        ),
        *FILTERS,
        Option(
            "--layout",
            Text(
                "Write the results as a sheet instead, .csv or .xlsx: P places, N names, S points, L a row a player, "
                "T titles.",
                "表の代わりに、成績表（.csvか.xlsx）を書き出す。P：順位、N：名前、S：点数、L：1行に1人、T：身分。",
            ),
            type=OneOf(("P", "N", "S", "L", "T")),
        ),
        Option(
            "--replace",
            Text(
                "Replace tables of an earlier export in the folder.",
                "以前に書き出した表がフォルダーにあれば置き換える。",
            ),
            is_flag=True,
        ),
        DB,
    ],
    callback=export_tables,
)
