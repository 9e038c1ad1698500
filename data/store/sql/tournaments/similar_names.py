"""Finds tournaments whose name looks the same as that of an event."""

from collections import defaultdict
from collections.abc import Collection
from typing import Final

from daifu.data.people.names import look_of
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.tokens import NAMES_ENDED, times_ended
from daifu.data.store.values import SimilarTournament

_COUNT: Final = "SELECT count(*) FROM tournament_names"
_NAMES: Final = "SELECT tournament, text FROM tournament_names JOIN texts ON number = name ORDER BY tournament, since"


class TournamentNames:
    """The names of all tournaments by their look, for all threads.

    They are valid until there are more names: they are only ever added, and change only with a person made anonymous.
    """

    def __init__(self) -> None:
        self._known: tuple[tuple[int, int], dict[str, list[SimilarTournament]]] = (0, 0), {}

    def by_look(self, session: Session) -> dict[str, list[SimilarTournament]]:
        """The tournaments that have or had a name, those that were created last at the end."""
        count = (session.connection.execute(_COUNT).fetchone()[0], times_ended(session, NAMES_ENDED))
        known, names = self._known
        if known != count:
            found = defaultdict(list)
            rows = session.connection.execute(_NAMES).fetchall()
            for tournament, name in rows:
                found[look_of(name)].append(SimilarTournament(tournament, name))
            names = dict(found)
            self._known = (len(rows), count[1]), names
        return names


def find_similar_tournaments(session: Session, names: Collection[str]) -> dict[str, SimilarTournament]:
    """The tournaments that these names nearly name, by the name; a name that a tournament has or had is left out."""
    known = session.shared.get(TournamentNames).by_look(session)
    found = {name: known.get(look_of(name), ()) for name in names}
    return {
        name: similar[-1] for name, similar in found.items() if similar and all(name != one.name for one in similar)
    }
