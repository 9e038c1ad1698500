"""`/v1/players`: people, their ids and names; ids of one person are merged, and parted again."""

from typing import Any, Final

from flask import Response

from api.http import problem_types, routes
from api.http.auth import current_author, requires_read_access, requires_role
from api.http.blueprint import Resource
from api.http.examples import player_examples
from api.http.openapi import fails_with
from api.http.responses import empty_response, hashed_table_response, json_response, with_page_links
from api.http.services import services
from api.views import players
from data.store.values import SCOREKEEPER, PeopleCursor
from schemas.http.cursors import player_cursor_text
from schemas.http.players import Merged, People, Person, WholePerson
from schemas.http.queries import MergeSchema, PlayersQuery, ReasonQuery, RenameSchema

PLAYERS: Final = Resource("players", "Who plays")


@PLAYERS.at(routes.PLAYERS)
@PLAYERS.answers_table(
    "Some players", People, example=player_examples.PLAYERS, csv=player_examples.PLAYERS_CSV, headers=["ETag", "Link"]
)
@requires_read_access
@PLAYERS.takes_query(PlayersQuery())
def list_players(asked: dict[str, Any]) -> Response:
    """Find players.

    By the beginning of a name or an id, then by what is inside; case and width of letters make no difference. The
    header `Link` leads to the next page, as long as there is one, and to the first.
    """
    after = asked.get("cursor")
    found = services().store.people.find(asked.get("q", ""), asked["limit"], after and PeopleCursor(*after))
    return with_page_links(
        hashed_table_response(players.people_table(found.people)), found.after and player_cursor_text(*found.after)
    )


@PLAYERS.at(routes.PLAYER)
@PLAYERS.answers_table("The player", WholePerson, example=player_examples.PLAYER, csv=player_examples.PLAYERS_CSV)
@fails_with(problem_types.NOT_FOUND)
@requires_read_access
def read_player(player: str) -> Response:
    """Read who a player is.

    All ids that are his, all names that he was given, and who merged or renamed him, when and why.
    """
    people = services().store.people
    return hashed_table_response(players.person_with_history(people.one(player), people.history(player)))


@PLAYERS.at(routes.MERGES, "POST")
@PLAYERS.answers(201, "They are one from now on", Merged, example=player_examples.MERGED)
@fails_with(problem_types.NOT_FOUND, problem_types.CANNOT_MERGE, problem_types.READ_ONLY, problem_types.STORE_FULL)
@requires_role(SCOREKEEPER)
@PLAYERS.takes_json(MergeSchema(), example=player_examples.MERGE)
def merge_players(asked: dict[str, Any]) -> Response:
    """Merge two players.

    Everything that is told of the person `into` includes the deals of `player` from now on. No record changes, and
    the merge can be undone. Players who sat in one deal are not merged.
    """
    people = services().store.people
    number = people.merge(asked["player"], asked["into"], current_author(), asked["reason"])
    return json_response(players.merge_view(number, people.one(asked["into"])), 201)


@PLAYERS.at(routes.MERGE, "DELETE")
@PLAYERS.answers(204, "They are two again")
@fails_with(problem_types.NOT_FOUND, problem_types.READ_ONLY, problem_types.STORE_FULL)
@requires_role(SCOREKEEPER)
@PLAYERS.takes_query(ReasonQuery())
def undo_merge(asked: dict[str, Any], merge: int) -> Response:
    """Undo a merge.

    Everything is told as it would be without it. The history keeps both.
    """
    services().store.people.undo(merge, current_author(), asked["reason"])
    return empty_response()


@PLAYERS.at(routes.PLAYER, "PATCH")
@PLAYERS.answers(200, "He is called so from now on", Person, example=player_examples.RENAMED)
@fails_with(problem_types.NOT_FOUND, problem_types.READ_ONLY, problem_types.STORE_FULL)
@requires_role(SCOREKEEPER)
@PLAYERS.takes_json(RenameSchema(), example=player_examples.RENAME)
def rename_player(asked: dict[str, Any], player: str) -> Response:
    """Rename a player.

    He goes by this name, whatever later records call him. By the names that he had he is still found.
    """
    people = services().store.people
    people.rename(player, asked["name"], current_author(), asked["reason"])
    return json_response(players.person_view(people.one(player)))
