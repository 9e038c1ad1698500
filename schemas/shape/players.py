"""The players of a record: their entries, and that nobody has the id of another."""

from collections.abc import Iterator, Sequence
from typing import Final

from replay.record import Player
from replay.text import Text
from schemas.problems import Finding
from schemas.shape.structs import PlayerShape
from schemas.shape.wording import wanted

_OTHER_ID: Final = Text("an id that no player before has", "前のプレイヤーと重ならないid")


def entry(shape: str | PlayerShape) -> Player:
    """A player's entry as the record has it."""
    return shape if isinstance(shape, str) else {"id": shape.id, "name": shape.name}


def shape_id(shape: str | PlayerShape) -> str:
    """The id of a player: a plain string is its own."""
    return shape if isinstance(shape, str) else shape.id


def raw_id(value: object) -> str | None:
    """The id of a player as the slow reader finds it, None where it is none."""
    found = value.get("id") if isinstance(value, dict) else value
    return found if isinstance(found, str) else None


def check_ids(ids: Sequence[str | None]) -> Iterator[Finding]:
    """The players whose id a player before them has; ids that are not known are None."""
    if len(set(ids)) == len(ids):
        return
    seen: set[str] = set()
    for place, one in enumerate(ids):
        if one in seen:
            yield Finding(("players", place), wanted(_OTHER_ID, one))
        if one is not None:
            seen.add(one)
