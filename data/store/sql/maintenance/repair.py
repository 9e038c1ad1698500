"""Puts right what is wrong in a store.

`mend` makes anew what follows from the records where the database finds it damaged. `repair` judges all records again,
and puts right what differs from what their texts say. It takes a few records in each transaction, so that others write
in between. An interrupted repair goes on where it was. What nobody can know again, such as a text that is damaged,
stays as it is.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, Final

from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.columns import RecordRow, facts_checksum, revision_checksum
from daifu.data.store.sql.compression import HAS_CHECKSUM
from daifu.data.store.sql.maintenance import check_messages as wording
from daifu.data.store.sql.maintenance.check import (
    REVISIONS,
    WAYS_ASTRAY,
    StatisticsCheck,
    StoredRevision,
    analysis_differences,
    differences_but_statistics,
    judge_again,
    record_differences,
)
from daifu.data.store.sql.progress import judged_up_to, note_judged, request_recount
from daifu.data.store.sql.ratings.checkpoints import drop_everything, forget_ratings
from daifu.data.store.sql.sessions import Session, SessionPool
from daifu.data.store.sql.statistics.deltas import read_pending
from daifu.data.store.sql.statistics.recount import recount
from daifu.data.store.sql.texts import text_number
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.sql.uploads import SET_TEXTS, restore_facts
from daifu.data.store.sql.write_queue import WriteQueue
from daifu.data.store.values import Difference, Repair, RevisionKind
from daifu.replay.text import Text
from daifu.schemas.judged_record import JudgedRecord

TOLD: Final = frozenset(
    {"records", "revisions", "entries", "house_rules", "dictionaries", "analyses", "_sqlite_migrations"}
)
"""Tables of which whoever reads something damaged is told so: their rows have checksums, or are only read here."""
WAYS: Final = frozenset({"record_players", "record_faults"})
STATISTICS: Final = frozenset(
    {"counters", "counter_rows", "player_counts", "player_totals", "pairs", "statistics_changes", "pending_deltas"}
)
RATINGS: Final = frozenset({"rating_persons", "rating_timeline", "rating_checkpoints", "ratings", "rating_changes"})


def find_damage(sessions: SessionPool) -> frozenset[str]:
    """The tables in which the database finds damage, or whose rows cannot be read."""
    with sessions.separate() as session:
        damaged = session.damaged_tables()
    try:
        with sessions.separate() as session:
            for _ in read_pending(session):
                pass
    except StoreDamaged:
        return damaged | {"pending_deltas"}
    return damaged


def make_indexes(queue: WriteQueue, damaged: frozenset[str]) -> None:
    """Make the indexes of damaged tables anew, as far as it can be done, whose rows tell by themselves what is damaged.

    The names of counters do not: where one is damaged, the counter is written anew when all is counted.
    """
    for table in sorted(damaged & (TOLD | {"counters"})):
        with suppress(StoreDamaged), queue.transaction() as writing:
            writing.session.make_indexes(table)


def make_results(sessions: SessionPool, queue: WriteQueue, damaged: frozenset[str]) -> None:
    """Let the statistics and the ratings be computed anew where one of their tables is damaged.

    Damaged tables are emptied first, without looking at their rows; those that running services know by numbers stay.
    """
    statistics, ratings = damaged & STATISTICS, damaged & RATINGS
    if statistics or ratings:
        with queue.transaction() as writing:
            if statistics:
                request_recount(writing.connection)
            if ratings:
                forget_ratings(writing.connection)
    if emptied := (statistics | ratings | damaged & WAYS) - {"counters", "statistics_changes", "rating_changes"}:
        with sessions.turn(), sessions.separate() as session:
            session.empty_tables(sorted(emptied))
    if ratings:
        with queue.transaction() as writing:
            drop_everything(writing.connection)
    if statistics:
        recount(queue)


RECORDS_AT_ONCE: Final = 64
"""How many records are looked at between two notes of how far the repair has come."""
REPAIRED_AT_ONCE: Final = 16
"""How many records are repaired in one transaction."""
UNKNOWN: Final = "?"
"""Stands for an author whose name cannot be read."""
NOTE_SECONDS: Final = 1.0
"""How much work an interrupted repair does again at most."""

_NEXT: Final = "SELECT record FROM revisions WHERE record > ? GROUP BY record ORDER BY record LIMIT ?"
_REVISIONS_OF: Final = REVISIONS.format(condition="WHERE record = ?")
_OPENING: Final = "SELECT opening FROM records WHERE id = ?"
_SET_HEAD: Final = "UPDATE revisions SET author = ?, checksum = ? WHERE record = ? AND number = ?"
_REMOVE_WAYS: Final = {
    wording.PLAYERS: "DELETE FROM record_players WHERE record = ? AND player = ?",
    wording.FAULTS: "DELETE FROM record_faults WHERE record = ? AND fault = ?",
}
"""How one of the `WAYS_ASTRAY` is removed."""
_REMOVE_ANALYSIS: Final = "DELETE FROM analyses WHERE record = ? AND revision = ?"


def repair(sessions: SessionPool, queue: WriteQueue, advance: Callable[[int], None]) -> Iterator[Repair]:
    """Repair a store; each difference that was put right, and at the end each that stays.

    `advance` is called with the number of revisions looked at since the last call, each of which is looked at twice.
    """
    done = 0
    damaged = find_damage(sessions)
    make_indexes(queue, damaged)
    for found in _repair_records(sessions, queue, advance):
        done += 1
        yield found
    yield from _remove_astray(sessions, queue)
    yield from _remove_analyses(sessions, queue)
    make_results(sessions, queue, damaged - WAYS)
    if done:
        with queue.transaction() as writing:
            forget_ratings(writing.connection)
    made = damaged - find_damage(sessions)
    yield from (Repair(Difference(wording.of_table(table)), is_done=True) for table in sorted(made))
    with sessions.separate() as session:
        comparison = StatisticsCheck(session)
        with session.snapshot():
            left = list(differences_but_statistics(session, advance, comparison))
            wrong_counts = list(comparison.differences())
    if wrong_counts:
        with queue.transaction() as writing:
            request_recount(writing.connection)
        recount(queue)
    with queue.transaction() as writing:
        note_judged(writing.connection, None)
    yield from (Repair(Difference(text), is_done=True) for text in wrong_counts)
    yield from (Repair(difference, is_done=False) for difference in left)


def _repair_records(sessions: SessionPool, queue: WriteQueue, advance: Callable[[int], None]) -> Iterator[Repair]:
    """Repair the records behind those to which an earlier repair had come."""
    with sessions.acquire() as session:
        last = judged_up_to(session.connection)
    noted_at = -NOTE_SECONDS
    while True:
        wrong = []
        with sessions.acquire() as session:
            records = [record for (record,) in session.connection.execute(_NEXT, (last, RECORDS_AT_ONCE)).fetchall()]
            for record in records:
                revisions = _revisions(session, record)
                differs = any(record_differences(session, record, revisions, advance))
                # Earlier versions wrote texts without a checksum.
                if differs or any(one.packed and not one.packed[0] & HAS_CHECKSUM for one in revisions):
                    wrong.append(record)
        if not records:
            return
        for begin in range(0, len(wrong), REPAIRED_AT_ONCE):
            with queue.transaction() as writing:
                found = [repair_record(writing, record) for record in wrong[begin : begin + REPAIRED_AT_ONCE]]
            yield from (Repair(difference, is_done=True) for differences in found for difference in differences)
        last = records[-1]
        if monotonic() - noted_at >= NOTE_SECONDS:
            with queue.transaction() as writing:
                note_judged(writing.connection, last)
            noted_at = monotonic()


def _revisions(session: Session, record: int) -> list[StoredRevision]:
    return list(map(StoredRevision._make, session.connection.execute(_REVISIONS_OF, (record,)).fetchall()))


def repair_record(writing: Transaction, record: int) -> list[Difference]:
    """Repair a record; what was put right."""
    session = writing.session
    before = _differences(session, record)
    revisions = _revisions(session, record)
    readable = []
    for revision in revisions:
        if revision.kind != RevisionKind.WITHDRAWN and (judged := judge_again(session, revision)[0]) is not None:
            readable.append((revision, judged))
        if not revision.has_sound_head:
            # It may be damaged who wrote it, so it is of nobody who is known; the rest stays as it reads.
            author = writing.number(UNKNOWN)
            key = (revision.record, revision.number)
            checksum = revision_checksum(*key, revision.kind_number, revision.at, author, revision.reason)
            writing.connection.execute(_SET_HEAD, (author, checksum, *key))
    for revision, judged in readable[:-1]:
        _repair_texts(writing, revision, judged, is_latest=False)
    if readable and _repair_texts(writing, *readable[-1], is_latest=True):
        latest, (last, judged) = revisions[-1], readable[-1]
        withdrawn = latest.kind == RevisionKind.WITHDRAWN
        if withdrawn or last is latest:
            restore_facts(writing, record, latest.number, judged, withdrawn=withdrawn)
    after = _differences(writing.session, record)
    return [difference for difference in before if difference not in after]


def _differences(session: Session, record: int) -> list[Difference]:
    return list(record_differences(session, record, _revisions(session, record), lambda _count: None))


def _repair_texts(writing: Transaction, revision: StoredRevision, judged: JudgedRecord, *, is_latest: bool) -> bool:
    """Write the texts of a revision as they are judged; False where they may be those of another record."""
    if judged.content != revision.content:
        row = writing.connection.execute(_OPENING, (revision.record,)).fetchone()
        if not is_latest or row is None or row[0] != judged.opening:
            return False
    texts = writing.session.compressor.pack(judged.record, judged.report)
    writing.connection.execute(SET_TEXTS, (*texts, judged.content, revision.record, revision.number))
    return True


def _remove_astray(sessions: SessionPool, queue: WriteQueue) -> Iterator[Repair]:
    """Remove the players and faults by which records are found that do not have them."""
    for text, remove in _REMOVE_WAYS.items():
        with sessions.acquire() as session:
            found = session.connection.execute(WAYS_ASTRAY[text]).fetchall()
        yield from _removed(queue, remove, [(text, (record, key)) for record, key in found])


def _remove_analyses(sessions: SessionPool, queue: WriteQueue) -> Iterator[Repair]:
    """Remove the analyses that cannot be read, and those of nothing: they can be made again."""
    with sessions.separate() as session, session.snapshot():
        wrong: dict[Any, Any] = {(record, number): text for text, record, number in analysis_differences(session)}
    yield from _removed(queue, _REMOVE_ANALYSIS, [(text, key) for key, text in wrong.items()])


def _removed(queue: WriteQueue, statement: str, rows: Sequence[tuple[Any, tuple[int, int]]]) -> Iterator[Repair]:
    """Delete rows, some in a transaction; what was wrong with the record of each."""
    for begin in range(0, len(rows), RECORDS_AT_ONCE):
        some = rows[begin : begin + RECORDS_AT_ONCE]
        with queue.transaction() as writing:
            writing.connection.executemany(statement, [key for _, key in some])
        yield from (Repair(Difference(text, record), is_done=True) for text, (record, _) in some)


_FACTS: Final = """
SELECT id, opening, checksum, rules, players, names, tournament, round, date, deals, actions, legal, faults, time,
    house
FROM records
"""
_WAY_SUMS: Final = {
    "record_players": "SELECT count(*), coalesce(sum(player), 0), coalesce(sum(record), 0) FROM record_players",
    "record_faults": "SELECT count(*), coalesce(sum(fault), 0), coalesce(sum(record), 0) FROM record_faults",
}
_ENTER_ANEW: Final = (
    "DELETE FROM record_players",
    "DELETE FROM record_faults",
    """
INSERT INTO record_players (player, record)
SELECT DISTINCT CAST(value AS BIGINT), records.id
FROM records, json_each(CASE WHEN json_valid(players) THEN players ELSE '[]' END)
""",
    """
INSERT INTO record_faults (fault, record)
SELECT number, records.id
FROM records, json_each(CASE WHEN json_valid(faults) THEN faults ELSE '{}' END) AS one JOIN texts ON text = one.key
""",
)


def mend(sessions: SessionPool, queue: WriteQueue) -> list[Difference]:
    """Make anew what is damaged and follows from records: indexes, what lists show, statistics, ratings; what was.

    Raises `StoreDamaged` where another table is damaged, and nothing tells what is right there.
    """
    damaged = find_damage(sessions)
    unknown = damaged - TOLD - WAYS - STATISTICS - RATINGS
    if unknown or (sessions.read_only and damaged - TOLD):
        raise StoreDamaged(_undecided(unknown or damaged - TOLD))
    if sessions.read_only:
        return []
    make_indexes(queue, damaged)
    made: list[Difference] = []
    wrong, astray = _compare_facts(sessions)
    if wrong:
        with queue.transaction() as writing:
            made = [difference for record in wrong for difference in repair_record(writing, record)]
        _, astray = _compare_facts(sessions)
    damaged |= astray
    try:
        make_results(sessions, queue, damaged | RATINGS if made else damaged)
    except StoreDamaged as error:
        raise StoreDamaged(_undecided(damaged)) from error
    if damaged & WAYS:
        with queue.transaction() as writing:
            for statement in _ENTER_ANEW:
                writing.connection.execute(statement)
    left = find_damage(sessions) if damaged else damaged
    if left - TOLD:
        raise StoreDamaged(_undecided(left - TOLD))
    return [*(Difference(wording.of_table(table)) for table in sorted(damaged - left)), *made]


def _compare_facts(sessions: SessionPool) -> tuple[list[int], frozenset[str]]:
    """The records of which lists would show something else than was written, and the ways to records that lead astray.

    Not every way is looked up: one that leads astray changes the sums of all. They are not compared where it is not
    known what records have.
    """
    wrong: list[int] = []
    players, seats, players_records, faults_records = 0, 0, 0, 0
    faults: Counter[str] = Counter()
    with suppress(StoreDamaged), sessions.separate() as session, session.snapshot():
        for record, opening, checksum, *columns in session.stream(_FACTS):
            row = RecordRow(*columns)
            if checksum != facts_checksum(record, opening, row):
                wrong.append(record)
                continue
            seated = set(json.loads(row.players))
            codes = json.loads(row.faults or "{}")
            faults.update(codes.keys())
            seats += len(seated)
            players += sum(seated)
            players_records += record * len(seated)
            faults_records += record * len(codes)
        if wrong:
            return wrong, frozenset()
        numbers = sum((text_number(session.connection, code) or 0) * times for code, times in faults.items())
        due = {
            "record_players": (seats, players, players_records),
            "record_faults": (faults.total(), numbers, faults_records),
        }
        return wrong, frozenset(
            table for table, sums in due.items() if session.connection.execute(_WAY_SUMS[table]).fetchone() != sums
        )
    return wrong, frozenset()


def _undecided(damaged: frozenset[str]) -> Text:
    names = sorted(damaged)
    return Text(
        f"the store is damaged in {', '.join(names)}, and nothing tells what is right there; daifu verify says "
        "more, and daifu copy --salvage makes a sound store of what can be read",
        f"保存先が壊れています（{'、'.join(names)}）。正しい内容を知る手がかりがありません。"
        "詳しくはdaifu verifyで分かり、daifu copy --salvageで、読めるものから正常な保存先を作れます",
    )
