"""Connections on which much was sent that nobody reads, such as a large upload of a client without a token.

Only what follows it could tell where the next request begins. So the answer says that the connection ends with it;
otherwise the client would send his next request to nobody.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from gunicorn.http.body import Body, LengthReader

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

READ_OVER: Final = 1 << 16
"""So much is read over by gunicorn to get to the next request."""


def ending(app: "WSGIApplication") -> "WSGIApplication":
    """The app, whose answers end their connection where too much was left unread."""

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        def start(*told: Any) -> Any:  # noqa: ANN401 - as the server has it
            if _is_left(environ["wsgi.input"]):
                start_response.__self__.force_close()  # type: ignore[attr-defined] # a method of gunicorn's answer
            return start_response(*told)

        return app(environ, start)

    return answer


def _is_left(body: Body) -> bool:
    reader = body.reader
    return isinstance(reader, LengthReader) and reader.length > READ_OVER
