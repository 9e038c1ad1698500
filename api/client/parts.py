"""Smaller parts of a service or of a store: sheets of results, house rules, people and seasons."""

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from daifu.api.client.connection import JSON, Answer, Json, Part
from daifu.api.views.addresses import player_address

_IMPORTS: Final = "/v1/imports"
_HOUSES: Final = "/v1/house-rules"
_MERGES: Final = "/v1/players/merges"
_SEASONS: Final = "/v1/seasons"
_BYTES: Final = "application/octet-stream"
_TOML: Final = "application/toml"


class Sheets(Part):
    """Sheets of results."""

    def preview(self, data: bytes, columns: Mapping[str, Any], *, sheet: str | None = None) -> Json:
        """What would come of a sheet that is read by this map."""
        query = {"columns": msgspec.json.encode(columns).decode(), "sheet": sheet}
        return self._json("POST", f"{_IMPORTS}/preview", query, content=data, headers={"Content-Type": _BYTES})

    def store(self, data: bytes, columns: Mapping[str, Any], digest: str, **also: Any) -> Json:  # noqa: ANN401 - as the service takes
        """Store a sheet as its preview showed it, whose digest this is; what became of its evenings.

        `partly`, `file` and `sheet` are as the service takes them.
        """
        body = {"content": b64encode(data).decode(), "columns": columns, "digest": digest, **also}
        return self._send("POST", _IMPORTS, body)


class Houses(Part):
    """The house rules."""

    def each(self) -> Iterator[Json]:
        """All house rules in their latest versions, the latest stored first."""
        return self._connection.each(_HOUSES, "house_rules")

    def read(self, slug: str, version: int | None = None) -> Json:
        """A version of house rules, by default the latest."""
        return self._json("GET", f"{_HOUSES}/{slug}" + ("" if version is None else f"/{version}"))

    def add(self, document: bytes, *, is_toml: bool) -> Json:
        """Store a document; what is kept of it."""
        return self._json("POST", _HOUSES, content=document, headers={"Content-Type": _TOML if is_toml else JSON})

    def withdraw(self, slug: str, version: int) -> None:
        """Withdraw a version from all lists."""
        self._connection.request("DELETE", f"{_HOUSES}/{slug}/{version}")


class People(Part):
    """The people."""

    def one(self, player: str) -> Json:
        """Who a player is, with the history of their identity."""
        return self._json("GET", player_address(player))

    def similar(self) -> list[Json]:
        """Pairs of players who may be one person."""
        found: list[Json] = self._json("GET", _MERGES)["pairs"]
        return found

    def merge(self, player: str, into: str, reason: str, *, dry_run: bool = False) -> Json:
        """Merge two players, or say what that would change."""
        return self._send("POST", _MERGES, {"player": player, "into": into, "reason": reason}, dry_run=dry_run)

    def keep_apart(self, player: str, other: str, reason: str) -> None:
        """Say that two players are not the same."""
        body = msgspec.json.encode({"player": player, "other": other, "reason": reason})
        self._connection.request("POST", f"{_MERGES}/never", content=body, headers={"Content-Type": JSON})

    def undo(self, merge: int, reason: str) -> None:
        """Undo a merge."""
        self._connection.request("DELETE", f"{_MERGES}/{merge}", {"reason": reason})

    def rename(self, player: str, name: str, reason: str) -> Json:
        """Give a player another name."""
        return self._send("PATCH", player_address(player), {"name": name, "reason": reason})

    def look(self, player: str) -> Json:
        """How a player looks."""
        return self._json("GET", f"{player_address(player)}/look")

    def set_look(self, player: str, look: Json) -> Json:
        """Give a player a nickname and a colour, and a picture in Base64."""
        return self._send("PUT", f"{player_address(player)}/look", look)

    def move_games(self, player: str, to: str, records: Sequence[int], reason: str) -> Json:
        """Let somebody else be the player of records."""
        return self._send("POST", f"{player_address(player)}/moves", {"records": records, "to": to, "reason": reason})

    def make_anonymous(self, player: str, name: str, *, dry_run: bool = False) -> Json:
        """Make a player anonymous who goes by this name, or say what that would concern."""
        return self._send("POST", f"{player_address(player)}/anonymous", {"name": name}, dry_run=dry_run)

    def everything(self, player: str) -> bytes:
        """All that is stored of a player, as JSON."""
        return self._connection.request("GET", f"{player_address(player)}/everything").content


class Seasons(Part):
    """The seasons."""

    def all(self) -> list[Json]:
        """All seasons, the latest first."""
        found: list[Json] = self._json("GET", _SEASONS)["seasons"]
        return found

    def add(self, terms: Json) -> Json:
        """Make a season; what is stored of it."""
        return self._send("POST", _SEASONS, terms)

    def change(self, season: int, terms: Json) -> Json:
        """Replace what a season asks for."""
        return self._send("PUT", f"{_SEASONS}/{season}", terms)

    def remove(self, season: int) -> None:
        """Remove a season. The games stay."""
        self._connection.request("DELETE", f"{_SEASONS}/{season}")

    def table(self, season: int | None, query: Mapping[str, Any], media_type: str = JSON) -> Answer:
        """The table of a season, or without one of the days and the event of the query."""
        path = f"{_SEASONS}/table" if season is None else f"{_SEASONS}/{season}/table"
        return next(self._connection.pages(path, query, media_type))
