"""Which ids are one person's."""

import json
from collections.abc import Iterable
from typing import Final

from data.store.people.refusals import NoSuchPlayer
from data.store.sessions import Session

_NUMBER: Final = "SELECT number FROM texts WHERE text = ?"
_PERSON: Final = """
WITH RECURSIVE way (player, step) AS (
    SELECT ?, 0 UNION ALL SELECT merged.person, step + 1 FROM way JOIN merged ON merged.player = way.player
)
SELECT player FROM way ORDER BY step DESC LIMIT 1
"""
_MEMBERS: Final = """
WITH RECURSIVE one (player) AS (
    SELECT ? UNION ALL SELECT merged.player FROM one JOIN merged ON merged.person = one.player
)
SELECT player FROM one
"""
PLAYS: Final = """(
    EXISTS (SELECT 1 FROM seated CROSS JOIN records ON id = record WHERE seated.player = {0} AND NOT withdrawn)
    OR {0} IN (SELECT player FROM newly_seated WHERE NOT withdrawn))"""
"""Whether any record has a player, those aside that were withdrawn."""
_ANY: Final = "SELECT 1 FROM json_each(?) AS one WHERE {plays} LIMIT 1"
_PLAYS: Final = _ANY.format(plays=PLAYS.format("one.value"))
_TEXTS: Final = "SELECT number, text FROM texts WHERE number IN (SELECT value FROM json_each(?))"
_MERGED: Final = """
SELECT players.text, people.text
FROM persons JOIN texts AS players ON players.number = player JOIN texts AS people ON people.number = person
"""


def person_of(session: Session, player: str) -> int:
    """The number of the person to whom an id belongs. Raises `NoSuchPlayer` where no record has any of his ids.

    Records that were withdrawn count for nothing here.
    """
    row = session.connection.execute(_NUMBER, (player,)).fetchone()
    if row is None:
        raise NoSuchPlayer(player)
    person: int = session.connection.execute(_PERSON, row).fetchone()[0]
    if session.connection.execute(_PLAYS, (json.dumps(members_of(session, person)),)).fetchone() is None:
        raise NoSuchPlayer(player)
    return person


def members_of(session: Session, person: int) -> list[int]:
    """The numbers of all ids that are a person's, his own first."""
    return [player for (player,) in session.connection.execute(_MEMBERS, (person,))]


def merged(session: Session) -> dict[str, str]:
    """To whom every id belongs that was merged into another."""
    return dict(session.connection.execute(_MERGED))


def texts_of(session: Session, numbers: Iterable[int]) -> dict[int, str]:
    """The texts that the store keeps under these numbers."""
    return dict(session.connection.execute(_TEXTS, (json.dumps(list(numbers)),)))
