"""The sheets of house rules."""

from collections.abc import Iterator
from pathlib import Path

from daifu.data.house_presets import house_presets
from daifu.schemas.house_document import flattened
from daifu.schemas.house_sheet import house_sheet_text


def sheets(_folder: Path) -> Iterator[tuple[str, str]]:
    """The sheet of each house to begin with, in both languages."""
    for name, house in house_presets().items():
        flat = flattened(house, lambda _slug, _version: None)
        for language in ("en", "ja"):
            yield f"{name}.{language}.txt", house_sheet_text(flat, language)
