"""What is told of people: plain values, no SQL."""

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple


class Person(NamedTuple):
    """Somebody who plays: his id, the name he goes by, all ids that are his, and other names that he was given."""

    id: str
    name: str
    players: list[str]
    names: list[str]


class Place(NamedTuple):
    """Where a list goes on: behind the person with this id, among those found by the middle of a name, or before."""

    inside: bool
    id: str


class Found(NamedTuple):
    """Some of the people who were looked for; `after` is where the next part begins, None at the end."""

    people: list[Person]
    after: Place | None


class What(StrEnum):
    """What somebody did to people."""

    MERGED = "merged"
    UNDONE = "undone"
    RENAMED = "renamed"


class Deed(NamedTuple):
    """What was done, by whom, when and why.

    `player` was merged into `person`, or parted from him again: then `merge` is the number of the deed that is undone.
    A rename gives `name` to `person`, one of whose ids is `player`.
    """

    id: int
    kind: What
    player: str
    person: str
    name: str | None
    merge: int | None
    at: datetime
    author: str
    reason: str
