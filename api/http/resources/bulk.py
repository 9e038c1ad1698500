"""`/v1/records/bulk`: any number of records in one request, answered while they come."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any, Final

import msgspec
from flask import Response, request, stream_with_context

from daifu.api.http import problem_types, request_log
from daifu.api.http.access import current_author, requires_role
from daifu.api.http.errors import RETRY_SOON, HttpProblem, problem_of, unreadable_record_problem
from daifu.api.http.media_types import BINARY, GZIP, JSON, NDJSON, PLAIN
from daifu.api.http.metrics import count_upload
from daifu.api.http.operation import answers, fails_with, takes_body, takes_query
from daifu.api.http.request_body import LineReader, check_media_type, open_body
from daifu.api.http.responses import preferred_language
from daifu.api.http.services import services
from daifu.api.http.streaming import interleaved
from daifu.api.settings import Settings
from daifu.api.views.tournaments.tournaments import import_views
from daifu.data.batches import MAX_BATCH_RECORDS, PAUSE, Pause
from daifu.data.ingest import Ingest, IngestResult
from daifu.data.store.values import SCOREKEEPER, UploadStatus
from daifu.replay.text import Text
from daifu.schemas.http import json_schema
from daifu.schemas.http.queries import BulkQuery
from daifu.schemas.sources import messages
from daifu.schemas.sources.items import (
    AUTO,
    DAIFU,
    ForeignLog,
    Item,
    SourceProblem,
    detect_format,
    split_file,
    split_lines,
)
from daifu.schemas.sources.streams import STDIN, Lines

_TOO_MANY: Final = Text("too many uploads in bulk are under way", "進行中の一括アップロードが多すぎます")


def record_entries(
    body: LineReader, wanted: str, settings: Settings
) -> Iterator[Item | ForeignLog | SourceProblem | Pause]:
    """The records of a body in the format `wanted` (`auto`: detected), with a pause where the next has not come yet.

    A body of unknown format is read as one record a line, so that each line gets its errors. Raises the problem
    `too-large` after the number of records that the settings allow, and the problems of bodies.
    """
    lines = _UploadLines(body, settings)
    for number, entry in enumerate(_split_records(lines, wanted)):
        if number == settings.bulk_records:
            raise too_many_records_problem(number)
        if isinstance(entry, Item) and len(entry.data) > settings.decompressed_bytes:
            yield SourceProblem(entry.file, entry.line, messages.too_long(settings.decompressed_bytes))
        else:
            yield entry
        if body.would_wait(lines.number):
            yield PAUSE


class _UploadLines(Lines):
    """The lines of an upload, of which as many may be blank as it may have records."""

    def __init__(self, body: LineReader, settings: Settings) -> None:
        super().__init__(body, longest=settings.decompressed_bytes)
        self._most_blank = self._blank_left = settings.bulk_records

    def _read(self) -> bytes:
        line = super()._read()
        if line.isspace():
            self._blank_left -= 1
            if self._blank_left < 0:
                raise too_many_blank_lines_problem(self._most_blank)
        return line


def too_many_blank_lines_problem(most: int) -> HttpProblem:
    """The problem that an upload has more than `most` blank lines."""
    detail = Text(
        f"expected at most {most} blank lines, found more", f"空行は{most}行以下のはずですが、それを超えています"
    )
    return HttpProblem(problem_types.TOO_LARGE, detail, limit=most)


def too_many_records_problem(most: int) -> HttpProblem:
    """The problem that a request has more than `most` records."""
    detail = Text(
        f"expected at most {most} records at once, found more",
        f"一度に{most}件以下の棋譜が必要ですが、それを超えています",
    )
    return HttpProblem(problem_types.TOO_LARGE, detail, limit=most)


def _split_records(lines: Lines, wanted: str) -> Iterator[Item | ForeignLog | SourceProblem]:
    """The records of a body. What is sent as lines of JSON is read as lines, however they begin."""
    form = detect_format(lines) if wanted == AUTO else wanted
    if form is None and (packed := messages.packed(lines.peek())):
        return iter([SourceProblem(STDIN, 1, packed)])
    if form is None or wanted == DAIFU or (form == DAIFU and request.mimetype == NDJSON):
        return split_lines(STDIN, lines)
    return split_file(STDIN, lines, wanted)


Json = dict[str, Any]

REFUSED: Final = "refused"
STATUSES: Final = (*map(str, UploadStatus), REFUSED)
RARE: Final = (str(UploadStatus.REPAIRED),)
"""The statuses that are only counted where there are any."""

_encode_line: Final = msgspec.json.Encoder().encode


class UploadCounts:
    """What became of the entries of an upload: how many of each status, and the deals, actions and faults in them."""

    def __init__(self) -> None:
        self.statuses = Counter[str]()
        self.faults = Counter[str]()
        self.deals = self.actions = 0

    def add(self, results: Sequence[IngestResult]) -> None:
        """Count results, also in the metrics of the service."""
        statuses = Counter(str(result.outcome.status) if result.outcome else REFUSED for result in results)
        for status, number in statuses.items():
            count_upload(status, number)
        self.statuses.update(statuses)
        for result in results:
            if result.judged:
                facts = result.judged.facts
                self.deals += facts.deals
                self.actions += facts.actions
                if facts.faults:
                    self.faults.update(facts.faults)


class BulkResult:
    """The lines of a response, made while the results come."""

    def __init__(self, batches: Iterable[Sequence[IngestResult]]) -> None:
        self._batches = batches
        self._language = preferred_language()
        self._counts = UploadCounts()

    def lines(self) -> Iterator[bytes]:
        """A line for each result, those of a commit together, and a last line with sums and with what ended the upload.

        An error before the first result is raised, so that the response is that problem.
        """
        ended: Json = {"done": True}
        try:
            for results in self._batches:
                self._counts.add(results)
                yield b"".join([self._line(self._result(result)) for result in results])
        except Exception as error:
            if not self._counts.statuses:
                raise
            problem = problem_of(error)
            request_log.log_error(error, problem.kind)
            ended = {"done": False, "problem": self._problem(problem)}
        yield self._line({**ended, **self._summary()})

    @property
    def is_large(self) -> bool:
        """Whether the upload has had as many records as the largest batches."""
        return self._counts.statuses.total() >= MAX_BATCH_RECORDS

    def _result(self, result: IngestResult) -> Json:
        if result.judged is None or result.outcome is None:
            return {
                "line": result.line,
                "status": REFUSED,
                "problem": self._problem(unreadable_record_problem(result.problems)),
            }
        facts, outcome = result.judged.facts, result.outcome
        line = {
            "line": result.line,
            "status": outcome.status,
            "id": outcome.id,
            "revision": outcome.revision,
            "withdrawn": outcome.withdrawn,
            "deals": facts.deals,
            "actions": facts.actions,
            "legal": facts.legal,
            "faults": facts.faults,
        }
        if outcome.imports:
            line["landings"] = import_views(outcome.imports)
        if outcome.duplicates:
            line["duplicates"] = outcome.duplicates
        if result.judged.notices:
            line["notices"] = [notice._asdict() for notice in result.judged.notices]
        return line

    def _summary(self) -> Json:
        counts = self._counts
        statuses = {
            status: counts.statuses[status] for status in STATUSES if counts.statuses[status] or status not in RARE
        }
        sums = {"deals": counts.deals, "actions": counts.actions, "faults": counts.faults}
        return {"records": counts.statuses.total(), **statuses, **sums}

    def _problem(self, problem: HttpProblem) -> Json:
        return problem.as_object(self._language)

    @staticmethod
    def _line(value: Json) -> bytes:
        return _encode_line(value) + b"\n"


_FILE: Final = {"type": "string", "format": "binary"}
_TEXT: Final = {"type": "string"}
_BODIES: Final = {NDJSON: _TEXT, JSON: json_schema.REFERENCE, PLAIN: _TEXT, BINARY: _FILE, GZIP: _FILE}


@answers(200, "What became of each record, a line each", _FILE, media_type=NDJSON)
@fails_with(problem_types.BUSY, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
@takes_query(BulkQuery)
@takes_body(_BODIES, required=False)
def add_records(query: dict[str, Any]) -> Response:
    """Send any number of records.

    The body has one record a line, or is a log of another program. It may be gzipped, and has no limit but that of the
    settings. The answer has a line for each record as soon as it is on disk, or behind a proxy when the whole body is
    there: its line in the body, its `status` (`created`, `grown`, `exists` or `refused`), and its number, or the
    problem for which it is refused. The other records are stored even if one is refused. `landings` says what became
    of a record that names a tournament, and `duplicates` names records that are probably the same sitting as a new one.

    The last line has the sums, and `done`. If the upload could not go on, `done` is false and `problem` says why. All
    records of the lines before are stored nevertheless; sending everything again adds only what is missing.

    A process of the service takes 8 uploads at a time, and refuses more (`busy`).
    """
    check_media_type(_BODIES)
    settings, uploads = services().settings, services().bulk_uploads
    if not uploads.acquire(blocking=False):
        raise HttpProblem(problem_types.BUSY, _TOO_MANY, headers=RETRY_SOON)
    with ExitStack() as ends:
        ends.callback(uploads.release)
        return _bulk_response(query["format"], settings, ends.pop_all())


def _bulk_response(wanted: str, settings: Settings, ends: ExitStack) -> Response:
    """The response to an upload as far as it is read; `ends` are closed at its end."""
    body = open_body(settings.bulk_bytes, settings.bulk_bytes)
    ingest = Ingest(services().store, current_author(), services().judge)
    result = BulkResult(ingest.batches(record_entries(body, wanted, settings)))
    lines = interleaved(result.lines(), body, request.environ, waits=settings.proxies > 0)
    response = Response(stream_with_context(lines), content_type=NDJSON)
    store = services().store

    @ends.callback
    def add_up_counts() -> None:
        """Spare the first reader the wait for the counts of a large upload, once its sender has the answer."""
        if result.is_large:
            store.statistics.catch_up()

    response.call_on_close(ends.close)
    return response
