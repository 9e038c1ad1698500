"""Results of an evening are entered by phone: a signed link opens its entry for some hours, without signing in."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from flask import Response, g
from itsdangerous import BadSignature
from werkzeug.wrappers import Response as Answer

from daifu.api.http.services import services
from daifu.api.web.addresses import EVENINGS
from daifu.api.web.entry.evening_forms import SEAT
from daifu.api.web.entry.links import LinkEndedError, read_evening_link
from daifu.api.web.pages.evenings.card_entry import cards_page, enter_cards
from daifu.api.web.pages.evenings.changes import enter_player, enter_result, enter_seats, undo_change
from daifu.api.web.pages.evenings.evening import DONE, SWAP, WHO, Evening, deal_page, due_deal_page
from daifu.api.web.queries import takes_fields
from daifu.api.web.responses import uncached_page
from daifu.data.store.values import Author

P = ParamSpec("P")


def _opened_by_link(view: Callable[Concatenate[Evening, P], Answer]) -> Callable[..., Answer]:
    """Pass the evening of a link to the view.

    A link that has ended, or that this store did not sign, shows a page that says so.
    """

    @wraps(view)
    def opened(signature: str, *args: P.args, **kwargs: P.kwargs) -> Answer:
        try:
            link = read_evening_link(services().store, signature)
        except LinkEndedError:
            return uncached_page("evening/ended.html", status=HTTPStatus.GONE, broken=False)
        except BadSignature:
            return uncached_page("evening/ended.html", status=HTTPStatus.NOT_FOUND, broken=True)
        g.link_author = Author("evening link", link.token)
        return view(Evening(link.record, f"{EVENINGS}/{signature}"), *args, **kwargs)

    return opened


@takes_fields(DONE, WHO)
@_opened_by_link
def show_evening_entry(evening: Evening) -> Response:
    """Show an evening and the form for the deal that is due."""
    return due_deal_page(evening, may_enter=True)


@takes_fields(SEAT, SWAP)
@_opened_by_link
def show_deal_entry(evening: Evening, deal: int) -> Answer:
    """Show the form for the result of a deal, to correct it."""
    return deal_page(evening, deal)


@_opened_by_link
def send_deal_entry(evening: Evening, deal: int) -> Answer:
    """Enter the result of a deal, or correct it."""
    return enter_result(evening, deal, g.link_author)


@_opened_by_link
def send_player(evening: Evening) -> Answer:
    """Add a player."""
    return enter_player(evening, g.link_author)


@_opened_by_link
def send_seats(evening: Evening) -> Answer:
    """Change who plays the next deal, and where they sit."""
    return enter_seats(evening, g.link_author)


@_opened_by_link
def send_undo(evening: Evening) -> Answer:
    """Undo the last change."""
    return undo_change(evening, g.link_author)


@takes_fields(SEAT)
@_opened_by_link
def show_card_entry(evening: Evening, deal: int) -> Response:
    """Show the form that takes a deal card by card."""
    return cards_page(evening, deal)


@_opened_by_link
def send_card_entry(evening: Evening, deal: int) -> Answer:
    """Take the next action, or store the deal."""
    return enter_cards(evening, deal, g.link_author)
