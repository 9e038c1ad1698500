"""`/v1/players`: who plays, under which ids and names; ids of one person are merged, and parted again."""

from typing import Any, Final

from flask import Response

from api.http import addresses, kinds, people_examples, told_people
from api.http.answers import json_answer, nothing
from api.http.auth import author, needs, reads
from api.http.blueprint import Resource
from api.http.documented import fails
from api.http.etags import conditional
from api.http.pages import linked
from api.http.services import services
from api.http.sheets import CSV, hashed_sheet
from data.store.asked import SCOREKEEPER
from data.store.people.asked import Place, What
from schemas.http.people import (
    MergedSchema,
    MergeSchema,
    PeopleSchema,
    PersonSchema,
    PlayersQuery,
    RenameSchema,
    place_text,
    whole_person_schema,
)
from schemas.http.queries import ReasonQuery

PLAYERS: Final = Resource("players", "Who plays")

_WHOLE: Final = whole_person_schema(tuple(map(str, What)))
_TEXT: Final = {"type": "string"}


@PLAYERS.at(addresses.PLAYERS)
@PLAYERS.answers(200, "Some players", PeopleSchema(), example=people_examples.PLAYERS, headers=["ETag", "Link"])
@PLAYERS.answers(200, "Some players", _TEXT, media_type=CSV, example=people_examples.PLAYERS_CSV)
@conditional
@reads
@PLAYERS.takes_query(PlayersQuery())
def list_players(asked: dict[str, Any]) -> Response:
    """Find players.

    By the beginning of a name or an id, then by what is inside; case and width of letters make no difference. The
    header `Link` leads to the next page, as long as there is one, and to the first.
    """
    after = asked.get("cursor")
    found = services().store.people.find(asked.get("q", ""), asked["limit"], after and Place(*after))
    return linked(hashed_sheet(told_people.people(found.people)), found.after and place_text(*found.after))


@PLAYERS.at(addresses.PLAYER)
@PLAYERS.answers(200, "The player", _WHOLE, example=people_examples.PLAYER, headers=["ETag"])
@PLAYERS.answers(200, "The player", _TEXT, media_type=CSV, example=people_examples.PLAYERS_CSV)
@fails(kinds.NOT_FOUND)
@conditional
@reads
def read_player(player: str) -> Response:
    """Read who a player is.

    All ids that are his, all names that he was given, and who merged or renamed him, when and why.
    """
    people = services().store.people
    return hashed_sheet(told_people.whole_person(people.one(player), people.history(player)))


@PLAYERS.at(addresses.MERGES, "POST")
@PLAYERS.answers(201, "They are one from now on", MergedSchema(), example=people_examples.MERGED)
@fails(kinds.NOT_FOUND, kinds.CANNOT_MERGE, kinds.READ_ONLY, kinds.STORE_FULL)
@needs(SCOREKEEPER)
@PLAYERS.takes_json(MergeSchema(), example=people_examples.MERGE)
def merge_players(asked: dict[str, Any]) -> Response:
    """Merge two players.

    Everything that is told of the person `into` includes the deals of `player` from now on. No record changes, and
    the merge can be undone. Players who sat in one deal are not merged.
    """
    people = services().store.people
    number = people.merge(asked["player"], asked["into"], author(), asked["reason"])
    return json_answer({"merge": number, "player": told_people.person(people.one(asked["into"]))}, 201)


@PLAYERS.at(addresses.MERGE, "DELETE")
@PLAYERS.answers(204, "They are two again")
@fails(kinds.NOT_FOUND, kinds.READ_ONLY, kinds.STORE_FULL)
@needs(SCOREKEEPER)
@PLAYERS.takes_query(ReasonQuery())
def undo_merge(asked: dict[str, Any], merge: int) -> Response:
    """Undo a merge.

    Everything is told as it would be without it. The history keeps both.
    """
    services().store.people.undo(merge, author(), asked["reason"])
    return nothing()


@PLAYERS.at(addresses.PLAYER, "PATCH")
@PLAYERS.answers(200, "He is called so from now on", PersonSchema(), example=people_examples.RENAMED)
@fails(kinds.NOT_FOUND, kinds.READ_ONLY, kinds.STORE_FULL)
@needs(SCOREKEEPER)
@PLAYERS.takes_json(RenameSchema(), example=people_examples.RENAME)
def rename_player(asked: dict[str, Any], player: str) -> Response:
    """Rename a player.

    He goes by this name, whatever later records call him. By the names that he had he is still found.
    """
    people = services().store.people
    people.rename(player, asked["name"], author(), asked["reason"])
    return json_answer(told_people.person(people.one(player)))
