"""A game written by hand: what was read of the text, the canonical text, and the table at its end."""

from http import HTTPStatus

from flask import Response, request

from api.http.auth import requires_read_access
from api.http.lanes import Lane
from api.http.operation import lane
from api.views.notation import read_text
from api.web.responses import page, uncached

_EXAMPLE = "fu/1\nrules akagiri\nplayers A, B, C\ndeal\n1: \n"
"""What the empty form shows."""


@requires_read_access
def show_writing() -> Response:
    """Show the form that takes a text."""
    return page("writing.html", text="", written=None, example=_EXAMPLE)


@lane(Lane.COSTLY)
@requires_read_access
def read_writing() -> Response:
    """Show what was read of a text."""
    text = request.form.get("text", "").replace("\r\n", "\n")
    written = read_text(text)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if written.errors else HTTPStatus.OK
    return uncached(page("writing.html", status=status, text=text, written=written, example=_EXAMPLE))
