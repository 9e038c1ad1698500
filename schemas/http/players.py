"""Answers about players: who they are, and what was done to their identity."""

from collections.abc import Sequence
from typing import Annotated, Final

from daifu.schemas.answer import NEXT_PAGE, Answer, DateTime, about, one_of

CHANGE_KINDS: Final = ("merged", "undone", "renamed", "anonymous", "different")
"""The kinds of changes of a player's identity."""


class Named(Answer):
    """A player by id and name."""

    id: Annotated[str, about("The id of the player.", "Mu")]
    name: Annotated[str, about("The name of the player.", "Mu")]


class Person(Named):
    """A player."""

    players: Annotated[Sequence[str], about("All ids of the player, the main one first.", ["Mu", "mu2"])]
    names: Annotated[Sequence[str], about("Other names of the player.", ["Mū"])]
    address: Annotated[str, about("The path of the player.", "/v1/players/Mu")]


class People(Answer):
    """Some of the players who were looked for."""

    players: Annotated[Sequence[Person], about("The players.")]
    next: Annotated[str | None, NEXT_PAGE] = None


class Deed(Answer):
    """A change of a player's identity."""

    id: Annotated[int, about("The number of the change; a merge is undone by it.", 3)]
    kind: Annotated[str, one_of(CHANGE_KINDS, "The kind of change.", "merged")]
    player: Annotated[str, about("The id that was merged, parted again, renamed or is of somebody else.", "mu2")]
    person: Annotated[
        str,
        about("The person it was merged into, parted from or is not, or that was renamed.", "Mu"),
    ]
    name: Annotated[str | None, about("The new name; null unless the player was renamed.")]
    merge: Annotated[int | None, about("The merge that was undone; null if none was.")]
    at: Annotated[DateTime, about("When.")]
    author: Annotated[str, about("Who did it: the name of a token.", "Haru")]
    reason: Annotated[str, about("Why.", "registered twice")]


class WholePerson(Person):
    """A player with the history of their identity."""

    history: Annotated[Sequence[Deed], about("Changes of the player's identity, oldest first.")]


class Merged(Answer):
    """Two players who were merged."""

    merge: Annotated[int, about("The number of the merge, by which it can be undone.", 3)]
    player: Annotated[Person, about("The merged person.")]


class MergedGame(Answer):
    """What two players have in one game, and what the person has after the merge."""

    rules: Annotated[str, about("The game, or a house of it.", "theater")]
    deals: Annotated[Sequence[int], about("The deals of the one and of the other.", [12, 30])]
    together: Annotated[int, about("The deals of the person that they become.", 42)]
    skills: Annotated[
        Sequence[float | None],
        about("The rating of the one and of the other; all ratings are computed anew after a merge.", [21.5, 24.0]),
    ]


class MergePreview(Answer):
    """What a merge would change."""

    player: Annotated[Person, about("The person whose ids will lead to the other.")]
    into: Annotated[Person, about("The person that both become, whose name stays.")]
    records: Annotated[Sequence[int], about("In how many records the one and the other are.", [2, 5])]
    games: Annotated[Sequence[MergedGame], about("The games that one of them has played.")]


class SimilarPair(Answer):
    """Two players whose names look the same."""

    player: Annotated[Person, about("The one who has fewer records.")]
    into: Annotated[Person, about("The other.")]


class SimilarPlayers(Answer):
    """The players who may be one person."""

    pairs: Annotated[Sequence[SimilarPair], about("Two players each, who never sat in one deal.")]


class Anonymous(Answer):
    """A player who was made anonymous, or what that would concern."""

    id: Annotated[str, about("The new id, which says nothing of the player.", "anonymous-12")]
    name: Annotated[str, about("The new name.", "Player 12")]
    records: Annotated[int, about("In how many records the player's names were.", 7)]
    revisions: Annotated[int, about("How many revisions of records were written anew.", 9)]
    tournaments: Annotated[int, about("In how many tournaments the player's names were.", 1)]
    shared: Annotated[
        Sequence[str], about("Names that somebody else has, too. They stay in notes and other free text.", ["Ken"])
    ]
    erased: Annotated[
        bool,
        about("Whether the old bytes are gone from the files of the store; a copy by `daifu copy` never has them."),
    ]


class MovedGames(Answer):
    """Records that are somebody else's now."""

    records: Annotated[Sequence[int], about("The records that were corrected.", [12, 15])]
    player: Annotated[Person, about("Who played them.")]


class Look(Answer):
    """How a player looks on pages."""

    nickname: Annotated[str | None, about("A nickname, by which the player is found, too.", "Bunny")] = None
    colour: Annotated[int | None, about("A colour, by its number.", 3)] = None
    picture: Annotated[str | None, about("The path of a small picture.", "/players/Mu/picture?mark=c0ffee")] = None
