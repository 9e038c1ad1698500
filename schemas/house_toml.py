"""House rules written in TOML, a rule a line, as people write them by hand."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from daifu.schemas.house_document import House

_HEAD: Final = ("format", "id", "version", "extends", "base", "players", "name", "notes", "author", "date")


def house_toml(house: House) -> str:
    """The document of house rules; a parameter that is null is left out, as that is its default."""
    values: dict[str, Any] = msgspec.to_builtins(house)
    lines = list(_entries({name: values[name] for name in _HEAD if name in values}))
    for table in ("rules", "names"):
        if values.get(table):
            lines += ["", f"[{table}]", *_entries(values[table])]
    return "\n".join(lines) + "\n"


def _entries(values: dict[str, Any]) -> Iterator[str]:
    """A line for each value, the names padded to one width."""
    width = max(map(len, values))
    return (f"{name:{width}} = {_value(value)}" for name, value in values.items())


def _value(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """A value: texts, numbers and switches are written as JSON writes them."""
    if isinstance(value, dict):
        parts = ", ".join(f"{_key(name)} = {_value(part)}" for name, part in value.items() if part is not None)
        return f"{{ {parts} }}" if parts else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    """The name of a member; numbers of players are quoted for those who read."""
    return name if name.isidentifier() and name.isascii() else _value(name)
