"""The data of a club, for admins: backup and restore, all of it as files, and the samples."""

import tempfile
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import IO, Final

from flask import Response, redirect, request
from werkzeug.wrappers import Response as Answer

from daifu.api.http.auth import current_author, requires_role
from daifu.api.http.lanes import Lane
from daifu.api.http.media_types import BINARY, ZIP
from daifu.api.http.operation import lane
from daifu.api.http.services import services
from daifu.api.web import addresses
from daifu.api.web.responses import page, uncached
from daifu.data import restore
from daifu.data.everything import write_everything
from daifu.data.samples import drop_samples, has_samples
from daifu.data.store.errors import StoreUnusable
from daifu.data.store.values import ADMIN, current_time
from daifu.replay.text import Text

_PIECE_BYTES: Final = 1 << 18
_NO_BACKUP: Final = Text("This file is no backup of daifu.", "このファイルはdaifuのバックアップではありません。")


@requires_role(ADMIN)
def show_data() -> Response:
    """Show what can be done with the data."""
    return _page()


@lane(Lane.COSTLY)
@requires_role(ADMIN)
def send_backup() -> Response:
    """Send a copy of the store in its present state, as a file."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "daifu.db"
        services().store.back_up(copy, lambda _bytes: None)
        return _file(copy.open("rb"), "db", BINARY)


@lane(Lane.COSTLY)
@requires_role(ADMIN)
def send_everything() -> Response:
    """Send all that is stored, in files for other programs."""
    file = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed with the response
    write_everything(services().store, file)
    file.seek(0)
    return _file(file, "zip", ZIP)


@lane(Lane.COSTLY)
@requires_role(ADMIN)
def look_at_backup() -> Response:
    """Take a backup, and show what it holds. Nothing is changed by that."""
    sent, db = request.files.get("backup"), services().settings.db
    if not sent or not sent.filename or not restore.can_restore(db):
        return _page(problem=_NO_BACKUP)
    sent.save(restore.place_for_upload(db))
    try:
        found = restore.contents_of_upload(db)
    except StoreUnusable:
        return _page(problem=_NO_BACKUP)
    return _page(contents=found)


@requires_role(ADMIN)
def confirm_backup() -> Answer:
    """Let the backup that was looked at take the place of the store at the next start."""
    return _changed(restore.restore_at_next_start)


@requires_role(ADMIN)
def keep_store() -> Answer:
    """Let the store stay after all."""
    return _changed(restore.keep_store)


@lane(Lane.COSTLY)
@requires_role(ADMIN)
def send_drop_samples() -> Answer:
    """Drop the sample games."""
    drop_samples(services().store, current_author())
    return redirect(addresses.HOME, HTTPStatus.SEE_OTHER)


def _page(problem: Text | None = None, contents: restore.Contents | None = None) -> Response:
    settings = services().settings
    return uncached(
        page(
            "data.html",
            status=HTTPStatus.UNPROCESSABLE_ENTITY if problem else HTTPStatus.OK,
            has_samples=has_samples(services().store),
            problem=problem,
            contents=contents,
            can_restore=restore.can_restore(settings.db),
            waits=restore.waits(settings.db),
            timed=bool(settings.backup),
        )
    )


def _changed(change: Callable[[str], None]) -> Answer:
    db = services().settings.db
    if restore.can_restore(db):
        change(db)
    return redirect(addresses.DATA, HTTPStatus.SEE_OTHER)


def _file(file: IO[bytes], kind: str, media_type: str) -> Response:
    """A file as a download, which is closed with the response."""
    answer = Response(iter(partial(file.read, _PIECE_BYTES), b""), mimetype=media_type)
    answer.headers["Content-Disposition"] = f'attachment; filename="daifu-{current_time():%Y-%m-%d}.{kind}"'
    answer.call_on_close(file.close)
    return uncached(answer)
