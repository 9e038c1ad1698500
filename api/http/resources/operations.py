"""For who runs the service: its state (`/healthz`, `/readyz`, `/metrics`), backups, restoring, all that is stored."""

import tempfile
from functools import partial
from pathlib import Path
from typing import IO, Any, Final

from flask import Response

from daifu.api.http import metrics, problem_types
from daifu.api.http.access import requires_read_access, requires_role
from daifu.api.http.errors import FieldError, HttpProblem
from daifu.api.http.etags import answers_not_modified
from daifu.api.http.lanes import Lane
from daifu.api.http.media_types import BINARY, ZIP
from daifu.api.http.operation import answers, fails_with, lane, takes_body, takes_query
from daifu.api.http.request_body import IncomingBody, check_media_type
from daifu.api.http.responses import empty_response, json_response, preferred_language
from daifu.api.http.services import services
from daifu.api.languages import say
from daifu.data import restore
from daifu.data.everything import write_everything
from daifu.data.store.errors import StoreUnusable
from daifu.data.store.values import ADMIN, current_time
from daifu.replay.text import Text
from daifu.schemas.http.queries import DryRunQuery
from daifu.schemas.http.service import Backup, Restore, State

JUDGED_EARLIER: Final = Text(
    "some records were judged by an earlier version of daifu; daifu verify --repair judges them by the present rules",
    "以前の版のdaifuで判定された棋譜があります。daifu verify --repairを実行すると、現在の規則で判定し直します",
)


@answers(200, "The process is alive", State)
def tell_health() -> Response:
    """Check that the process is alive.

    Nothing else is checked. If there is no answer, restart the service.
    """
    return json_response(State("ok"))


@answers(200, "Requests can be answered", State)
@fails_with(problem_types.STORE_BUSY, problem_types.UNAVAILABLE)
def tell_readiness() -> Response:
    """Check that requests can be answered.

    The store is asked for its version. 503 says that it does not answer, or has another version than this program.
    `notice` says if some of its records were judged by an earlier version.
    """
    store = services().store
    store.ready()
    if store.is_judged():
        return json_response(State("ready"))
    return json_response(State("ready", say(JUDGED_EARLIER, preferred_language())))


@answers(200, "All metrics, in the text format of Prometheus", {"type": "string"}, media_type=metrics.CONTENT_TYPE)
@fails_with(problem_types.STORE_BUSY, problem_types.UNAVAILABLE)
@requires_read_access
@lane(Lane.COSTLY)
def tell_metrics() -> Response:
    """Read the metrics of the service.

    Requests by method, route and status, their durations, records sent, followers of tournaments, the queue of analyses
    and the size of the store, summed over all processes; and which version and engine run.
    """
    store = services().store
    return Response(metrics.exposition(store.counts(), store.jobs.counts()), content_type=metrics.CONTENT_TYPE)


_PIECE_BYTES: Final = 1 << 18
_FILE: Final = {"type": "string", "format": "binary"}
_NO_BACKUP: Final = Text(
    "expected a backup of daifu, found another file", "daifuのバックアップが必要ですが、別のファイルです"
)
_DATABASE: Final = Text(
    "this service keeps its store in a database, which no file takes the place of",
    "このサービスの保存先はデータベースのため、ファイルとは入れ替えられません",
)


@lane(Lane.COSTLY)
@answers(200, "A store", _FILE, media_type=BINARY)
@fails_with(problem_types.STORE_FULL)
@requires_role(ADMIN)
def send_backup() -> Response:
    """Back up the store.

    A copy of the store in its present state, as a file, with tokens and the key that signs sessions: who has it can
    read everything. `POST /v1/restore`, the page `/data` and `daifu restore` put one in the place of a store.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "daifu.db"
        services().store.back_up(copy, lambda _bytes: None)
        return _file(copy.open("rb"), "db", BINARY)


@lane(Lane.COSTLY)
@answers(200, "A ZIP of files", _FILE, media_type=ZIP)
@requires_role(ADMIN)
def send_everything() -> Response:
    """Export everything.

    A ZIP of files that need no daifu: `games.ndjson`, as `daifu import` takes it, `people.csv` with nicknames and
    colours, `seasons.csv`, pictures of people, a file of changes for each tournament, and house rules. What was
    withdrawn is left out, and so are tokens.
    """
    file = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed with the response
    write_everything(services().store, file)
    file.seek(0)
    return _file(file, "zip", ZIP)


@answers(200, "Whether a backup waits", Restore, headers=["ETag"])
@answers_not_modified
@fails_with(problem_types.STORE_IN_DATABASE)
@requires_role(ADMIN)
def read_restore() -> Response:
    """Read whether a backup waits.

    It takes the place of the store when the service starts next, unless `DELETE` comes first.
    """
    return json_response(Restore(restore.waits(_own_file())))


@answers(200, "What the backup holds", Backup)
@answers(202, "What the backup holds that takes the place of the store at the next start", Backup)
@fails_with(problem_types.STORE_IN_DATABASE, problem_types.STORE_FULL)
@requires_role(ADMIN)
@takes_query(DryRunQuery)
@takes_body({BINARY: _FILE})
def restore_backup(query: dict[str, Any]) -> Response:
    """Restore a backup at the next start.

    The body is a file as `GET /v1/backup` sends it. It is checked for damage, and takes the place of the store when
    the service starts next; until then nothing changes, and `DELETE` lets the store stay. The store of now stays beside
    it. With `dry_run` the answer only says what the backup holds.
    """
    db = _own_file()
    check_media_type([BINARY])
    place = restore.place_for_upload(db)
    try:
        with place.open("wb") as file:
            file.writelines(iter(partial(IncomingBody().read, _PIECE_BYTES), b""))
    except Exception:  # it broke off, or the disk is full
        place.unlink(missing_ok=True)
        raise
    try:
        found = restore.contents_of_upload(db)
    except StoreUnusable as unusable:
        raise HttpProblem(problem_types.UNREADABLE, _NO_BACKUP, flaws=[FieldError({}, _NO_BACKUP)]) from unusable
    last_day = found.last_day.isoformat() if found.last_day else None
    held = Backup(found.club, found.games, found.tournaments, last_day)
    if query["dry_run"]:
        place.unlink()
        return json_response(held)
    restore.restore_at_next_start(db)
    return json_response(held, 202)


@answers(204, "The store stays")
@fails_with(problem_types.STORE_IN_DATABASE)
@requires_role(ADMIN)
def cancel_restore() -> Response:
    """Let the store stay.

    The backup that waited for the next start is removed.
    """
    restore.keep_store(_own_file())
    return empty_response()


def _own_file() -> str:
    """The file of the store. Raises the problem `store-in-database` where it has none."""
    db = services().settings.db
    if not restore.can_restore(db):
        raise HttpProblem(problem_types.STORE_IN_DATABASE, _DATABASE)
    return db


def _file(file: IO[bytes], kind: str, media_type: str) -> Response:
    """A file as a download that no cache keeps, and that is closed with the response."""
    answer = Response(iter(partial(file.read, _PIECE_BYTES), b""), content_type=media_type)
    answer.headers["Content-Disposition"] = f'attachment; filename="daifu-{current_time():%Y-%m-%d}.{kind}"'
    answer.headers["Cache-Control"] = "no-store"
    answer.call_on_close(file.close)
    return answer
