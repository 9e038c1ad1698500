"""What may be asked of the store about people, each by a method that says so."""

from collections.abc import Collection

from data.store.asked import Author
from data.store.commits import Commits
from data.store.people import kinship, merging, searching
from data.store.people.asked import Deed, Found, Person, Place
from data.store.people.merging import Change
from data.store.sessions import Sessions
from data.store.sqlite_errors import TRANSLATED


class People:
    """Those who play. One person may play under several ids: merges say so, and can be undone.

    Neither records nor what is summed up of them change by it: whoever reads adds up what belongs to one person.
    """

    def __init__(self, sessions: Sessions, commits: Commits) -> None:
        self._sessions = sessions
        self._commits = commits

    def find(self, search: str = "", limit: int = 50, after: Place | None = None) -> Found:
        """So many people at most whose id or any of whose names begins so, then those where it stands inside.

        Case and width of letters make no difference. Whom no record has any more, those aside that were withdrawn, is
        not among them.
        """
        with TRANSLATED, self._sessions.lent() as session:
            return searching.find(session, search, limit, after)

    def one(self, player: str) -> Person:
        """The person to whom an id belongs. Raises `NoSuchPlayer`."""
        with TRANSLATED, self._sessions.lent() as session:
            return searching.one(session, player)

    def names(self, players: Collection[str]) -> dict[str, str]:
        """What these ids go by, as far as the store knows them."""
        with TRANSLATED, self._sessions.lent() as session:
            return searching.names(session, players)

    def merged(self) -> dict[str, str]:
        """To whom every id belongs that was merged into another."""
        with TRANSLATED, self._sessions.lent() as session:
            return kinship.merged(session)

    def history(self, player: str) -> list[Deed]:
        """What was done to a person and his ids, the first first. Raises `NoSuchPlayer`."""
        with TRANSLATED, self._sessions.lent() as session:
            return searching.history(session, player)

    def version(self) -> str:
        """What changes whenever anybody is merged, parted or renamed, or called otherwise by a record."""
        with TRANSLATED, self._sessions.lent() as session:
            return searching.version(session)

    def merge(self, player: str, into: str, author: Author, reason: str) -> int:
        """Let all ids of the one person be the other's; the number by which it can be undone.

        Raises `NoSuchPlayer`, `OnePerson` where they are one already, and `SatTogether` where they sat in one deal.
        That is looked for before the turn to write, however many records they share.
        """
        with TRANSLATED, self._sessions.lent() as session:
            looked = merging.look(session, player, into)
        with self._commits.writing() as writing:
            return merging.merge(writing, looked, Change(author, reason))

    def undo(self, merge: int, author: Author, reason: str) -> None:
        """Part again whom this merge made one; everything is as it would be without it. Raises `NoSuchMerge`."""
        with self._commits.writing() as writing:
            merging.undo(writing, merge, Change(author, reason))

    def rename(self, player: str, name: str, author: Author, reason: str) -> None:
        """Let a person be called so, whatever later records say. Raises `NoSuchPlayer`.

        Where a merge is undone later, the name goes with the id by which he was renamed.
        """
        with self._commits.writing() as writing:
            merging.rename(writing, player, name, Change(author, reason))
