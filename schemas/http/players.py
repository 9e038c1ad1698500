"""Answers about players: who they are, and what was done to their identity."""

from collections.abc import Sequence
from typing import Annotated, Final

from schemas.http.answers import Answer, DateTime, about, one_of

CHANGE_KINDS: Final = ("merged", "undone", "renamed")
"""What is done to players."""


class Named(Answer):
    """A player by his id, with the name he goes by."""

    id: Annotated[str, about("What he is known by.", "Mu")]
    name: Annotated[str, about("What he is called.", "Mu")]


class Person(Named):
    """A player."""

    players: Annotated[Sequence[str], about("All ids that are his, his own first.", ["Mu", "mu2"])]
    names: Annotated[Sequence[str], about("What else he was called.", ["Mū"])]
    address: Annotated[str, about("Where he is.", "/v1/players/Mu")]


class People(Answer):
    """Some of the players who were looked for; the header `Link` leads to the next ones."""

    players: Annotated[Sequence[Person], about("The players.")]


class Deed(Answer):
    """What was done to a player."""

    id: Annotated[int, about("The number by which a merge is undone.", 3)]
    kind: Annotated[str, one_of(CHANGE_KINDS, "What was done.", "merged")]
    player: Annotated[str, about("The id that was merged, parted again or renamed.", "mu2")]
    person: Annotated[
        str, about("The person whom it was merged into, or parted from; in a rename, whose it was.", "Mu")
    ]
    name: Annotated[str | None, about("The new name; null where nobody was renamed.")]
    merge: Annotated[int | None, about("The merge that was undone; null where none was.")]
    at: Annotated[DateTime, about("When.")]
    author: Annotated[str, about("Who did it: the name of a token.", "Haru")]
    reason: Annotated[str, about("Why.", "he registered twice")]


class WholePerson(Person):
    """A player with what was done to him."""

    history: Annotated[Sequence[Deed], about("What was done to him, the first first.")]


class Merged(Answer):
    """Two players who were merged."""

    merge: Annotated[int, about("The number by which it is undone.", 3)]
    player: Annotated[Person, about("The person that they are now.")]
