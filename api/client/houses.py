"""The house rules of a service or of a store."""

from collections.abc import Iterator

from daifu.api.client.connection import JSON, Connection, Json

HOUSES = "/v1/house-rules"
_TOML = "application/toml"


class Houses:
    """The house rules; every method raises `ClientError`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def each(self) -> Iterator[Json]:
        """All house rules in their latest versions, the latest stored first."""
        return self._connection.each(HOUSES, "house_rules")

    def read(self, slug: str, version: int | None = None) -> Json:
        """A version of house rules, by default the latest."""
        found: Json = self._connection.json("GET", f"{HOUSES}/{slug}" + ("" if version is None else f"/{version}"))
        return found

    def add(self, document: bytes, *, is_toml: bool) -> Json:
        """Store a document; what is kept of it."""
        headers = {"Content-Type": _TOML if is_toml else JSON}
        found: Json = self._connection.json("POST", HOUSES, content=document, headers=headers)
        return found

    def withdraw(self, slug: str, version: int) -> None:
        """Withdraw a version from all lists."""
        self._connection.request("DELETE", f"{HOUSES}/{slug}/{version}")
