"""Checks the statistics: counts all records again and compares.

The new counts are folded into temporary tables of the connection, so that memory stays flat.
"""

from collections.abc import Iterator
from typing import Final

from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.columns import record_row
from daifu.data.store.sql.maintenance import check_messages as wording
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.statistics import pairs
from daifu.data.store.sql.statistics.counter_rows import RowContents, RowNumbers
from daifu.data.store.sql.statistics.counts import decode_counts
from daifu.data.store.sql.statistics.delta_log import read_pending
from daifu.data.store.sql.statistics.deltas import (
    ALL_PLAYERS,
    ALL_TABLES,
    DeltaSums,
    RecordDelta,
    delta_of,
    merge_deltas,
)
from daifu.data.store.sql.statistics.summaries import add_to_summaries
from daifu.data.store.sql.tables import SUMMARY_TABLES
from daifu.data.store.sql.texts import text_number, texts_by_number
from daifu.replay.text import Text
from daifu.schemas.judged_record import JudgedRecord

STEP_RECORDS: Final = 256
"""How many records are folded at once."""

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
