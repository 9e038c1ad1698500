"""Tournaments are changed by forms: every change that a log can have, previewed first, and draws."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Final, NamedTuple, get_args

import msgspec
from flask import Response, redirect, request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from daifu.api.http.auth import current_author, requires_role
from daifu.api.http.errors import problem_of
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.requests import known_game
from daifu.api.http.resources.tournament_changes import plan_draw, with_drawn_lot
from daifu.api.http.resources.tournament_versions import TournamentVersion, tournament_to_change, tournament_version
from daifu.api.http.services import services
from daifu.api.views.tournaments.text import CHANGE_NAMES, DRAW_FIELD_NAMES, DRAW_NAMES, FIELD_NAMES
from daifu.api.web import addresses
from daifu.api.web.change_forms import FormField, form_fields, form_values
from daifu.api.web.entry.rules_forms import HOUSE, read_rules, rules_form
from daifu.api.web.queries import takes_fields
from daifu.api.web.responses import page, uncached
from daifu.api.web.tournament_tables import current_round
from daifu.data.rulebooks.rules import load_rulebooks
from daifu.data.store.errors import NameTaken, NoSuchHouse, OnlyByImport, VersionConflict
from daifu.data.store.values import SCOREKEEPER
from daifu.data.tournaments.changes import AnyChange, Created, Drawn, Redrawn, RoundChange
from daifu.data.tournaments.consequences import find_consequences, find_doubts
from daifu.data.tournaments.draw_requests import Anew, DrawRequest
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.exact_numbers import decode_fraction
from daifu.data.tournaments.log import read_change
from daifu.data.tournaments.state import State
from daifu.replay.text import Text
from daifu.schemas.record.struct_reader import StructReader, StructRefused
from daifu.schemas.tournaments.standings import Consequence

VERSION: Final = "version"
REASON: Final = "reason_for_log"
PREVIEW: Final = "preview"
"""The fields of each form: the version that it was made for, the reason for the log, and the button that previews."""
_ANEW: Final = "anew"
_LONGEST_REASON: Final = 500

GROUPS: Final[Mapping[Text, Sequence[str]]] = {
    Text("Entrants", "参加者"): ("entered", "renamed", "withdrawn", "returned"),
    Text("Rounds", "回戦"): ("round_closed", "round_reopened"),
    Text("Tables", "卓"): (
        "result",
        "reported",
        "result_removed",
        "seats_moved",
        "substituted",
        "forfeited",
        "forfeit_cancelled",
    ),
    Text("Referee", "裁定"): ("awarded", "cancelled", "fault_decided", "lot_drawn"),
    Text("Tournament", "大会"): ("stage_opened", "stage_removed", "settings_changed", "finished"),
}
"""The changes that have a form, by subject. Rounds are drawn by forms of their own."""

_KINDS: Final[Mapping[str, type[msgspec.Struct]]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(AnyChange) if kind not in (Drawn, Redrawn)
}
_DRAWS: Final[Mapping[str, type[msgspec.Struct]]] = {
    **{str(kind.__struct_config__.tag): kind for kind in get_args(DrawRequest)},
    _ANEW: Anew,
}
_read_created: Final = StructReader[Created](Created, decode_fraction).read
_read_draw: Final = StructReader[DrawRequest](DrawRequest).read
_read_redraw: Final = StructReader[Anew](Anew).read


class Refusal(NamedTuple):
    """Why a form was not taken: sentences, the fields that these are about, and the status of the response."""

    sentences: Sequence[tuple[str, Text]]
    status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY


@requires_role(SCOREKEEPER)
def list_changes(id: int) -> Response:
    """Show what can be done with a tournament."""
    found = tournament_version(id)
    return page(
        "tournament/changes.html",
        id=id,
        version=found.version,
        state=found.state,
        groups=GROUPS,
        names=CHANGE_NAMES,
        draws=DRAW_NAMES,
    )


@requires_role(SCOREKEEPER)
@takes_fields(of=lambda kind, **_: (field.name for field in _fields_of_change(kind)))
def show_change(id: int, kind: str) -> Response:
    """Show the form of a change; parameters of the address fill in its fields."""
    fields = _fields_of_change(kind)
    found = tournament_version(id)
    return _form(id, found, CHANGE_NAMES[kind], fields, {**_usual_values(found.state), **request.args.to_dict()})


@requires_role(SCOREKEEPER)
def send_change(id: int, kind: str) -> Answer:
    """Make a change, or preview what it would do to the standings."""
    fields = _fields_of_change(kind)
    found = tournament_to_change(id)
    try:
        change = with_drawn_lot(read_change(_encoded(fields, {"change": kind})))
        if PREVIEW in request.form:
            consequences = [one for one in find_consequences(found.state, change) if _is_visible(one)]
            doubts = find_doubts(found.state, [change])
            return _form(id, found, CHANGE_NAMES[kind], fields, request.form, consequences=consequences, doubts=doubts)
        services().store.tournaments.append(
            id, [change], current_author(), expected=_expected_version(), reason=_reason()
        )
    except _REFUSALS as error:
        return _form(id, tournament_version(id), CHANGE_NAMES[kind], fields, request.form, refusal=_refusal(error))
    if isinstance(change, RoundChange):
        return redirect(addresses.round_page(id, change.stage, change.round), HTTPStatus.SEE_OTHER)
    return redirect(addresses.tournament_part(id, "log"), HTTPStatus.SEE_OTHER)


@requires_role(SCOREKEEPER)
def show_draw(id: int, kind: str) -> Response:
    """Show the form of a draw."""
    fields = _fields_of_draw(kind)
    found = tournament_version(id)
    return _form(id, found, DRAW_NAMES[kind], fields, {"stage": str(max(1, len(found.state.stages)))})


@lane(Lane.DRAWS)
@requires_role(SCOREKEEPER)
def send_draw(id: int, kind: str) -> Answer:
    """Draw rounds and add them to the log."""
    fields = _fields_of_draw(kind)
    found = tournament_version(id)
    expected = _expected_version()
    try:
        if found.version != expected:
            raise VersionConflict(expected, found.version)
        changes = _plan(kind, found.state, _encoded(fields, {} if kind == _ANEW else {"method": kind}))
        if changes:
            services().store.tournaments.append(id, changes, current_author(), expected=expected, reason=_reason())
    except _REFUSALS as error:
        return _form(id, tournament_version(id), DRAW_NAMES[kind], fields, request.form, refusal=_refusal(error))
    return redirect(addresses.tournament_part(id, "rounds"), HTTPStatus.SEE_OTHER)


def _plan(kind: str, state: State, body: bytes) -> Sequence[Drawn | Redrawn]:
    """The changes that draw the rounds that a form asks for. Raises `StructRefused` and what `plan_draw` raises."""
    return plan_draw(state, _read_redraw(body) if kind == _ANEW else _read_draw(body))


_BY_RULES: Final = frozenset({"rules", "options", "house"})
"""The fields of a new tournament that say by which rules it is played; they are chosen in words."""


def _creation_fields() -> list[FormField]:
    return [field for field in form_fields(Created, FIELD_NAMES) if field.name not in _BY_RULES]


@requires_role(SCOREKEEPER)
@takes_fields("rules", HOUSE, of=lambda: (field.name for field in _creation_fields()))
def show_new_tournament() -> Response:
    """Show the form that creates a tournament; the parameter `rules` chooses the game, `house` the rules of a club."""
    rules = request.args.get("rules")
    if not rules:
        return page("tournament/games.html", rulebooks=load_rulebooks())
    return _creation_form(known_game(rules), request.args)


@requires_role(SCOREKEEPER)
def create_tournament() -> Answer:
    """Create a tournament."""
    rules = known_game(request.form.get("rules", ""))
    try:
        chosen = read_rules(rules, request.form)
        by_rules = {"rules": rules, "options": chosen.options, "house": chosen.house}
        change = _read_created(_encoded(_creation_fields(), {"change": "created", **by_rules}))
        id = services().store.tournaments.create(change, current_author(), _reason())
    except NoSuchHouse as error:
        raise problem_of(error) from error
    except _REFUSALS as error:
        return _creation_form(rules, request.form, _refusal(error))
    return redirect(addresses.tournament_part(id, "changes"), HTTPStatus.SEE_OTHER)


def _creation_form(rules: str, values: MultiDict[str, str], refusal: Refusal | None = None) -> Response:
    return uncached(
        page(
            "new_tournament.html",
            status=refusal.status if refusal else HTTPStatus.OK,
            rules=rules,
            form=rules_form(rules, values),
            fields=_creation_fields(),
            values=values,
            refusal=refusal,
            reason_field=REASON,
        )
    )


def _fields_of_change(kind: str) -> list[FormField]:
    """The fields of the form of a change. Raises `NotFound`."""
    if kind not in _KINDS or kind == "created":
        raise NotFound
    return form_fields(_KINDS[kind], FIELD_NAMES)


def _fields_of_draw(kind: str) -> list[FormField]:
    """The fields of the form of a draw. Raises `NotFound`."""
    if kind not in _DRAWS:
        raise NotFound
    return form_fields(_DRAWS[kind], DRAW_FIELD_NAMES)


def _usual_values(state: State) -> dict[str, str]:
    """What most changes are about: the current round, and the next number of an award."""
    at = current_round(state)
    place = {} if at is None else {"stage": str(at.stage), "round": str(at.round)}
    return {**place, "id": str(max(state.awards, default=0) + 1)}


def _encoded(fields: Sequence[FormField], kind: Mapping[str, object]) -> bytes:
    """The struct that was filled in, as JSON."""
    return msgspec.json.encode({**kind, **form_values(fields, request.form)})


def _expected_version() -> int:
    text = request.form.get(VERSION, "")
    return int(text) if text.isascii() and text.isdecimal() else 0


def _reason() -> str | None:
    return request.form.get(REASON, "").strip()[:_LONGEST_REASON] or None


_REFUSALS: Final = (StructRefused, TournamentError, NameTaken, OnlyByImport, VersionConflict)


def _refusal(error: Exception) -> Refusal:
    """Why a form was not taken."""
    match error:
        case StructRefused(problems=problems):
            return Refusal([(one.pointer.partition("/")[2].partition("/")[0], one.expected) for one in problems])
        case TournamentError():
            return Refusal([("", one.text) for one in (error, *error.others)], HTTPStatus.CONFLICT)
        case _:
            return Refusal([("", problem_of(error).detail)], HTTPStatus.CONFLICT)


def _is_visible(one: Consequence) -> bool:
    """Whether a change alters the place or the points of a line."""
    if one.before is None or one.after is None:
        return one.before is not one.after
    return (one.before.place, one.before.points) != (one.after.place, one.after.points)


def _form(
    id: int,
    found: TournamentVersion,
    name: Text,
    fields: Sequence[FormField],
    values: Mapping[str, str],
    *,
    refusal: Refusal | None = None,
    **preview: object,
) -> Response:
    """The page of a form with these values, with what would change and is doubtful, or with why it was not taken."""
    return uncached(
        page(
            "tournament/change.html",
            status=refusal.status if refusal else HTTPStatus.OK,
            id=id,
            version=found.version,
            state=found.state,
            name=name,
            fields=fields,
            values=values,
            refusal=refusal,
            **preview,
            version_field=VERSION,
            reason_field=REASON,
            preview_field=PREVIEW,
            can_preview="/draws/" not in request.path,
        )
    )
