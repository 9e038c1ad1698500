"""The client: one class for a service at an address and for the file of a store."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import msgspec

from daifu.api.client.connection import JSON, Answer, Connection, Transport
from daifu.api.client.parts import Houses, People, Seasons, Sheets
from daifu.api.client.records import Records
from daifu.api.languages import DEFAULT_LANGUAGE, Language
from daifu.data.store.open import open_store
from daifu.data.store.values import LOCAL_AUTHOR

if TYPE_CHECKING:
    from daifu.api.client.tournaments import Tournaments

_URL_SCHEMES: Final = ("http://", "https://")


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
        address = str(target).rstrip("/")
        transport = _remote_transport(address) if is_url(target) else _local_transport(target, author)
        self._connection = Connection(transport, address, language, token)

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
        """Close the connections, or the store."""
        self._connection.close()

    @cached_property
    def records(self) -> Records:
        """The records: send, find, read, correct and withdraw them."""
        return Records(self._connection)

    @cached_property
    def sheets(self) -> Sheets:
        """Sheets of results: look at them, and store them as they were seen."""
        return Sheets(self._connection)

    @cached_property
    def houses(self) -> Houses:
        """The house rules: list, read, store and withdraw them."""
        return Houses(self._connection)

    @cached_property
    def people(self) -> People:
        """The people: who may be one person, merge and rename them."""
        return People(self._connection)

    @cached_property
    def seasons(self) -> Seasons:
        """The seasons: list, make, change and remove them, and read their tables."""
        return Seasons(self._connection)

    @cached_property
    def tournaments(self) -> "Tournaments":
        """The tournaments: create, change, read and follow them."""
        from daifu.api.client.tournaments import Tournaments  # noqa: PLC0415 - the rules of tournaments take time to load

        return Tournaments(self._connection)

    def get(self, path: str, **query: Any) -> Any:  # noqa: ANN401 - any JSON
        """The JSON at a path, such as `client.get("/v1/leaderboards/first", rules="theater")`."""
        return self._connection.json("GET", path, query)

    def change(self, path: str, changes: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any JSON
        """Change what is at a path; the JSON of it as it is now."""
        content = msgspec.json.encode(changes)
        return self._connection.json("PATCH", path, content=content, headers={"Content-Type": JSON})

    def pages(self, path: str, query: Mapping[str, Any] | None = None, media_type: str = JSON) -> Iterator[Answer]:
        """The pages of a list as they are sent, each read when it is asked for. What is no list has one page."""
        return self._connection.pages(path, query, media_type)


def is_url(target: str | Path) -> bool:
    """Whether this is the address of a service; anything else is the path of a store."""
    return str(target).startswith(_URL_SCHEMES)


def _remote_transport(address: str) -> Transport:
    import httpx2  # noqa: PLC0415 - a client of a store needs no network

    from daifu.api.client.remote import RemoteTransport  # noqa: PLC0415

    return RemoteTransport(httpx2.Client(base_url=address))


def _local_transport(path: str | Path, author: str) -> Transport:
    from daifu.api.client.local import LocalTransport  # noqa: PLC0415 - a client of a service needs no app

    return LocalTransport(path, author)
