"""Sheets of results that are sent to a service or a store."""

from base64 import b64encode
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from daifu.api.client.connection import Json, Part

_IMPORTS: Final = "/v1/imports"
_BYTES: Final = "application/octet-stream"


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
