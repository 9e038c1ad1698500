"""The people of a service or of a store."""

from collections.abc import Sequence
from typing import Final

import msgspec

from daifu.api.client.connection import JSON, Json, Part
from daifu.api.views.addresses import player_address

_MERGES: Final = "/v1/players/merges"


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
