"""Which ids belong to one person and what they are called, and how merges and renames change that."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from daifu.data.store.errors import NoSuchMerge, NoSuchPlayer, OnePerson, RecordDamaged, SatTogether, StoreDamaged
from daifu.data.store.identities import Merge, Rename, given_names, shared_deal
from daifu.data.store.sql.columns import MAX_INTEGER
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.texts import text_number, texts_by_number
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.values import Attribution, PersonChangeKind
from daifu.replay.text import fold_name

_LATEST_NAME: Final = "SELECT name FROM aliases WHERE player = ? ORDER BY id DESC LIMIT 1"
_DELETE_ALIAS: Final = "DELETE FROM aliases WHERE player = ? AND name = ?"
_ALIAS: Final = "INSERT INTO aliases (player, name, folded) VALUES (?, ?, ?) RETURNING id"
_FORMER: Final = "INSERT INTO aliases (player, name, folded) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_CLEAR_GIVEN_NAMES: Final = "DELETE FROM given_names"
_RENAMES: Final = "SELECT id, player, name FROM person_changes WHERE kind = 'renamed'"
_MERGES: Final = "SELECT player, person, change FROM merges"
_GIVEN_NAME: Final = "INSERT INTO given_names (player, name) VALUES (?, ?)"


def store_names(writing: Transaction, players: Iterable[tuple[str, str]]) -> None:
    """Store the names of players in a record, as far as they are new. Players go by the names stored last."""
    names = writing.names
    for player, name in players:
        if names.get(player) == name:
            continue
        number, alias = writing.number(player), writing.number(name)
        latest = writing.connection.execute(_LATEST_NAME, (number,)).fetchone()
        if latest is None and name != player:
            writing.insert(_ALIAS, (number, number, fold_name(player)))
        if latest is None or latest[0] != alias:
            writing.connection.execute(_DELETE_ALIAS, (number, alias))  # the last row of a player has the current name
            names.set_last_row(writing.insert(_ALIAS, (number, alias, fold_name(name))))
        names[player] = name


def store_new_name(writing: Transaction, player: str, name: str) -> None:
    """Store a name that a player was given, by which they are found."""
    writing.connection.execute(_FORMER, (writing.number(player), writing.number(name), fold_name(name)))


def store_nickname(writing: Transaction, player: str, nickname: str) -> None:
    """Store a name by which a player is found, but which they do not go by: the last row keeps their current name."""
    number = writing.number(player)
    (current,) = writing.connection.execute(_LATEST_NAME, (number,)).fetchone()
    store_new_name(writing, player, nickname)
    [name] = texts_by_number(writing.connection, [current]).values()
    writing.connection.execute(_DELETE_ALIAS, (number, current))
    writing.connection.execute(_FORMER, (number, current, fold_name(name)))


def rebuild_renames(writing: Transaction) -> None:
    """Write the names that persons were given, after a rename or the undoing of a merge."""
    execute = writing.connection.execute
    merges = {player: Merge(person, change) for player, person, change in execute(_MERGES)}
    names = given_names(map(Rename._make, execute(_RENAMES)), merges)
    execute(_CLEAR_GIVEN_NAMES)
    writing.connection.executemany(_GIVEN_NAME, names.items())


# Merges lead from id to id; the last step of the way is the person.
_PERSON: Final = """
WITH RECURSIVE way (player, step) AS (
    SELECT ?, 0 UNION ALL SELECT merges.person, step + 1 FROM way JOIN merges ON merges.player = way.player
)
SELECT player FROM way ORDER BY step DESC LIMIT 1
"""
_MEMBERS: Final = """
WITH RECURSIVE one (person, player, step) AS (
    SELECT CAST(value AS BIGINT), CAST(value AS BIGINT), 0 FROM json_each(?)
    UNION ALL SELECT one.person, merges.player, step + 1 FROM one JOIN merges ON merges.person = one.player
)
SELECT person, player FROM one ORDER BY step, player
"""
HAS_RECORDS: Final = """
EXISTS (SELECT 1 FROM record_players AS one CROSS JOIN records ON id = record WHERE one.player = {0} AND withdrawn = 0)
"""
"""The condition that a record which is not withdrawn has a player."""
_ANY: Final = "SELECT 1 FROM json_each(?) AS member WHERE {plays} LIMIT 1"
_ANY_HAS_RECORDS: Final = _ANY.format(plays=HAS_RECORDS.format("CAST(member.value AS BIGINT)"))


def person_of(session: Session, player: str) -> int:
    """The number of the person to whom an id belongs.

    Raises `NoSuchPlayer` where no record has any of the person's ids, withdrawn records aside.
    """
    number = text_number(session.connection, player)
    if number is None:
        raise NoSuchPlayer(player)
    person: int = session.connection.execute(_PERSON, (number,)).fetchone()[0]
    if session.connection.execute(_ANY_HAS_RECORDS, (json.dumps(members_of(session, person)),)).fetchone() is None:
        raise NoSuchPlayer(player)
    return person


def members_of(session: Session, person: int) -> list[int]:
    """The numbers of all ids of a person, the one that stands for the person first."""
    return members_by_person(session, [person])[person]


def members_by_person(session: Session, people: Sequence[int]) -> dict[int, list[int]]:
    """What `members_of` returns, for each of several people."""
    members: dict[int, list[int]] = {person: [] for person in people}
    for person, player in session.connection.execute(_MEMBERS, (json.dumps(people),)):
        members[person].append(player)
    return members


_COMMON: Final = """
SELECT DISTINCT record FROM record_players AS one CROSS JOIN record_players AS other USING (record)
WHERE one.player IN (SELECT CAST(value AS BIGINT) FROM json_each(?1))
    AND other.player IN (SELECT CAST(value AS BIGINT) FROM json_each(?2))
ORDER BY record
"""
# What was stored since is little, so that its rows are read without the index of players, which has no time.
_COMMON_SINCE: Final = """
SELECT DISTINCT record FROM revisions CROSS JOIN records ON id = record
WHERE revisions.rowid > ?3
    AND EXISTS (SELECT 1 FROM json_each(players) AS one JOIN json_each(?1) AS other ON other.value = one.value)
    AND EXISTS (SELECT 1 FROM json_each(players) AS one JOIN json_each(?2) AS other ON other.value = one.value)
ORDER BY record
"""
_LATEST: Final = "SELECT coalesce(max(rowid), 0) FROM revisions"
_RECORD: Final = """
SELECT players, number, dictionary, packed, cut
FROM records JOIN revisions ON revisions.record = id AND number = revision
WHERE id = ? AND withdrawn = 0
"""
_CHANGE: Final = """
INSERT INTO person_changes (kind, player, person, name, merge, at, author, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
RETURNING id
"""
_MERGE: Final = "INSERT INTO merges (player, person, change) VALUES (?, ?, ?)"
_MERGED: Final = "SELECT player, person FROM merges WHERE change = ?"
_UNMERGE: Final = "DELETE FROM merges WHERE change = ?"


class CheckedMerge(NamedTuple):
    """Two ids whose persons never sat in one deal up to a revision, with all ids of the one and of the other."""

    player: str
    into: str
    ones: list[int]
    others: list[int]
    revision: int


def check_merge(session: Session, player: str, into: str) -> CheckedMerge:
    """Check that two persons may be merged. Raises `NoSuchPlayer`, `OnePerson` or `SatTogether`."""
    with session.snapshot():
        ones, others = _members_of_both(session, player, into)
        (latest,) = session.connection.execute(_LATEST).fetchone()
        _require_never_together(session, ones, others, _COMMON)
    return CheckedMerge(player, into, ones, others, latest)


def merge_people(writing: Transaction, checked: CheckedMerge, why: Attribution) -> int:
    """Merge two persons; the number of the change.

    Only what was written since the check is checked again. Raises what `check_merge` raises.
    """
    session = writing.session
    ones, others = _members_of_both(session, checked.player, checked.into)
    if (ones, others) == (checked.ones, checked.others):
        _require_never_together(session, ones, others, _COMMON_SINCE, checked.revision)
    else:
        _require_never_together(session, ones, others, _COMMON)
    change = _write_change(writing, (PersonChangeKind.MERGED, ones[0], others[0], None, None), why)
    writing.connection.execute(_MERGE, (ones[0], others[0], change))
    return change


def undo_merge(writing: Transaction, merge: int, why: Attribution) -> None:
    """Undo a merge, given by the number of its change. Raises `NoSuchMerge`."""
    row = writing.connection.execute(_MERGED, (min(merge, MAX_INTEGER),)).fetchone()
    if row is None:
        raise NoSuchMerge
    writing.connection.execute(_UNMERGE, (merge,))
    _write_change(writing, (PersonChangeKind.UNDONE, *row, None, merge), why)
    rebuild_renames(writing)


def keep_apart(writing: Transaction, player: str, other: str, why: Attribution) -> None:
    """Note that two persons are not the same. Raises `NoSuchPlayer`, and `OnePerson` where they are one."""
    ones, others = _members_of_both(writing.session, player, other)
    _write_change(writing, (PersonChangeKind.DIFFERENT, ones[0], others[0], None, None), why)


def rename_person(writing: Transaction, player: str, name: str, why: Attribution) -> None:
    """Give a person a name. Raises `NoSuchPlayer`."""
    person = person_of(writing.session, player)
    store_new_name(writing, player, name)
    change = PersonChangeKind.RENAMED, writing.number(player), person, writing.number(name), None
    _write_change(writing, change, why)
    rebuild_renames(writing)


def _write_change(writing: Transaction, change: tuple[Any, ...], why: Attribution) -> int:
    return writing.insert(_CHANGE, (*change, writing.at, writing.number(why.author.name), why.reason))


def _members_of_both(session: Session, player: str, into: str) -> tuple[list[int], list[int]]:
    """The numbers of all ids of two persons. Raises `NoSuchPlayer`, and `OnePerson` where they are one."""
    person, other = person_of(session, player), person_of(session, into)
    if person == other:
        raise OnePerson(texts_by_number(session.connection, [person])[person])
    return members_of(session, person), members_of(session, other)


def _require_never_together(
    session: Session, ones: Sequence[int], others: Sequence[int], common: str, *since: int
) -> None:
    """Raise `SatTogether` where one of these and one of the others sat in one deal of the records in common."""
    found = session.connection.execute(common, (json.dumps(ones), json.dumps(others), *since))
    for (record,) in found.fetchall():
        row = session.connection.execute(_RECORD, (record,)).fetchone()
        if row is None:
            continue  # it is withdrawn
        players, revision, *packed = row
        try:
            _, report = session.compressor.unpack(*packed)
        except StoreDamaged as error:
            raise RecordDamaged(record, revision) from error
        deal = shared_deal(report, json.loads(players), ones, others)
        if deal is not None:
            raise SatTogether(record, deal)
