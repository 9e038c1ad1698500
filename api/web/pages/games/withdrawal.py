"""A game that was stored by mistake is withdrawn, and restored."""

from http import HTTPStatus
from typing import Final

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
from daifu.data.store.errors import RecordWithdrawn, RevisionConflict
from daifu.data.store.values import SCOREKEEPER
from daifu.replay.text import Text
from daifu.schemas.http.query_fields import REASON_LENGTH

_REASON_WANTED: Final = Text("Please say why; the history keeps it.", "理由を入力してください。履歴に残ります。")
_CHANGED: Final = Text(
    "The game was changed in the meantime. Please look at it, and try again.",
    "その間に対局が変わりました。内容を確かめて、もう一度行ってください。",
)


@requires_role(SCOREKEEPER)
def show_withdrawal(id: int) -> Response:
    """Ask whether a game is withdrawn, or, if it is, whether it comes back."""
    return _page(id)


def _page(id: int, problem: Text | None = None, status: HTTPStatus = HTTPStatus.OK) -> Response:
    try:
        game, revision = Game(id, {}), services().store.latest(id)
        withdrawn = False
    except RecordWithdrawn as found:
        game, revision, withdrawn = Game(id, {"revision": found.revision - 1}), found.revision, True
    values = {"game": game, "revision": revision, "withdrawn": withdrawn, "problem": problem}
    return uncached_page("withdrawal.html", status=status, longest=REASON_LENGTH, **values)


@requires_role(SCOREKEEPER)
def withdraw(id: int) -> Answer:
    """Withdraw a game."""
    reason = _reason()
    if not reason:
        return _page(id, _REASON_WANTED, HTTPStatus.UNPROCESSABLE_ENTITY)
    take_turn_if_long(id)
    try:
        services().store.withdraw(id, current_author(), expected=_revision(), reason=reason)
    except RecordWithdrawn:  # the button was pressed twice
        pass
    except RevisionConflict:
        return _page(id, _CHANGED, HTTPStatus.CONFLICT)
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
        reason = _reason() or say(Text("it counts after all", "取り下げの取り消し"), page_language())
        Ingest(store, current_author()).correct(id, text, expected=found.revision, reason=reason)
    return see_other(addresses.game_page(id))


def _reason() -> str:
    return request.form.get("reason", "").strip()[:REASON_LENGTH]


def _revision() -> int:
    """The revision that the form was made for; 0, which no game has, where it does not say."""
    number = request.form.get("revision", "")
    return int(number) if number.isascii() and number.isdecimal() else 0
