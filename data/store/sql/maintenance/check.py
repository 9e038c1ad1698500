"""Checks a store: judges every revision of every record again and compares the result with what is stored.

All records are counted again, too, and folded into temporary tables of the connection, so that memory stays flat.

Some values follow from nothing and cannot be checked: who wrote a revision, when and why, and the `source` of a record.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Final, NamedTuple

from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.columns import RecordRow, facts_checksum, record_row, revision_checksum
from daifu.data.store.sql.connection import Connection
from daifu.data.store.sql.houses import house_differences
from daifu.data.store.sql.maintenance import check_messages as wording
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.statistics import pairs
from daifu.data.store.sql.statistics.counts import RowContents, RowNumbers, decode_counts
from daifu.data.store.sql.statistics.deltas import (
    ALL_PLAYERS,
    ALL_TABLES,
    DeltaSums,
    RecordDelta,
    add_to_summaries,
    delta_of,
    merge_deltas,
    read_pending,
)
from daifu.data.store.sql.statistics.recount import count_analysis
from daifu.data.store.sql.tables import SUMMARY_TABLES
from daifu.data.store.sql.texts import text_number, texts_by_number
from daifu.data.store.values import Difference, RevisionKind
from daifu.replay.text import Text
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.record.errors import RecordRefused

STEP_RECORDS: Final = 256
"""How many records are folded at once."""

# `WHERE true` keeps SQLite from taking ON CONFLICT for the ON of a join.
_SAME_COUNTERS: Final = "INSERT INTO temp.counters SELECT * FROM main.counters WHERE true ON CONFLICT DO NOTHING"
_PLAYER_COUNTS: Final = """
SELECT rules, player, kept.counts, counted.counts
FROM main.player_counts AS kept
    FULL JOIN temp.player_counts AS counted USING (rules, player, day, tournament, seated, part)
WHERE kept.counts IS DISTINCT FROM counted.counts
"""
_PLAYER_TOTALS: Final = """
SELECT rules, player, kept.counts, counted.counts
FROM main.player_totals AS kept FULL JOIN temp.player_totals AS counted USING (rules, player)
WHERE kept.counts IS DISTINCT FROM counted.counts
"""
_ONLY_IN_ONE: Final = """
SELECT rules, player, other FROM ({kept} EXCEPT {counted})
UNION SELECT rules, player, other FROM ({counted} EXCEPT {kept})
"""
_PAIRS: Final = _ONLY_IN_ONE.format(
    kept=pairs.ALL_PAIRS.format(schema="main"), counted=pairs.ALL_PAIRS.format(schema="temp")
)


class StatisticsCheck:
    """Counts the records of a store again, and compares the stored counts with the new ones."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._execute = session.connection.execute
        self._deltas: list[RecordDelta] = []
        self._unknown: dict[str, int] = {}
        self._all_read = True
        session.create_tables(SUMMARY_TABLES.format(kind="TEMP"))
        self._row_numbers = RowNumbers(session.connection, "temp")

    def take(self, judged: JudgedRecord | None) -> None:
        """Count a record that is not withdrawn; None stands for one that cannot be read."""
        if judged is None:
            self._all_read = False
            return
        row = record_row(judged.facts, self._number)
        self._deltas.append(delta_of(row, judged.content, judged.tallies))
        if len(self._deltas) == STEP_RECORDS:
            self._fold_records()

    def differences(self) -> Iterator[Text]:
        """The players and pairs whose stored counts differ from those of the records that were taken.

        Nothing is compared if a record could not be read, since its counts are not known.
        """
        if not self._all_read:
            return
        self._fold_records()
        # What the store has not folded yet is taken away again.
        pending = ((key._replace(sign=-key.sign), delta) for key, delta in read_pending(self._session))
        sums = DeltaSums(pending, RowContents(self._session.connection))
        add_to_summaries(self._session.connection, sums, "temp")
        wrong = {
            (rules, player)
            for statement in (_PLAYER_COUNTS, _PLAYER_TOTALS)
            for rules, player, kept, counted in self._execute(statement)
            if kept is None or counted is None or not _are_equal(kept, counted)
        }
        yield from dict.fromkeys(self._of(self._text(rules), player) for rules, player in sorted(wrong))
        for rules, player, other in self._execute(_PAIRS).fetchall():
            yield wording.of_two(self._text(rules), self._text(player), self._text(other))

    def _fold_records(self) -> None:
        """Fold the deltas of the records that were taken. A counter that the store has goes by the same number."""
        self._execute(_SAME_COUNTERS)
        sums = DeltaSums(merge_deltas(self._deltas, self._row_numbers), self._row_numbers.contents)
        add_to_summaries(self._session.connection, sums, "temp")
        self._deltas.clear()

    def _of(self, rules: str, player: int) -> Text:
        if player in (ALL_TABLES, ALL_PLAYERS):
            return wording.of_all(rules)
        return wording.of_player(rules, self._text(player))

    def _number(self, text: str) -> int:
        """The number of a text; one that the store does not use where it does not have the text."""
        number = text_number(self._session.connection, text)
        return self._unknown.setdefault(text, ALL_PLAYERS - 1 - len(self._unknown)) if number is None else number

    def _text(self, number: int) -> str:
        unknown = {number: text for text, number in self._unknown.items()}
        if number in unknown:
            return unknown[number]
        try:
            return texts_by_number(self._session.connection, [number])[number]
        except StoreDamaged:
            return str(number)


def _are_equal(kept: bytes, counted: bytes) -> bool:
    """Whether stored counts are those that were counted; damaged ones are not."""
    try:
        return decode_counts(kept) == decode_counts(counted)
    except StoreDamaged:
        return False


REVISIONS: Final = """
SELECT record, revisions.number, text, content, dictionary, packed, cut, kind, at, author, reason, checksum
FROM revisions LEFT JOIN texts ON texts.number = kind {condition}
ORDER BY record, revisions.number
"""
"""The columns of `StoredRevision`."""
_HEAD: Final = """
SELECT revision, withdrawn, opening, rules, players, names, tournament, round, date, deals, actions, legal, faults,
    time, house, checksum
FROM records WHERE id = ?
"""
_PLAYERS: Final = """
SELECT count(*) FROM record_players WHERE record = ? AND player IN (SELECT CAST(value AS BIGINT) FROM json_each(?))
"""
_FAULTS: Final = (
    "SELECT count(*) FROM record_faults WHERE record = ? AND fault IN (SELECT CAST(value AS BIGINT) FROM json_each(?))"
)
# A damaged column may hold no JSON, and CASE keeps it from json_each, which would raise an error.
WAYS_ASTRAY: Final = {
    wording.PLAYERS: """
SELECT record, player FROM record_players WHERE NOT EXISTS (
    SELECT 1 FROM records, json_each(CASE WHEN json_valid(players) THEN players ELSE '[]' END) AS one
    WHERE records.id = record_players.record AND CAST(one.value AS BIGINT) = record_players.player)
""",
    wording.FAULTS: """
SELECT record, fault FROM record_faults WHERE NOT EXISTS (
    SELECT 1 FROM texts, records, json_each(CASE WHEN json_valid(faults) THEN faults ELSE '{}' END) AS one
    WHERE texts.number = record_faults.fault AND records.id = record_faults.record AND one.key = text)
""",
}
"""The players and faults by which records are found that do not have them."""
_ORPHANS: Final = {
    wording.NO_REVISIONS: "SELECT id FROM records WHERE NOT EXISTS (SELECT 1 FROM revisions WHERE record = id)",
    wording.PLAYERS: WAYS_ASTRAY[wording.PLAYERS],
    wording.NAMELESS: """
SELECT records.id FROM records, json_each(CASE WHEN json_valid(players) THEN players ELSE '[]' END) AS one
WHERE NOT EXISTS (SELECT 1 FROM aliases WHERE aliases.player = CAST(one.value AS BIGINT))
""",
    wording.FAULTS: WAYS_ASTRAY[wording.FAULTS],
}
_ANALYSIS: Final = "SELECT method, dictionary, packed FROM analyses WHERE record = ? AND revision = ?"
_ANALYSES: Final = """
SELECT analyses.record, revision, analyses.dictionary, analyses.packed, revisions.packed IS NOT NULL
FROM analyses LEFT JOIN revisions ON revisions.record = analyses.record AND revisions.number = revision
ORDER BY analyses.record, revision
"""
_TOURNAMENTS: Final = "SELECT id FROM tournaments WHERE version > 0 ORDER BY id"


class StoredRevision(NamedTuple):
    """A stored revision."""

    record: int
    number: int
    kind: str | None
    content: bytes | None
    dictionary: int
    packed: bytes | None
    cut: int
    kind_number: int
    at: int
    author: int
    reason: str | None
    checksum: int | None

    @property
    def has_sound_head(self) -> bool:
        """Whether who wrote it, when and why is as it was written, as far as that can be told."""
        head = (self.record, self.number, self.kind_number, self.at, self.author, self.reason)
        return self.checksum in (None, revision_checksum(*head))


def store_differences(session: Session, advance: Callable[[int], None]) -> Iterator[Difference]:
    """Everything that is inconsistent in one state of the store; `advance` is called with 1 for each revision."""
    comparison = StatisticsCheck(session)
    with session.snapshot():
        yield from differences_but_statistics(session, advance, comparison)
        yield from map(Difference, comparison.differences())


def differences_but_statistics(
    session: Session, advance: Callable[[int], None], comparison: StatisticsCheck
) -> Iterator[Difference]:
    """The same without the statistics, which the comparison tells afterwards."""
    connection = session.connection
    yield from map(Difference, session.damage())
    revisions = map(StoredRevision._make, session.stream(REVISIONS.format(condition="")))
    for record, rows in groupby(revisions, lambda row: row.record):
        yield from record_differences(session, record, rows, advance, comparison)
    for text, statement in _ORPHANS.items():
        yield from (Difference(text, record) for record, *_ in connection.execute(statement))
    yield from analysis_differences(session)
    yield from map(Difference, house_differences(session))
    if tournaments := connection.execute(_TOURNAMENTS).fetchall():
        from daifu.data.store.sql.maintenance.tournament_check import tournament_differences  # noqa: PLC0415 - only where there are tournaments

        for (tournament,) in tournaments:
            yield from map(Difference, tournament_differences(session, tournament))


def record_differences(
    session: Session,
    record: int,
    rows: Iterable[StoredRevision],
    advance: Callable[[int], None],
    comparison: StatisticsCheck | None = None,
) -> Iterator[Difference]:
    """What is wrong with a record, given its revisions. A comparison of statistics takes it, too."""
    judged: JudgedRecord | None = None
    last: StoredRevision | None = None
    for place, last in enumerate(rows, 1):
        advance(1)
        if last.number != place:
            yield Difference(wording.NUMBERS, record, last.number)
        if not last.has_sound_head:
            yield Difference(wording.HEAD, record, last.number)
        if last.kind != RevisionKind.WITHDRAWN:
            judged, wrong = judge_again(session, last)
            yield from (Difference(text, record, last.number) for text in wrong)
    if comparison and last is not None and last.kind != RevisionKind.WITHDRAWN:
        comparison.take(judged and _with_analysis(session, last, judged))
    if last is not None:
        yield from (Difference(text, record) for text in _list_differences(session.connection, last, judged))


def _with_analysis(session: Session, revision: StoredRevision, judged: JudgedRecord) -> JudgedRecord | None:
    """The record with what is counted of its analysis, too; None if the analysis cannot be read."""
    found = session.connection.execute(_ANALYSIS, (revision.record, revision.number)).fetchone()
    if found is None:
        return judged
    method, *packed = found
    try:
        analysis = session.compressor.decompress(*packed)
        return judged._replace(tallies=count_analysis(judged.tallies, judged.report, method, analysis))
    except StoreDamaged:
        return None


def judge_again(session: Session, revision: StoredRevision) -> tuple[JudgedRecord | None, list[Text]]:
    """A revision judged again, if it can be read, and what is wrong with it."""
    from daifu.schemas.judgement import judge_json  # noqa: PLC0415 - who only reads a store judges nothing

    if revision.packed is None:
        return None, [wording.UNREADABLE]
    try:
        record, report = session.compressor.unpack(revision.dictionary, revision.packed, revision.cut)
        judged = judge_json(record)
    except StoreDamaged:
        return None, [wording.UNREADABLE]
    except RecordRefused:
        return None, [wording.REFUSED]
    wrong = {
        wording.TEXT: record != judged.record,
        wording.REPORT: report != judged.report,
        wording.CONTENT: revision.content != judged.content,
    }
    return judged, [text for text, is_so in wrong.items() if is_so]


def _list_differences(connection: Connection, last: StoredRevision, judged: JudgedRecord | None) -> Iterator[Text]:
    """What lists show wrongly of a record, given its last revision, and that judged, if it can be read."""
    found = connection.execute(_HEAD, (last.record,)).fetchone()
    if found is None:
        return  # the revision has no record, which the check of foreign keys tells
    revision, withdrawn, opening, *columns, checksum = found
    if (revision, bool(withdrawn)) != (last.number, last.kind == RevisionKind.WITHDRAWN):
        yield wording.LATEST
    if judged is None:
        return
    if opening != judged.opening:
        yield wording.OPENING
    expected = record_row(judged.facts, lambda text: text_number(connection, text))
    yield from (
        wording.in_lists(name)
        for name, shown, due in zip(RecordRow._fields, columns, expected, strict=True)
        if shown != due
    )
    if columns == list(expected) and checksum != facts_checksum(last.record, opening, expected):
        yield wording.in_lists("checksum")
    players, faults = [player for player, _ in judged.facts.players], list(judged.facts.faults)
    for text, statement, names in ((wording.PLAYERS, _PLAYERS, players), (wording.FAULTS, _FAULTS, faults)):
        numbers = json.dumps([text_number(connection, name) for name in names])
        if connection.execute(statement, (last.record, numbers)).fetchone()[0] != len(names):
            yield text


def analysis_differences(session: Session) -> Iterator[Difference]:
    """The analyses that cannot be read, and those of nothing."""
    for record, revision, dictionary, packed, has_record in session.stream(_ANALYSES):
        if not has_record:
            yield Difference(wording.ANALYSIS_OF_NOTHING, record, revision)
        try:
            session.compressor.decompress(dictionary, packed)
        except StoreDamaged:
            yield Difference(wording.ANALYSIS, record, revision)
