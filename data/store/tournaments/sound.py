"""Whether tournaments are whole: their logs are folded anew, and compared with all that follows from them.

Who wrote an entry, when and why, follows from nothing.
"""

from collections.abc import Iterator

from data.store.sessions import Session
from replay.text import Text

_TOURNAMENTS = "SELECT id FROM tournaments ORDER BY id"


def wrong(session: Session) -> Iterator[Text]:
    """What is wrong with the tournaments of a store, in the state that a transaction holds on to."""
    found = session.connection.execute(_TOURNAMENTS).fetchall()
    if not found:
        return
    from data.store.tournaments.checking import differences  # noqa: PLC0415 - only where there are tournaments

    for (tournament,) in found:
        yield from differences(session, tournament)
