"""What may be asked of the store about what its records come to, each by a method that says so."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from typing import Final

from data.store.asked import Filter
from data.store.commits import Commits
from data.store.refusals import StoreUnusable
from data.store.sessions import Session, Sessions
from data.store.sqlite_errors import TRANSLATED
from data.store.statistics.reading import Names, Summaries, version
from data.store.statistics.summing import SEATS, TABLES
from data.store.statistics.waiting import fold_all, size
from data.store.transactions import snapshot
from replay.tallies import Counts

_ALL: Final = Filter()


class Statistics:
    """Counts of all records that are not withdrawn, in their present state.

    They are kept summed up and never lag behind: what was committed before is in every answer. Players are told by the
    ids that records have for them; who is one person under several ids is asked by all of these.
    """

    def __init__(self, sessions: Sessions, commits: Commits) -> None:
        self._sessions = sessions
        self._commits = commits
        self._names: Names = {}

    def version(self, rules: str) -> int:
        """Grows whenever something is counted, or taken away, under these rules; 0 where nothing ever was."""
        with TRANSLATED, self._sessions.lent() as session:
            return version(session, rules)

    def player(self, ids: Sequence[str], rules: str, wanted: Filter = _ALL) -> Counts | None:
        """What is counted of a player; None where he never played so."""
        self._fold()
        with self._summaries(rules) as summaries:
            return _together(summaries.of(summaries.number(id), wanted) for id in ids) or None

    def profile(self, rules: str, wanted: Filter = _ALL) -> tuple[Counts, Counts]:
        """What is counted of the deals themselves, and of all who sat in them together."""
        self._fold()
        with self._summaries(rules) as summaries:
            return summaries.of(TABLES, wanted), summaries.of(SEATS, wanted)

    def opponents(self, ids: Sequence[str], rules: str) -> list[tuple[str, Counts]]:
        """Everybody whom a player sat with by his id, and what happened between them as the player sees it."""
        self._fold()
        found: dict[str, list[Counts]] = {}
        with self._summaries(rules) as summaries:
            for id in ids:
                for other, counts in summaries.opponents(summaries.number(id)).items():
                    found.setdefault(other, []).append(counts)
        return sorted((other, _together(counts)) for other, counts in found.items() if other not in ids)

    def against(self, ids: Sequence[str], others: Sequence[str], rules: str) -> Counts:
        """What happened between two players, as the first one sees it; nothing where they never sat together."""
        return _together(counts for other, counts in self.opponents(ids, rules) if other in others)

    def everybody(self, rules: str, least_deals: int = 0) -> Generator[tuple[str, Counts], None, None]:
        """All ids with at least so many deals, and what is counted of each, as it is at the moment of the first one."""
        self._fold()
        with TRANSLATED, closing(Session(self._sessions.place)) as session, snapshot(session):
            for id, counts in Summaries(session, self._names, rules).everybody():
                if counts.get("deals", 0) >= least_deals:
                    yield id, counts

    def _fold(self) -> None:
        """Add what waits into the summaries, so that not everybody who asks has to.

        Where nothing can be written it is added up in memory each time. What keeps anybody from reading as well is told
        by what reads.
        """
        with TRANSLATED, self._sessions.lent() as session:
            waits = size(session)
        if waits:
            with suppress(StoreUnusable), self._commits.writing() as writing:
                fold_all(writing)

    @contextmanager
    def _summaries(self, rules: str) -> Iterator[Summaries]:
        with TRANSLATED, self._sessions.lent() as session, snapshot(session):
            yield Summaries(session, self._names, rules)


def _together(found: Iterable[Counts]) -> Counts:
    total: Counts = {}
    for counts in found:
        for name, count in counts.items():
            total[name] = total.get(name, 0) + count
    return {name: count for name, count in total.items() if count}
