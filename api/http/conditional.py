"""Conditional requests: ETags in responses, `If-None-Match` and `If-Match`.

An ETag is the number of a revision, or a hash. If a response is compressed, a colon and the name of the coding
follow, and a proxy that compresses marks the ETag as weak. All of these name the same version here, because a
revision never changes.
"""

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final, TypeVar

from flask import Response, request

from api.http import problem_types
from api.http.errors import HttpProblem
from api.http.operation import fails_with, reads_header
from api.http.services import services
from replay.text import Text
from schemas.record.errors import mismatch_text

View = TypeVar("View", bound=Callable[..., Any])

_REVISION: Final = re.compile(r"[1-9][0-9]{0,17}")
ANY_ETAG: Final = "*"
_ETAGS: Final = re.compile(r'\s*(?:(?:W/)?"[^"]*"(?:\s*,\s*(?:W/)?"[^"]*")*|[0-9]+)\s*')
"""One or several ETags; clients may forget the quotes around a number."""
_QUOTED: Final = re.compile(r'"([^"]*)"')
_READING: Final = frozenset({"GET", "HEAD"})
_SUCCESSFUL: Final = frozenset({HTTPStatus.OK, HTTPStatus.NOT_MODIFIED})
_EXPECTED_ETAG: Final = Text('an ETag such as "3"', '"3"のようなETag')
_OTHER_VERSION: Final = Text(
    "expected the version that If-Match names, found another one",
    "If-Matchの示す版が必要ですが、現在は別の版です",
)
_EXISTS: Final = Text(
    "If-None-Match says that there should be nothing here, but there is something",
    "If-None-Matchによれば何もないはずですが、すでに存在します",
)
NO_REVISION: Final = 0
"""No revision has this number; an `If-Match` that names no revision means it."""


def requires_if_match(view: View) -> View:
    """Document that the view changes something, and that `If-Match` names the version that it changes."""
    return fails_with(
        problem_types.BAD_REQUEST, problem_types.PRECONDITION_FAILED, problem_types.PRECONDITION_REQUIRED
    )(reads_header("If-Match")(view))


def with_etag(answer: Response, version: str | int) -> Response:
    """The response with this version as its ETag."""
    answer.headers["ETag"] = f'"{version}"'
    return answer


def client_has_version(version: str | int) -> bool:
    """Whether `If-None-Match` names this version, so that `not_modified` is the right response.

    Raises the problem `bad-request` if it is no ETag.
    """
    return _names_version("If-None-Match", version) or False


def not_modified(version: str | int) -> Response:
    """The response 304, with the ETag that the client sent."""
    known = request.headers["If-None-Match"].strip()
    answer = Response(status=304)
    del answer.headers["Content-Type"]
    answer.headers["ETag"] = known if known.endswith('"') and "," not in known else f'"{version}"'
    return answer


def require_matching_version(answer: Response) -> Response:
    """The response to a GET that was successful, or the problem that it has not the version that `If-Match` names.

    `If-Match` comes before `If-None-Match` (RFC 9110, 13.2.2). Raises the problems `bad-request` and
    `precondition-failed`.
    """
    if "If-Match" not in request.headers or request.method not in _READING:
        return answer  # before anything else is looked at, because hardly any request has it
    etag = answer.headers.get("ETag")
    if etag and answer.status_code in _SUCCESSFUL:
        [version] = _versions(etag)
        if _names_version("If-Match", version) is False:
            raise HttpProblem(problem_types.PRECONDITION_FAILED, _OTHER_VERSION)
    return answer


def if_match_revision() -> int:
    """The revision that `If-Match` names; `NO_REVISION` if it names none that could exist.

    Raises the problem `bad-request` if it is no ETag, and `precondition-required` if it is missing or `*`: without the
    revision that a change was made on, the work of others could be lost. `If-None-Match: *` asks that there be nothing
    to change, and raises `precondition-failed`.
    """
    header = request.headers.get("If-Match", ANY_ETAG).strip()
    if header == ANY_ETAG:
        detail = Text("expected the header If-Match with one ETag", "If-MatchヘッダーにETagを1つ指定してください")
        raise HttpProblem(problem_types.PRECONDITION_REQUIRED, detail)
    versions = _versions(header)
    if request.headers.get("If-None-Match", "").strip() == ANY_ETAG:
        raise HttpProblem(problem_types.PRECONDITION_FAILED, _EXISTS)
    return int(versions.pop()) if len(versions) == 1 and all(map(_REVISION.fullmatch, versions)) else NO_REVISION


def _names_version(header: str, version: str | int) -> bool | None:
    """Whether a header of the request names this version; None if there is no such header. Raises `bad-request`."""
    value = request.headers.get(header)
    if value is None:
        return None
    return value.strip() == ANY_ETAG or str(version) in _versions(value)


def _versions(etags: str) -> set[str]:
    """The versions that ETags name, also weak ones and those of compressed responses. Raises `bad-request`."""
    if not _ETAGS.fullmatch(etags):
        raise HttpProblem(problem_types.BAD_REQUEST, mismatch_text(_EXPECTED_ETAG, etags))
    if '"' not in etags:
        return {etags.strip()}
    return {tag.partition(":")[0] for tag in _QUOTED.findall(etags)} - {""}


def not_modified_record(record: int) -> Response | None:
    """The response 304 if `If-None-Match` names the latest revision of the record, otherwise None.

    Raises `NoSuchRecord` or `RecordWithdrawn` if the request has that header.
    """
    if "If-None-Match" not in request.headers:
        return None
    latest = services().store.latest(record)
    return not_modified(latest) if client_has_version(latest) else None
