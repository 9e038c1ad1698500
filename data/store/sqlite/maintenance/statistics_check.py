"""Checks the statistics: counts everything again and compares.

The new counts are folded into temporary tables of the connection, so that memory stays flat.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from data.store.sqlite.columns import record_row
from data.store.sqlite.connections import Session
from data.store.sqlite.maintenance import check_messages as wording
from data.store.sqlite.schema import SUMMARY_TABLES
from data.store.sqlite.statistics import pairs
from data.store.sqlite.statistics.deltas import (
    ALL_PLAYERS,
    ALL_TABLES,
    Delta,
    DeltaKey,
    RecordDelta,
    delta_of,
    merge_deltas,
)
from data.store.sqlite.statistics.interned import CounterNumbers, RowEncoder, decode_counts
from data.store.sqlite.statistics.pending import fold_deltas, read_pending
from data.store.sqlite.statistics.row_cache import SummaryCache
from data.store.sqlite.texts import text_number, texts_by_number
from replay.text import Text
from schemas.judgement import JudgedRecord

STEP_RECORDS: Final = 256
"""So many records are folded at once."""

_SAME_COUNTERS: Final = "INSERT INTO temp.counters SELECT * FROM main.counters WHERE true ON CONFLICT DO NOTHING"
_BUCKETS: Final = """
SELECT rules, player, kept.counts, counted.counts
FROM main.buckets AS kept FULL JOIN temp.buckets AS counted USING (rules, player, day, tournament, seated)
WHERE kept.counts IS NOT counted.counts
"""
_SUMS: Final = """
SELECT rules, player, kept.counts, counted.counts
FROM main.sums AS kept FULL JOIN temp.sums AS counted USING (rules, player)
WHERE kept.counts IS NOT counted.counts
"""
_ONLY_IN_ONE: Final = """
SELECT rules, player, other FROM ({kept} EXCEPT {counted})
UNION SELECT rules, player, other FROM ({counted} EXCEPT {kept})
"""
_PAIRS: Final = _ONLY_IN_ONE.format(
    kept=pairs.ALL_PAIRS.format(schema="main"), counted=pairs.ALL_PAIRS.format(schema="temp")
)


class StatisticsCheck:
    """Counts the records of a store anew, and compares the summaries with that."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._execute = session.connection.execute
        self._shares: list[RecordDelta] = []
        self._unknown: dict[str, int] = {}
        self._all_read = True
        session.connection.executescript(SUMMARY_TABLES.format(kind="TEMP"))
        self._counted = SummaryCache(session.connection, RowEncoder(CounterNumbers(session.connection, "temp")), "temp")

    def take(self, judged: JudgedRecord | None) -> None:
        """Count a record that is not withdrawn, in its present state; None where it cannot be read."""
        if judged is None:
            self._all_read = False
            return
        row = record_row(judged.facts, self._number)
        self._shares.append(delta_of(row, judged.tallies))
        if len(self._shares) == STEP_RECORDS:
            self._fold_shares()

    def differences(self) -> Iterator[Text]:
        """Whose summaries are not what all records that were taken come to.

        None are compared if any of the records could not be read: nobody knows what is owed to that.
        """
        if not self._all_read:
            return
        self._fold_shares()
        self._fold((occasion._replace(sign=-occasion.sign), sheaf) for occasion, sheaf in read_pending(self._session))
        wrong = {
            (rules, player)
            for statement in (_BUCKETS, _SUMS)
            for rules, player, kept, counted in self._execute(statement)
            if kept is None or counted is None or decode_counts(kept) != decode_counts(counted)
        }
        yield from dict.fromkeys(self._of(self._text(rules), player) for rules, player in sorted(wrong))
        for rules, player, other in self._execute(_PAIRS).fetchall():
            yield wording.of_two(self._text(rules), self._text(player), self._text(other))

    def _fold_shares(self) -> None:
        """Fold the shares of the records that were taken; a counter that the store has goes by the same number."""
        self._execute(_SAME_COUNTERS)
        self._fold(merge_deltas(self._shares, self._counted.written))
        self._shares.clear()

    def _fold(self, sheaves: Iterable[tuple[DeltaKey, Delta]]) -> None:
        fold_deltas(self._session.connection, sheaves, self._counted, "temp")

    def _of(self, rules: str, player: int) -> Text:
        if player in (ALL_TABLES, ALL_PLAYERS):
            return wording.of_all(rules)
        return wording.of_player(rules, self._text(player))

    def _number(self, text: str) -> int:
        """The number of a text; one of its own where the store does not have it, which makes a difference."""
        number = text_number(self._session.connection, text)
        return self._unknown.setdefault(text, ALL_PLAYERS - 1 - len(self._unknown)) if number is None else number

    def _text(self, number: int) -> str:
        unknown = {number: text for text, number in self._unknown.items()}
        texts = unknown | texts_by_number(self._session.connection, [number])
        return texts.get(number, str(number))
