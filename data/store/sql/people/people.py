"""Finds the people of a store, and merges, splits and renames them."""

import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from operator import itemgetter
from typing import Final

from daifu.data.names import look_of
from daifu.data.store.errors import NoSuchPlayer, RecordDamaged, SatTogether
from daifu.data.store.sql.columns import from_timestamp
from daifu.data.store.sql.people import identities
from daifu.data.store.sql.people.identities import HAS_RECORDS, members_by_person, members_of, person_of, store_nickname
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.texts import texts_by_number
from daifu.data.store.sql.tokens import LOOKS_CHANGED, NAMES_ENDED, end_signed
from daifu.data.store.sql.write_queue import Subject
from daifu.data.store.values import (
    Anonymous,
    Attribution,
    Author,
    Look,
    MergePreview,
    PeopleCursor,
    PeoplePage,
    Person,
    PersonChange,
    PersonChangeKind,
    SimilarPeople,
)
from daifu.replay.text import fold_name


class People(Subject):
    """The people who play. One person may play under several ids: merges say so, and can be undone.

    Neither records nor statistics change by a merge: a reader adds up what belongs to one person. An id is known as
    long as any record that is not withdrawn has it.
    """

    def find(self, search: str = "", limit: int = 50, after: PeopleCursor | None = None) -> PeoplePage:
        """At most `limit` people one of whose ids or names begins with `search`, then those where it stands inside.

        Case, width and composition of letters make no difference. The people found by a beginning are sorted by their
        names as people look them up, and so are the others; in Python, as no database has an order of its own for that.
        """
        with self._sessions.acquire() as session:
            hits = session.connection.execute(_FOUND, (fold_name(search),)).fetchall()
            named = session.connection.execute(_LATEST_NAMES, (json.dumps([number for number, *_ in hits]),)).fetchall()
            names = {**dict(named), **dict(session.connection.execute(_GIVEN_NAMES).fetchall())}
            rows = sorted((inside, _sorted_by(names.get(number, id)), id, number) for number, inside, id in hits)
            rows = rows[bisect_right(rows, after, key=itemgetter(0, 1, 2)) if after else 0 :]
            people: list[Person] = []
            characters = 0
            for found in _load_people(session, [number for *_, number in rows[:limit]]):
                characters += sum(map(len, (found.id, found.name, *found.players, *found.names)))
                if people and characters > MOST_CHARACTERS:
                    break
                people.append(found)
        last = len(people) - 1
        following = PeopleCursor(bool(rows[last][0]), *rows[last][1:3]) if len(people) < len(rows) else None
        return PeoplePage(people, following)

    def each(self) -> Iterator[Person]:
        """All people, in the order of their names, asked for page by page."""
        after: PeopleCursor | None = None
        while True:
            people, after = self.find("", _AT_ONCE, after)
            yield from people
            if after is None:
                return

    def one(self, player: str) -> Person:
        """The person to whom an id belongs. Raises `NoSuchPlayer`."""
        with self._sessions.acquire() as session:
            return load_person(session, player)

    def one_or_named(self, player: str) -> Person:
        """The same, or somebody without games whom a tournament or the club knows by this name.

        Raises `NoSuchPlayer`.
        """
        from daifu.data.store.sql.people.anonymous import is_known_by_name  # noqa: PLC0415 - it loads tournaments

        with self._sessions.acquire() as session:
            try:
                return load_person(session, player)
            except NoSuchPlayer:
                if not is_known_by_name(session, player):
                    raise
                return Person(player, player, [], [])

    def names(self, players: Collection[str]) -> dict[str, str]:
        """The names that these ids go by, as far as the store knows the ids."""
        with self._sessions.acquire() as session:
            return _load_names(session, players)

    def merged(self) -> dict[str, str]:
        """For each id that was merged into another: the id that stands for the person."""
        return dict(self._rows(_MERGED))

    def history(self, player: str) -> list[PersonChange]:
        """All changes to a person and their ids, first to last. Raises `NoSuchPlayer`."""
        with self._sessions.acquire() as session:
            members = json.dumps(members_of(session, person_of(session, player)))
            return list(_changes(session, _CHANGES_OF, members))

    def changes(self) -> list[PersonChange]:
        """All changes to all people, first to last."""
        with self._sessions.acquire() as session:
            return list(_changes(session, _ALL_CHANGES))

    def version(self) -> str:
        """A text that changes with each merge, its undoing, each rename, and each new name in a record."""
        change, alias = self._row(_VERSION)
        return f"{change or 0}.{alias or 0}"

    def similar(self) -> list[SimilarPeople]:
        """The pairs of people one of whose names looks the same, and who may be merged, those of a look together.

        Those of whom somebody said that they are two are not among them.
        """
        with self._sessions.acquire() as session:
            by_look: defaultdict[str, set[int]] = defaultdict(set)
            for person, name in session.connection.execute(_LOOKS):
                by_look[look_of(name)].add(person)
            alike = [sorted(group) for group in by_look.values() if len(group) > 1]
            people = {one.id: one for one in _load_people(session, sorted({one for group in alike for one in group}))}
            ids = texts_by_number(session.connection, {one for group in alike for one in group})
            games = _count_games(session, list(people.values()))
            found: dict[tuple[str, str], SimilarPeople] = {}
            apart: defaultdict[str, set[str]] = defaultdict(set)
            for one, other in session.connection.execute(_DIFFERENT):
                apart[one].add(other)
                apart[other].add(one)
            for group in alike:
                ordered = sorted((ids[one] for one in group if games[ids[one]]), key=lambda id: (-games[id], id))
                for place, other in enumerate(ordered):
                    into = next((one for one in ordered[:place] if one not in apart[other]), "")
                    known = (into, other) in found or (other, into) in found
                    if into and not known and _may_be_one(session, other, into):
                        found[into, other] = SimilarPeople(people[other], people[into])
        return list(found.values())

    def preview_merge(self, player: str, into: str) -> MergePreview:
        """The two people of whom a merge would make one. Raises what `merge` raises."""
        with self._sessions.acquire() as session:
            identities.check_merge(session, player, into)
            one, other = load_person(session, player), load_person(session, into)
            games = _count_games(session, [one, other])
            return MergePreview(one, other, (games[one.id], games[other.id]))

    def looks(self) -> dict[str, Look]:
        """How all people look who have a look of their own, by each of their ids."""
        return {player: Look(*look) for player, *look in self._rows(_ALL_LOOKS)}

    def picture(self, player: str) -> bytes | None:
        """The picture of a person; None for one without. Raises `NoSuchPlayer`."""
        with self._sessions.acquire() as session:
            row = session.connection.execute(_PICTURE, (person_of(session, player),)).fetchone()
        return None if row is None else row[0]

    def set_look(self, player: str, look: Look, picture: bytes | None, author: Author) -> Look:
        """Give a person a nickname and a colour, and a picture: None keeps theirs, and an empty one takes it away.

        They are found by the nickname from then on. Raises `NoSuchPlayer`.
        """
        with self._writing(author) as writing:
            execute = writing.connection.execute
            person = person_of(writing.session, player)
            execute(_WRITE_LOOK, (person, look.nickname, look.colour))
            if picture is not None:
                mark = blake2b(picture, digest_size=8).hexdigest() if picture else None
                execute(_SET_PICTURE, (mark, picture or None, person))
            if look.nickname:
                store_nickname(writing, texts_by_number(writing.connection, [person])[person], look.nickname)
            end_signed(writing, LOOKS_CHANGED)
            return Look(*execute(_LOOK, (person,)).fetchone())

    def preview_anonymity(self, player: str) -> Anonymous:
        """What making a person anonymous would concern. Raises `NoSuchPlayer`."""
        from daifu.data.store.sql.people.anonymous import preview_anonymity  # noqa: PLC0415 - it loads tournaments

        with self._sessions.separate() as session, session.snapshot():
            return preview_anonymity(session, player)

    def make_anonymous(self, player: str, author: Author) -> Anonymous:
        """Write all that the store has without the names of a person, past revisions and logs as well.

        Nothing else changes: numbers of records, results, statistics and ratings stay. It cannot be undone. Raises
        `NoSuchPlayer`.
        """
        from daifu.data.store.sql.people.anonymous import make_anonymous, prepare_anonymity  # noqa: PLC0415 - likewise

        with self._sessions.separate() as session, session.snapshot():
            prepared = prepare_anonymity(session, player)
        with self._queue.transaction() as writing:
            found = make_anonymous(writing, prepared, author)
        with self._sessions.turn(), self._sessions.separate() as session:
            return found._replace(erased=session.erase_leftovers())

    def times_names_ended(self) -> int:
        """How often people were made anonymous or got another look: what was remembered of them before is old."""
        found: int = self._row(_TIMES_CHANGED, (NAMES_ENDED, LOOKS_CHANGED))[0]
        return found

    def merge(self, player: str, into: str, author: Author, reason: str) -> int:
        """Make all ids of the one person ids of the other; the number by which that can be undone.

        Raises `NoSuchPlayer`, `OnePerson` where they are one person already, and `SatTogether` where they sat in one
        deal of any record that is not withdrawn. The records they share are read before the turn to write, so that
        nobody waits for that.
        """
        with self._sessions.acquire() as session:
            checked = identities.check_merge(session, player, into)
        with self._queue.transaction() as writing:
            return identities.merge_people(writing, checked, Attribution(author, reason))

    def keep_apart(self, player: str, other: str, author: Author, reason: str) -> None:
        """Note that two people are not the same, so that nobody is asked again. They may still be merged.

        Raises `NoSuchPlayer`, `OnePerson` and `TokenRevoked`.
        """
        with self._queue.transaction() as writing:
            identities.keep_apart(writing, player, other, Attribution(author, reason))

    def undo(self, merge: int, author: Author, reason: str) -> None:
        """Undo a merge: everything is as it would be without it. Raises `NoSuchMerge`."""
        with self._queue.transaction() as writing:
            identities.undo_merge(writing, merge, Attribution(author, reason))

    def rename(self, player: str, name: str, author: Author, reason: str) -> None:
        """Give a person a name that later records do not change. Raises `NoSuchPlayer`.

        Where a merge is undone later, the name stays with the id by which the person was renamed.
        """
        with self._queue.transaction() as writing:
            identities.rename_person(writing, player, name, Attribution(author, reason))


# Whoever has one name that begins so is not among those where it stands inside, so the lowest of their names counts.
_HITS: Final = """
WITH hits (person, inside) AS (
    SELECT coalesce(persons.person, aliases.player), min(CASE WHEN instr(folded, ?1) > 1 THEN 1 ELSE 0 END)
    FROM aliases LEFT JOIN persons ON persons.player = aliases.player
    WHERE instr(folded, ?1) > 0
    GROUP BY 1
)
SELECT person, inside, text FROM hits JOIN texts ON number = person
WHERE {person_plays} OR person IN (SELECT persons.person FROM persons WHERE {member_plays})
"""
_FOUND: Final = _HITS.format(
    person_plays=HAS_RECORDS.format("person"), member_plays=HAS_RECORDS.format("persons.player")
)
_NAMES: Final = """
SELECT id.text, coalesce(
    (SELECT text FROM given_names JOIN texts ON texts.number = given_names.name WHERE given_names.player = id.number),
    (SELECT text FROM aliases JOIN texts ON texts.number = aliases.name WHERE aliases.player = id.number
     ORDER BY aliases.id DESC LIMIT 1),
    id.text)
FROM json_each(?) AS one CROSS JOIN texts AS id ON id.text = one.value
"""
_ALIASES: Final = """
SELECT player, text FROM aliases JOIN texts ON number = name
WHERE player IN (SELECT CAST(value AS BIGINT) FROM json_each(?))
"""
_LATEST_NAMES: Final = f"{_ALIASES} ORDER BY aliases.id"
_GIVEN_NAMES: Final = "SELECT player, text FROM given_names JOIN texts ON number = name"
_CHANGES: Final = """
SELECT changes.id, kind, players.text, people.text, names.text, merge, at, authors.text, reason
FROM person_changes AS changes
    JOIN texts AS players ON players.number = player
    JOIN texts AS people ON people.number = person
    JOIN texts AS authors ON authors.number = author
    LEFT JOIN texts AS names ON names.number = name
{condition}
ORDER BY changes.id
"""
_ALL_CHANGES: Final = _CHANGES.format(condition="")
_CHANGES_OF: Final = _CHANGES.format(
    condition="""WHERE player IN (SELECT CAST(value AS BIGINT) FROM json_each(?1))
    OR person IN (SELECT CAST(value AS BIGINT) FROM json_each(?1))"""
)
_MERGED: Final = """
SELECT players.text, people.text
FROM persons JOIN texts AS players ON players.number = player JOIN texts AS people ON people.number = person
"""
_TIMES_CHANGED: Final = "SELECT CAST(coalesce(sum(times), 0) AS BIGINT) FROM endings WHERE subject IN (?, ?)"
_VERSION: Final = "SELECT (SELECT max(id) FROM person_changes), (SELECT max(id) FROM aliases)"

_ALL_LOOKS: Final = """
SELECT text, nickname, colour, mark FROM looks JOIN texts ON texts.number = looks.player
UNION ALL
SELECT text, nickname, colour, mark FROM looks JOIN persons ON persons.person = looks.player
    JOIN texts ON texts.number = persons.player
"""
_LOOK: Final = "SELECT nickname, colour, mark FROM looks WHERE player = ?"
_PICTURE: Final = "SELECT picture FROM looks WHERE player = ?"
_WRITE_LOOK: Final = """
INSERT INTO looks (player, nickname, colour, mark, picture) VALUES (?, ?, ?, NULL, NULL)
ON CONFLICT (player) DO UPDATE SET nickname = excluded.nickname, colour = excluded.colour
"""
_SET_PICTURE: Final = "UPDATE looks SET mark = ?, picture = ? WHERE player = ?"

_AT_ONCE: Final = 500
_NAMES_KEPT: Final = 20_000
_SORTED_CHARACTERS: Final = 40
MOST_CHARACTERS: Final = 500_000
"""About how many characters of ids and names a page has; one that would have more ends before it."""


@lru_cache(_NAMES_KEPT)
def _sorted_by(name: str) -> str:
    """The beginning of what a name is sorted by: Éva beside Eva, サクラ beside さくら."""
    return look_of(name)[:_SORTED_CHARACTERS]


_LOOKS: Final = """
SELECT DISTINCT coalesce(persons.person, aliases.player), text
FROM aliases LEFT JOIN persons ON persons.player = aliases.player JOIN texts ON number = name
"""
_DIFFERENT: Final = """
SELECT ones.text, others.text
FROM person_changes AS changes
    LEFT JOIN persons AS one ON one.player = changes.player
    LEFT JOIN persons AS other ON other.player = changes.person
    JOIN texts AS ones ON ones.number = coalesce(one.person, changes.player)
    JOIN texts AS others ON others.number = coalesce(other.person, changes.person)
WHERE kind = 'different'
"""
_GAMES: Final = """
SELECT count(DISTINCT record) FROM record_players CROSS JOIN records ON id = record
WHERE withdrawn = 0 AND player IN (
    SELECT number FROM texts JOIN json_each(?) AS one ON one.value = texts.text)
"""


def _may_be_one(session: Session, player: str, into: str) -> bool:
    try:
        identities.check_merge(session, player, into)
    except (SatTogether, RecordDamaged):
        return False
    return True


def _count_games(session: Session, people: Sequence[Person]) -> dict[str, int]:
    """In how many records people are, withdrawn ones aside."""
    count = session.connection.execute
    return {one.id: count(_GAMES, (json.dumps(one.players, ensure_ascii=False),)).fetchone()[0] for one in people}


def _load_names(session: Session, players: Collection[str]) -> dict[str, str]:
    known = [player for player in players if "\0" not in player]  # no id has NUL, which PostgreSQL cannot hold
    return dict(session.connection.execute(_NAMES, (json.dumps(known, ensure_ascii=False),)))


def load_person(session: Session, player: str) -> Person:
    """The person to whom an id belongs. Raises `NoSuchPlayer`."""
    [person] = _load_people(session, [person_of(session, player)])
    return person


def _changes(session: Session, statement: str, *members: str) -> Iterator[PersonChange]:
    rows = session.connection.execute(statement, members)
    for number, kind, player, person, name, merge, at, author, reason in rows:
        yield PersonChange(
            number, PersonChangeKind(kind), player, person, name, merge, from_timestamp(at), author, reason
        )


def _load_people(session: Session, numbers: Sequence[int]) -> list[Person]:
    """The people whom these ids stand for."""
    members = members_by_person(session, numbers)
    everyone = [member for group in members.values() for member in group]
    ids = texts_by_number(session.connection, everyone)
    names = _load_names(session, [ids[number] for number in numbers])
    aliases: defaultdict[int, set[str]] = defaultdict(set)
    for member, alias in session.connection.execute(_ALIASES, (json.dumps(everyone),)):
        aliases[member].add(alias)
    people = []
    for number, group in members.items():
        name, players = names[ids[number]], [ids[member] for member in group]
        others = set().union(*(aliases[member] for member in group)) - {name, *players}
        people.append(Person(ids[number], name, players, sorted(others)))
    return people
