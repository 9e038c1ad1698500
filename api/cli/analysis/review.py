"""`daifu review` and `daifu work`: stored records are analysed."""

import time
from typing import Any, Final

from rich.progress import MofNCompleteColumn

from daifu.api.cli.analysis.analyse import ANALYSING
from daifu.api.cli.client import TARGET, open_client, target_options
from daifu.api.cli.program.commands import Command, Option
from daifu.api.cli.program.errors import CommandError
from daifu.api.cli.program.output import printable, tell, write_bytes
from daifu.api.cli.program.params import DB, WholeNumber
from daifu.api.cli.program.progress import progress_bar
from daifu.api.cli.records import RECORD
from daifu.api.cli.sentences import counted
from daifu.api.cli.serve import settings_with
from daifu.api.client.connection import Json
from daifu.api.settings import MOST_WORKERS
from daifu.api.views.values import encode_json
from daifu.data.store.open import has_store, open_store
from daifu.replay.text import Text
from daifu.schemas.record.limits import LARGEST_INTEGER

WATCH_SECONDS: Final = 1.0
"""Seconds after which it is looked whether workers have ended."""


def review_record(
    record: int,
    revision: int | None,
    **call: Any,  # noqa: ANN401 - as the options say
) -> None:
    """Print the analysis of the record, a line for each deal. It is ordered if it is not there."""
    last: Json = {}
    with (
        open_client(**target_options(call)) as client,
        progress_bar(ANALYSING, None, measure=MofNCompleteColumn) as bar,
    ):

        def watch(job: Json) -> None:
            bar.advance((job["done"] or 0) - (last.get("done") or 0))
            last.update(job)

        found = client.records.analyse(record, revision=revision, watch=watch)
    if found is None:
        raise CommandError(FAILED_JOB if last["state"] == "failed" else cancelled(printable(last["cancelled_by"])))
    write_bytes(encode_json(deal) + b"\n" for deal in found["deals"])


FAILED_JOB: Final = Text("the analysis failed; the log says why", "解析に失敗しました。理由はログにあります")


def cancelled(by: str) -> Text:
    """The message that an analysis was cancelled, and by whom."""
    return Text(f"the analysis was cancelled by {by}", f"解析は{by}が取り消しました")


def run_workers(db: str, workers: int) -> None:
    """Make the analyses that are ordered for the store, until a signal stops this."""
    from daifu.api.http.gunicorn.analysis_workers import AnalysisWorkers  # noqa: PLC0415 - it loads the service

    open_store(db, read_only=not has_store(db)).close()
    processes = AnalysisWorkers(settings_with({"db": db, "analysis_workers": str(workers)}))
    tell(working(workers))
    try:
        while True:
            processes.watch()
            time.sleep(WATCH_SECONDS)
    finally:
        processes.stop()


def working(workers: int) -> Text:
    """The workers have been started."""
    return Text(f"{counted(workers, 'process')} for analyses", f"解析のプロセス{workers}個を開始しました")


REVIEW: Final = Command(
    "review",
    Text(
        "Print the analysis of a stored record as JSON, one deal a line. It is made and kept if it is not there yet.",
        "保存した棋譜の解析を、1回につき1行のJSONで出力する。まだなければ解析し、保存する。",
    ),
    [
        RECORD,
        Option(
            "--revision",
            Text("The revision; by default the latest one.", "版の番号。既定では最新の版。"),
            type=WholeNumber(1, LARGEST_INTEGER),
        ),
        *TARGET,
    ],
    callback=review_record,
)
WORK: Final = Command(
    "work",
    Text(
        "Make the analyses that are ordered for a store. The processes of `daifu serve` do that, too.",
        "保存先に依頼された解析を行う。`daifu serve`のプロセスと同じ働きをする。",
    ),
    [
        DB,
        Option(
            "--workers",
            Text("Use N processes; 1 by default.", "N個のプロセスで行う。既定値は1。"),
            type=WholeNumber(1, MOST_WORKERS),
            default=1,
        ),
    ],
    callback=run_workers,
)
