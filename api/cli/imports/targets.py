"""Where `daifu import` puts records: a store of this machine, or a service.

A store is written directly, not through the client: a request takes one file, and each request is a commit. 500 files
of a record each take 2.4 s of CPU directly and 4.4 s as requests; here records of many files share a commit.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from daifu.api.cli.sentences import result_import_failed
from daifu.api.client import Client, ClientError
from daifu.data.store.open import open_store
from daifu.data.store.values import Author
from daifu.replay.text import Text
from daifu.schemas.sources.compression import BrokenStream
from daifu.schemas.sources.files import read_items
from daifu.schemas.sources.items import SourceProblem
from daifu.schemas.sources.streams import open_for_service

if TYPE_CHECKING:
    from daifu.data.ingest import IngestResult

REFUSED: Final = "refused"

Advance = Callable[[int], None]


class ImportedRecord(NamedTuple):
    """The result for one record: its place in the input, its status, its length, and its faults by code.

    `unread` are the reasons why it was refused, `notices` remarks on how it was read. `duplicates` are the records that
    are probably the same sitting as a new one.
    """

    file: str
    line: int
    status: str
    deals: int = 0
    actions: int = 0
    faults: Mapping[str, int] = MappingProxyType({})
    unread: tuple[SourceProblem, ...] = ()
    notices: tuple[Text, ...] = ()
    duplicates: tuple[int, ...] = ()


class Target(Protocol):
    """A place for records."""

    def take(
        self, files: Iterable[str | SourceProblem], advance: Advance, source_format: str, codec: str
    ) -> Iterator[ImportedRecord]:
        """Import the records of these files, and yield the result for each once it is stored.

        `source_format` is their format, or `auto`, and `codec` that of texts without a byte order mark; `advance` is
        called with the number of bytes of each read. Raises the error that ends the import early.
        """
        ...


class StoreTarget:
    """A store of this machine; `author` is the author of the revisions."""

    def __init__(self, path: str, author: Author) -> None:
        self._path = path
        self._author = author

    def take(
        self, files: Iterable[str | SourceProblem], advance: Advance, source_format: str, codec: str
    ) -> Iterator[ImportedRecord]:
        """Judge and store the records of these files, and bring ratings up to date. Raises `StoreUnusable`."""
        from daifu.data.ingest import Ingest  # noqa: PLC0415 - judging takes time to load
        from daifu.data.judging.pool import WorkerPool  # noqa: PLC0415
        from daifu.data.judging.process import relaxed_gc  # noqa: PLC0415

        with closing(open_store(self._path)) as store, closing(WorkerPool()) as pool, relaxed_gc():
            yield from map(
                _imported_record,
                Ingest(store, self._author, pool).take(read_items(files, source_format, advance, codec)),
            )
            store.statistics.catch_up()
            store.ratings.catch_up()


def _imported_record(result: "IngestResult") -> ImportedRecord:
    if result.judged is None or result.outcome is None:
        return ImportedRecord(result.file, result.line, REFUSED, unread=result.problems)
    facts = result.judged.facts
    found = (facts.deals, facts.actions, facts.faults)
    _, record, _, _, landings, duplicates = result.outcome
    problems = [result_import_failed(one.record, one.tournament, one.problem.text) for one in landings if one.problem]
    notices = (*result.judged.notices, *problems, *_duplicate_notices(record, duplicates))
    return ImportedRecord(
        result.file, result.line, result.outcome.status, *found, notices=notices, duplicates=duplicates
    )


def _duplicate_notices(record: int, duplicates: Sequence[int]) -> Iterator[Text]:
    """The notice that a new record is probably a sitting that is stored already, if it is."""
    if duplicates:
        others = Text(", ".join(map(str, duplicates)), "、".join(map(str, duplicates)))
        yield Text(
            f"record {record} is probably the same sitting as record {others.en}: event, day and players are the same. "
            "All of them count; `daifu withdraw` takes one back",
            f"棋譜{record}は棋譜{others.ja}と同じ対局かもしれません（大会、日付、プレイヤーが同じ）。"
            "どれも統計に数えられるので、余分な棋譜は daifu withdraw で取り下げてください",
        )


_BLOCK: Final = 1 << 16
_OF_THE_FILE: Final = ("bad-request", "too-large")
"""The problems that end the upload of a file, and not that of the next one."""


class ServiceTarget:
    """A service. Its problems are in the language of the client."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def take(
        self, files: Iterable[str | SourceProblem], advance: Advance, source_format: str, codec: str
    ) -> Iterator[ImportedRecord]:
        """Send these files. Raises `ClientError`."""
        with self._client:
            for file in files:
                if isinstance(file, SourceProblem):
                    yield ImportedRecord(file.file, file.line, REFUSED, unread=(file,))
                else:
                    yield from self._file(file, advance, source_format, codec)

    def _file(self, file: str, advance: Advance, source_format: str, codec: str) -> Iterator[ImportedRecord]:
        try:
            with open_for_service(file, advance, codec) as opened:
                content = iter(partial(opened.read, _BLOCK), b"")
                for line in self._client.records.upload_many(content, format=source_format):
                    yield _record_of_line(file, line)
        except BrokenStream as broken:
            yield ImportedRecord(file, 0, REFUSED, unread=(SourceProblem(file, 0, broken.expected),))
        except ClientError as error:
            if error.code not in _OF_THE_FILE:
                raise
            yield ImportedRecord(file, 0, REFUSED, unread=(SourceProblem(file, 0, _same_in_both(error.detail)),))


def _record_of_line(file: str, line: Mapping[str, Any]) -> ImportedRecord:
    """The result for one record, from its line of the answer."""
    if line["status"] == REFUSED:
        return ImportedRecord(file, line["line"], REFUSED, unread=tuple(_unread_reasons(file, line)))
    notices = tuple(Text(**notice) for notice in line.get("notices", ()))
    problems = [_import_failed(landing) for landing in line.get("landings", ()) if landing["problem"]]
    duplicates = tuple(line.get("duplicates", ()))
    notices = (*notices, *problems, *_duplicate_notices(line["id"], duplicates))
    found = (line["deals"], line["actions"], line["faults"])
    return ImportedRecord(file, line["line"], line["status"], *found, notices=notices, duplicates=duplicates)


def _import_failed(landing: Mapping[str, Any]) -> Text:
    return result_import_failed(landing["record"], landing["tournament"], Text(**landing["problem"]["message"]))


def _unread_reasons(file: str, line: Mapping[str, Any]) -> Iterator[SourceProblem]:
    """The reasons why a record was refused, in the language of the client."""
    for error in line["problem"]["errors"]:
        yield SourceProblem(
            file, error.get("line", line["line"]), _same_in_both(error["detail"]), error.get("pointer", "")
        )


def _same_in_both(text: str) -> Text:
    return Text(text, text)
