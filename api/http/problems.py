"""Problems as exceptions, and as the `application/problem+json` that tells a client about them (RFC 9457)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from flask import Response, g

from api.http.kinds import Kind
from api.http.languages import wanted_language
from api.languages import Language, say
from replay.text import Text

MEDIA_TYPE: Final = "application/problem+json"


class Flaw(NamedTuple):
    """One thing that is wrong with what was sent: its place, such as a JSON pointer, and what was expected there."""

    place: Mapping[str, str | int]
    expected: Text


class HttpProblem(Exception):  # noqa: N818 - a problem is what RFC 9457 calls it
    """What ends a request: its kind, what is special about this case, headers to send, and further members."""

    def __init__(
        self,
        kind: Kind,
        detail: Text,
        *,
        flaws: Iterable[Flaw] = (),
        headers: Mapping[str, str] | None = None,
        **members: Any,  # noqa: ANN401 - any JSON
    ) -> None:
        super().__init__(detail.en)
        self.kind = kind
        self.detail = detail
        self.flaws: Sequence[Flaw] = tuple(flaws)
        self.headers = headers or {}
        self.members = members

    def as_object(self, language: Language) -> dict[str, Any]:
        """The problem as a JSON object in the language, without what belongs to the request."""
        told: dict[str, Any] = {
            "type": self.kind.type,
            "title": say(self.kind.title, language),
            "status": self.kind.status,
            "detail": say(self.detail, language),
            **self.members,
        }
        if self.flaws:
            told["errors"] = [{**flaw.place, "detail": say(flaw.expected, language)} for flaw in self.flaws]
        return told


def problem_answer(problem: HttpProblem) -> Response:
    """The answer that tells the client about the problem, in the language that he prefers."""
    language = wanted_language()
    told = {**problem.as_object(language), "request_id": g.request_id}
    answer = Response(msgspec.json.encode(told), problem.kind.status, content_type=MEDIA_TYPE)
    answer.headers.update(problem.headers)
    answer.headers["Content-Language"] = language
    answer.headers["Cache-Control"] = "no-store"
    answer.vary.add("Accept-Language")
    return answer
