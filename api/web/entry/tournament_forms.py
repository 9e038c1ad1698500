"""Forms that change a tournament: what moves places is shown before it is taken, and a refusal is told."""

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any, Final

from flask import Response, request
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access import current_author
from daifu.api.http.errors import problem_of
from daifu.api.http.resources.tournaments.changes import with_drawn_lot
from daifu.api.http.resources.tournaments.tournaments import TournamentVersion, tournament_to_change
from daifu.api.http.services import services
from daifu.api.web.entry.fields import EntryRefused, read_reason
from daifu.api.web.responses import see_other, uncached_page
from daifu.data.store.errors import NameTaken, OnlyByImport, VersionConflict
from daifu.data.tournaments.changes import AnyChange, Finished, RoundClosed
from daifu.data.tournaments.consequences import find_consequences, find_doubts, with_reopening
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.log import encode_change, read_change
from daifu.data.tournaments.state import State
from daifu.replay.text import Text
from daifu.schemas.record.struct_reader import StructRefused
from daifu.schemas.standings import Consequence

VERSION: Final = "version"
REASON: Final = "reason_for_log"
CONFIRMED: Final = "confirmed"
"""Fields of forms: the version that it was made for, the reason for the log, and that the consequences were seen."""
REFUSALS: Final = (EntryRefused, StructRefused, TournamentError, NameTaken, OnlyByImport, VersionConflict)
_CHANGED: Final = Text(
    "Somebody else has changed the tournament meanwhile. Please look at it again.",
    "その間にほかの人が大会を変更しました。もう一度確かめてください。",
)


def take_changes(
    id: int,
    make: Callable[[State], Sequence[AnyChange]],
    back: str,
    refuse: Callable[[TournamentVersion, list[Text], HTTPStatus], Answer],
    *,
    asks: Text | None,
    losses: Callable[[State, Sequence[AnyChange]], Sequence[Text]] = lambda _state, _changes: (),
) -> Answer:
    """Make the changes of a form and go `back`; what would move or be lost is shown first, under the name that `asks`.

    Without that name nothing is asked. A form with a version is refused where the tournament has another one by now.
    """
    found = tournament_to_change(id)
    version = request.form.get(VERSION, "")
    try:
        why = reason()
        # Read as a log reads it, so that what a form makes keeps the bounds of the log.
        changes = [with_drawn_lot(read_change(encode_change(change))) for change in make(found.state)]
        if version and version != str(found.version):
            raise EntryRefused(_CHANGED)
        if asks is not None and CONFIRMED not in request.form:
            consequences = [one for one in find_consequences(found.state, *changes) if is_visible(one)]
            doubts = find_doubts(found.state, changes)
            lost = losses(found.state, changes)
            if consequences or doubts or lost:
                return _confirmation(id, found, asks, back, consequences=consequences, doubts=doubts, lost=lost)
        if changes:
            expected = found.version if version else None
            services().store.tournaments.append(id, changes, current_author(), expected=expected, reason=why)
    except REFUSALS as error:
        return refuse(tournament_to_change(id), refusal_sentences(error), HTTPStatus.CONFLICT)
    return see_other(back)


def tournament_page(template: str, id: int, found: TournamentVersion, **values: Any) -> Response:  # noqa: ANN401 - what the template shows
    """The page of a template about a tournament, which no cache keeps."""
    return uncached_page(template, id=id, version=found.version, state=found.state, **values)


def refusal_sentences(error: Exception) -> list[Text]:
    """Why a form was not taken."""
    match error:
        case EntryRefused(text=text):
            return [text]
        case StructRefused(problems=problems):
            return [one.expected for one in problems]
        case TournamentError():
            return [one.text for one in (error, *error.others)]
        case VersionConflict():
            return [_CHANGED]
        case _:
            return [problem_of(error).detail]


def reason() -> str | None:
    """The reason for the log, as the form says it. Raises `EntryRefused`."""
    return read_reason(request.form, REASON)


def corrected(state: State, change: AnyChange) -> Sequence[AnyChange]:
    """A change, in a closed round between its reopening and its closing; a finished tournament is finished again."""
    steps = with_reopening(state, change)
    if len(steps) == 1:
        return steps
    reopened: Any = steps[0]
    closed = RoundClosed(stage=reopened.stage, round=reopened.round)
    return (*steps, closed, Finished()) if state.finished else (*steps, closed)


def is_visible(one: Consequence) -> bool:
    """Whether a change alters the place or the points of a line."""
    if one.before is None or one.after is None:
        return one.before is not one.after
    return (one.before.place, one.before.points) != (one.after.place, one.after.points)


def _confirmation(id: int, found: TournamentVersion, name: Text, back: str, **shown: Any) -> Response:  # noqa: ANN401 - what the template shows
    fields = [(key, value) for key, value in request.form.items(multi=True) if key not in {"csrf_token", VERSION}]
    return tournament_page(
        "tournament/confirm.html",
        id,
        found,
        name=name,
        back=back,
        fields=fields,
        version_field=VERSION,
        confirmed_field=CONFIRMED,
        **shown,
    )
