"""House rules to begin with: known sets of local rules, from which a club makes its own."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final

from daifu.schemas.house_document import House, read_house

_IN_ORDER: Final = ("official", "parlour", "press_club", "uecda", "akagiri")


@cache
def house_presets() -> Mapping[str, House]:
    """The house rules to begin with, by name."""
    folder = resources.files("daifu.data.house_presets")
    return {name: read_house((folder / f"{name}.toml").read_bytes(), is_toml=True) for name in _IN_ORDER}
