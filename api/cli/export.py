"""`daifu export`: the records of a store as tables, in a folder of Parquet files."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import click
from rich.progress import MofNCompleteColumn

from api.cli import store_wording as wording
from api.cli.commands import Argument, Command, Option
from api.cli.complaints import Complaint
from api.cli.filters import FILTERS
from api.cli.language import language_of, say
from api.cli.parts import DB
from api.cli.printable import printable
from api.cli.progress import watching
from api.cli.values import OneOf
from data.store import Store
from data.store.asked import Wanted
from replay.text import Text
from schemas.parquet.tables import TABLES, RecordTable

Advance = Callable[[int], None]


@click.pass_context
def export_tables(
    context: click.Context,
    /,
    folder: str,
    db: str,
    tables: Sequence[str],
    *,
    replace: bool,
    **filters: Any,  # noqa: ANN401 - as each option reads its value
) -> None:
    """Write the tables of the records that are wanted into the folder, and print how many rows each has."""
    language = language_of(context)
    chosen = [table for name, table in TABLES.items() if name in (tables or TABLES)]
    with closing(Store.open(db, read_only=True)) as store:
        _look_at(context, Path(folder), chosen, replace=replace)
        label = say(wording.EXPORTING, language)
        with watching(label, None, measure=MofNCompleteColumn) as watch, _alone(context):
            rows = _write(store, Wanted(**filters), Path(folder), chosen, watch.advance)
    for table in chosen:
        click.echo(say(wording.exported(table.name, rows[table.name]), language))


def _look_at(context: click.Context, folder: Path, tables: Sequence[RecordTable], *, replace: bool) -> None:
    """See that the tables can be put into the folder. Raises `Complaint` where something is in the way."""
    from data.exporting import Occupied, refuse_anything, refuse_others  # noqa: PLC0415 - pyarrow takes long to load

    look, told = (refuse_others, wording.no_table) if replace else (refuse_anything, wording.not_empty)
    try:
        look(folder, tables)
    except Occupied as occupied:
        raise Complaint(told(printable(str(occupied.path))), context) from occupied


@contextmanager
def _alone(context: click.Context) -> Iterator[None]:
    """A block in which an export is made. Raises `Complaint` where another one is writing into the folder."""
    from data.exporting import Underway  # noqa: PLC0415 - pyarrow takes long to load

    try:
        yield
    except Underway as underway:
        raise Complaint(wording.UNDERWAY, context) from underway


def _write(store: Store, wanted: Wanted, folder: Path, tables: Sequence[RecordTable], advance: Advance) -> Counter[str]:
    from data.exporting import export  # noqa: PLC0415 - pyarrow takes long to load

    with closing(store.each_by_day(wanted)) as records:
        return export(records, folder, tables, advance)


EXPORT: Final = Command(
    "export",
    Text(
        "Write the records of the store as tables into a folder of Parquet files, by game and month: "
        "deals/rules=uecda/month=2007-07/part-0.parquet. The service may be using the store. Leaves with 0 if the "
        "tables were written, 2 if not.",
        "保存先の棋譜を表にして、ゲームと月ごとのParquetファイルとしてフォルダーに書き出す（例："
        "deals/rules=uecda/month=2007-07/part-0.parquet）。サービスの動作中でもよい。終了コードは、書き出せれば0、"
        "できなければ2。",
    ),
    [
        Argument(
            "folder",
            Text(
                "The folder for the tables, empty or not there yet.",
                "表を入れるフォルダー。空か、まだないもの。",
            ),
            metavar="FOLDER",
        ),
        Option(
            "--table",
            Text(
                "Only this table; may be given several times. All of them by default.",
                "この表だけを書き出す。繰り返し指定できる。既定ではすべての表。",
            ),
            into="tables",
            type=OneOf(tuple(TABLES)),
            multiple=True,
        ),
        *FILTERS,
        Option(
            "--replace",
            Text(
                "Replace tables that an earlier export has put into the folder.",
                "以前に書き出した表がフォルダーにあれば置き換える。",
            ),
            is_flag=True,
        ),
        DB,
    ],
    callback=export_tables,
)
