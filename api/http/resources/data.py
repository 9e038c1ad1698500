"""`/v1/backup` and `/v1/everything`: all that is stored, as a store and as files for other programs; for admins."""

import tempfile
from functools import partial
from pathlib import Path
from typing import IO, Final

from flask import Response

from daifu.api.http import problem_types
from daifu.api.http.auth import requires_role
from daifu.api.http.lanes import Lane
from daifu.api.http.media_types import BINARY, ZIP
from daifu.api.http.operation import answers, fails_with, lane
from daifu.api.http.services import services
from daifu.data.everything import write_everything
from daifu.data.store.values import ADMIN, current_time

_PIECE_BYTES: Final = 1 << 18
_FILE: Final = {"type": "string", "format": "binary"}


@lane(Lane.COSTLY)
@answers(200, "A store", _FILE, media_type=BINARY)
@fails_with(problem_types.STORE_FULL)
@requires_role(ADMIN)
def send_backup() -> Response:
    """Back up the store.

    A copy of the store in its present state, as a file, with tokens and the key that signs sessions: who has it can
    read everything. It is restored where the service runs: by `daifu restore`, or on the page `/data`.
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


def _file(file: IO[bytes], kind: str, media_type: str) -> Response:
    """A file as a download that no cache keeps, and that is closed with the response."""
    answer = Response(iter(partial(file.read, _PIECE_BYTES), b""), content_type=media_type)
    answer.headers["Content-Disposition"] = f'attachment; filename="daifu-{current_time():%Y-%m-%d}.{kind}"'
    answer.headers["Cache-Control"] = "no-store"
    answer.call_on_close(file.close)
    return answer
