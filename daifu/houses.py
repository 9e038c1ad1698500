"""House rules: read from files or values, with their hash, and what does not go together in them."""

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import msgspec

from daifu.replay.options import Conflict, Options
from daifu.replay.text import Language
from daifu.schemas.house_comparison import HouseComparison, check_house, compare_houses
from daifu.schemas.house_document import House as Document
from daifu.schemas.house_document import Parent, find_beside, house_toml, read_house, read_house_file, record_fields
from daifu.schemas.house_sheet import house_sheet, house_sheet_text
from daifu.schemas.record.model import RawHouse


class House:
    """The local rules of a club or a table, with all that they take over from those which they extend."""

    __slots__ = ("_found", "_written")

    def __init__(self, document: Mapping[str, Any], *, extends: "House | Parent | None" = None) -> None:
        """The house rules in a document `daifu-house/1`, given as JSON values.

        `extends` are those which it extends, or what finds them by id and version. Raises `HouseRefused` for what is no
        house rules. Rules that exclude each other are `conflicts`; no game is played under them.
        """
        self._written = read_house(msgspec.json.encode(document), is_toml=False)
        self._found = check_house(self._written, _parent_of(extends))

    @classmethod
    def from_file(cls, path: str | PathLike[str]) -> "House":
        """The house rules in a file, in TOML or JSON. Those which it extends are looked for in its folder.

        Raises `HouseRefused` and `OSError`.
        """
        place = Path(path)
        return cls(msgspec.to_builtins(read_house_file(place)), extends=find_beside(place))

    @property
    def id(self) -> str:
        """The id."""
        return self._written.id

    @property
    def version(self) -> int:
        """The version."""
        return self._written.version

    @property
    def players(self) -> tuple[int, int]:
        """The least and the largest number of players."""
        least, most = self._found.house.players or (0, 0)
        return least, most

    @property
    def name(self) -> dict[str, str]:
        """What the rules are called, by language: `en`, `ja` or both."""
        found: dict[str, str] = msgspec.to_builtins(self._written.name)
        return found

    @property
    def hash(self) -> str:
        """The SHA-256 of what the rules mean: names, notes and how they are written are not in it."""
        return self._found.hash

    @property
    def rules(self) -> dict[str, Any]:
        """The rules that are on, each with all its parameters; of a game without local rules all its options."""
        return {rule: dict(value) if isinstance(value, dict) else value for rule, value in self._found.expanded.items()}

    @property
    def options(self) -> Options:
        """The options of a record under these rules: those that are on, with what differs from the defaults."""
        return record_fields(self._found.house)[0]

    @property
    def reference(self) -> RawHouse | None:
        """What a record under these rules has as its `house`; None where the game has no local rules."""
        return record_fields(self._found.house)[1]

    @property
    def conflicts(self) -> list[Conflict]:
        """Rules that do not go together, so that no game is played under them, and what resolves it."""
        return [conflict for conflict in self._found.conflicts if conflict.refuses]

    @property
    def warnings(self) -> list[Conflict]:
        """What can never happen under these rules, and what is seldom meant."""
        return [conflict for conflict in self._found.conflicts if not conflict.refuses]

    def compare(self, other: "House") -> HouseComparison:
        """How other house rules differ in what they mean."""
        return compare_houses(self._found.house, other.flattened)

    def sheet(self, language: Language = "en") -> str:
        """What is played, as plain text for people: `language` is en or ja."""
        return house_sheet_text(self._found.house, language)

    def html(self, language: Language = "en") -> str:
        """The same as a page of HTML, to print on one sheet of paper."""
        return house_sheet(self._found.house, language)

    def toml(self) -> str:
        """The document in TOML."""
        return house_toml(self._written)

    def values(self) -> dict[str, Any]:
        """The document as JSON values, with all that it takes over."""
        found: dict[str, Any] = msgspec.to_builtins(self._found.house)
        return found

    @property
    def flattened(self) -> Document:
        """The document as other modules take it."""
        return self._found.house

    def __repr__(self) -> str:
        return f"<House: {self.id}@{self.version}, {len(self._found.house.rules)} rules, {self.hash[:16]}>"


def _parent_of(parent: House | Parent | None) -> Parent:
    """What finds a house, which has taken over all from those that it extended, or what finds any."""
    if callable(parent):
        return parent

    def find(slug: str, version: int) -> Document | None:
        is_meant = parent is not None and (slug, version) == (parent.id, parent.version)
        return parent.flattened if parent is not None and is_meant else None

    return find
