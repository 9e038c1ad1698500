"""The seasons of a service or of a store."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from daifu.api.client.connection import JSON, Answer, Connection, Json

SEASONS = "/v1/seasons"


class Seasons:
    """The seasons; every method raises `ClientError`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def all(self) -> list[Json]:
        """All seasons, the latest first."""
        found: list[Json] = self._connection.json("GET", SEASONS)["seasons"]
        return found

    def add(self, terms: Json) -> Json:
        """Make a season; what is stored of it."""
        return self._send("POST", SEASONS, terms)

    def change(self, season: int, terms: Json) -> Json:
        """Replace what a season asks for."""
        return self._send("PUT", f"{SEASONS}/{season}", terms)

    def _send(self, method: str, path: str, terms: Json) -> Json:
        content = msgspec.json.encode(terms)
        found: Json = self._connection.json(method, path, content=content, headers={"Content-Type": JSON})
        return found

    def remove(self, season: int) -> None:
        """Remove a season. The games stay."""
        self._connection.request("DELETE", f"{SEASONS}/{season}")

    def table(self, season: int | None, query: Mapping[str, Any], media_type: str = JSON) -> Answer:
        """The table of a season, or without one of the days and the event of the query."""
        path = f"{SEASONS}/table" if season is None else f"{SEASONS}/{season}/table"
        pages: Iterator[Answer] = self._connection.pages(path, query, media_type)
        return next(pages)
