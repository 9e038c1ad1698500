"""The house rules of a service or of a store."""

from collections.abc import Iterator

from daifu.api.client.connection import JSON, Json, Part

HOUSES = "/v1/house-rules"
_TOML = "application/toml"


class Houses(Part):
    """The house rules."""

    def each(self) -> Iterator[Json]:
        """All house rules in their latest versions, the latest stored first."""
        return self._connection.each(HOUSES, "house_rules")

    def read(self, slug: str, version: int | None = None) -> Json:
        """A version of house rules, by default the latest."""
        return self._json("GET", f"{HOUSES}/{slug}" + ("" if version is None else f"/{version}"))

    def add(self, document: bytes, *, is_toml: bool) -> Json:
        """Store a document; what is kept of it."""
        return self._json("POST", HOUSES, content=document, headers={"Content-Type": _TOML if is_toml else JSON})

    def withdraw(self, slug: str, version: int) -> None:
        """Withdraw a version from all lists."""
        self._connection.request("DELETE", f"{HOUSES}/{slug}/{version}")
