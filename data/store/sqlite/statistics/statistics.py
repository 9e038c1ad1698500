"""The statistics of a store: counts of players, of all players and of pairs, with the deltas that are still pending."""

from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import date
from typing import Final, NamedTuple

from data.store.errors import StoreUnusable
from data.store.sqlite.connections import Session, SessionPool
from data.store.sqlite.errors import TRANSLATED_ERRORS
from data.store.sqlite.statistics import pairs
from data.store.sqlite.statistics.count_version import check_counted, require_counted
from data.store.sqlite.statistics.counter_rows import RowContents
from data.store.sqlite.statistics.counts import CountsByNumber, add_counts, decode_counts
from data.store.sqlite.statistics.deltas import (
    ALL_PLAYERS,
    ALL_TABLES,
    NOT_SET,
    PLAYER_COLUMN,
    DeltaSums,
    SummaryKey,
)
from data.store.sqlite.statistics.pending import fold_pending, pending_size, read_pending
from data.store.sqlite.texts import text_number, texts_by_number
from data.store.sqlite.transactions import snapshot
from data.store.sqlite.write_queue import WriteQueue
from data.store.values import DealFilter
from replay.counters import Counts

_ALL_DEALS: Final = DealFilter()

CounterNames = dict[int, str]
"""Names of counters by their numbers, as far as they have been looked up; neither ever changes."""


class _BucketFilter(NamedTuple):
    """Days, a tournament and a number of players, None for any."""

    first: int
    last: int
    tournament: int | None
    seated: int | None

    def has(self, day: int, tournament: int, seated: int) -> bool:
        """Whether deals of that day and tournament are wanted, if so many were seated."""
        return (
            self.first <= day <= self.last and self.tournament in (None, tournament) and self.seated in (None, seated)
        )


class Summaries:
    """The summaries under some rules; within one transaction, so that they are those of one moment."""

    def __init__(self, session: Session, names: CounterNames, rules: str) -> None:
        """Raises `StoreDamaged` where another version has counted, and `StoreBusy` while all is counted anew."""
        require_counted(session.connection)
        self._session = session
        self._execute = session.connection.execute
        self._names = names
        self._rules = self.number(rules)
        waits = (one for one in read_pending(session) if one[0].rules == self._rules)
        late = DeltaSums(waits, RowContents(session.connection))
        self._late_pairs = late.pairs
        self._late: defaultdict[int, list[tuple[SummaryKey, CountsByNumber]]] = defaultdict(list)
        for key, counts in late.buckets.items():
            self._late[key[PLAYER_COLUMN]].append((key, counts))

    def number(self, text: str) -> int:
        """The number of a text; one that is nobody's where the store does not have it."""
        return _text_number(self._session, text)

    def of(self, player: int, wanted: DealFilter) -> Counts:
        """What is counted of a player, or of what stands for one."""
        narrow = self._narrow(wanted)
        if wanted == DealFilter():
            found = self._execute(_SUM, (self._rules, player))
        else:
            found = self._execute(_BUCKETS, (self._rules, player, *narrow))
        return self._added(found.fetchall(), self._late_of(player, narrow))

    def opponents(self, player: int) -> dict[str, Counts]:
        """Everybody whom a player sat with, and what happened as he sees it."""
        found = dict(pairs.load_opponents(self._session.connection, self._rules, player, self._late_pairs))
        names = self._players(found)
        return {names[other]: counts for other, counts in found.items()}

    def everybody(self) -> Iterator[tuple[str, Counts]]:
        """All players with what is counted of them."""
        late = {player for player in self._late if player > 0}
        for player, packed in self._execute(_SUMS, (self._rules,)):
            late.discard(player)
            yield from self._one(player, [(packed,)])
        for player in late:
            yield from self._one(player, [])

    def _narrow(self, wanted: DealFilter) -> _BucketFilter:
        tournament = None if wanted.tournament is None else self.number(wanted.tournament)
        if wanted.since is None and wanted.until is None:
            return _BucketFilter(NOT_SET, _LAST_DAY, tournament, wanted.seated)
        days = (wanted.since or date.min).toordinal(), (wanted.until or date.max).toordinal()
        return _BucketFilter(*days, tournament, wanted.seated)

    def _late_of(self, player: int, narrow: _BucketFilter) -> Iterator[CountsByNumber]:
        """What waits to be added for a player, or for what stands for one."""
        for (_, day, tournament, _, seated), counts in self._late.get(player, ()):
            if narrow.has(day, tournament, seated):
                yield counts

    def _one(self, player: int, rows: Iterable[tuple[bytes]]) -> Iterator[tuple[str, Counts]]:
        counts = self._added(rows, self._late_of(player, _ALL_BUCKETS))
        if counts:
            yield self._players([player])[player], counts

    def _added(self, rows: Iterable[tuple[bytes]], late: Iterable[CountsByNumber]) -> Counts:
        """What rows of summaries come to, with what has not been added to them yet."""
        total: CountsByNumber = {}
        for counts in (*(decode_counts(packed) for (packed,) in rows), *late):
            add_counts(total, counts)
        if not total.keys() <= self._names.keys():
            self._names.update(self._execute(_COUNTERS))
        return {self._names[number]: count for number, count in total.items()}

    def _players(self, numbers: Iterable[int]) -> dict[int, str]:
        """The ids of these players."""
        return texts_by_number(self._session.connection, numbers)


class Statistics:
    """Counts of all records that are not withdrawn, in their present state.

    They are kept summed up and never lag behind: what was committed before is in every answer. Players are told by the
    ids that records have for them; who is one person under several ids is asked by all of these.
    """

    def __init__(self, sessions: SessionPool, commits: WriteQueue) -> None:
        self._sessions = sessions
        self._commits = commits
        self._names: CounterNames = {}

    def version(self, rules: str) -> int:
        """Grows whenever something is counted, or taken away, under these rules; 0 where nothing ever was."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return statistics_version(session, rules)

    def player(self, ids: Sequence[str], rules: str, wanted: DealFilter = _ALL_DEALS) -> Counts | None:
        """What is counted of a player; None where he never played so."""
        self._fold()
        with self._summaries(rules) as summaries:
            return _sum_counts(summaries.of(summaries.number(id), wanted) for id in ids) or None

    def profile(self, rules: str, wanted: DealFilter = _ALL_DEALS) -> tuple[Counts, Counts]:
        """What is counted of the deals themselves, and of all who sat in them together."""
        self._fold()
        with self._summaries(rules) as summaries:
            return summaries.of(ALL_TABLES, wanted), summaries.of(ALL_PLAYERS, wanted)

    def opponents(self, ids: Sequence[str], rules: str) -> list[tuple[str, Counts]]:
        """Everybody whom a player sat with by his id, and what happened between them as the player sees it."""
        self._fold()
        found: dict[str, list[Counts]] = {}
        with self._summaries(rules) as summaries:
            for id in ids:
                for other, counts in summaries.opponents(summaries.number(id)).items():
                    found.setdefault(other, []).append(counts)
        return sorted((other, _sum_counts(counts)) for other, counts in found.items() if other not in ids)

    def against(self, ids: Sequence[str], others: Sequence[str], rules: str) -> Counts:
        """What happened between two players, as the first one sees it; nothing where they never sat together."""
        return _sum_counts(counts for other, counts in self.opponents(ids, rules) if other in others)

    def everybody(self, rules: str, least_deals: int = 0) -> Generator[tuple[str, Counts], None, None]:
        """All ids with at least so many deals, and what is counted of each, as it is at the moment of the first one."""
        self._fold()
        with TRANSLATED_ERRORS, closing(Session(self._sessions.place)) as session, snapshot(session):
            for id, counts in Summaries(session, self._names, rules).everybody():
                if counts.get("deals", 0) >= least_deals:
                    yield id, counts

    def _fold(self) -> None:
        """Add what waits into the summaries, so that not everybody who asks has to.

        Where nothing can be written it is added up in memory each time. What keeps anybody from reading as well is told
        by what reads.
        """
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            waits = pending_size(session)
        if waits:
            with suppress(StoreUnusable), self._commits.transaction() as writing:
                fold_pending(writing)

    @contextmanager
    def _summaries(self, rules: str) -> Iterator[Summaries]:
        with TRANSLATED_ERRORS, self._sessions.acquire() as session, snapshot(session):
            yield Summaries(session, self._names, rules)


def _sum_counts(found: Iterable[Counts]) -> Counts:
    total: Counts = {}
    for counts in found:
        for name, count in counts.items():
            total[name] = total.get(name, 0) + count
    return {name: count for name, count in total.items() if count}


_COUNTERS: Final = "SELECT number, name FROM counters"
_SUM: Final = "SELECT counts FROM sums WHERE rules = ? AND player = ?"
_SUMS: Final = "SELECT player, counts FROM sums WHERE rules = ? AND player > 0"
_BUCKETS: Final = """
SELECT counts FROM buckets
WHERE rules = ?1 AND player = ?2 AND day BETWEEN ?3 AND ?4 AND tournament = coalesce(?5, tournament)
    AND seated = coalesce(?6, seated)
"""
_VERSION: Final = """
SELECT version, record, coalesce((SELECT count FROM changes WHERE rules = ?1), 0) +
    (SELECT coalesce(sum(records), 0) FROM pending_deltas WHERE rules = ?1)
FROM counted
"""

_UNKNOWN: Final = -2
"""Stands for the number of a text that the store does not have, and for nothing else."""

_LAST_DAY: Final = date.max.toordinal()


def statistics_version(session: Session, rules: str) -> int:
    """How often the summaries under these rules have changed. Raises what `Summaries` does."""
    changes: int
    *counted, changes = session.connection.execute(_VERSION, (_text_number(session, rules),)).fetchone()
    check_counted(*counted)
    return changes


_ALL_BUCKETS: Final = _BucketFilter(NOT_SET, _LAST_DAY, None, None)


def _text_number(session: Session, text: str) -> int:
    number = text_number(session.connection, text)
    return _UNKNOWN if number is None else number
