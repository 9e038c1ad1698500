"""`/v1/players`: people, their ids and names; ids of one person are merged, and parted again."""

from typing import Any

from flask import Response

from daifu.api.http import problem_types
from daifu.api.http.auth import current_author, requires_read_access, requires_role
from daifu.api.http.conditional import answers_not_modified, answers_table
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import answers, fails_with, lane, takes_json, takes_query
from daifu.api.http.responses import empty_response, json_response, table_response, with_page_links
from daifu.api.http.services import services
from daifu.api.views import players
from daifu.data.store.values import SCOREKEEPER, PeopleCursor
from daifu.schemas.http.cursors import player_cursor_text
from daifu.schemas.http.players import Merged, MergePreview, People, Person, SimilarPlayers, WholePerson
from daifu.schemas.http.queries import MergeQuery, MergeSchema, PlayersTableQuery, ReasonQuery, RenameSchema, TableQuery


@answers_table("Some players", People, headers=["ETag", "Link"])
@requires_read_access
@takes_query(PlayersTableQuery)
def list_players(query: dict[str, Any]) -> Response:
    """Find players.

    Matches at the beginning of a name or an id come first, then those inside; case and width of letters do not matter.
    The header `Link` leads to the first page and, if there is one, to the next.
    """
    after = query.get("cursor")
    found = services().store.people.find(query.get("q", ""), query["limit"], after and PeopleCursor(*after))
    following = found.after and player_cursor_text(*found.after)
    return with_page_links(table_response(players.people_table(found.people, following)), following)


@answers_table("The player", WholePerson)
@fails_with(problem_types.NOT_FOUND)
@requires_read_access
@takes_query(TableQuery)
def read_player(_query: dict[str, Any], player: str) -> Response:
    """Read who a player is.

    All ids and names of the player, and who merged or renamed them, when and why.
    """
    people = services().store.people
    return table_response(players.person_with_history(people.one(player), people.history(player)))


@answers(200, "The players who may be one person", SimilarPlayers, headers=["ETag"])
@answers_not_modified
@lane(Lane.COSTLY)
@requires_role(SCOREKEEPER)
def list_similar_players() -> Response:
    """Find players who may be one person.

    Two players each one of whose names looks the same (but for case, width, blanks, accents, hiragana or katakana), and
    who never sat in one deal. `into` has more records.
    """
    return json_response(players.similar_view(services().store.people.similar()))


@answers(200, "What a merge would change", MergePreview)
@answers(201, "The players were merged", Merged)
@fails_with(problem_types.NOT_FOUND, problem_types.CANNOT_MERGE, problem_types.READ_ONLY, problem_types.STORE_FULL)
@requires_role(SCOREKEEPER)
@takes_query(MergeQuery)
@takes_json(MergeSchema)
def merge_players(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Merge two players.

    From now on, all answers about the person `into` include the deals of `player`. No record changes, and the merge can
    be undone. Players who sat in one deal cannot be merged. With `dry_run` the answer says what would change.
    """
    people = services().store.people
    if query["dry_run"]:
        return json_response(players.merge_preview(services().store, body["player"], body["into"]))
    number = people.merge(body["player"], body["into"], current_author(), body["reason"])
    return json_response(players.merge_view(number, people.one(body["into"])), 201)


@answers(204, "The merge was undone")
@fails_with(problem_types.NOT_FOUND, problem_types.READ_ONLY, problem_types.STORE_FULL)
@requires_role(SCOREKEEPER)
@takes_query(ReasonQuery)
def undo_merge(query: dict[str, Any], merge: int) -> Response:
    """Undo a merge.

    All answers are as they would be without it. The history keeps both the merge and its undoing.
    """
    services().store.people.undo(merge, current_author(), query["reason"])
    return empty_response()


@answers(200, "The player was renamed", Person)
@fails_with(problem_types.NOT_FOUND, problem_types.READ_ONLY, problem_types.STORE_FULL)
@requires_role(SCOREKEEPER)
@takes_json(RenameSchema)
def rename_player(body: dict[str, Any], player: str) -> Response:
    """Rename a player.

    The player has this name from now on, even if later records use another. Searches still find the earlier names.
    """
    people = services().store.people
    people.rename(player, body["name"], current_author(), body["reason"])
    return json_response(players.person_view(people.one(player)))
