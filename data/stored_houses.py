"""House rules that are kept as documents: those of a store, and known sets from which a club makes its own."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final

from daifu.data.store.values import StoredHouse
from daifu.schemas.house_document import House, read_house


def read_stored(stored: StoredHouse) -> House:
    """Stored house rules as they were written."""
    return read_house(stored.document.text.encode(), is_toml=stored.document.is_toml)


def flat_of(stored: StoredHouse) -> House:
    """Stored house rules with all that they take over."""
    return read_house(stored.document.flattened.encode(), is_toml=False)


_IN_ORDER: Final = ("official", "parlour", "press_club", "uecda", "akagiri")


@cache
def house_presets() -> Mapping[str, House]:
    """The house rules to begin with, by name."""
    folder = resources.files("daifu.data") / "house_presets"
    return {name: read_house((folder / f"{name}.toml").read_bytes(), is_toml=True) for name in _IN_ORDER}
