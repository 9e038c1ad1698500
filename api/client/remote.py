"""Requests over the network."""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

import httpx2

from daifu.api.client.connection import ConnectionLost, Response

_SECONDS_TO_CONNECT: Final = 10.0
"""A service is found soon if it is there. How long its work takes depends on what it keeps and is sent."""

_SECONDS_TO_WORK: Final = 1.0
"""Seconds after which a job is looked at again."""


class RemoteTransport:
    """Takes requests to the service at an address, by an httpx2 client."""

    def __init__(self, http: httpx2.Client) -> None:
        self._http = http

    def work(self) -> None:
        """Wait while the service does what was ordered."""
        time.sleep(_SECONDS_TO_WORK)

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    @contextmanager
    def stream(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        content: bytes | Iterable[bytes],
        silence: float | None,
    ) -> Iterator[Response]:
        """The answer of the service. Raises `ConnectionLost`, also inside."""
        timeout = httpx2.Timeout(_SECONDS_TO_CONNECT, read=silence, write=None)
        try:
            with self._http.stream(method, url, headers=headers, content=content, timeout=timeout) as answer:
                yield Response(str(answer.url), answer.status_code, answer.headers, answer.iter_bytes())
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise ConnectionLost(str(error)) from error
