"""People as they are found and told of."""

import json
from collections.abc import Collection, Iterator
from typing import Final

from data.store.people.asked import Deed, Found, Person, Place, What
from data.store.people.folding import folded
from data.store.people.kinship import PLAYS, members_of, person_of, texts_of
from data.store.reading import moment
from data.store.sessions import Session

_HITS: Final = """
WITH hits (person, inside) AS (
    SELECT coalesce(persons.person, aliases.player), min(instr(folded, ?1) > 1)
    FROM aliases LEFT JOIN persons ON persons.player = aliases.player
    WHERE instr(folded, ?1)
    GROUP BY 1
)
SELECT person, inside, text FROM hits JOIN texts ON number = person
WHERE (inside, text) > (?2, ?3) AND (
    {person_plays} OR person IN (SELECT persons.person FROM persons WHERE {member_plays}))
ORDER BY inside, text LIMIT ?4
"""
_FOUND: Final = _HITS.format(person_plays=PLAYS.format("person"), member_plays=PLAYS.format("persons.player"))
_NAMES: Final = """
SELECT id.text, coalesce(
    (SELECT text FROM renamed JOIN texts ON texts.number = renamed.name WHERE renamed.player = id.number),
    (SELECT text FROM aliases JOIN texts ON texts.number = aliases.name WHERE aliases.player = id.number
     ORDER BY aliases.id DESC LIMIT 1),
    id.text)
FROM json_each(?) AS one CROSS JOIN texts AS id ON id.text = one.value
"""
_ALIASES: Final = """
SELECT DISTINCT text FROM aliases JOIN texts ON number = name
WHERE player IN (SELECT value FROM json_each(?)) ORDER BY text
"""
_HISTORY: Final = """
SELECT deeds.id, kind, players.text, people.text, names.text, merge, at, authors.text, reason
FROM deeds
    JOIN texts AS players ON players.number = player
    JOIN texts AS people ON people.number = person
    JOIN texts AS authors ON authors.number = author
    LEFT JOIN texts AS names ON names.number = name
WHERE player IN (SELECT value FROM json_each(?1)) OR person IN (SELECT value FROM json_each(?1))
ORDER BY deeds.id
"""
_VERSION: Final = "SELECT (SELECT max(id) FROM deeds), (SELECT max(id) FROM aliases)"

_START: Final = Place(inside=False, id="")


def find(session: Session, search: str, limit: int, after: Place | None) -> Found:
    """So many of those at most whom a name or an id finds: by its beginning first, then by what is inside."""
    place = after or _START
    rows = session.connection.execute(_FOUND, (folded(search), place.inside, place.id, limit + 1)).fetchall()
    people = [_person(session, number, id) for number, _, id in rows[:limit]]
    return Found(people, Place(bool(rows[limit - 1][1]), rows[limit - 1][2]) if len(rows) > limit else None)


def one(session: Session, player: str) -> Person:
    """The person to whom an id belongs. Raises `NoSuchPlayer`."""
    number = person_of(session, player)
    return _person(session, number, texts_of(session, [number])[number])


def names(session: Session, players: Collection[str]) -> dict[str, str]:
    """What these ids go by, as far as the store knows them."""
    return dict(session.connection.execute(_NAMES, (json.dumps(list(players), ensure_ascii=False),)))


def history(session: Session, player: str) -> list[Deed]:
    """What was done to a person and his ids, the first first. Raises `NoSuchPlayer`."""
    members = json.dumps(members_of(session, person_of(session, player)))
    return list(_deeds(session, members))


def version(session: Session) -> str:
    """What changes whenever anybody is merged, parted or renamed, or called otherwise by a record."""
    deed, alias = session.connection.execute(_VERSION).fetchone()
    return f"{deed or 0}.{alias or 0}"


def _deeds(session: Session, members: str) -> Iterator[Deed]:
    for number, kind, player, person, name, merge, at, author, reason in session.connection.execute(
        _HISTORY, (members,)
    ):
        yield Deed(number, What(kind), player, person, name, merge, moment(at), author, reason)


def _person(session: Session, number: int, id: str) -> Person:
    members = members_of(session, number)
    texts = texts_of(session, members)
    players = [texts[member] for member in members]
    name = names(session, [id])[id]
    aliases = [text for (text,) in session.connection.execute(_ALIASES, (json.dumps(members),))]
    return Person(id, name, players, [alias for alias in aliases if alias not in {name, *players}])
