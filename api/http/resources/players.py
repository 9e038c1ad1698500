"""`/v1/players`: people, their ids and names; ids of one person are merged, and parted again."""

from typing import Any, Final

from flask import Response

from daifu.api.http import problem_types
from daifu.api.http.access import current_author, requires_read_access, requires_role
from daifu.api.http.errors import FieldError, HttpProblem
from daifu.api.http.etags import answers_not_modified, answers_table
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import answers, fails_with, lane, takes_json, takes_query
from daifu.api.http.responses import empty_response, json_bytes_response, json_response, table_response, with_page_links
from daifu.api.http.services import services
from daifu.api.views import players
from daifu.data.everything import everything_of
from daifu.data.pictures import bare_picture
from daifu.data.store import values
from daifu.data.store.merged_statistics import games_of_both
from daifu.data.store.values import ADMIN, SCOREKEEPER, PeopleCursor
from daifu.replay.text import Text
from daifu.schemas.answer import player_cursor_text
from daifu.schemas.http.players import (
    Anonymous,
    Look,
    Merged,
    MergePreview,
    MovedGames,
    People,
    Person,
    SimilarPlayers,
    WholePerson,
)
from daifu.schemas.http.queries import (
    DifferentSchema,
    DryRunQuery,
    GamesToMoveSchema,
    MergeSchema,
    NewLookSchema,
    NowCalledSchema,
    PlayersTableQuery,
    ReasonQuery,
    RenameSchema,
    TableQuery,
)
from daifu.schemas.record.errors import RecordRefused

_OTHER_NAME: Final = Text("expected the name that the player goes by now", "プレイヤーの今の名前が必要です")

_PLAYS_TOO: Final = Text(
    "expected somebody who does not play in these games already", "これらの対局にまだ参加していない人が必要です"
)

_NO_PICTURE: Final = Text(
    "expected a PNG, JPEG or WebP picture of at most 64 KiB", "64KiB以下のPNG、JPEG、WebPの画像が必要です"
)


@answers_table("Some players", People, headers=["ETag", "Link"])
@requires_read_access
@takes_query(PlayersTableQuery)
def list_players(query: dict[str, Any]) -> Response:
    """Find players.

    Matches at the beginning of a name or an id come first, then those inside, both by the names that people go by; case
    and width of letters do not matter. The header `Link` leads to the first page and, if there is one, to the next.
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
    who never sat in one deal. `into` has more records. Those of whom somebody said that they are two are left out.
    """
    return json_response(players.similar_view(services().store.people.similar()))


@answers(200, "What a merge would change", MergePreview)
@answers(201, "The players were merged", Merged)
@fails_with(problem_types.NOT_FOUND, problem_types.CANNOT_MERGE, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
@takes_query(DryRunQuery)
@takes_json(MergeSchema)
def merge_players(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Merge two players.

    From now on, all answers about the person `into` include the deals of `player`. No record changes, and the merge can
    be undone. Players who sat in one deal cannot be merged. With `dry_run` the answer says what would change.
    """
    people = services().store.people
    if query["dry_run"]:
        found = people.preview_merge(body["player"], body["into"])
        return json_response(players.merge_preview(found, games_of_both(services().store, found.player, found.into)))
    number = people.merge(body["player"], body["into"], current_author(), body["reason"])
    return json_response(players.merge_view(number, people.one(body["into"])), 201)


@answers(204, "It is noted")
@fails_with(problem_types.NOT_FOUND, problem_types.CANNOT_MERGE, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
@takes_json(DifferentSchema)
def keep_apart(body: dict[str, Any]) -> Response:
    """Say that two players are not the same.

    Nobody is asked again whether they are. They can still be merged.
    """
    services().store.people.keep_apart(body["player"], body["other"], current_author(), body["reason"])
    return empty_response()


@answers(204, "The merge was undone")
@fails_with(problem_types.NOT_FOUND, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
@takes_query(ReasonQuery)
def undo_merge(query: dict[str, Any], merge: int) -> Response:
    """Undo a merge.

    All answers are as they would be without it. The history keeps both the merge and its undoing.
    """
    services().store.people.undo(merge, current_author(), query["reason"])
    return empty_response()


@answers(200, "The player was renamed", Person)
@fails_with(problem_types.NOT_FOUND, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
@takes_json(RenameSchema)
def rename_player(body: dict[str, Any], player: str) -> Response:
    """Rename a player.

    The player has this name from now on, even if later records use another. Searches still find the earlier names.
    """
    people = services().store.people
    people.rename(player, body["name"], current_author(), body["reason"])
    return json_response(players.person_view(people.one(player)))


@answers(200, "What was made anonymous, or would be", Anonymous)
@fails_with(problem_types.NOT_FOUND, *problem_types.WRITING)
@requires_role(ADMIN)
@takes_query(DryRunQuery)
@takes_json(NowCalledSchema)
def make_anonymous(query: dict[str, Any], body: dict[str, Any], player: str) -> Response:
    """Make a player anonymous.

    A neutral name takes the place of all ids and names of the player, in records and all their revisions, tournaments
    and their logs, notes and reasons. Games, results, statistics and ratings stay. It cannot be undone. Backups,
    exports and logs of the server that were made before are not reached. With `dry_run` the answer says what it would
    concern.
    """
    people = services().store.people
    if people.one_or_named(player).name != body["name"]:
        raise HttpProblem(problem_types.UNREADABLE, _OTHER_NAME, flaws=[FieldError({"pointer": "/name"}, _OTHER_NAME)])
    done = people.preview_anonymity(player) if query["dry_run"] else people.make_anonymous(player, current_author())
    return json_response(Anonymous(*done))


@answers(200, "All that is stored of the player", {"type": "object"}, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND)
@answers_not_modified
@lane(Lane.COSTLY)
@requires_role(SCOREKEEPER)
def read_everything(player: str) -> Response:
    """Read all that is stored of a player.

    One document for the person who asks: ids, names and changes, statistics and ratings by game, what tournaments know
    of them, and all records, withdrawn ones included, with all revisions.
    """
    answer = json_bytes_response(everything_of(services().store, player))
    answer.headers["Content-Disposition"] = 'attachment; filename="player.json"'
    return answer


@answers(200, "The games were moved", MovedGames)
@fails_with(problem_types.NOT_FOUND, problem_types.WITHDRAWN, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
@takes_json(GamesToMoveSchema)
def move_games_of_player(body: dict[str, Any], player: str) -> Response:
    """Move games to somebody else.

    Where two people played under one id: each of the records is corrected, and gets a revision in which the other
    played. `to` is an id, or the name of somebody new.
    """
    from daifu.data.people import move_games  # noqa: PLC0415 - who only reads a store judges nothing

    store = services().store
    try:
        moved = move_games(store, current_author(), player, body["to"], body["records"], body["reason"])
    except RecordRefused as refused:
        flaws = [FieldError({"pointer": "/to"}, _PLAYS_TOO)]
        raise HttpProblem(problem_types.UNREADABLE, _PLAYS_TOO, flaws=flaws) from refused
    return json_response(MovedGames(moved, players.person_view(store.people.one(body["to"]))))


@answers(200, "How the player looks", Look, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND)
@answers_not_modified
@requires_read_access
def read_look(player: str) -> Response:
    """Read how a player looks on pages.

    A nickname, a colour and a small picture, each of which may be missing.
    """
    people = services().store.people
    id = people.one(player).id
    return json_response(players.look_view(id, people.looks().get(id, values.Look())))


@answers(200, "How the player looks now", Look)
@fails_with(problem_types.NOT_FOUND, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
@takes_json(NewLookSchema)
def change_look(body: dict[str, Any], player: str) -> Response:
    """Change how a player looks on pages.

    A nickname and a colour, which are taken away where they are left out, and a picture of at most 64 KiB, which stays
    where it is left out. Of a picture only what draws it is kept, without where and by what it was taken.
    """
    people = services().store.people
    id, given = people.one(player).id, body["picture"]
    picture = bare_picture(given) if given else given
    if given and picture is None:
        flaws = [FieldError({"pointer": "/picture"}, _NO_PICTURE)]
        raise HttpProblem(problem_types.UNREADABLE, _NO_PICTURE, flaws=flaws)
    look = people.set_look(id, values.Look(body["nickname"], body["colour"]), picture, current_author())
    return json_response(players.look_view(id, look))
