"""Conditional requests: the tags of answers (`ETag`), `If-None-Match` and `If-Match`.

The tag of what is read is made by `tagged` and nowhere else, of the bytes that are sent. So the same tag under the same
address means the same bytes, whatever process, version of the program or restored store makes them.

Where a client can change what it reads, the version that a change has to name comes first in the tag: the number of a
revision or of an entry of a log, and its mark, which tells it from another one that had this number in a state of the
store that was lost. A change may name the number alone, the number with the mark, or the whole tag.

If an answer is compressed, a colon and the name of the coding follow. A proxy that compresses adds the name of the
coding itself, or marks the tag as weak. All of these name the same version. By RFC 9110, `If-Match` refuses weak
tags, so that nobody changes a part of something that is only nearly the same. A change here replaces a version as a
whole, and a tag comes from the bytes of one version, be it marked as weak or not. Behind such a proxy nobody could
change anything.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial, wraps
from hashlib import blake2b
from http import HTTPStatus
from typing import Any, Final, NamedTuple, TypeVar

from flask import Response, request
from msgspec import Struct

from daifu.api.http import problem_types
from daifu.api.http.errors import NO_VERSION, HttpProblem
from daifu.api.http.media_types import CSV, XLSX
from daifu.api.http.operation import answers, fails_with, reads_header
from daifu.api.http.services import services
from daifu.replay.text import Text
from daifu.schemas.record.errors import mismatch_text

View = TypeVar("View", bound=Callable[..., Any])

ANY_ETAG: Final = "*"
_ETAG: Final = r'(?:W/)?"[^"]*"'
_ETAGS: Final = re.compile(rf"\s*{_ETAG}(?:\s*,\s*{_ETAG})*\s*")
_NUMBER: Final = re.compile(r"\s*[0-9]+\s*")
"""The number of a version, around which clients may forget the quotes."""
_QUOTED: Final = re.compile(r'"([^"]*)"')
_CODING: Final = re.compile(r"[:;-](?:gzip|br|zstd|deflate)$")
"""A colon is ours; Apache's mod_deflate puts a hyphen."""
_VERSION: Final = re.compile(r"([1-9][0-9]{0,17})(?:\.([0-9a-f]{8})(?:\.[0-9a-f]{16})?)?")
_READING: Final = frozenset({"GET", "HEAD"})
_EXPECTED_ETAG: Final = Text('an ETag such as "3"', '"3"のようなETag')
_EXISTS: Final = Text(
    "If-None-Match says that there should be nothing here, but there is something",
    "If-None-Matchによれば何もないはずですが、すでに存在します",
)


class Version(NamedTuple):
    """A version that a change can name: a number, and the mark of what has it."""

    number: int
    mark: str


def requires_if_match(view: View) -> View:
    """Document that the view changes something, and that `If-Match` names the version that it changes."""
    return fails_with(
        problem_types.BAD_REQUEST, problem_types.PRECONDITION_FAILED, problem_types.PRECONDITION_REQUIRED
    )(reads_header("If-Match")(view))


def answers_not_modified(view: Callable[..., Response]) -> Callable[..., Response]:
    """Let the view answer under a tag: 304 if the client has that already, and 412 if it wants another one."""

    @wraps(view)
    def tagging(*args: Any, **kwargs: Any) -> Response:  # noqa: ANN401 - as the view has it
        return tagged(view(*args, **kwargs))

    return documents_not_modified(tagging)


def answers_table(
    description: str, content: type[Struct], headers: Sequence[str] = ("ETag",)
) -> Callable[[View], View]:
    """Document that the view answers a table, as JSON, CSV or XLSX, under a tag."""
    as_json = answers(200, description, content, headers=headers)
    as_csv = answers(200, description, {"type": "string"}, media_type=CSV)
    as_xlsx = answers(200, description, {"type": "string", "format": "binary"}, media_type=XLSX)
    return lambda view: as_json(as_csv(as_xlsx(documents_not_modified(view))))


def documents_not_modified(view: View) -> View:
    """Document that the view answers under a tag, as `answers_not_modified` lets it do."""
    conditional = reads_header("If-Match-Optional")(reads_header("If-None-Match")(view))
    return answers(304, "Not changed")(fails_with(problem_types.PRECONDITION_FAILED)(conditional))


def with_version(answer: Response, version: Version) -> Response:
    """The response with the version that a change of what it tells has to name, as the beginning of its tag."""
    answer.headers["ETag"] = f'"{version.number}.{version.mark}"'
    return answer


def with_revision(answer: Response, record: int, revision: int) -> Response:
    """The response with a revision of a record as the beginning of its tag."""
    mark = services().store.mark(record, revision)
    return answer if mark is None else with_version(answer, Version(revision, mark))


def if_match_revision(record: int) -> int:
    """The revision of a record that `If-Match` names; raises what `if_match_version` raises."""
    return if_match_version(partial(services().store.mark, record))


def tagged(answer: Response) -> Response:
    """The response to a read with its tag, without its content (304) if the client has that already.

    Nothing but what was read successfully gets a tag, and no stream. `If-Match` comes before `If-None-Match` (RFC 9110,
    13.2.2). Raises the problems `bad-request` and `precondition-failed`.
    """
    if request.method not in _READING or answer.status_code != HTTPStatus.OK or answer.is_streamed:
        return answer
    content = blake2b(answer.headers["Content-Type"].encode(), digest_size=8)
    for piece in answer.iter_encoded():
        content.update(piece)
    version = answer.headers.get("ETag", "").strip('"')
    return tagged_as(answer, f"{version}.{content.hexdigest()}" if version else content.hexdigest())


def tagged_as(answer: Response, tag: str) -> Response:
    """The response to a read under this tag: that of `tagged`, or one that what never changes has of its own."""
    answer.headers["ETag"] = f'"{tag}"'
    _require_match(tag)
    known = request.headers.get("If-None-Match")
    if known is None:
        return answer
    sent = next((text for text in _tags_in(known) if _CODING.sub("", text) == tag), None)
    if sent is None and known.strip() != ANY_ETAG:
        return answer
    answer.status_code = HTTPStatus.NOT_MODIFIED
    answer.set_data(b"")
    del answer.headers["Content-Type"], answer.headers["Content-Length"]
    answer.headers["ETag"] = f'"{sent or tag}"'
    return answer


def _require_match(tag: str) -> None:
    """Raise the problem `precondition-failed` if `If-Match` names neither this tag nor its beginning."""
    header = request.headers.get("If-Match")
    if header is None or header.strip() == ANY_ETAG:
        return
    if not any(f"{tag}.".startswith(f"{_CODING.sub('', text)}.") for text in _tags_in(header)):
        detail = Text(
            f'If-Match names {header}, but this is "{tag}"', f'If-Matchは{header}を示していますが、これは"{tag}"です'
        )
        raise HttpProblem(problem_types.PRECONDITION_FAILED, detail)


def if_match_version(mark_of: Callable[[int], str | None]) -> int:
    """The number of the version that `If-Match` names, of several the latest; `NO_VERSION` if there is none of them.

    `mark_of` gives the mark of the version with a number, None where there is none. If the header has only a number,
    that is returned, whether there is such a version or not.

    Raises the problem `bad-request` if it is no ETag, and `precondition-required` if it is missing or `*`: without the
    version that a change was made on, the work of others could be lost. `If-None-Match: *` asks that there be nothing
    to change, and raises `precondition-failed`.
    """
    header = request.headers.get("If-Match", ANY_ETAG).strip()
    if header == ANY_ETAG:
        detail = Text("expected the header If-Match with one ETag", "If-MatchヘッダーにETagを1つ指定してください")
        raise HttpProblem(problem_types.PRECONDITION_REQUIRED, detail)
    found = [_VERSION.fullmatch(_CODING.sub("", text)) for text in _tags_in(header)]
    if request.headers.get("If-None-Match", "").strip() == ANY_ETAG:
        raise HttpProblem(problem_types.PRECONDITION_FAILED, _EXISTS)
    named = [(int(one[1]), one[2]) for one in found if one]
    if len(found) == 1 and named and named[0][1] is None:
        return named[0][0]
    marks = {number: mark_of(number) for number, _mark in named}
    there = (number for number, mark in named if marks[number] is not None and mark in {None, marks[number]})
    return max(there, default=NO_VERSION)


def _tags_in(header: str) -> list[str]:
    """The tags that a header lists, without quotes, be they weak or not. Raises the problem `bad-request`."""
    if header.strip() == ANY_ETAG:
        return []
    if _NUMBER.fullmatch(header):
        return [header.strip()]
    if not _ETAGS.fullmatch(header):
        raise HttpProblem(problem_types.BAD_REQUEST, mismatch_text(_EXPECTED_ETAG, header))
    return _QUOTED.findall(header)
