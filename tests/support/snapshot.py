"""Everything that a position is made of, to see whether it is still the same."""

from typing import Any

from replay.table import Table


def slots(value: object) -> list[str]:
    """The names of an object's fields, its base classes' included."""
    return [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]


def snapshot(table: Table) -> dict[str, Any]:
    """The fields of a table: what can change inside them is told as it is now, anything else by itself."""
    return {name: _frozen(getattr(table, name)) for name in slots(table) if name != "rules"}


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, dict):
        return tuple(value.items())
    if type(value).__name__ in ("Exchange", "Stock", "RenewedStock"):
        return tuple(_frozen(getattr(value, name)) for name in slots(value))
    return value
