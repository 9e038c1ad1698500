"""Operations made for tests, to see what every operation has in common without what any real one does."""

from typing import Final

from flask import Flask, Response, g, request

from api.http.answers import json_answer
from api.http.auth import author, needs, reads
from api.http.blueprint import Resource
from api.http.bodies import JSON, PLAIN, check_media_type, open_body, read_body
from api.http.etags import changes, conditional, given_revision, is_known, not_modified, tagged
from data.store.asked import ADMIN, READER, SCOREKEEPER
from schemas.http.fields import Asked, day, flag, name, whole, word

TRIAL: Final = Resource("trial", "Operations of the tests")
SENT: Final = 1_000
UNPACKED: Final = 2_000
VERSION: Final = 7


class Query(Asked):
    """One parameter of each kind."""

    limit = whole(1, 500, "How many.", load_default=50)
    rules = word(("uecda", "biga"), "Which game.")
    legal = flag("Whether it is legal.")
    since = day("From when on.")
    player = name("Who.")


@TRIAL.at("/trial/query")
@TRIAL.answers(200, "What was understood", {"type": "object"}, example={})
@reads
@TRIAL.takes_query(Query())
def tell_query(query: dict[str, object]) -> Response:
    """Tell what was asked.

    As it was understood.
    """
    return json_answer(query)


@TRIAL.at("/trial/bodies", "POST")
@TRIAL.answers(200, "How long it is", {"type": "object"}, example={})
@TRIAL.takes_body({JSON: {"schema": {}}, PLAIN: {"schema": {}}})
@reads
def measure_body() -> Response:
    """Tell how long a body is.

    Unpacked.
    """
    check_media_type([JSON, PLAIN])
    return json_answer({"length": len(read_body(SENT, UNPACKED))})


@TRIAL.at("/trial/streams", "POST")
@TRIAL.answers(200, "How long each line is", {"type": "object"}, example={})
@TRIAL.takes_body({JSON: {"schema": {}}})
@reads
def measure_lines() -> Response:
    """Tell how long the lines of a body are.

    Unpacked.
    """
    return json_answer({"lengths": [len(line) for line in open_body(SENT, UNPACKED)]})


@TRIAL.at("/trial/versions")
@TRIAL.answers(200, "Something long", {"type": "object"}, example={}, headers=["ETag"])
@conditional
@reads
def read_version() -> Response:
    """Read something that has a version.

    It is long enough to be compressed.
    """
    return not_modified(VERSION) if is_known(VERSION) else tagged(json_answer({"long": "x" * 1_000}), VERSION)


@TRIAL.at("/trial/versions", "PUT")
@TRIAL.answers(200, "The revision that was understood", {"type": "object"}, example={})
@changes
@needs(SCOREKEEPER)
def change_version() -> Response:
    """Change something that has a version.

    Nothing is changed.
    """
    return json_answer({"revision": given_revision(), "author": author().name})


@TRIAL.at("/trial/errors", "POST")
@TRIAL.answers(204, "Never")
@reads
def fail() -> Response:
    """Fail.

    As if nobody had foreseen it.
    """
    raise ZeroDivisionError(f"the secret of {request.path}")


@TRIAL.at("/trial/streamed")
@TRIAL.answers(200, "Some lines", {"type": "string"}, media_type=PLAIN, example="")
@reads
def stream() -> Response:
    """Answer bit by bit.

    In three parts.
    """
    return Response(iter([b"a\n", b"b\n", b"c\n"]), content_type=PLAIN)


def _guarded(role: str) -> None:
    @TRIAL.at(f"/trial/{role}")
    @TRIAL.answers(200, "Who asks", {"type": "object"}, example={})
    @needs(role)
    def read_as() -> Response:
        """Tell who asks.

        By the name of his token.
        """
        return json_answer({"name": g.token.name})


for _role in (READER, SCOREKEEPER, ADMIN):
    _guarded(_role)


def with_trial(app: Flask) -> Flask:
    """The app with these operations."""
    app.extensions["flask-smorest"]["apis"][""]["ext_obj"].register_blueprint(TRIAL)
    return app
