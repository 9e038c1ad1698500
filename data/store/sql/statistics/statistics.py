"""The statistics of a store: counts of players, of all players and of pairs, with the deltas that are still pending."""

from collections import defaultdict
from collections.abc import Callable, Collection, Generator, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from heapq import merge
from itertools import chain, groupby
from operator import itemgetter
from typing import Final, NamedTuple, TypeVar

from daifu.data.store.errors import StoreDamaged, StoreUnusable
from daifu.data.store.sql.connection import Connection
from daifu.data.store.sql.progress import check_counted, require_counted
from daifu.data.store.sql.records import counted_houses
from daifu.data.store.sql.sessions import Session, SessionPool
from daifu.data.store.sql.statistics.counts import (
    PRODUCT_NUMBERS,
    CountsByNumber,
    DayProducts,
    RowContents,
    add_counts,
    decode_counts,
)
from daifu.data.store.sql.statistics.deltas import (
    ALL_PLAYERS,
    ALL_TABLES,
    NOT_SET,
    PLAYER_COLUMN,
    SEATED_COLUMN,
    DeltaSums,
    SummaryKey,
    changed_rows,
    fold_pending,
    pending_size,
    read_pending,
)
from daifu.data.store.sql.statistics.pairs import (
    MEETINGS,
    PackedPair,
    Pair,
    load_opponents,
    load_pairs,
    sum_pair_counts,
    unpack_pair,
)
from daifu.data.store.sql.texts import text_number, texts_by_number
from daifu.data.store.sql.write_queue import Subject, WriteQueue
from daifu.data.store.values import ALL_DEALS, DealFilter, EveningCounts
from daifu.replay.counters import Counts
from daifu.replay.counters import add_counts as add_named_counts

_Key = TypeVar("_Key", bound=tuple[int | str, ...])
_Counts = TypeVar("_Counts")

_DAY_COLUMN: Final = 1
_EVENT_COLUMN: Final = 2
"""The places of the day and the tournament in the key of `player_counts`."""


class CounterNames(dict[int, str]):
    """Names of counters and products by their numbers, as far as they have been looked up. They never change."""

    def __init__(self) -> None:
        super().__init__({number: name for name, number in PRODUCT_NUMBERS.items()})
        self.products = DayProducts({})

    def read(self, connection: Connection) -> None:
        """Look up the names of all counters."""
        self.update(connection.execute(_COUNTERS))
        self.products = DayProducts(self.numbers)

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers of the counters by name."""
        return {name: number for number, name in self.items()}


class _CountFilter(NamedTuple):
    """Days, a tournament and a number of players, None for any."""

    first: int
    last: int
    tournament: int | None
    seated: int | None

    def has(self, day: int, tournament: int, seated: int) -> bool:
        """Whether deals of that day, tournament and number of players are wanted."""
        return (
            self.first <= day <= self.last and self.tournament in (None, tournament) and self.seated in (None, seated)
        )


class _GameVersion(NamedTuple):
    """How often the counts of a game have changed, and how many bytes of deltas are pending, of all games."""

    changes: int
    pending: int


class _PendingCounts(NamedTuple):
    """What pending deltas add to the summaries of a game: by player, with the key of each row, and by pair."""

    players: Mapping[int, list[tuple[SummaryKey, CountsByNumber]]]
    pairs: Mapping[Pair, PackedPair]


class Summaries:
    """The summaries of one game, read within one transaction, together with the pending deltas."""

    def __init__(self, session: Session, names: CounterNames, rules: int, pending: _PendingCounts) -> None:
        self.session = session
        self._connection = session.connection
        self._names = names
        self._rules = rules
        self._pending = pending

    def of(self, player: int, wanted: DealFilter) -> Counts:
        """The counts of a player, or of all players or tables."""
        count_filter = self._count_filter(wanted)
        if wanted == DealFilter():
            found = self._connection.execute(_PLAYER_TOTAL, (self._rules, player)).fetchall()
            stored = [decode_counts(packed) for (packed,) in found]
        else:
            found = self._connection.execute(_PLAYER_COUNTS, (self._rules, player, *count_filter)).fetchall()
            stored = [decode_counts(packed) for (packed,) in found]
            if player != ALL_PLAYERS:  # the rows of all players together have their products
                if not all(counts.keys() <= self._names.keys() for counts in stored):
                    self._names.read(self._connection)
                for counts in stored:
                    counts.update(self._names.products.of(player, counts))
        return self._sum(chain(stored, self._pending_of(player, count_filter)))

    def opponents(self, player: int) -> dict[str, Counts]:
        """The counts of a player against all opponents, as the player sees them."""
        found = dict(load_opponents(self._connection, self._rules, player, self._pending.pairs))
        names = texts_by_number(self._connection, found)
        return {names[other]: counts for other, counts in found.items()}

    def everybody(self, wanted: DealFilter, counters: Collection[str] | None) -> Iterator[tuple[str, Counts]]:
        """The counts of all players, in the order of their numbers; only of some counters, or of all."""
        count_filter, choose = self._count_filter(wanted), self._choice(counters)
        if wanted == DealFilter():
            rows = self.session.stream(_ALL_PLAYER_TOTALS, (self._rules,))
            stored = (((player, id), decode_counts(packed)) for player, id, packed in rows)
        else:
            rows = self.session.stream(_ALL_PLAYER_COUNTS, (self._rules, *count_filter))
            self._names.read(self._connection)
            products = DayProducts(self._names.numbers, counters)
            decoded = ((player, id, decode_counts(packed)) for player, id, packed in rows)
            stored = (((player, id), counts | products.of(player, counts)) for player, id, counts in decoded)
        for (_, id), several in _group_by_key(stored, self._pending_players(count_filter)):
            if counts := self._sum(map(choose, several)):
                yield id, counts

    def _choice(self, counters: Collection[str] | None) -> Callable[[CountsByNumber], CountsByNumber]:
        """The function that takes these counters out of counts; all of them where none are named."""
        if counters is None:
            return lambda counts: counts
        self._names.read(self._connection)
        numbers = [number for number, name in self._names.items() if name in counters]
        return lambda counts: {number: counts[number] for number in numbers if number in counts}

    def evenings(self, wanted: DealFilter, counters: Collection[str]) -> Iterator[EveningCounts]:
        """The named counters of each player on each day and at each event; those of several tables come apart."""
        count_filter, choose = self._count_filter(wanted), self._choice(counters)
        rows = self._connection.execute(_EVENINGS, (self._rules, *count_filter)).fetchall()
        found = [(player, day, event, choose(decode_counts(packed))) for player, day, event, packed in rows]
        for player, pending in self._pending.players.items():
            found += [
                (player, key[_DAY_COLUMN], key[_EVENT_COLUMN], choose(counts))
                for key, counts in pending
                if player > 0 and count_filter.has(key[_DAY_COLUMN], key[_EVENT_COLUMN], key[SEATED_COLUMN])
            ]
        texts = texts_by_number(
            self._connection, {number for player, _, event, _ in found for number in (player, event) if number}
        )
        for player, day, event, counts in found:
            yield EveningCounts(
                texts[player], date.fromordinal(day) if day else None, texts.get(event), self._sum([counts])
            )

    def pairs(self) -> Iterator[tuple[str, str, Counts]]:
        """The counts of all pairs, in the order of their numbers, as the one with the smaller number sees them."""
        stored, pending = load_pairs(self.session, self._rules), sorted(self._pending.pairs.items())
        ids = texts_by_number(self._connection, {player for both, _ in pending for player in both})
        added = (((one, ids[one], other, ids[other]), unpack_pair(packed)) for (one, other), packed in pending)
        for (_, one, _, other), several in _group_by_key(stored, added):
            if counts := sum_pair_counts(several):
                yield one, other, counts

    def meetings(self) -> list[tuple[str, str]]:
        """The ids of all two that sat together, once."""
        stored = self._connection.execute(MEETINGS, (self._rules,))
        deals = {(one, other): number for one, other, number in stored}
        for both, packed in self._pending.pairs.items():
            deals[both] = deals.get(both, 0) + unpack_pair(packed)[0]
        ids = texts_by_number(self._connection, {player for both in deals for player in both})
        return [(ids[one], ids[other]) for (one, other), number in deals.items() if number]

    def _count_filter(self, wanted: DealFilter) -> _CountFilter:
        tournament = None if wanted.tournament is None else _text_number(self.session, wanted.tournament)
        if wanted.since is None and wanted.until is None:
            return _CountFilter(NOT_SET, _LAST_DAY, tournament, wanted.seated)
        days = (wanted.since or date.min).toordinal(), (wanted.until or date.max).toordinal()
        return _CountFilter(*days, tournament, wanted.seated)

    def _pending_of(self, player: int, count_filter: _CountFilter) -> Iterator[CountsByNumber]:
        """The pending counts of a player, or of all players or tables."""
        for (_, day, tournament, _, seated, _), counts in self._pending.players.get(player, ()):
            if count_filter.has(day, tournament, seated):
                yield counts

    def _pending_players(self, count_filter: _CountFilter) -> Iterator[tuple[tuple[int, str], CountsByNumber]]:
        """The pending counts of all players, by number and id."""
        players = sorted(player for player in self._pending.players if player > 0)
        ids = texts_by_number(self._connection, players)
        for player in players:
            for counts in self._pending_of(player, count_filter):
                yield (player, ids[player]), counts

    def _sum(self, several: Iterable[CountsByNumber]) -> Counts:
        """The sum of counts, by the names of the counters."""
        each = iter(several)
        total = dict(next(each, {}))
        for counts in each:
            add_counts(total, counts)
        if not total.keys() <= self._names.keys():
            self._names.read(self._connection)
        if not total.keys() <= self._names.keys():
            raise StoreDamaged
        return {self._names[number]: count for number, count in total.items()}


class Statistics(Subject):
    """Counts of players, of all players, and of pairs of players, by game. Ids are taken as records have them.

    A record that names a house counts in its game and under the name of the house, which is given in place of a game:
    so a game has the results of all its houses together. Every answer has all that was committed before.

    Each method may raise `StoreBusy` while all records are being counted again, and `StoreDamaged` where another
    version of the program has counted them.
    """

    def __init__(self, sessions: SessionPool, queue: WriteQueue) -> None:
        super().__init__(sessions, queue)
        self._names = CounterNames()
        self._pending: dict[int, tuple[_GameVersion, _PendingCounts]] = {}
        self._versions: dict[str, tuple[Hashable, int]] = {}

    def houses(self) -> list[str]:
        """The names of the houses in which records count, too, such as daifugo_friday, in alphabetical order."""
        with self._sessions.acquire() as session:
            return counted_houses(session.connection)

    def version(self, rules: str) -> int:
        """A number that grows whenever a count of this game changes; 0 where nothing has been counted."""
        with self._sessions.acquire() as session:
            state = session.state()
            known = self._versions.get(rules)
            if known is None or known[0] != state:
                known = state, _game_version(session, _text_number(session, rules)).changes
                if known[1]:  # names of nothing, of which there is no end, are not kept
                    self._versions[rules] = known
            return known[1]

    def player(self, ids: Sequence[str], rules: str, wanted: DealFilter = ALL_DEALS) -> Counts | None:
        """The counts of the person with these ids; None where they have not played such deals."""
        self.catch_up()
        with self._summaries(rules) as summaries:
            return _sum_counts(summaries.of(_text_number(summaries.session, id), wanted) for id in ids) or None

    def profile(self, rules: str, wanted: DealFilter = ALL_DEALS) -> tuple[Counts, Counts]:
        """The counts of the deals themselves, and those of all players in them together."""
        self.catch_up()
        with self._summaries(rules) as summaries:
            return summaries.of(ALL_TABLES, wanted), summaries.of(ALL_PLAYERS, wanted)

    def opponents(self, ids: Sequence[str], rules: str) -> list[tuple[str, Counts]]:
        """All other ids that sat with a person, sorted, each with the counts of the two from the person's side."""
        self.catch_up()
        found: dict[str, list[Counts]] = {}
        with self._summaries(rules) as summaries:
            for id in ids:
                for other, counts in summaries.opponents(_text_number(summaries.session, id)).items():
                    found.setdefault(other, []).append(counts)
        return sorted((other, _sum_counts(counts)) for other, counts in found.items() if other not in ids)

    def against(self, ids: Sequence[str], others: Sequence[str], rules: str) -> Counts:
        """The counts of two persons from the side of the first; empty where they never sat together."""
        return _sum_counts(counts for other, counts in self.opponents(ids, rules) if other in others)

    def everybody(
        self,
        rules: str,
        least_deals: int = 0,
        wanted: DealFilter = ALL_DEALS,
        counters: Collection[str] | None = None,
    ) -> Generator[tuple[str, Counts], None, None]:
        """All ids with at least `least_deals` such deals and their counts, in the state at the moment of the first one.

        Their order is that in which the store met the ids. Counts are of all counters, or only of `deals` and of those
        that are named, which is faster.
        """
        chosen = None if counters is None else {"deals", *counters}
        self.catch_up()
        with self._sessions.separate() as session, session.snapshot():
            for id, counts in self._read(session, rules).everybody(wanted, chosen):
                if counts.get("deals", 0) >= least_deals:
                    yield id, counts

    def evenings(self, rules: str, wanted: DealFilter, counters: Collection[str]) -> list[EveningCounts]:
        """The named counters of each id on each day and at each event of these deals, in no order."""
        self.catch_up()
        sums: dict[tuple[str, date | None, str | None], list[Counts]] = {}
        with self._summaries(rules) as summaries:
            for player, day, event, counts in summaries.evenings(wanted, counters):
                sums.setdefault((player, day, event), []).append(counts)
        return [EveningCounts(*where, counts) for where, several in sums.items() if (counts := _sum_counts(several))]

    def pairs(self, rules: str) -> Generator[tuple[str, str, Counts], None, None]:
        """All two ids that sat together, once, each with the counts from the side of the first.

        Their order, and which of the two is the first, follow from the order in which the store met the ids.
        """
        self.catch_up()
        with self._sessions.separate() as session, session.snapshot():
            yield from self._read(session, rules).pairs()

    def meetings(self, rules: str) -> list[tuple[str, str]]:
        """All two ids that sat together, once, without their counts."""
        with self._summaries(rules) as summaries:
            return summaries.meetings()

    def catch_up(self) -> None:
        """Add up what was counted lately, as far as the store can be written to: the next readers need not wait for it.

        Readers get all counts in any case. An error that also prevents reading is raised by the read that follows.
        """
        with self._sessions.acquire() as session:
            size = pending_size(session)
        if size:
            with suppress(StoreUnusable), self._queue.transaction() as writing:
                require_counted(writing.connection)
                fold_pending(writing)

    @contextmanager
    def _summaries(self, rules: str) -> Iterator[Summaries]:
        with self._sessions.acquire() as session, session.snapshot():
            yield self._read(session, rules)

    def _read(self, session: Session, rules: str) -> Summaries:
        """The summaries of a game. Pending deltas are added up once, as long as nobody folds them or appends to them.

        Raises `StoreDamaged` where another version has counted, and `StoreBusy` during a recount.
        """
        game = _text_number(session, rules)
        version = _game_version(session, game)
        known = self._pending.get(game)
        if known is None or known[0] != version:
            known = self._pending[game] = version, _add_up_pending(session, game, version)
        return Summaries(session, self._names, game, known[1])


def _group_by_key(
    stored: Iterable[tuple[_Key, _Counts]], pending: Iterable[tuple[_Key, _Counts]]
) -> Iterator[tuple[_Key, Iterator[_Counts]]]:
    """The stored and the pending counts of each key. Both are in the order of the keys."""
    for key, together in groupby(merge(stored, pending, key=itemgetter(0)), itemgetter(0)):
        yield key, (counts for _, counts in together)


def _add_up_pending(session: Session, rules: int, version: _GameVersion) -> _PendingCounts:
    """The sums of the pending deltas of a game."""
    players: defaultdict[int, list[tuple[SummaryKey, CountsByNumber]]] = defaultdict(list)
    if not version.pending:
        return _PendingCounts(players, {})
    deltas = (one for one in read_pending(session) if one[0].rules == rules)
    sums = DeltaSums(deltas, RowContents(session.connection))
    for row in changed_rows(session.connection, sums):
        players[row.key[PLAYER_COLUMN]].append((row.key, row.change))
        if row.key[PLAYER_COLUMN] != ALL_TABLES:
            players[ALL_PLAYERS].append((row.of_all_players, row.change))
    return _PendingCounts(players, sums.pairs[rules])


def _sum_counts(several: Iterable[Counts]) -> Counts:
    total: Counts = {}
    for counts in several:
        add_named_counts(total, counts)
    return {name: count for name, count in total.items() if count}


_COUNTERS: Final = "SELECT number, name FROM counters"
_PLAYER_TOTAL: Final = "SELECT counts FROM player_totals WHERE rules = ? AND player = ?"
# A null stands for any tournament or number of players: a column is then compared with itself.
_PLAYER_COUNTS: Final = """
SELECT counts FROM player_counts
WHERE rules = ?1 AND player = ?2 AND day BETWEEN ?3 AND ?4 AND tournament = coalesce(?5, tournament)
    AND seated = coalesce(?6, seated)
"""
_ALL_PLAYER_TOTALS: Final = """
SELECT player, text, counts FROM player_totals CROSS JOIN texts ON number = player
WHERE rules = ? AND player > 0 ORDER BY player
"""
_ALL_PLAYER_COUNTS: Final = """
SELECT player, text, counts FROM player_counts CROSS JOIN texts ON number = player
WHERE rules = ?1 AND player > 0 AND day BETWEEN ?2 AND ?3 AND tournament = coalesce(?4, tournament)
    AND seated = coalesce(?5, seated)
ORDER BY player
"""
_EVENINGS: Final = """
SELECT player, day, tournament, counts FROM player_counts
WHERE rules = ?1 AND player > 0 AND day BETWEEN ?2 AND ?3 AND tournament = coalesce(?4, tournament)
    AND seated = coalesce(?5, seated)
"""
_VERSION: Final = """
SELECT version, record, coalesce((SELECT count FROM statistics_changes WHERE rules = ?1), 0) +
    (SELECT CAST(coalesce(sum(records), 0) AS BIGINT) FROM pending_deltas WHERE rules = ?1),
    (SELECT coalesce(max(id), 0) FROM pending_deltas)
FROM statistics_progress
"""

_UNKNOWN: Final = -2
"""The number of a text that the store does not have."""

_LAST_DAY: Final = date.max.toordinal()


def _game_version(session: Session, rules: int) -> _GameVersion:
    version, record, *numbers = session.connection.execute(_VERSION, (rules,)).fetchone()
    check_counted(version, record)
    return _GameVersion(*numbers)


def _text_number(session: Session, text: str) -> int:
    number = text_number(session.connection, text)
    return _UNKNOWN if number is None else number
