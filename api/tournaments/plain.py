"""Values of tournaments as JSON holds them."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import msgspec

from data.tournaments.exact import write_exact

Told = dict[str, Any]


def plain(value: object) -> Any:  # noqa: ANN401 - any JSON
    """A value of the state or of a standing with everything in it: parts by their names, fractions as they are told."""
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return plain(value._asdict())
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return msgspec.to_builtins(value, enc_hook=write_exact)
