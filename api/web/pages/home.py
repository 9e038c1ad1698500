"""The first page."""

from flask import Response

from api.http.auth import requires_read_access
from api.web.rendering import page


@requires_read_access
def show_home() -> Response:
    """Show what this is, and what is new."""
    return page("home.html")
