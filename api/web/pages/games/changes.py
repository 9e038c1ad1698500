"""What scorekeepers change of a stored game: its notes, and whether it is withdrawn."""

from http import HTTPStatus
from typing import Final

import msgspec
from flask import Response, request
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access import current_author, requires_role
from daifu.api.http.resources.records import take_turn_if_long
from daifu.api.http.services import services
from daifu.api.web import addresses
from daifu.api.web.entry.fields import EntryRefused, read_number, read_reason
from daifu.api.web.languages import say_here
from daifu.api.web.pages.games.games import Game
from daifu.api.web.responses import see_other, uncached_page
from daifu.data.ingest import Ingest
from daifu.data.store.errors import RecordWithdrawn, RevisionConflict
from daifu.data.store.values import SCOREKEEPER
from daifu.replay.text import Text
from daifu.schemas.http.query_fields import REASON_LENGTH
from daifu.schemas.record.limits import NOTES_LENGTH


@requires_role(SCOREKEEPER)
def show_notes(id: int) -> Response:
    """Show the form for the notes of a game."""
    game = Game(id, {})
    return _notes_page(game, game.decoded.shape.notes or "")


@requires_role(SCOREKEEPER)
def write_notes(id: int) -> Answer:
    """Write the notes of a game, unless they were changed since the form was opened."""
    store, game = services().store, Game(id, {})
    notes = request.form.get("notes", "").replace("\r\n", "\n").strip()
    record = msgspec.json.decode(game.stored.record)
    present = record.pop("notes", "")
    if notes == present:
        return see_other(addresses.game_page(id))
    if request.form.get("before", "").replace("\r\n", "\n").strip() != present.strip():
        return _notes_page(game, notes, HTTPStatus.CONFLICT)
    if notes:
        record["notes"] = notes
    take_turn_if_long(id)
    Ingest(store, current_author()).correct(
        id, msgspec.json.encode(record), expected=game.stored.revision, reason=say_here("notes", "備考")
    )
    return see_other(addresses.game_page(id))


def _notes_page(game: Game, notes: str, status: HTTPStatus = HTTPStatus.OK) -> Response:
    is_changed = status is HTTPStatus.CONFLICT
    return uncached_page(
        "notes.html", status=status, game=game, notes=notes, is_changed=is_changed, longest=NOTES_LENGTH
    )


_REASON_WANTED: Final = Text("Please say why; the history keeps it.", "理由を入力してください。履歴に残ります。")
_CHANGED: Final = Text(
    "The game was changed in the meantime. Please look at it, and try again.",
    "その間に対局が変わりました。内容を確かめて、もう一度行ってください。",
)


@requires_role(SCOREKEEPER)
def show_withdrawal(id: int) -> Response:
    """Ask whether a game is withdrawn, or, if it is, whether it comes back."""
    return _withdrawal_page(id)


def _withdrawal_page(id: int, problem: Text | None = None, status: HTTPStatus = HTTPStatus.OK) -> Response:
    try:
        game, revision = Game(id, {}), services().store.latest(id)
        withdrawn = False
    except RecordWithdrawn as found:
        game, revision, withdrawn = Game(id, {"revision": found.revision - 1}), found.revision, True
    values = {"game": game, "revision": revision, "withdrawn": withdrawn, "problem": problem}
    reason = request.form.get("reason", "")
    return uncached_page("withdrawal.html", status=status, longest=REASON_LENGTH, reason=reason, **values)


@requires_role(SCOREKEEPER)
def withdraw(id: int) -> Answer:
    """Withdraw a game."""
    try:
        reason = read_reason(request.form)
    except EntryRefused as refused:
        return _withdrawal_page(id, refused.text, HTTPStatus.UNPROCESSABLE_ENTITY)
    if reason is None:
        return _withdrawal_page(id, _REASON_WANTED, HTTPStatus.UNPROCESSABLE_ENTITY)
    take_turn_if_long(id)
    seen = read_number(request.form.get("revision", "")) or 0  # which no game has
    try:
        services().store.withdraw(id, current_author(), expected=seen, reason=reason)
    except RecordWithdrawn:  # the button was pressed twice
        pass
    except RevisionConflict:
        return _withdrawal_page(id, _CHANGED, HTTPStatus.CONFLICT)
    return see_other(addresses.withdrawal_page(id))


@requires_role(SCOREKEEPER)
def restore(id: int) -> Answer:
    """Let a game that was withdrawn count again, as it was."""
    store = services().store
    try:
        store.latest(id)
    except RecordWithdrawn as found:
        take_turn_if_long(id)
        text = store.record(id, found.revision - 1).record
        reason = say_here("it counts after all", "取り下げの取り消し")
        Ingest(store, current_author()).correct(id, text, expected=found.revision, reason=reason)
    return see_other(addresses.game_page(id))
