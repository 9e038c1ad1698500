"""The data of a club, for admins: backup and restore, all of it as files, and the samples."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from flask import Response, request
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access.auth import current_author, requires_role
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.services import services
from daifu.api.web import addresses
from daifu.api.web.responses import see_other, uncached_page
from daifu.data import restore
from daifu.data.samples import drop_samples, has_samples
from daifu.data.store.errors import StoreUnusable
from daifu.data.store.values import ADMIN
from daifu.replay.text import Text

_NO_BACKUP: Final = Text("This file is no backup of daifu.", "このファイルはdaifuのバックアップではありません。")


@requires_role(ADMIN)
def show_data() -> Response:
    """Show what can be done with the data."""
    return _page()


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
    return see_other(addresses.HOME)


def _page(problem: Text | None = None, contents: restore.Contents | None = None) -> Response:
    settings = services().settings
    return uncached_page(
        "data.html",
        status=HTTPStatus.UNPROCESSABLE_ENTITY if problem else HTTPStatus.OK,
        has_samples=has_samples(services().store),
        problem=problem,
        contents=contents,
        can_restore=restore.can_restore(settings.db),
        waits=restore.waits(settings.db),
        timed=bool(settings.backup),
    )


def _changed(change: Callable[[str], None]) -> Answer:
    db = services().settings.db
    if restore.can_restore(db):
        change(db)
    return see_other(addresses.DATA)
