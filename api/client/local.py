"""The service in this process, on the file of a store: the same app as behind HTTP, without sockets and tokens."""

from collections.abc import Iterable
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Final

import httpx

from api.http.auth import LOCAL_CALLER_KEY
from api.http.bare_app import create_bare_app
from api.settings import Settings
from data.store.open import open_store
from data.store.values import ADMIN, Token

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

_SETTINGS: Final = Settings(rate=0, rate_address=0)


class LocalTransport(httpx.WSGITransport):
    """Answers requests out of a store, as calls of its owner, whom revisions and logs name `author`.

    Raises `StoreMissing` where there is no such file, and `StoreUnusable`.
    """

    def __init__(self, path: str | Path, author: str) -> None:
        super().__init__(self._answer)
        self._store = open_store(path, read_only=not Path(path).exists())  # to open a store for reading makes none
        self._store.ratings.patience = inf  # nobody else waits for this process
        self._caller = Token(0, author, ADMIN, datetime.now(UTC), None)
        self._app = create_bare_app(_SETTINGS, self._store)

    def close(self) -> None:
        """Close the store."""
        self._store.close()

    def _answer(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        environ["PATH_INFO"] = environ["PATH_INFO"].encode().decode("latin-1")  # as WSGI wants it; httpx decodes it
        environ["wsgi.input_terminated"] = True  # it has an end, also where no header says the length
        environ[LOCAL_CALLER_KEY] = self._caller
        return self._app(environ, start_response)
