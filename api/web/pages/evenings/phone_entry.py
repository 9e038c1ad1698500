"""Results of an evening are entered by phone: a signed link opens its entry for some hours, without signing in."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from flask import Response, g
from itsdangerous import BadSignature
from werkzeug.wrappers import Response as Answer

from daifu.api.http.services import services
from daifu.api.web.addresses import EVENINGS
from daifu.api.web.entry.links import LinkEndedError, read_evening_link
from daifu.api.web.pages.evenings.evening import DONE, WHO, Evening, due_deal_page
from daifu.api.web.queries import takes_fields
from daifu.api.web.responses import uncached_page
from daifu.data.store.values import Author


def by_link(view: Callable[..., Answer]) -> Callable[..., Answer]:
    """A view of an evening for those who have a link to it.

    A link that has ended, or that this store did not sign, shows a page that says so.
    """

    @wraps(view)
    def opened(signature: str, **parts: int) -> Answer:
        try:
            link = read_evening_link(services().store, signature)
        except LinkEndedError:
            return uncached_page("evening/ended.html", status=HTTPStatus.GONE, broken=False)
        except BadSignature:
            return uncached_page("evening/ended.html", status=HTTPStatus.NOT_FOUND, broken=True)
        g.link_author = Author("evening link", link.token)
        return view(evening=Evening(link.record, f"{EVENINGS}/{signature}"), **parts)

    return opened


@takes_fields(DONE, WHO)
@by_link
def show_evening_entry(evening: Evening) -> Response:
    """Show an evening and the form for the deal that is due."""
    return due_deal_page(evening)
