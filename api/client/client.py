"""The client, and the app in this process that answers it for the file of a store."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import cached_property
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import httpx

from api.client.connection import JSON, TIMEOUT, Answer, Connection
from api.client.records import Records
from api.languages import DEFAULT_LANGUAGE, Language
from data.store.open import open_store
from data.store.values import ADMIN, LOCAL_AUTHOR, Token

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

    from api.client.tournaments import Tournaments
    from data.store.interface import Store

_URL_SCHEMES: Final = ("http://", "https://")
_IN_PROCESS_URL: Final = "http://daifu.invalid"


class Client:
    """Requests to a service (`http://…` or `https://…`), or to the store in a file; a context manager.

    `token` is what a service knows the caller by. A store needs none; `author` is who its revisions and logs will
    name. `language` is that of titles and details. Raises `StoreMissing` where there is no such file, and
    `StoreUnusable`.
    """

    def __init__(
        self,
        target: str | Path,
        *,
        token: str = "",
        author: str = LOCAL_AUTHOR,
        language: Language = DEFAULT_LANGUAGE,
    ) -> None:
        self._store: Store | None = None
        if is_url(target):
            address = str(target).rstrip("/")
            http = httpx.Client(base_url=address, timeout=TIMEOUT)
        else:
            address, self._store = _IN_PROCESS_URL, _open_store(target)
            headers = {"Accept-Encoding": "identity"}
            http = httpx.Client(base_url=address, transport=_local_transport(self._store, author), headers=headers)
        http.headers["Accept-Language"] = language
        if token:
            http.headers["Authorization"] = f"Bearer {token}"
        self._connection = Connection(http, address, language)

    @classmethod
    def create(cls, path: str | Path, **options: Any) -> Self:  # noqa: ANN401 - those of the constructor
        """A client for the store in this file, which is made if there is none. Raises `StoreUnusable`."""
        open_store(path).close()
        return cls(path, **options)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections, and the store."""
        self._connection.close()
        if self._store is not None:
            self._store.close()

    @cached_property
    def records(self) -> Records:
        """The records: send, find, read, correct and withdraw them."""
        return Records(self._connection)

    @cached_property
    def tournaments(self) -> "Tournaments":
        """The tournaments: create, change, read and follow them."""
        from api.client.tournaments import Tournaments  # noqa: PLC0415 - the rules of tournaments take time to load

        return Tournaments(self._connection)

    def get(self, path: str, **query: Any) -> Any:  # noqa: ANN401 - any JSON
        """The JSON at a path, such as `client.get("/v1/leaderboards/first", rules="theater")`."""
        return self._connection.json("GET", path, query)

    def pages(self, path: str, query: Mapping[str, Any] | None = None, media_type: str = JSON) -> Iterator[Answer]:
        """The pages of a list as they are sent, each read when it is asked for. What is no list has one page."""
        return self._connection.pages(path, query, media_type)


def is_url(target: str | Path) -> bool:
    """Whether this is the address of a service; anything else is the path of a store."""
    return str(target).startswith(_URL_SCHEMES)


def _open_store(path: str | Path) -> "Store":
    store = open_store(path, read_only=not Path(path).exists())  # to open a store for reading makes none
    store.ratings.patience = inf  # nobody else waits for this process
    return store


def _local_transport(store: "Store", author: str) -> httpx.WSGITransport:
    """A way to the app of this store, which takes its callers for the author and needs no token."""
    from api.http.app import create_app  # noqa: PLC0415 - a client of a service needs no app
    from api.http.auth import LOCAL_CALLER_KEY  # noqa: PLC0415
    from api.settings import Settings  # noqa: PLC0415

    app: WSGIApplication = create_app(Settings(rate=0, rate_address=0), store)
    caller = Token(0, author, ADMIN, datetime.now(UTC), None)

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        environ["PATH_INFO"] = environ["PATH_INFO"].encode().decode("latin-1")  # as WSGI wants it; httpx decodes it
        environ["wsgi.input_terminated"] = True  # it has an end, also where no header says the length
        environ[LOCAL_CALLER_KEY] = caller
        return app(environ, start_response)

    return httpx.WSGITransport(answer)
