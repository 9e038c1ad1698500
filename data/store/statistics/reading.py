"""How summaries are read: as they are at one moment, with what still waits to be added to them."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final, NamedTuple

from data.store.asked import Filter
from data.store.sessions import Session
from data.store.statistics import pairs
from data.store.statistics.contents import Contents
from data.store.statistics.marking import see_whole, whole
from data.store.statistics.shares import NONE
from data.store.statistics.summing import PLAYER, Key, Sums, add
from data.store.statistics.waiting import waiting
from data.store.statistics.written import Numbered, decode
from replay.tallies import Counts

_NUMBER: Final = "SELECT number FROM texts WHERE text = ?"
_TEXTS: Final = "SELECT number, text FROM texts WHERE number IN (SELECT value FROM json_each(?))"
_COUNTERS: Final = "SELECT number, name FROM counters"
_SUM: Final = "SELECT counts FROM sums WHERE rules = ? AND player = ?"
_SUMS: Final = "SELECT player, counts FROM sums WHERE rules = ? AND player > 0"
_BUCKETS: Final = """
SELECT counts FROM buckets
WHERE rules = ?1 AND player = ?2 AND day BETWEEN ?3 AND ?4 AND tournament = coalesce(?5, tournament)
    AND seated = coalesce(?6, seated)
"""
_VERSION: Final = """
SELECT version, record, times, coalesce((SELECT count FROM changes WHERE rules = ?1), 0) +
    (SELECT coalesce(sum(shares), 0) FROM waiting WHERE rules = ?1)
FROM counted
"""

_UNKNOWN: Final = -2
"""Stands for the number of a text that the store does not have, and for nothing else."""

_LAST: Final = date.max.toordinal()

Names = dict[int, str]
"""Names of counters by their numbers, as far as they have been looked up; neither ever changes."""


def version(session: Session, rules: str) -> int:
    """How often the summaries under these rules have changed. Raises what `Summaries` does."""
    changes: int
    *counted, changes = session.connection.execute(_VERSION, (_number(session, rules),)).fetchone()
    whole(*counted)
    return changes


class _Narrow(NamedTuple):
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


_ALL: Final = _Narrow(NONE, _LAST, None, None)


class Summaries:
    """The summaries under some rules; within one transaction, so that they are those of one moment."""

    def __init__(self, session: Session, names: Names, rules: str) -> None:
        """Raises `StoreDamaged` where another version has counted, and `StoreBusy` while all is counted anew."""
        see_whole(session.connection)
        self._session = session
        self._execute = session.connection.execute
        self._names = names
        self._rules = self.number(rules)
        waits = (one for one in waiting(session) if one[0].rules == self._rules)
        late = Sums(waits, Contents(session.connection))
        self._late_pairs = late.pairs
        self._late: defaultdict[int, list[tuple[Key, Numbered]]] = defaultdict(list)
        for key, counts in late.buckets.items():
            self._late[key[PLAYER]].append((key, counts))

    def number(self, text: str) -> int:
        """The number of a text; one that is nobody's where the store does not have it."""
        return _number(self._session, text)

    def of(self, player: int, wanted: Filter) -> Counts:
        """What is counted of a player, or of what stands for one."""
        narrow = self._narrow(wanted)
        if wanted == Filter():
            found = self._execute(_SUM, (self._rules, player))
        else:
            found = self._execute(_BUCKETS, (self._rules, player, *narrow))
        return self._added(found.fetchall(), self._late_of(player, narrow))

    def opponents(self, player: int) -> dict[str, Counts]:
        """Everybody whom a player sat with, and what happened as he sees it."""
        found = dict(pairs.opponents(self._session.connection, self._rules, player, self._late_pairs))
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

    def _narrow(self, wanted: Filter) -> _Narrow:
        tournament = None if wanted.tournament is None else self.number(wanted.tournament)
        if wanted.since is None and wanted.until is None:
            return _Narrow(NONE, _LAST, tournament, wanted.seated)
        days = (wanted.since or date.min).toordinal(), (wanted.until or date.max).toordinal()
        return _Narrow(*days, tournament, wanted.seated)

    def _late_of(self, player: int, narrow: _Narrow) -> Iterator[Numbered]:
        """What waits to be added for a player, or for what stands for one."""
        for (_, day, tournament, _, seated), counts in self._late.get(player, ()):
            if narrow.has(day, tournament, seated):
                yield counts

    def _one(self, player: int, rows: Iterable[tuple[bytes]]) -> Iterator[tuple[str, Counts]]:
        counts = self._added(rows, self._late_of(player, _ALL))
        if counts:
            yield self._players([player])[player], counts

    def _added(self, rows: Iterable[tuple[bytes]], late: Iterable[Numbered]) -> Counts:
        """What rows of summaries come to, with what has not been added to them yet."""
        total: Numbered = {}
        for counts in (*(decode(packed) for (packed,) in rows), *late):
            add(total, counts)
        if not total.keys() <= self._names.keys():
            self._names.update(self._execute(_COUNTERS))
        return {self._names[number]: count for number, count in total.items()}

    def _players(self, numbers: Iterable[int]) -> dict[int, str]:
        """The ids of these players."""
        return dict(self._execute(_TEXTS, (json.dumps(list(numbers)),)))


def _number(session: Session, text: str) -> int:
    row: tuple[int] | None = session.connection.execute(_NUMBER, (text,)).fetchone()
    return _UNKNOWN if row is None else row[0]
