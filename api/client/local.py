"""The service in this process, on a store: the same app as behind HTTP, without sockets and tokens."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cached_property
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Final

from daifu.api.client.connection import Response
from daifu.api.http.bare_app import call_app, create_bare_app
from daifu.api.settings import Settings
from daifu.data.store.open import has_store, open_store
from daifu.data.store.values import ADMIN, Token

if TYPE_CHECKING:
    from daifu.data.analysis import AnalysisQueue

_SETTINGS: Final = Settings(rate=0, rate_address=0)


class LocalTransport:
    """Answers requests out of a store, as calls of its owner, whom revisions and logs name `author`.

    Raises `StoreMissing` where there is no such store, and `StoreUnusable`.
    """

    def __init__(self, path: str | Path, author: str) -> None:
        missing = not has_store(path)
        self._store = open_store(path, read_only=missing, max_wait=inf)  # one that is to be read is not made
        self._caller = Token(0, author, ADMIN, datetime.now(UTC), None)
        self._app = create_bare_app(_SETTINGS, self._store)

    def work(self) -> None:
        """Do the next job here, or wait for a moment where others do it."""
        self._worker.work_once()

    @cached_property
    def _worker(self) -> "AnalysisQueue":
        from daifu.data.analysis import AnalysisQueue  # noqa: PLC0415 - few commands need it

        queue = AnalysisQueue(self._store)
        queue.become_worker()
        return queue

    def close(self) -> None:
        """Close the store."""
        if "_worker" in vars(self):
            self._worker.close()
        self._store.close()

    @contextmanager
    def stream(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        content: bytes | Iterable[bytes],
        silence: float | None,  # noqa: ARG002 - an app in this process does not fall silent
    ) -> Iterator[Response]:
        """The answer of the app."""
        data = content if isinstance(content, bytes) else b"".join(content)
        with call_app(self._app, self._caller, method, url, headers, data) as (status, answered, pieces):
            yield Response(url, status, answered, pieces)
