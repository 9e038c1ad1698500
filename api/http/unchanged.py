"""Whether a client has the present revision of a record already."""

from flask import Response, request

from api.http.etags import is_known, not_modified
from api.http.services import services


def unchanged(record: int) -> Response | None:
    """The answer that nothing has changed, for a client who asks and has the latest revision; None otherwise.

    Raises `NoSuchRecord` or `Withdrawn`, if the client asks.
    """
    if "If-None-Match" not in request.headers:
        return None
    latest = services().store.latest(record)
    return not_modified(latest) if is_known(latest) else None
