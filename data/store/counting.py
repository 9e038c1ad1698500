"""How much is in a store, and whether it can be used at all."""

from typing import Final

from data.store.asked import Counts
from data.store.sessions import Session

_COUNTS: Final = """
SELECT
    (SELECT count(*) FROM records),
    (SELECT count(*) FROM records WHERE withdrawn = 1),
    (SELECT count(*) FROM revisions),
    (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size)
"""


def counts(session: Session) -> Counts:
    """What is in the store at this moment; all of it is in the indices."""
    return Counts(*session.connection.execute(_COUNTS).fetchone())


def ready(session: Session) -> None:
    """See that records can be read. Raises an error of SQLite."""
    session.connection.execute("SELECT id FROM records ORDER BY id DESC LIMIT 1").fetchone()
