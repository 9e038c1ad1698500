"""Reads records: their texts, single records with their revisions, and lists by a filter."""

import json
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from daifu.data.store.errors import FactsDamaged, LeftOut, NoSuchRecord, RecordDamaged, RecordWithdrawn, StoreDamaged
from daifu.data.store.sql.columns import (
    MAX_INTEGER,
    RecordRow,
    facts_checksum,
    from_timestamp,
    revision_checksum,
    version_mark,
)
from daifu.data.store.sql.compression import HAS_CHECKSUM
from daifu.data.store.sql.connection import Connection
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.texts import NUMBER_OF_TEXT, texts_by_number
from daifu.data.store.sql.write_queue import Subject
from daifu.data.store.uploads import RecordHead
from daifu.data.store.values import (
    RecordFilter,
    RecordPage,
    RecordSummary,
    Revision,
    RevisionKind,
    RevisionPage,
    StoreCounts,
    StoredRecord,
)
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.record.identity import has_content
from daifu.schemas.record.limits import EVENT_LENGTH


class PackedRevision(NamedTuple):
    """The texts of a revision as its row has them, and the hash of the record: `dictionary, packed, cut, content`."""

    dictionary: int
    packed: bytes
    cut: int
    content: bytes


class Texts(NamedTuple):
    """The texts of a revision: the record and its report."""

    record: bytes
    report: bytes


def check_head(record: int, number: int, *head: Any) -> None:  # noqa: ANN401 - columns
    """Check what a revision says beside its texts: `kind, at, author, reason, checksum`. Raises `FactsDamaged`."""
    *columns, checksum = head
    if checksum is not None and checksum != revision_checksum(record, number, *columns):
        raise FactsDamaged(record)


def read_texts(session: Session, record: int, revision: int, row: PackedRevision) -> Texts:
    """The texts of a revision of a record. Raises `RecordDamaged`."""
    texts = _unpack(session, record, revision, row)
    if not has_content(texts.record, row.content):
        raise RecordDamaged(record, revision)
    return texts


def read_present_texts(session: Session, record: int, revision: int, columns: Sequence[Any]) -> Texts | None:
    """The same of the columns of a row; None where the revision withdrew the record and has no texts."""
    _, packed, *_ = columns
    return None if packed is None else read_texts(session, record, revision, PackedRevision(*columns))


def read_checked_texts(session: Session, record: int, revision: int, row: PackedRevision) -> Texts:
    """The same, where the checksum is enough: many records are read, each under the number that its row has."""
    texts = _unpack(session, record, revision, row)
    if not row.packed[0] & HAS_CHECKSUM and not has_content(texts.record, row.content):
        raise RecordDamaged(record, revision)
    return texts


def _unpack(session: Session, record: int, revision: int, row: PackedRevision) -> Texts:
    try:
        texts = Texts(
            *session.compressor.unpack(row.dictionary, row.packed, row.cut or 0)
        )  # a damaged row may have none
    except StoreDamaged as error:
        raise RecordDamaged(record, revision) from error
    if not (texts.report.endswith(b"}") and texts.record.startswith(b"{") and texts.record.endswith(b"}")):
        raise RecordDamaged(record, revision)
    return texts


_HEAD: Final = "SELECT revision, withdrawn FROM records WHERE id = ?"
_REVISION: Final = """
SELECT number, withdrawn, revision, dictionary, packed, cut, content, kind, at, author, reason, revisions.checksum
FROM records CROSS JOIN revisions ON record = id AND number = coalesce(?, revision)
WHERE id = ?
"""
_LENGTH: Final = """
SELECT cut FROM records CROSS JOIN revisions ON record = id AND number = coalesce(?, revision - withdrawn) WHERE id = ?
"""
_MARK: Final = "SELECT at, content FROM revisions WHERE record = ? AND number = ?"
_REPORT: Final = """
SELECT number, dictionary, packed, cut, content FROM revisions WHERE record = ? ORDER BY number DESC LIMIT 1
"""
_HISTORY: Final = """
SELECT revisions.number, kinds.text, authors.text, dictionary, packed, cut, content, kind, at, author, reason, checksum
FROM revisions JOIN texts AS kinds ON kinds.number = kind JOIN texts AS authors ON authors.number = author
WHERE record = ? AND revisions.number > ?
ORDER BY revisions.number
LIMIT ?
"""
_REPORT_BEFORE: Final = """
SELECT number, dictionary, packed, cut, content FROM revisions
WHERE record = ? AND number <= ? AND packed IS NOT NULL
ORDER BY number DESC LIMIT 1
"""
_KINDS: Final = frozenset(map(str, RevisionKind))
_COUNTS: Final = """
SELECT
    (SELECT count(*) FROM records),
    (SELECT count(*) FROM records WHERE withdrawn = 1),
    (SELECT count(*) FROM revisions)
"""


def load_head(session: Session, record: int) -> RecordHead:
    """A record by its latest revision. Raises `NoSuchRecord`."""
    row = session.connection.execute(_HEAD, (min(record, MAX_INTEGER),)).fetchone()
    if row is None:
        raise NoSuchRecord
    return RecordHead(record, row[0], bool(row[1]))


class Records(Subject):
    """Reads single records of a store."""

    def record(self, record: int, revision: int | None = None) -> StoredRecord:
        """A revision of a record with its report; by default the latest revision.

        Raises `NoSuchRecord`, also where there is no such revision, `RecordWithdrawn` where that revision withdrew the
        record, and `RecordDamaged` where its text is damaged.
        """
        wanted = None if revision is None else min(revision, MAX_INTEGER)
        with self._sessions.acquire() as session:
            row = session.connection.execute(_REVISION, (wanted, min(record, MAX_INTEGER))).fetchone()
            if row is None:
                raise NoSuchRecord
            found, withdrawn, latest, *columns = row
            packed, head = columns[:4], columns[4:]
            check_head(record, found, *head)
            texts = read_present_texts(session, record, found, packed)
        if texts is None:
            raise RecordWithdrawn(found)
        return StoredRecord(record, found, *texts, from_timestamp(head[1]), bool(withdrawn), found == latest)

    def report(self, record: int) -> tuple[bytes, int]:
        """The report on a record, and the number of its latest revision. Raises `NoSuchRecord`, `RecordWithdrawn`."""
        with self._sessions.acquire() as session:
            row = session.connection.execute(_REPORT, (min(record, MAX_INTEGER),)).fetchone()
            if row is None:
                raise NoSuchRecord
            number, *packed = row
            texts = read_present_texts(session, record, number, packed)
        if texts is None:
            raise RecordWithdrawn(number)
        return texts.report, number

    def latest(self, record: int) -> int:
        """The number of a record's latest revision. Raises `NoSuchRecord` or `RecordWithdrawn`."""
        with self._sessions.acquire() as session:
            found = load_head(session, record)
        if found.withdrawn:
            raise RecordWithdrawn(found.revision)
        return found.revision

    def length(self, record: int, revision: int | None = None) -> int:
        """The bytes of the text of a revision, by default the latest that has one; 0 where there is none."""
        wanted = None if revision is None else min(revision, MAX_INTEGER)
        row = self._row(_LENGTH, (wanted, min(record, MAX_INTEGER)))
        return 0 if row is None else row[0] or 0

    def mark(self, record: int, revision: int) -> str | None:
        """Eight characters that tell a revision from any other that had its number; None where there is none.

        Where a store is restored from a backup, records get numbers again that were lost. They are made of the content,
        which a withdrawal has not, and the time.
        """
        key = min(record, MAX_INTEGER), min(revision, MAX_INTEGER)
        row = self._row(_MARK, key)
        return None if row is None else version_mark(*row)

    def revisions(self, record: int) -> list[Revision]:
        """All revisions of a record with their reports, first to last. Raises `NoSuchRecord`."""
        with self._sessions.acquire() as session:
            found = _load_revisions(session, record, 0, MAX_INTEGER)
        if not found:
            raise NoSuchRecord
        return found

    def revision_page(self, record: int, after: int = 0, limit: int = 50) -> RevisionPage:
        """At most `limit` revisions, first to last, starting behind the revision `after`. Raises `NoSuchRecord`."""
        with self._sessions.acquire() as session:
            # Read first: what is added meanwhile must not have this number.
            latest = load_head(session, record).revision
            found = _load_revisions(session, record, after, limit)
            before = session.connection.execute(_REPORT_BEFORE, (record, after)).fetchone()
            following = found[-1].number if found and found[-1].number < latest else None
            if after < latest and not found:
                raise RecordDamaged(record, after + 1)
            texts = before and read_present_texts(session, record, before[0], before[1:])
        return RevisionPage(found, texts and texts.report, following, latest)

    def counts(self) -> StoreCounts:
        """How much is in the store."""
        with self._sessions.acquire() as session:
            records, withdrawn, revisions = session.connection.execute(_COUNTS).fetchone()
            return StoreCounts(records, withdrawn, revisions, session.size())

    def ready(self) -> None:
        """Check that records can be read, and written to the store that was opened."""
        self._sessions.require_same_store()
        self._row("SELECT id FROM records ORDER BY id DESC LIMIT 1")


def _load_revisions(session: Session, record: int, after: int, limit: int) -> list[Revision]:
    """At most `limit` revisions behind the revision `after`. Raises `RecordDamaged` where one cannot be read."""
    rows = session.connection.execute(_HISTORY, (min(record, MAX_INTEGER), min(after, MAX_INTEGER), limit)).fetchall()
    found = []
    for place, (number, kind, author, *columns) in enumerate(rows, after + 1):
        if number != place or kind not in _KINDS:
            raise RecordDamaged(record, place)
        packed, head = columns[:4], columns[4:]
        check_head(record, number, *head)
        texts = read_present_texts(session, record, number, packed)
        _, at, _, reason, _ = head
        found.append(Revision(number, RevisionKind(kind), from_timestamp(at), author, reason, texts and texts.report))
    return found


_NUMBER: Final = f"({NUMBER_OF_TEXT})"
# First the ids are found and cut at the limit, then what is shown of these is looked up: SQLite takes the tables of a
# CROSS JOIN in their order.
_LISTED: Final = """
WITH wanted (id) AS MATERIALIZED ({chosen} ORDER BY 1 DESC LIMIT ?)
SELECT
    r.id, r.revision, (SELECT text FROM texts WHERE number = r.rules), r.players, r.names,
    (SELECT substr(text, 1, {longest}) FROM texts WHERE number = r.tournament),
    (SELECT substr(text, 1, {longest}) FROM texts WHERE number = r.round),
    r.date, r.deals, r.actions, r.legal, r.faults, v.at, (SELECT text FROM texts WHERE number = v.author), r.withdrawn,
    v.kind, v.author, v.reason, v.checksum, r.opening, r.rules, r.tournament, r.round, r.time, r.house, r.checksum,
    v.number IS NOT NULL AND (v.packed IS NULL) = (r.withdrawn = 1)
        AND NOT EXISTS (SELECT 1 FROM revisions WHERE record = r.id AND number > r.revision)
FROM wanted AS w CROSS JOIN records AS r ON r.id = w.id
    LEFT JOIN revisions AS v ON v.record = r.id AND v.number = r.revision
ORDER BY r.id DESC
"""
MOST_CHARACTERS: Final = 500_000
"""About how many characters of names and titles a page has; one that would have more ends before it."""
_CUT: Final = "…"
OLDEST_FIRST: Final = "{chosen} ORDER BY 1"
BY_DAY: Final = "SELECT id FROM records WHERE id IN ({chosen}) ORDER BY rules, date NULLS FIRST, time NULLS LAST, id"
# A page begins behind an id and not behind a number of rows, so that a late one costs no more than the first.
_CHOSEN: Final = "SELECT {key} FROM {source} WHERE {conditions} AND {key} < ?"
_WHOLE: Final = """
SELECT number, withdrawn, revision, dictionary, packed, cut, content, kind, at, author, reason, revisions.checksum
FROM records CROSS JOIN revisions ON record = id AND number = revision - withdrawn
WHERE id = ?
"""
# PostgreSQL gives the values of JSON as texts, so that each is cast; in SQLite the cast does nothing.
_HAS_PLAYER: Final = "EXISTS (SELECT 1 FROM json_each(r.players) WHERE CAST(value AS BIGINT) = {number})"
_HAS_FAULT: Final = "EXISTS (SELECT 1 FROM record_faults WHERE fault = {number} AND record = r.id)"


class _Condition(NamedTuple):
    """A condition on records: how the records that meet it are looked up, and how any record `r` is tested.

    A look-up reads the tables in `source`; its column `key` holds the ids of the records that meet the condition
    `found`. Both conditions take the same values.
    """

    source: str
    key: str
    found: str
    tested: str
    values: tuple[Any, ...] = ()


def list_records(session: Session, wanted: RecordFilter, after: int | None, limit: int) -> RecordPage:
    """At most `limit` of the wanted records, newest first, starting behind the record `after`.

    Raises `FactsDamaged` where the row of one of them is damaged.
    """
    statement, values = page_query(wanted, after, limit)
    rows = session.connection.execute(statement, values).fetchall()
    page: list[RecordSummary] = []
    characters = 0
    for found in _summaries(session, rows[:limit]):
        characters += len(found.tournament or "") + sum(len(id) + len(name) for id, name in found.players)
        if page and characters > MOST_CHARACTERS:
            break
        page.append(found)
    return RecordPage(page, page[-1].id if len(page) < len(rows) else None)


def iterate_records(
    session: Session, wanted: RecordFilter, ordered: str, skip: LeftOut | None
) -> Iterator[StoredRecord]:
    """The wanted records in this order; of a withdrawn one, what it was before.

    Where one is damaged, `skip` is called and it is left out; without `skip`, `RecordDamaged` is raised. The ids are
    looked up first, so that only they have to be sorted. The transaction keeps to one state of the store.
    """
    execute = session.connection.execute
    chosen, values = _ids_query(wanted, MAX_INTEGER)
    with session.snapshot():
        for found in session.stream(ordered.format(chosen=chosen), values):
            number, withdrawn, latest, *columns = execute(_WHOLE, found).fetchone()
            (record,), packed, head = found, columns[:4], columns[4:]
            try:
                check_head(record, number, *head)
                texts = read_checked_texts(session, record, number, PackedRevision(*packed))
            except (RecordDamaged, FactsDamaged):
                if skip is None:
                    raise
                skip(RecordDamaged(record, number))
            else:
                yield StoredRecord(record, number, *texts, from_timestamp(head[1]), bool(withdrawn), number == latest)


def page_query(wanted: RecordFilter, after: int | None, limit: int) -> tuple[str, tuple[Any, ...]]:
    """The statement for a page and one row more, with its values."""
    chosen, values = _ids_query(wanted, MAX_INTEGER if after is None else min(after, MAX_INTEGER))
    return _LISTED.format(chosen=chosen, longest=EVENT_LENGTH + 1), (*values, limit + 1)


def _ids_query(wanted: RecordFilter, before: int) -> tuple[str, tuple[Any, ...]]:
    """The statement for the ids of the wanted records that are less than `before`, with its values."""
    first, *others = _conditions(wanted)
    conditions = " AND ".join((first.found, *(other.tested for other in others)))
    values = [value for one in (first, *others) for value in one.values]
    return _CHOSEN.format(source=first.source, key=first.key, conditions=conditions), (*values, before)


def _conditions(wanted: RecordFilter) -> list[_Condition]:
    """The conditions of a filter, the one that leaves fewest records first: it is looked up, the others are tested."""
    since, until = wanted.since, wanted.until
    counted = "rules" if wanted.rules is None or wanted.rules in PROFILES else "house"
    filters = (
        (wanted.withdrawn, _by_index("withdrawn", "r.withdrawn = 1")),
        (wanted.player is not None, _by_player(wanted.player)),
        (wanted.against is not None, _by_player(wanted.against)),
        (wanted.fault is not None, _by_table("record_faults", "fault", _HAS_FAULT, wanted.fault)),
        (wanted.tournament is not None, _by_index("tournament", f"r.tournament = {_NUMBER}", wanted.tournament)),
        (wanted.legal is False, _by_index("illegal", "r.legal = 0")),
        (since is not None, _by_index("date", "r.date >= ?", since and since.toordinal())),
        (until is not None, _by_index("date", "r.date <= ?", until and until.toordinal())),
        (wanted.rules is not None, _by_index(counted, f"r.{counted} = {_NUMBER}", wanted.rules)),
        (wanted.legal is True, _any_record("r.legal = 1")),
        (wanted.evening, _any_record("r.round IS NULL AND r.date IS NOT NULL")),
        (not wanted.withdrawn, _any_record("r.withdrawn = 0")),
    )
    return [one for asked, one in filters if asked]


def _by_player(player: str | None) -> _Condition:
    """The records of a player."""
    return _by_table("record_players", "player", _HAS_PLAYER, player)


def _by_table(table: str, column: str, tested: str, text: str | None) -> _Condition:
    """The records that a table leads to from a text."""
    source = f"{table} AS found CROSS JOIN records AS r ON r.id = found.record"
    return _Condition(source, "found.record", f"found.{column} = {_NUMBER}", tested.format(number=_NUMBER), (text,))


def _by_index(index: str, condition: str, *values: object) -> _Condition:
    """The records that an index leads to."""
    return _Condition(f"records AS r INDEXED BY by_{index}", "r.id", condition, condition, values)


def _any_record(condition: str) -> _Condition:
    """The records without an index."""
    return _Condition("records AS r", "r.id", condition, condition)


def _shortened(text: str | None) -> str | None:
    """A text of an event as lists show it; records of earlier versions may have longer ones."""
    return text if text is None or len(text) <= EVENT_LENGTH else f"{text[: EVENT_LENGTH - 1]}{_CUT}"


def _summaries(session: Session, rows: list[tuple[Any, ...]]) -> Iterator[RecordSummary]:
    for row in rows:
        _check_facts(*row)
    entries = [(json.loads(row[3]), json.loads(row[4] or row[3])) for row in rows]
    texts = texts_by_number(session.connection, {number for ids, names in entries for number in (*ids, *names)})
    for row, (ids, names) in zip(rows, entries, strict=True):
        record, revision, rules, _, _, tournament, part, day, deals, actions, legal, faults, *rest = row
        at, author, withdrawn, kind, who, reason, checksum, *_ = rest
        check_head(record, revision, kind, at, who, reason, checksum)
        yield RecordSummary(
            id=record,
            revision=revision,
            rules=rules,
            players=[(texts[player], texts[name]) for player, name in zip(ids, names, strict=True)],
            tournament=_shortened(tournament),
            round=_shortened(part),
            date=day and date.fromordinal(day).isoformat(),
            deals=deals,
            actions=actions,
            legal=bool(legal),
            faults=json.loads(faults) if faults else {},
            stored_at=from_timestamp(at),
            author=author,
            withdrawn=bool(withdrawn),
            time=row[-4],
        )


def _check_facts(*columns: Any) -> None:  # noqa: ANN401 - a row
    """Raise `FactsDamaged` where a row says something else than was written."""
    record, _, _, players, names, _, _, day, deals, actions, legal, faults, *_ = columns
    opening, rules, tournament, part, time, house, checksum, is_latest = columns[-8:]
    row = RecordRow(rules, players, names, tournament, part, day, deals, actions, legal, faults, time, house)
    if not is_latest or checksum != facts_checksum(record, opening, row):
        raise FactsDamaged(record)


_HOUSES: Final = (
    "SELECT text FROM texts WHERE number IN (SELECT house FROM records WHERE house IS NOT NULL) ORDER BY text"
)


def counted_houses(connection: Connection) -> list[str]:
    """The names under which results of houses are counted, such as daifugo_friday."""
    return [name for (name,) in connection.execute(_HOUSES)]
