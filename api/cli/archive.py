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
    from daifu.data.archive.archive import Advance, ArchiveRequest, ArchiveSummary
    from daifu.data.archive.cluster import Waiting

MOST_WORKERS: Final = 1024


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
        raise UsageError(
            Text("standard input cannot be archived: it cannot be read twice", "標準入力は読み直せないため、使えません")
        )
    if workers and cluster is not None:
        raise UsageError(
            Text("--workers and --cluster exclude each other", "--workersと--clusterは同時に指定できません")
        )
    if request["store"]:
        if cluster is not None and not is_database(request["store"]):
            raise UsageError(
                Text(
                    "--store: with --cluster, expected the address of a PostgreSQL database, which all workers reach",
                    "--store：--clusterと一緒に使うときは、すべてのワーカーから使えるPostgreSQLのアドレスが必要です",
                )
            )
        with closing(open_store(request["store"])):
            pass  # it is made here, and not by several workers at once
    wanted = [table for table in EXPORTED_TABLES if table in (tables or EXPORTED_TABLES)]
    summary = _make_archive(ArchiveRequest(inputs, Path(out), tables=wanted, **request), cluster, workers)
    for table, rows in summary.rows.items():
        tell(exported(table, rows))
    if summary.duplicates or summary.continued:
        text = Text(
            f"left out: {counted(summary.duplicates, 'duplicate')}, {counted(summary.continued, 'earlier state')}",
            f"除いたもの：重複{summary.duplicates}件、途中までの棋譜{summary.continued}件",
        )
        tell(text)
    if summary.refused:
        text = Text(
            f"refused: {counted(summary.refused, 'unreadable record')}, see refused.ndjson",
            f"読めないもの：{summary.refused}件（refused.ndjson）",
        )
        tell(text, err=True)
    return FAILED if summary.refused else ALL_LEGAL


def _make_archive(request: "ArchiveRequest", cluster: str | None, workers: int | None) -> "ArchiveSummary":
    """Make the archive on the cluster, or on workers of this machine."""
    from daifu.data.archive.archive import Stage, make_archive  # noqa: PLC0415 - pyarrow takes long to load
    from daifu.data.archive.cluster import open_cluster  # noqa: PLC0415

    language = language_of()
    labels = {
        Stage.READING: Text("reading", "読み込み中"),
        Stage.SORTING: Text("sorting", "並べ替え中"),
        Stage.JUDGING: Text("judging", "判定中"),
        Stage.SUMMING: Text("summing up", "集計中"),
    }

    @contextmanager
    def watch(stage: Stage, total: int) -> Iterator["Advance"]:
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

    again = Text("the same command goes on from here", "同じコマンドで続きから再開できます")
    try:
        yield
    except ClusterMissing as error:
        raise CommandError(
            Text(
                "expected the libraries of the extra cluster; try: pip install 'daifu[cluster]'",
                "追加機能clusterのライブラリーが必要です。例：pip install 'daifu[cluster]'",
            )
        ) from error
    except (ClusterLost, WorkersMissing, TaskLost) as error:
        task = printable(str(error))
        en, ja = {
            ClusterLost: ("the cluster cannot be reached", "クラスターに接続できません"),
            WorkersMissing: ("the scheduler has no workers", "スケジューラーにワーカーがありません"),
            TaskLost: (
                f"several workers were lost over one task ({task})",
                f"同じ仕事でワーカーが何度も停止しました（{task}）",
            ),
        }[type(error)]
        raise CommandError(Text(f"{en}; {again.en}", f"{ja}。{again.ja}")) from error
    except NoScheduler as error:
        at, example = printable(address or '""'), "tcp://host:8786"
        raise UsageError(
            Text(
                f"--cluster: expected the address of a Dask scheduler, such as {example}; at {at} there is none",
                f"--cluster：Daskスケジューラーのアドレス（例：{example}）が必要ですが、{at}にはありません",
            )
        ) from error
    except WorkerDiffers as error:
        ours, theirs = version("daifu"), error.version
        raise CommandError(
            Text(
                f"the worker {error.worker} has {f'daifu {theirs}' if theirs else 'no daifu'}; expected daifu {ours}",
                f"ワーカー{error.worker}には{f'daifu {theirs}が入っています' if theirs else 'daifuが入っていません'}。"
                f"daifu {ours}が必要です",
            )
        ) from error
    except ExportRunning as error:
        raise UsageError(UNDERWAY) from error
    except FolderOccupied as error:
        path = printable(str(error.path))
        raise UsageError(
            Text(f"expected an empty folder, found {path}", f"空のフォルダーが必要ですが、{path}があります")
        ) from error
    except AnotherArchive as error:
        raise UsageError(
            Text(
                "expected an empty folder, or the archive of these inputs with these options and this version of daifu",
                "空のフォルダーか、同じ入力・オプション・バージョンのアーカイブが必要です",
            )
        ) from error
    except KeyboardInterrupt:
        click.echo(f"\ndaifu: {say(again, language_of())}", err=True)
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
