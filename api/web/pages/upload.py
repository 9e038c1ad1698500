"""Records that somebody brings: files of any format, pasted text, or a game written by hand."""

import io
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from typing import IO, Final

import msgspec
from flask import Response, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from daifu.api.http import request_log
from daifu.api.http.access import current_author, requires_read_access, requires_role
from daifu.api.http.errors import HttpProblem, problem_of
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.request_body import LimitedReader
from daifu.api.http.resources.bulk import UploadCounts, too_many_records_problem
from daifu.api.http.services import services
from daifu.api.views.notation import Written, read_text
from daifu.api.web import addresses
from daifu.api.web.languages import say_here
from daifu.api.web.responses import page, see_other, uncached
from daifu.api.web.session import UPLOAD_BYTES
from daifu.data.batches import UploadEntry
from daifu.data.ingest import Ingest, IngestResult
from daifu.data.store.values import SCOREKEEPER
from daifu.schemas.encodings import ENCODINGS, UTF_8, find_codec
from daifu.schemas.sources import messages
from daifu.schemas.sources.compression import LONGEST_HEAD, BrokenStream
from daifu.schemas.sources.items import AUTO, Item, SourceProblem, split_file
from daifu.schemas.sources.streams import Lines, TranslatingStream, text_stream, translate_errors

MOST_GAMES: Final = 200
"""The most games of an upload that are listed, and the most entries that could not be read."""


class UploadSummary(UploadCounts):
    """What became of an upload, with the first games, and the first entries that could not be read.

    `problem` is what ended the upload before its end.
    """

    def __init__(self) -> None:
        super().__init__()
        self.games: list[IngestResult] = []
        self.refused: list[IngestResult] = []
        self.problem: HttpProblem | None = None

    def add(self, results: Sequence[IngestResult]) -> None:
        """Count results, and keep those that are among the first."""
        super().add(results)
        for result in results:
            kept = self.refused if result.outcome is None else self.games
            if len(kept) < MOST_GAMES:
                kept.append(result)


def show_upload() -> Response:
    """Show the form that takes files and text."""
    return _upload_page(None)


@requires_role(SCOREKEEPER)
def upload() -> Response:
    """Judge and store what the form brings, and show what became of it."""
    summary = UploadSummary()
    ingest = Ingest(services().store, current_author(), services().judge)
    try:
        for results in ingest.batches(_entries()):
            summary.add(results)
    except Exception as error:
        if not summary.statuses:  # else what was stored before the problem is shown beside it
            raise
        summary.problem = problem_of(error)
        request_log.log_error(error, summary.problem.kind)
    return uncached(_upload_page(summary))


def _upload_page(summary: UploadSummary | None) -> Response:
    names = {result.judged.facts.tournament for result in summary.games if result.judged} if summary else set()
    return page(
        "upload.html",
        summary=summary,
        similar=services().store.similar_tournaments([name for name in names if name]),
        encodings=ENCODINGS,
        most_megabytes=UPLOAD_BYTES >> 20,
    )


@requires_role(SCOREKEEPER)
def name_event(id: int) -> Answer:
    """Give the event of a game the name of a tournament, so that the game counts there."""
    store = services().store
    name = request.form.get("name", "")
    if store.tournaments.named(name) is None:
        raise NotFound
    found = store.record(id)
    record = msgspec.json.decode(found.record)
    if record.get("event", {}).get("name") != name:
        record["event"] = {**record.get("event", {}), "name": name}
        text = msgspec.json.encode(record)
        reason = say_here("the event was named as the tournament is", "eventの名前を大会名に合わせた")
        Ingest(store, current_author()).correct(id, text, expected=found.revision, reason=reason)
    return see_other(addresses.game_page(id))


def _entries() -> Iterator[UploadEntry]:
    """The records in all files and in the pasted text. Raises the problem `too-large` after as many as allowed."""
    most = services().settings.bulk_records
    for number, entry in enumerate(_split_all()):
        if number == most:
            raise too_many_records_problem(most)
        yield entry


def _split_all() -> Iterator[UploadEntry]:
    longest = services().settings.decompressed_bytes
    codec = find_codec(request.form.get("encoding", UTF_8)) or UTF_8
    for name, content in _sources():
        try:
            for entry in split_file(name, Lines(_line_source(content, codec), longest=longest), AUTO):
                is_too_long = isinstance(entry, Item) and len(entry.data) > longest
                yield SourceProblem(entry.file, entry.line, messages.too_long(longest)) if is_too_long else entry
        except BrokenStream as broken:
            yield SourceProblem(name, 0, broken.expected)


def _sources() -> Iterator[tuple[str, IO[bytes]]]:
    """The files that were chosen, and the pasted text, each with its name."""
    for file in request.files.getlist("files"):
        if file.filename:
            yield file.filename, file.stream
    text = request.form.get("text", "")
    if text.strip():
        yield "", io.BytesIO(text.encode())


def _line_source(content: IO[bytes], codec: str) -> TranslatingStream:
    """The lines of the content in UTF-8, decompressed if it begins like a kind of compression."""
    most = services().settings.bulk_bytes
    head = content.read(LONGEST_HEAD)
    content.seek(0)
    with translate_errors():
        text = text_stream(head, io.BufferedReader(LimitedReader(content, most)), codec)
    return TranslatingStream(io.BufferedReader(LimitedReader(text, most)))


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
