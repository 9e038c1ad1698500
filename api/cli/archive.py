"""`daifu archive`: make tables, statistics and ratings of any number of records, with many processes."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from daifu.api.cli.export import UNDERWAY, exported
from daifu.api.cli.program.commands import ENCODING, FORMAT, Argument, Command, OneOf, Option, WholeNumber
from daifu.api.cli.program.output import (
    ALL_LEGAL,
    FAILED,
    CommandError,
    UsageError,
    language_of,
    printable,
    progress_bar,
    tell,
)
from daifu.api.cli.program.sentences import counted
from daifu.api.languages import say
from daifu.data.store.open import is_database, open_store
from daifu.replay.text import Text
from daifu.schemas.parquet.records import EXPORTED_TABLES

if TYPE_CHECKING:  # Dask and pyarrow take long to load
    from daifu.data.archive.archive import Advance, ArchiveRequest, ArchiveSummary, Stage
    from daifu.data.archive.cluster import Waiting, WorkerDiffers

MOST_WORKERS: Final = 1024

NO_CLUSTER: Final = Text(
    "expected the libraries of the extra cluster; try: pip install 'daifu[cluster]'",
    "追加機能clusterのライブラリーが必要です。例：pip install 'daifu[cluster]'",
)
LOST: Final = Text(
    "the cluster cannot be reached; the same command goes on from here",
    "クラスターに接続できません。同じコマンドで続きから再開できます",
)
NO_WORKERS: Final = Text(
    "the scheduler has no workers; the same command goes on from here",
    "スケジューラーにワーカーがありません。同じコマンドで続きから再開できます",
)
OTHER: Final = Text(
    "expected an empty folder, or the archive of these inputs with these options and this version of daifu",
    "空のフォルダーか、同じ入力・オプション・バージョンのアーカイブが必要です",
)
GOES_ON: Final = Text("the same command goes on from here", "同じコマンドで続きから再開できます")
LOCAL_STORE: Final = Text(
    "--store: with --cluster, expected the address of a PostgreSQL database, which all workers reach",
    "--store：--clusterと一緒に使うときは、すべてのワーカーから使えるPostgreSQLのアドレスが必要です",
)
STDIN: Final = Text(
    "standard input cannot be archived: it cannot be read twice", "標準入力は読み直せないため、使えません"
)


def not_empty(found: str) -> Text:
    """The message that the folder of an archive has something else in it."""
    return Text(f"expected an empty folder, found {found}", f"空のフォルダーが必要ですが、{found}があります")


def task_lost(task: str) -> Text:
    """The message that a task ended its workers."""
    return Text(
        f"several workers were lost over one task ({task}); the same command goes on from here",
        f"同じ仕事でワーカーが何度も停止しました（{task}）。同じコマンドで続きから再開できます",
    )


def no_scheduler(address: str) -> Text:
    """The message that there is no scheduler at an address."""
    return Text(
        f"--cluster: expected the address of a Dask scheduler, such as tcp://host:8786; at {address} there is none",
        f"--cluster：Daskスケジューラーのアドレス（例：tcp://host:8786）が必要ですが、{address}にはありません",
    )


def worker_differs(found: "WorkerDiffers") -> Text:
    """The message that a worker has another program."""
    expected = version("daifu")
    return Text(
        f"the worker {found.worker} has {f'daifu {found.version}' if found.version else 'no daifu'}; "
        f"expected daifu {expected}",
        f"ワーカー{found.worker}には{f'daifu {found.version}が' if found.version else 'daifuが'}"
        f"{'入っています' if found.version else '入っていません'}。daifu {expected}が必要です",
    )


def waited(waiting: "Waiting", seconds: int) -> Text:
    """The message that a wait goes on."""
    if waiting.name == "WORKERS":
        return Text(
            f"waiting for workers of the scheduler, for {seconds} seconds now",
            f"スケジューラーのワーカーを待っています（{seconds}秒経過）",
        )
    return Text(
        f"waiting for the scheduler, for {seconds} seconds now", f"スケジューラーを待っています（{seconds}秒経過）"
    )


def refused(count: int) -> Text:
    """How many entries were refused, and where they are listed."""
    return Text(
        f"refused: {counted(count, 'unreadable record')}, see refused.ndjson",
        f"読めないもの：{count}件（refused.ndjson）",
    )


def left_out(summary: "ArchiveSummary") -> Text:
    """How many records were left out."""
    return Text(
        f"left out: {counted(summary.duplicates, 'duplicate')}, {counted(summary.continued, 'earlier state')}",
        f"除いたもの：重複{summary.duplicates}件、途中までの棋譜{summary.continued}件",
    )


def _labels() -> "dict[Stage, Text]":
    from daifu.data.archive.archive import Stage  # noqa: PLC0415 - pyarrow takes long to load

    return {
        Stage.READING: Text("reading", "読み込み中"),
        Stage.SORTING: Text("sorting", "並べ替え中"),
        Stage.JUDGING: Text("judging", "判定中"),
        Stage.SUMMING: Text("summing up", "集計中"),
    }


def archive_games(
    inputs: tuple[str, ...],
    out: str,
    workers: int | None,
    cluster: str | None,
    *,
    tables: Sequence[str],
    **request: Any,  # noqa: ANN401 - see `ArchiveRequest`
) -> int:
    """Make the archive, print what it has, and exit with 0, or with 2 if something was refused."""
    from daifu.data.archive.archive import ArchiveRequest  # noqa: PLC0415 - pyarrow takes long to load

    if "-" in inputs:
        raise UsageError(STDIN)
    if workers and cluster is not None:
        raise UsageError(
            Text("--workers and --cluster exclude each other", "--workersと--clusterは同時に指定できません")
        )
    if request["store"]:
        if cluster is not None and not is_database(request["store"]):
            raise UsageError(LOCAL_STORE)
        with closing(open_store(request["store"])):
            pass  # it is made here, and not by several workers at once
    wanted = [table for table in EXPORTED_TABLES if table in (tables or EXPORTED_TABLES)]
    summary = _make_archive(ArchiveRequest(inputs, Path(out), tables=wanted, **request), cluster, workers)
    for table, rows in summary.rows.items():
        tell(exported(table, rows))
    if summary.duplicates or summary.continued:
        tell(left_out(summary))
    if summary.refused:
        tell(refused(summary.refused), err=True)
    return FAILED if summary.refused else ALL_LEGAL


def _make_archive(request: "ArchiveRequest", cluster: str | None, workers: int | None) -> "ArchiveSummary":
    """Make the archive on the cluster, or on workers of this machine."""
    from daifu.data.archive.archive import make_archive  # noqa: PLC0415 - pyarrow takes long to load
    from daifu.data.archive.cluster import open_cluster  # noqa: PLC0415

    language = language_of()
    labels = _labels()

    @contextmanager
    def watch(stage: "Stage", total: int) -> Iterator["Advance"]:
        with progress_bar(labels[stage], total, "bytes" if stage == "reading" else "count") as shown:
            yield shown.advance

    def tell(waiting: "Waiting", seconds: int) -> None:
        click.echo(f"daifu: {say(waited(waiting, seconds), language)}", err=True)

    with _archive_errors(cluster), open_cluster(cluster, workers, tell) as opened:
        return make_archive(request, opened, watch)


@contextmanager
def _archive_errors(address: str | None) -> Iterator[None]:
    """Turn the errors of an archive, on the cluster at an address, into those of a command."""
    from daifu.data.archive.archive import AnotherArchive  # noqa: PLC0415
    from daifu.data.archive.cluster import (  # noqa: PLC0415 - pyarrow takes long to load
        ClusterLost,
        ClusterMissing,
        NoScheduler,
        TaskLost,
        WorkerDiffers,
        WorkersMissing,
    )
    from daifu.data.export import ExportRunning, FolderOccupied  # noqa: PLC0415

    messages = {ClusterMissing: NO_CLUSTER, ClusterLost: LOST, WorkersMissing: NO_WORKERS}
    try:
        yield
    except (ClusterMissing, ClusterLost, WorkersMissing) as error:
        raise CommandError(messages[type(error)]) from error
    except NoScheduler as error:
        raise UsageError(no_scheduler(printable(address or '""'))) from error
    except WorkerDiffers as error:
        raise CommandError(worker_differs(error)) from error
    except TaskLost as error:
        raise CommandError(task_lost(printable(str(error)))) from error
    except ExportRunning as error:
        raise UsageError(UNDERWAY) from error
    except FolderOccupied as error:
        raise UsageError(not_empty(printable(str(error.path)))) from error
    except AnotherArchive as error:
        raise UsageError(OTHER) from error
    except KeyboardInterrupt:
        click.echo(f"\ndaifu: {say(GOES_ON, language_of())}", err=True)
        raise


ARCHIVE: Final = Command(
    "archive",
    Text(
        "Make tables, statistics and ratings of any number of records. Many processes share the work. The result "
        "is the same however the inputs are cut, ordered and shared out. A command that was stopped goes on from there "
        "when it is given again. Leaves with 0 if all could be read, 2 if not (the rest is archived).",
        "多数の棋譜から、表・統計・レーティングを作る。多くのプロセスで分担できる。入力の分け方や順序、分担の仕方によらず"
        "同じ結果になる。途中で止めても、同じコマンドで続きから再開できる。"
        "終了コードは、すべて読めれば0、読めないものがあれば2（残りは処理する）。",
    ),
    [
        Argument(
            "inputs",
            Text(
                "Files, plain or compressed (gzip, zstd), folders with games, or addresses such as s3://games/2026.",
                "ファイル（gzip、zstdも可）、対局の入ったフォルダー、またはs3://games/2026のようなアドレス。",
            ),
            nargs=-1,
            required=True,
            metavar="INPUT...",
            type=click.UNPROCESSED,
        ),
        Option(
            "--out",
            Text(
                "The folder for the archive: empty, not there yet, or with an archive that is not complete. "
                "All workers have to reach it under this path.",
                "アーカイブを入れるフォルダー。空か、まだないか、途中までのアーカイブがあるもの。"
                "すべてのワーカーがこのパスで使えること。",
            ),
            short="-o",
            metavar="FOLDER",
            required=True,
        ),
        FORMAT,
        ENCODING,
        Option(
            "--workers",
            Text(
                "Use N processes of this machine; by default one for each core.",
                "このマシンのN個のプロセスで処理する。既定値はコアの数。",
            ),
            type=WholeNumber(1, MOST_WORKERS),
        ),
        Option(
            "--cluster",
            Text(
                "Use the workers of the Dask scheduler at this address, such as tcp://host:8786.",
                "このアドレス（例：tcp://host:8786）のDaskスケジューラーのワーカーで処理する。",
            ),
            metavar="ADDRESS",
        ),
        Option(
            "--store",
            Text(
                "Also store the records in the store at this location.",
                "棋譜をこの保存先にも取り込む。",
            ),
            metavar="LOCATION",
        ),
        Option(
            "--table",
            Text(
                "Of the tables of records and ratings, only this one; may be given several times. By default all.",
                "棋譜とレーティングの表のうち、この表だけを作る。繰り返し指定できる。既定ではすべて。",
            ),
            into="tables",
            type=OneOf(tuple(EXPORTED_TABLES)),
            multiple=True,
        ),
    ],
    callback=archive_games,
)
