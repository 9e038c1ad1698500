"""The seasons of a service or of a store."""

from collections.abc import Mapping
from typing import Any

from daifu.api.client.connection import JSON, Answer, Json, Part

SEASONS = "/v1/seasons"


class Seasons(Part):
    """The seasons."""

    def all(self) -> list[Json]:
        """All seasons, the latest first."""
        found: list[Json] = self._json("GET", SEASONS)["seasons"]
        return found

    def add(self, terms: Json) -> Json:
        """Make a season; what is stored of it."""
        return self._send("POST", SEASONS, terms)

    def change(self, season: int, terms: Json) -> Json:
        """Replace what a season asks for."""
        return self._send("PUT", f"{SEASONS}/{season}", terms)

    def remove(self, season: int) -> None:
        """Remove a season. The games stay."""
        self._connection.request("DELETE", f"{SEASONS}/{season}")

    def table(self, season: int | None, query: Mapping[str, Any], media_type: str = JSON) -> Answer:
        """The table of a season, or without one of the days and the event of the query."""
        path = f"{SEASONS}/table" if season is None else f"{SEASONS}/{season}/table"
        return next(self._connection.pages(path, query, media_type))
