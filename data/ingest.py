"""Takes records in: judges and stores them, for uploads, corrections and the command line.

A result is returned only after it has been committed. A client that got no result can send the record again.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from typing import Final, NamedTuple

import msgspec

from daifu.data.batches import UploadEntry, Verdict
from daifu.data.judging import WorkerPool, judge_upload
from daifu.data.long_records import BUDGET, SMALL_RECORD, apart
from daifu.data.store.errors import RecordDamaged, RecordWithdrawn, RevisionConflict
from daifu.data.store.store import Store
from daifu.data.store.uploads import GameHeader, check_same_game
from daifu.data.store.values import Author, RecordImportPreview, RevisionKind, UploadOutcome, UploadStatus
from daifu.replay.text import Text, filled
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.judgement import judge_grown_json, judge_item, judge_new_json
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.record.json_text import append_deal, raw_deals, relative_to_deal
from daifu.schemas.record.model import PlayerEntry
from daifu.schemas.sources.conversion import read_log
from daifu.schemas.sources.items import Item, SourceProblem

_HANDS: Final = b'"hands":'
_CONTINUED: Final = Text(
    "record {record} was continued: it begins alike, and neither has a date or hands. If this is another evening, give "
    "it a date (event.date)",
    "棋譜{record}の続きとみなしました。始まりが同じで、日付も手札も書かれていないためです。別の日の対局であれば、日付"
    "（event.date）を書いてください",
)
_KNOWN: Final = Text(
    "record {record} has the same deals, and neither has a date or hands. If this is another evening, give it a date "
    "(event.date)",
    "棋譜{record}と同じ内容で、日付も手札も書かれていません。別の日の対局であれば、日付（event.date）を書いてください",
)
_LOOKS_ALIKE: Final = Text(
    'the event looks like tournament {id}, "{name}"; not in its results. To count there, the name of the event '
    "(event.name) has to be exactly that",
    "大会名（event.name）が大会{id}「{name}」と似ていますが、同じではないため、その結果には入っていません。反映するには、"
    "まったく同じ名前にしてください",
)


class IngestResult(NamedTuple):
    """What became of one entry of an upload: a judged record with its outcome, or the problems why it was refused."""

    file: str
    line: int
    judged: JudgedRecord | None
    outcome: UploadOutcome | None = None
    problems: tuple[SourceProblem, ...] = ()


class UploadPreview(NamedTuple):
    """What would become of an upload, and that in the tournaments it concerns; the outcome is None for a new record.

    `duplicates` are the records that are probably the same sitting as a new record.
    """

    judged: JudgedRecord
    outcome: UploadOutcome | None
    imports: tuple[RecordImportPreview, ...]
    duplicates: tuple[int, ...]


class Ingest:
    """Takes records in for an author; a large upload is judged by the `judge` while it is being stored."""

    def __init__(self, store: Store, author: Author, judge: WorkerPool | None = None) -> None:
        self._store = store
        self._author = author
        self._judge = judge

    def take(self, entries: Iterable[UploadEntry]) -> Generator[IngestResult, None, None]:
        """The results of `batches`, one by one."""
        for results in self.batches(entries):
            yield from results

    def batches(self, entries: Iterable[UploadEntry]) -> Generator[list[IngestResult], None, None]:
        """Judge and store entries; the results of each commit in the order of the entries, once they are on disk.

        A sender may wait for results before sending more, so nothing here waits for entries that have not come.

        An entry that is refused does not stop the others. Raises `StoreUnusable` where the store cannot go on. Entries
        without a result may have been stored nevertheless; if they are sent again, they are found to exist.
        """
        with closing(judge_upload(entries, self._judge)) as found:
            for verdicts in found:
                yield self._committed(verdicts)

    def one(self, item: Item) -> tuple[JudgedRecord, UploadOutcome]:
        """Judge and store a single record. Raises `SourceRefused` and `StoreUnusable`."""
        judged = apart(read_log, item, judge_item, size=len(item.data))
        [outcome] = self._store.add([judged], self._author)
        [judged] = self._remarked([judged], [outcome])
        return judged, outcome

    def preview(self, item: Item) -> UploadPreview:
        """Judge a single record without storing it. Raises what `one` raises."""
        judged = apart(read_log, item, judge_item, size=len(item.data))
        foreseen = self._store.preview(judged)
        duplicates = self._store.duplicates(judged) if foreseen is None else ()  # a known record is no other sitting
        imports = self._store.preview_imports(judged, foreseen)
        [judged] = self._remarked([judged], [foreseen])
        return UploadPreview(judged, foreseen, imports, duplicates)

    def correct(
        self,
        record: int,
        data: bytes,
        *,
        expected: int,
        reason: str | None,
        replace: bool = False,
        kind: RevisionKind = RevisionKind.CORRECTED,
    ) -> tuple[JudgedRecord, UploadOutcome]:
        """Judge a record as JSON and store it as the next revision of a record whose latest is `expected`.

        Raises `RecordRefused`, what `Store.revise` raises, and `AnotherGame` if the rules or all players change, unless
        the record is to be `replace`d by another game.
        """
        judged = apart(judge_new_json, data, size=len(data))
        if not replace and (before := self._text_before(record, expected)):
            check_same_game(record, _game_header(before), judged.facts)
        outcome = self._store.revise(record, judged, self._author, expected=expected, reason=reason, kind=kind)
        [judged] = self._remarked([judged], [None])
        return judged, outcome

    def add_deal(self, record: int, deal: bytes, *, expected: int) -> tuple[JudgedRecord, UploadOutcome]:
        """Add a deal as JSON to a sitting whose latest revision is `expected`, judge it, and store it.

        Raises `RecordRefused`, with places in the deal, and what `Store.revise` raises. A deal that is no deal is
        refused before the revisions are compared.
        """
        stored = self._store.record(record)
        judged = apart(_judge_with_deal, stored.record, deal, size=len(stored.record))
        if stored.revision != expected:
            raise RevisionConflict(expected, stored.revision)
        return judged, self._store.revise(record, judged, self._author, expected=expected, kind=RevisionKind.DEAL)

    def _text_before(self, record: int, expected: int) -> bytes | None:
        """The record before a correction. Raises `NoSuchRecord`.

        None if `expected` is not its latest revision, or if its text is damaged: then any correction puts it right.
        """
        try:
            stored = self._store.record(record)
        except RecordWithdrawn as withdrawn:
            if withdrawn.revision != expected:
                return None
            with suppress(RecordDamaged):
                return self._store.record(record, expected - 1).record
            return None
        except RecordDamaged:
            return None
        return stored.record if stored.revision == expected else None

    def _committed(self, verdicts: list[Verdict]) -> list[IngestResult]:
        records = [verdict.judged for verdict in verdicts if verdict.judged]
        with BUDGET.taken(sum(len(record.record) for record in records if len(record.record) > SMALL_RECORD)):
            outcomes = self._store.add(records, self._author) if records else []
        stored = zip(self._remarked(records, outcomes), outcomes, strict=True)
        return [
            IngestResult(file, line, None, None, problems)
            if judged is None
            else IngestResult(file, line, *next(stored), problems)
            for file, line, judged, problems in verdicts
        ]

    def _remarked(
        self, uploads: Sequence[JudgedRecord], outcomes: Sequence[UploadOutcome | None]
    ) -> Iterator[JudgedRecord]:
        """Uploads with notices of what their senders may not expect.

        The outcome is None for a record that is new or corrected.
        """
        names = {judged.facts.tournament for judged in uploads if judged.facts.tournament}
        similar = self._store.similar_tournaments(names) if names else {}
        for judged, outcome in zip(uploads, outcomes, strict=True):
            notices = list(judged.notices)
            if outcome and _is_doubtful(judged, outcome):
                notices.append(
                    filled(_CONTINUED if outcome.status is UploadStatus.GROWN else _KNOWN, record=outcome.id)
                )
            if found := similar.get(judged.facts.tournament or ""):
                notices.append(filled(_LOOKS_ALIKE, id=found.id, name=found.name))
            yield judged._replace(notices=notices)


def _is_doubtful(judged: JudgedRecord, outcome: UploadOutcome) -> bool:
    """Whether only the players and results of a record say that it is a stored one, or continues it.

    Another evening of the same people may begin alike, and a hand of cards or a date would tell.
    """
    return not (outcome.status is UploadStatus.CREATED or judged.facts.date or _HANDS in judged.record)


def _judge_with_deal(text: bytes, deal: bytes) -> JudgedRecord:
    """The sitting with one more deal, judged. Raises `RecordRefused` with places in the deal."""
    number = len(raw_deals(text)) + 1
    try:
        return judge_grown_json(append_deal(text, deal))
    except RecordRefused as refused:
        raise relative_to_deal(number, refused) from refused


class _Header(msgspec.Struct):
    rules: str
    players: list[PlayerEntry]


def _game_header(text: bytes) -> GameHeader:
    found = msgspec.json.decode(text, type=_Header)
    ids = (player if isinstance(player, str) else player.id for player in found.players)
    return GameHeader(found.rules, frozenset(ids))
