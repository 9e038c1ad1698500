"""A game written by hand: what was read of the text, the canonical text, and the table at its end."""

from http import HTTPStatus
from typing import Final

from flask import Response, request

from daifu.api.http.access.auth import requires_read_access
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.views.notation import Written, read_text
from daifu.api.web.responses import page, uncached

_EXAMPLE = "fu/1\nrules akagiri\nplayers A, B, C\ndeal\n1: \n"
"""What the empty form shows."""
MOST_TEXT: Final = 100_000
"""The most characters of a text that is read here: some 300 deals, which takes a second."""


@requires_read_access
def show_writing() -> Response:
    """Show the form that takes a text."""
    return _page("")


@lane(Lane.COSTLY)
@requires_read_access
def read_writing() -> Response:
    """Show what was read of a text."""
    text = request.form.get("text", "").replace("\r\n", "\n")
    if len(text) > MOST_TEXT:
        return uncached(_page(text, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE))
    written = read_text(text)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if written.errors else HTTPStatus.OK
    return uncached(_page(text, written, status))


def _page(text: str, written: Written | None = None, status: HTTPStatus = HTTPStatus.OK) -> Response:
    return page("writing.html", status=status, text=text, written=written, most=MOST_TEXT, example=_EXAMPLE)
