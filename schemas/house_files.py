"""House rules in files, in TOML or JSON, and those beside them that they extend."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Final

from daifu.replay.text import Text
from daifu.schemas.house_document import HOUSE_BYTES, House, Parent, read_house
from daifu.schemas.record.errors import HouseRefused, Problem, mismatch_text

MOST_BESIDE: Final = 1_000
"""How many files of a folder are looked into for house rules that others extend."""

_MARK: Final = b"\xef\xbb\xbf"
_SHORT_ENOUGH: Final = Text(f"a document of at most {HOUSE_BYTES} bytes", f"{HOUSE_BYTES}バイト以下の文書")
_LONGER: Final = "more"


def read_house_file(path: Path) -> House:
    """The house rules in a file. Raises `HouseRefused` and `OSError`."""
    data, is_toml = read_house_text(path)
    return read_house(data, is_toml=is_toml)


def read_house_text(path: Path) -> tuple[bytes, bool]:
    """The text of a file, and whether it is TOML: it is JSON where it begins with a brace."""
    with path.open("rb") as file:
        data = file.read(HOUSE_BYTES + len(_MARK) + 1).removeprefix(_MARK)
    if len(data) > HOUSE_BYTES:
        raise HouseRefused([Problem("", mismatch_text(_SHORT_ENOUGH, _LONGER))])
    return data, not data.lstrip().startswith(b"{")


def find_beside(path: Path, otherwise: Parent | None = None) -> Parent:
    """What finds house rules that others extend in the folder of a file, and then in another place."""

    def find(slug: str, version: int) -> House | None:
        for house in _houses_in(path.parent):
            if (house.id, house.version) == (slug, version):
                return house
        return None if otherwise is None else otherwise(slug, version)

    return find


def _houses_in(folder: Path) -> Iterator[House]:
    """The house rules of a folder; other files are passed over."""
    files = (path for path in sorted(folder.iterdir()) if path.suffix in {".toml", ".json"})
    for path in islice(files, MOST_BESIDE):
        with suppress(HouseRefused, OSError):
            yield read_house_file(path)
