"""The data of a club: admins drop the sample games here."""

from http import HTTPStatus

from flask import Response, redirect
from werkzeug.wrappers import Response as Answer

from daifu.api.http.auth import current_author, requires_role
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.services import services
from daifu.api.web import addresses
from daifu.api.web.responses import page, uncached
from daifu.data.samples import drop_samples, has_samples
from daifu.data.store.values import ADMIN


@requires_role(ADMIN)
def show_data() -> Response:
    """Show what can be done with the data."""
    return uncached(page("data.html", has_samples=has_samples(services().store)))


@lane(Lane.COSTLY)
@requires_role(ADMIN)
def send_drop_samples() -> Answer:
    """Drop the sample games."""
    drop_samples(services().store, current_author())
    return redirect(addresses.HOME, HTTPStatus.SEE_OTHER)
