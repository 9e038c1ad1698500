"""The people of a tournament: pasted or from a sheet; they check in, wait, leave, come back and are renamed."""

from collections.abc import Callable, Sequence
from functools import partial
from http import HTTPStatus
from typing import Final

from flask import Response, request
from itsdangerous import BadSignature
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access import requires_role
from daifu.api.http.resources.tournaments.tournaments import (
    TournamentVersion,
    refusals_as_not_found,
    tournament_version,
)
from daifu.api.http.services import services
from daifu.api.web import addresses
from daifu.api.web.entry.fields import read_number
from daifu.api.web.entry.names import (
    LARGEST_LIST,
    MEANT,
    NEW,
    KnownPeople,
    ListedPerson,
    NamedPlayer,
    by_name,
    entrants_as_players,
    entry_of,
    read_names,
    read_sheet_names,
)
from daifu.api.web.entry.tournament_forms import take_changes, tournament_page
from daifu.api.web.links import DoorLink, door_link, door_subject, read_door_link
from daifu.api.web.qr_codes import link_code
from daifu.api.web.responses import see_other, signed_in, uncached_page
from daifu.data.store.values import SCOREKEEPER, Author
from daifu.data.tournaments.changes import AnyChange, CheckedIn, Record, Renamed, Returned, Withdrawn
from daifu.data.tournaments.open_tasks import first_unplayed, next_step, rounds_to_redraw
from daifu.data.tournaments.state import Entrant, State, find_entrant
from daifu.replay.text import Text
from daifu.schemas.sheets.grid import SheetRefused

ENTRANT: Final = "entrant"
HERE: Final = "here"
ASKED: Final = "asked"
WAITING: Final = "waiting"
"""Fields: whom a tap is about, whether they are here, that names were asked about, and that people wait."""
_NAMES: Final = {
    "rename": Text("Change a name or team", "名前・チームの変更"),
    "leave": Text("Somebody leaves, or did not come", "棄権・欠席"),
    "return": Text("Somebody plays (again)", "出場・復帰"),
}


@requires_role(SCOREKEEPER)
def show_people(id: int) -> Response:
    """Show everybody with what they need a tap for, and the form that adds people."""
    return _people_page(id, tournament_version(id))


@requires_role(SCOREKEEPER)
def add_people(id: int) -> Answer:
    """Add the people of a list; where a name may be that of somebody else, ask first."""
    found = tournament_version(id)
    try:
        people = _sent_people()
    except SheetRefused as refused:
        return _people_page(id, found, [refused.text])
    if not people:
        return _people_page(id, found, [Text("No names were found.", "名前がありません。")])
    typed = [person.name for person in people]
    named = KnownPeople(services().store).players(request.form, typed, entrants_as_players(found.state))
    if (any(one.candidates for one in named)) or (any(one.problem for one in named) and ASKED not in request.form):
        return _questions_page(id, found, people, named)
    waiting = WAITING in request.form
    changes = [
        entry_of(one.player, person.team, waiting=waiting)
        for person, one in zip(people, named, strict=True)
        if one.player is not None and one.problem is None
    ]
    return take_changes(id, lambda _state: changes, _address(id), _refusal(id), asks=None)


def _sent_people() -> list[ListedPerson]:
    """The people of the form: those of a file, those of the text, and known ones that were ticked."""
    sent = request.files.get("file")
    people = read_sheet_names(sent.stream.read(LARGEST_LIST.bytes + 1)) if sent is not None and sent.filename else []
    people += read_names(request.form.get("names", ""))
    people += [ListedPerson(name) for name in request.form.getlist("known")]
    return list({person.name: person for person in people}.values())


@requires_role(SCOREKEEPER)
def check_in(id: int) -> Answer:
    """Note that somebody is here, or not yet; everybody at once for a new day."""

    def make(state: State) -> Sequence[AnyChange]:
        number = read_number(request.form.get(ENTRANT, ""))
        if number is None:
            return [CheckedIn(entrants=tuple(one.number for one in state.entrants), here=False)]
        return [CheckedIn(entrants=(number,), here=request.form.get(HERE) == "yes")]

    return take_changes(id, make, f"{_address(id)}#check-in", _refusal(id), asks=None)


@requires_role(SCOREKEEPER)
def show_person(id: int, entrant: int) -> Response:
    """Show the form of somebody who takes part: their name and team, and that they leave or come back."""
    return _person_page(id, entrant, tournament_version(id))


@requires_role(SCOREKEEPER)
def change_person(id: int, entrant: int) -> Answer:
    """Rename somebody, or let them leave or play."""
    job = request.form.get("job", "")
    if job not in _NAMES:
        raise NotFound

    def make(state: State) -> Sequence[AnyChange]:
        before = find_entrant(state, entrant)
        at = first_unplayed(state, entrant)
        match job:
            case "leave":
                return [Withdrawn(stage=at.stage, round=at.round, entrant=entrant)]
            case "return":
                return [Returned(stage=at.stage, round=at.round, entrant=entrant)]
            case _:
                return [_renamed(state, before)]

    return take_changes(id, make, _address(id), partial(_person_page, id, entrant), asks=_NAMES[job])


def _renamed(state: State, before: Entrant) -> Renamed:
    """The new name and team. An id that a record with results has stays, so that records go on to find the entrant."""
    name = request.form.get("name", "").strip() or before.name
    records = [one.by for _, table in state.tables() for one in table.results.values() if isinstance(one.by, Record)]
    known = {id for one in records for id in one.players}
    players = before.players or ((before.name,) if before.name in known and name != before.name else ())
    return Renamed(entrant=before.number, name=name, players=players, team=request.form.get("team", "").strip() or None)


@requires_role(SCOREKEEPER)
def end_door_links(id: int) -> Answer:
    """End the links by which people check in at the door."""
    services().store.end_signed(door_subject(id))
    return see_other(_address(id))


def show_door(signature: str) -> Response:
    """Show the names of those who have not checked in, for people at the door."""
    return _door_page(_open_door(signature))


def send_door(signature: str) -> Answer:
    """Check somebody in who has tapped their own name."""
    link = _open_door(signature)
    number = read_number(request.form.get(ENTRANT, ""))
    state = services().store.tournaments.present(link.tournament).state
    if number is None or number > len(state.entrants):
        raise NotFound
    if not state.entrants[number - 1].here and not link.has_ended and not state.finished:
        author = Author("door", link.token)
        services().store.tournaments.append(link.tournament, [CheckedIn(entrants=(number,))], author, expected=None)
    return _door_page(link, number)


def _open_door(signature: str) -> DoorLink:
    """The tournament whose door a link opens. Raises `NotFound` where this store did not sign it."""
    try:
        return read_door_link(services().store, signature)
    except BadSignature as error:
        raise NotFound from error


def _door_page(link: DoorLink, welcome: int | None = None) -> Response:
    state = services().store.tournaments.present(link.tournament).state
    ended = link.has_ended or state.finished
    return uncached_page(
        "tournament/door.html",
        status=HTTPStatus.GONE if ended else HTTPStatus.OK,
        state=state,
        ended=ended,
        welcome=None if welcome is None else state.entrants[welcome - 1],
        people=[] if ended else [one for one in by_name(state) if not one.here and not one.has_withdrawn],
    )


def _address(id: int) -> str:
    return addresses.tournament_part(id, "people")


def _refusal(id: int) -> Callable[[TournamentVersion, list[Text], HTTPStatus], Answer]:
    return lambda found, sentences, status: _people_page(id, found, sentences, status)


def _people_page(
    id: int,
    found: TournamentVersion,
    refused: Sequence[Text] = (),
    status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY,
) -> Response:
    state, reader = found.state, signed_in()
    door = None if state.finished or reader is None else door_link(services().store, reader.id, id)
    names = {one.name for one in state.entrants}
    known = [one.name for one in KnownPeople(services().store).suggestions if one.name not in names]
    people = by_name(state)
    return tournament_page(
        "tournament/people.html",
        id,
        found,
        status=status if refused else HTTPStatus.OK,
        refused=refused,
        names=request.form.get("names", "") if refused else "",
        playing=[one for one in people if not one.has_withdrawn],
        waiting=[one for one in people if one.waiting],
        gone=[one for one in people if one.has_withdrawn and not one.waiting],
        known=known[:60],
        door=door,
        code=link_code(door) if door else None,
        redraw=rounds_to_redraw(state),
        step=next_step(state),
    )


def _questions_page(
    id: int, found: TournamentVersion, people: Sequence[ListedPerson], named: Sequence[NamedPlayer]
) -> Response:
    return tournament_page(
        "tournament/people_questions.html",
        id,
        found,
        people=people,
        named=named,
        answers=[(name, value) for name, value in request.form.items() if name.startswith(MEANT)],
        meant=MEANT,
        new=NEW,
        asked=ASKED,
        waits=WAITING in request.form,
    )


def _person_page(
    id: int,
    entrant: int,
    found: TournamentVersion,
    refused: Sequence[Text] = (),
    status: HTTPStatus = HTTPStatus.OK,
) -> Response:
    with refusals_as_not_found():
        person = find_entrant(found.state, entrant)
    return tournament_page(
        "tournament/person.html",
        id,
        found,
        status=status,
        person=person,
        at=first_unplayed(found.state, entrant),
        refused=refused,
    )
