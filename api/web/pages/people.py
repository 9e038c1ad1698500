"""People: who may be one person, merging two with a look at what changes, undoing that, and names."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Final

from flask import Response, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access import current_author, requires_read_access, requires_role
from daifu.api.http.errors import people_problem
from daifu.api.http.etags import tagged
from daifu.api.http.lanes import Lane
from daifu.api.http.media_types import JSON
from daifu.api.http.operation import lane
from daifu.api.http.services import services
from daifu.api.views.players import merge_preview
from daifu.api.web import addresses
from daifu.api.web.entry.fields import EntryRefused, read_reason, read_whole
from daifu.api.web.languages import in_language, say_here
from daifu.api.web.queries import takes_page_query
from daifu.api.web.responses import see_other, uncached, uncached_page
from daifu.data import people
from daifu.data.everything import everything_of
from daifu.data.names import look_of, similar_names
from daifu.data.pictures import MOST_PICTURE, bare_picture, picture_type
from daifu.data.store.errors import NoSuchPlayer, OnePerson, PeopleError
from daifu.data.store.merged_statistics import games_of_both
from daifu.data.store.values import (
    ADMIN,
    COLOURS,
    SCOREKEEPER,
    Look,
    Person,
    PersonChange,
    PersonChangeKind,
    RecordFilter,
)
from daifu.replay.text import Text
from daifu.schemas.http.query_fields import REASON_LENGTH, QuerySchema, exact_text
from daifu.schemas.record import limits
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.record.model import is_name

_LISTED: Final = 500
"""Among how many people similar names are looked for on the page of one of them."""
_MOVED: Final = 200
"""How many games are shown from which some may be moved."""
_NOT_SAME: Final = Text("not the same person", "別の人")
_NO_PICTURE: Final = Text(
    "Please choose a PNG, JPEG or WebP picture of at most 64 KiB.", "64KiB以下のPNG、JPEG、WebPの画像を選んでください。"
)
_MOVE_WHAT: Final = Text(
    "Please choose games, and type who played them.", "対局を選び、参加した人の名前を入力してください。"
)
_PLAYS_TOO: Final = Text(
    "This player is in one of these games already.", "選んだ対局に、その人はすでに参加しています。"
)
_OTHER_NAME: Final = Text("That is not the name that this player goes by now.", "このプレイヤーの今の名前と違います。")
_NAME_WANTED: Final = Text("Please type a name.", "名前を入力してください。")


class TwoPeopleQuery(QuerySchema):
    """Two people who may be one."""

    player = exact_text("The one who is merged into the other.")
    into = exact_text("The other: an id or a name.")


@lane(Lane.COSTLY)
@requires_role(SCOREKEEPER)
def show_similar() -> Response:
    """Show the people whose names look the same."""
    return uncached_page("people/similar.html", pairs=services().store.people.similar())


@requires_role(SCOREKEEPER)
def keep_apart() -> Answer:
    """Note that two people are not the same, and show the others."""
    player, other = (request.form.get(name, "") for name in ("player", "other"))
    with suppress(OnePerson):  # somebody merged them meanwhile
        services().store.people.keep_apart(player, other, current_author(), in_language(_NOT_SAME))
    return see_other(addresses.SIMILAR_PEOPLE)


@lane(Lane.COSTLY)
@requires_role(SCOREKEEPER)
@takes_page_query(TwoPeopleQuery)
def show_merge(query: dict[str, Any]) -> Response:
    """Show what a merge would change, or whom else the name may mean."""
    player, typed = query.get("player", ""), query.get("into", "")
    person = services().store.people.one(player)
    found = _meant(typed, person)
    if len(found) != 1:
        return uncached_page("people/whom.html", person=person, typed=typed, found=found)
    return _preview(person.id, found[0].id)


def _preview(player: str, into: str) -> Response:
    store = services().store
    try:
        found = store.people.preview_merge(player, into)
        games = games_of_both(store, found.player, found.into)
        return uncached_page("people/merge.html", preview=merge_preview(found, games))
    except PeopleError as refusal:
        people = [store.people.one(one) for one in (player, into)]
        values = {"people": people, "refusal": refusal, "detail": people_problem(refusal).detail}
        return uncached_page("people/refused.html", status=HTTPStatus.CONFLICT, **values)


def _meant(typed: str, person: Person) -> list[Person]:
    """The people whom somebody may mean who typed a name or an id: one, if that is plain."""
    people = services().store.people
    try:
        return [people.one(typed)]
    except NoSuchPlayer:
        look = look_of(typed)
    looks = {
        one.id: (one, {look_of(name) for name in (one.name, *one.names)})
        for one in (*people.find(typed, _LISTED).people, *people.find("", _LISTED).people)
        if typed and one.id != person.id
    }
    same = [one for one, known in looks.values() if look in known]
    return same or [one for one, known in looks.values() if any(look in name for name in known)]


@requires_role(SCOREKEEPER)
def merge() -> Answer:
    """Merge two people."""
    player, into = (request.form.get(name, "") for name in ("player", "into"))
    try:
        services().store.people.merge(player, into, current_author(), say_here("the same person", "同じ人"))
    except OnePerson:  # the button was pressed twice
        pass
    except PeopleError:
        return _preview(player, into)
    return _to_person(into)


@requires_role(SCOREKEEPER)
def undo_merge(merge: int) -> Answer:
    """Undo a merge."""
    services().store.people.undo(merge, current_author(), in_language(_NOT_SAME))
    return _to_person(request.form.get("player", ""))


@requires_role(SCOREKEEPER)
def show_changes(player: str) -> Answer:
    """Show what can be changed of a person, and what was."""
    return _changes(services().store.people.one(player))


def _changes(person: Person, problem: Text | None = None, status: HTTPStatus = HTTPStatus.OK) -> Response:
    people = services().store.people
    history = people.history(person.id)
    return uncached_page(
        "people/changes.html",
        status=status,
        person=person,
        problem=problem,
        history=history,
        undone={one.merge for one in history},
        similar=_similar_to(person, people.find("", _LISTED).people, history),
        fields=request.form,
        longest=limits.NAME_LENGTH,
        longest_reason=REASON_LENGTH,
        colours=COLOURS,
    )


def _similar_to(person: Person, people: Iterable[Person], history: Iterable[PersonChange]) -> list[Person]:
    """The people whose names are like those of a person, and of whom nobody said that they are somebody else."""
    by_name: Mapping[str, Person] = {name: one for one in people for name in (*one.names, one.name)}
    apart = {id for one in history if one.kind == PersonChangeKind.DIFFERENT for id in (one.player, one.person)}
    others = {name: one for name, one in by_name.items() if apart.isdisjoint(one.players) and one.id != person.id}
    found = {others[name].id: others[name] for name in similar_names(person.name, others)}
    return list(found.values())


@requires_role(SCOREKEEPER)
def rename(player: str) -> Answer:
    """Give a person another name."""
    people = services().store.people
    person, name = people.one(player), request.form.get("name", "").strip()
    if not is_name(name):
        return _changes(person, _NAME_WANTED, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        reason = read_reason(request.form) or say_here("a new name", "名前の変更")
    except EntryRefused as refused:
        return _changes(person, refused.text, HTTPStatus.UNPROCESSABLE_ENTITY)
    if name != person.name:
        people.rename(person.id, name, current_author(), reason)
    return _to_person(person.id)


@requires_role(SCOREKEEPER)
def change_look(player: str) -> Answer:
    """Give a person a nickname, a colour and a picture, of which only what draws it is kept."""
    people = services().store.people
    person, nickname, colour = (
        people.one(player),
        request.form.get("nickname", "").strip(),
        request.form.get("colour", ""),
    )
    sent = request.files.get("picture")
    given = sent.read(MOST_PICTURE + 1) if sent else b""
    picture = bare_picture(given) if given else None
    if given and picture is None:
        return _changes(person, _NO_PICTURE, HTTPStatus.UNPROCESSABLE_ENTITY)
    if nickname and not is_name(nickname):
        return _changes(person, _NAME_WANTED, HTTPStatus.UNPROCESSABLE_ENTITY)
    if picture is None and request.form.get("without_picture") == "yes":
        picture = b""
    number = int(colour) if colour in map(str, COLOURS) else None
    people.set_look(person.id, Look(nickname or None, number), picture, current_author())
    return _to_person(person.id)


class PictureQuery(QuerySchema):
    """Which picture: an address that changes with it may be kept."""

    mark = exact_text("What tells it from earlier ones.")


@requires_read_access
@takes_page_query(PictureQuery)
def send_picture(_query: dict[str, Any], player: str) -> Response:
    """Send the picture of a person, which can do nothing but be shown."""
    found = services().store.people.picture(player)
    kind = found and picture_type(found)
    if not found or not kind:
        raise NotFound
    answer = Response(found, mimetype=kind)
    answer.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    answer.headers["Cache-Control"] = "private, no-cache"
    return tagged(answer)


@lane(Lane.COSTLY)
@requires_role(SCOREKEEPER)
def show_games_to_move(player: str) -> Response:
    """Show the latest games of a person, of which some may be somebody else's."""
    return _games_to_move(services().store.people.one(player))


def _games_to_move(person: Person, problem: Text | None = None) -> Response:
    games = {
        game.id: game
        for one in person.players
        for game in services().store.page(RecordFilter(player=one), limit=_MOVED).records
    }
    return uncached_page(
        "people/moves.html",
        status=HTTPStatus.UNPROCESSABLE_ENTITY if problem else HTTPStatus.OK,
        person=person,
        problem=problem,
        games=[games[id] for id in sorted(games, reverse=True)][:_MOVED],
        chosen=set(request.form.getlist("game")),
        typed=request.form.get("to", ""),
    )


@requires_role(SCOREKEEPER)
def move_games(player: str) -> Answer:
    """Let somebody else be the player of games."""
    store = services().store
    person, to = store.people.one(player), request.form.get("to", "").strip()
    games = [number for text in request.form.getlist("game") if (number := read_whole(text, limits.LARGEST_INTEGER))]
    if not is_name(to) or not games:
        return _games_to_move(person, _MOVE_WHAT)
    meant = _meant(to, person)
    known = meant[0].id if len(meant) == 1 and look_of(to) in map(look_of, (meant[0].name, *meant[0].names)) else to
    try:
        reason = say_here("somebody else played", "別の人が参加していた")
        people.move_games(store, current_author(), person.id, known, games, reason)
    except RecordRefused:
        return _games_to_move(person, _PLAYS_TOO)
    return _to_person(known)


@lane(Lane.COSTLY)
@requires_role(SCOREKEEPER)
def send_everything(player: str) -> Response:
    """Send all that is stored of a person as a file."""
    answer = Response(everything_of(services().store, player), mimetype=JSON)
    answer.headers["Content-Disposition"] = 'attachment; filename="player.json"'
    return uncached(answer)


@lane(Lane.COSTLY)
@requires_role(ADMIN)
def show_anonymity(player: str) -> Response:
    """Say what making a person anonymous would do, and ask for it."""
    return _ask_for_anonymity(services().store.people.one_or_named(player))


def _ask_for_anonymity(person: Person, **values: Any) -> Response:  # noqa: ANN401 - what the template shows
    found = services().store.people.preview_anonymity(person.id)
    return uncached_page("people/anonymous.html", **{"person": person, "found": found, "problem": None, **values})


@requires_role(ADMIN)
def make_anonymous(player: str) -> Response:
    """Ask once more, and then make a person anonymous."""
    people = services().store.people
    person = people.one_or_named(player)
    if request.form.get("name", "").strip() != person.name:
        return _ask_for_anonymity(person, problem=_OTHER_NAME, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if request.form.get("sure") != "yes":
        return uncached_page("people/sure.html", person=person)
    return uncached_page("people/made_anonymous.html", done=people.make_anonymous(person.id, current_author()))


def _to_person(player: str) -> Answer:
    return see_other(addresses.player_page(player))
