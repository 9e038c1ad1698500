"""How people look on pages: a nickname, a colour and a small picture, each under the id that stands for the person."""

from hashlib import blake2b
from typing import Final

from daifu.data.store.sql.people.identities import person_of
from daifu.data.store.sql.people.names import store_nickname
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.texts import texts_by_number
from daifu.data.store.sql.tokens import LOOKS_CHANGED, end_signed, require_valid_token
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.values import Author, Look

_LOOKS: Final = """
SELECT text, nickname, colour, mark FROM looks JOIN texts ON texts.number = looks.player
UNION ALL
SELECT text, nickname, colour, mark FROM looks JOIN persons ON persons.person = looks.player
    JOIN texts ON texts.number = persons.player
"""
_LOOK: Final = "SELECT nickname, colour, mark FROM looks WHERE player = ?"
_PICTURE: Final = "SELECT picture FROM looks WHERE player = ?"
_WRITE: Final = """
INSERT INTO looks (player, nickname, colour, mark, picture) VALUES (?, ?, ?, NULL, NULL)
ON CONFLICT (player) DO UPDATE SET nickname = excluded.nickname, colour = excluded.colour
"""
_SET_PICTURE: Final = "UPDATE looks SET mark = ?, picture = ? WHERE player = ?"


def load_looks(session: Session) -> dict[str, Look]:
    """How all people look who have a look of their own, by each of their ids."""
    return {player: Look(*look) for player, *look in session.connection.execute(_LOOKS)}


def load_picture(session: Session, player: str) -> bytes | None:
    """The picture of a person. Raises `NoSuchPlayer`."""
    row = session.connection.execute(_PICTURE, (person_of(session, player),)).fetchone()
    return None if row is None else row[0]


def write_look(writing: Transaction, player: str, look: Look, picture: bytes | None, author: Author) -> Look:
    """Give a person a look; without a `picture` theirs stays, and an empty one takes it away. Raises `NoSuchPlayer`."""
    session = writing.session
    require_valid_token(session.connection, author)
    person = person_of(session, player)
    execute = writing.connection.execute
    execute(_WRITE, (person, look.nickname, look.colour))
    if picture is not None:
        mark = blake2b(picture, digest_size=8).hexdigest() if picture else None
        execute(_SET_PICTURE, (mark, picture or None, person))
    if look.nickname:
        store_nickname(writing, texts_by_number(writing.connection, [person])[person], look.nickname)
    end_signed(writing, LOOKS_CHANGED)
    return Look(*execute(_LOOK, (person,)).fetchone())
