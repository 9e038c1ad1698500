"""What a club wants to remember of a game besides its results: its notes are written, which everybody reads with it."""

from http import HTTPStatus
from typing import Final

import msgspec
from flask import Response, request
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access.auth import current_author, requires_role
from daifu.api.http.resources.records import take_turn_if_long
from daifu.api.http.services import services
from daifu.api.languages import say
from daifu.api.web import addresses
from daifu.api.web.languages import page_language
from daifu.api.web.pages.games.game import Game
from daifu.api.web.responses import see_other, uncached_page
from daifu.data.ingest import Ingest
from daifu.data.store.values import SCOREKEEPER
from daifu.replay.text import Text
from daifu.schemas.record.limits import NOTES_LENGTH

_REASON: Final = Text("notes", "備考")


@requires_role(SCOREKEEPER)
def show_notes(id: int) -> Response:
    """Show the form for the notes of a game."""
    game = Game(id, {})
    return _page(game, game.decoded.shape.notes or "")


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
        return _page(game, notes, HTTPStatus.CONFLICT)
    if notes:
        record["notes"] = notes
    take_turn_if_long(id)
    Ingest(store, current_author()).correct(
        id, msgspec.json.encode(record), expected=game.stored.revision, reason=say(_REASON, page_language())
    )
    return see_other(addresses.game_page(id))


def _page(game: Game, notes: str, status: HTTPStatus = HTTPStatus.OK) -> Response:
    is_changed = status is HTTPStatus.CONFLICT
    return uncached_page(
        "notes.html", status=status, game=game, notes=notes, is_changed=is_changed, longest=NOTES_LENGTH
    )
