"""Records on their way into a store of this machine, and what became of each."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from data.ingest import Ingest, Result
from data.judging.garbage import looked_for_seldom
from data.judging.judge import Judge
from data.store import Store
from data.store.asked import Author
from replay.text import Text
from schemas.sources import Unread, items

REFUSED: Final = "refused"

Advance = Callable[[int], None]


class Imported(NamedTuple):
    """One record: where it stood, what became of it, how long it is, and its faults by code.

    `unread` are the reasons why it was refused, `notices` what is to be known about how it was read.
    """

    file: str
    line: int
    status: str
    deals: int = 0
    actions: int = 0
    faults: Mapping[str, int] = MappingProxyType({})
    unread: tuple[Unread, ...] = ()
    notices: tuple[Text, ...] = ()


class Target(Protocol):
    """Where records go."""

    def take(self, files: Iterable[str | Unread], wanted: str, advance: Advance) -> Iterator[Imported]:
        """Let the records of these files in, and tell of each what became of it once it is stored.

        `wanted` is their format, or `auto`; `advance` is told how many bytes were read each time. Raises what keeps
        the target from going on.
        """
        ...


class LocalStore:
    """The store in a file of this machine; `author` is who the revisions will name."""

    def __init__(self, path: str, author: Author) -> None:
        self._path = path
        self._author = author

    def take(self, files: Iterable[str | Unread], wanted: str, advance: Advance) -> Iterator[Imported]:
        """Judge and store the records of these files, and bring careers up to date. Raises `StoreUnusable`."""
        with closing(Store.open(self._path)) as store, looked_for_seldom():
            yield from map(_imported, Ingest(store, self._author, Judge()).take(items(files, wanted, advance)))
            store.careers.catch_up()


def _imported(result: Result) -> Imported:
    if result.judged is None or result.outcome is None:
        return Imported(result.file, result.line, REFUSED, unread=result.problems)
    facts = result.judged.facts
    found = (facts.deals, facts.actions, facts.faults)
    landings = result.outcome.landings
    problems = [not_landed(one.record, one.tournament, one.problem.text) for one in landings if one.problem]
    return Imported(
        result.file, result.line, result.outcome.status, *found, notices=(*result.judged.notices, *problems)
    )


def not_landed(record: int, tournament: int, why: Text) -> Text:
    """What is to be known about a record that could not become a result of the tournament that it names."""
    return Text(
        f"record {record} did not land in tournament {tournament}: {why.en}",
        f"棋譜{record}は大会{tournament}の結果に反映できませんでした（{why.ja}）",
    )
