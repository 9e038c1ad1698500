"""Makes anew what follows from the records of a store, where the database finds it damaged."""

import json
from collections import Counter
from contextlib import suppress
from typing import Final

from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.columns import RecordRow, facts_checksum
from daifu.data.store.sql.maintenance import check_messages as wording
from daifu.data.store.sql.maintenance.damaged_tables import (
    RATINGS,
    STATISTICS,
    TOLD,
    WAYS,
    find_damage,
    make_indexes,
    make_results,
)
from daifu.data.store.sql.maintenance.repair import repair_record
from daifu.data.store.sql.sessions import SessionPool
from daifu.data.store.sql.texts import text_number
from daifu.data.store.sql.write_queue import WriteQueue
from daifu.data.store.values import Difference
from daifu.replay.text import Text

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
