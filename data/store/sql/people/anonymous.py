"""Makes a person anonymous: the one change that writes revisions, logs and texts anew.

The numbers of their ids stay, so that statistics and ratings do. Where a text of a record changes, what follows from it
is made anew: the report, the hashes, the facts. In the end nothing of the store has the old names.

To find these texts all records are read, and what follows is judged anew, before the turn to write: others write
meanwhile. In the turn only what was stored since is read, and all is written in one transaction.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from daifu.data.names import Anonymity
from daifu.data.store.errors import NoSuchPlayer, RecordDamaged, StoreDamaged
from daifu.data.store.sql.columns import entry_checksum, house_checksum, revision_checksum
from daifu.data.store.sql.compression import PackedTexts
from daifu.data.store.sql.connection import Row
from daifu.data.store.sql.people.identities import rebuild_renames
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.statistics.recount import current_delta, known_counts
from daifu.data.store.sql.texts import TextNumbers, text_number, texts_by_number
from daifu.data.store.sql.tokens import NAMES_ENDED, end_signed, require_valid_token, times_ended
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.sql.uploads import SET_TEXTS, show_facts
from daifu.data.store.values import Anonymous, Author, PersonChangeKind
from daifu.data.tournaments.log import decode_change, encode_change
from daifu.replay.text import fold_name
from daifu.schemas.judged_record import JudgedRecord

NEUTRAL_NAME: Final = "Player"
NEUTRAL_ID: Final = "anonymous"
_RECORDS_AT_ONCE: Final = 200

_KNOWN: Final = "SELECT 1 FROM aliases WHERE player = ? LIMIT 1"
_PERSON: Final = "SELECT coalesce((SELECT person FROM persons WHERE player = ?1), ?1)"
_MEMBERS: Final = "SELECT player FROM persons WHERE person = ? ORDER BY player"
_ALIASES: Final = "SELECT player, name FROM aliases"
_GIVEN: Final = "SELECT player, name FROM person_changes WHERE kind = 'renamed'"
_TEXTS: Final = "SELECT number, text FROM texts"
_LAST_RECORD: Final = "SELECT coalesce(max(id), 0) FROM records"
_LATEST: Final = "SELECT coalesce(max(rowid), 0) FROM revisions"
_REVISION: Final = "SELECT record, number, content, dictionary, packed, cut FROM revisions"
_REVISIONS: Final = f"{_REVISION} WHERE record > ? AND record <= ? AND packed IS NOT NULL ORDER BY record, number"
_REVISIONS_SINCE: Final = f"{_REVISION} WHERE rowid > ? AND packed IS NOT NULL ORDER BY record, number"
_HEADS_OF_RECORDS: Final = """
SELECT id, revision, withdrawn, date FROM records
WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))
"""
_NAMED: Final = """
SELECT DISTINCT records.id FROM records, json_each(coalesce(names, '[]')) AS one WHERE CAST(one.value AS BIGINT) = ?
"""
_SET_TEXT: Final = "UPDATE texts SET text = ? WHERE number = ?"
_DELETE_TEXT: Final = "DELETE FROM texts WHERE number = ?"
_NAME_COLUMNS: Final = (
    ("records", "tournament"),
    ("records", "round"),
    ("revisions", "author"),
    ("aliases", "name"),
    ("person_changes", "name"),
    ("person_changes", "author"),
    ("given_names", "name"),
    ("tournaments", "name"),
    ("tournament_names", "name"),
    ("entries", "author"),
    ("result_imports", "author"),
    ("house_rules", "author"),
    ("seasons", "author"),
    ("player_counts", "tournament"),
    ("pending_deltas", "tournament"),
)
"""The columns with numbers of texts that may be names of people, or of events and authors called like them."""
_HEADS: Final = """
SELECT record, number, kind, at, author, reason, checksum FROM revisions WHERE reason IS NOT NULL OR author = ?
"""
_SET_HEAD: Final = "UPDATE revisions SET reason = ?, checksum = ? WHERE record = ? AND number = ?"
_ENTRIES: Final = """
SELECT tournament, entries.number, at, text, reason, change, checksum FROM entries JOIN texts ON texts.number = author
"""
_SET_ENTRY: Final = "UPDATE entries SET reason = ?, change = ?, checksum = ? WHERE tournament = ? AND number = ?"
_HOUSES: Final = """
SELECT id, slug, version, hash, toml, document, flattened, at, author, token, withdrawn FROM house_rules
"""
_SET_HOUSE: Final = "UPDATE house_rules SET document = ?, flattened = ?, checksum = ? WHERE id = ?"
_IN_TEXT: Final = (
    ("tokens", "id", "name"),
    ("looks", "player", "nickname"),
    ("person_changes", "id", "reason"),
    ("club", "id", "name"),
    ("club_changes", "id", "author"),
    ("club_changes", "id", "value"),
    ("seasons", "id", "name"),
    ("seasons", "id", "event"),
    ("analysis_jobs", "id", "share"),
    ("analysis_jobs", "id", "cancelled_by"),
)
"""Columns with free texts, and the keys of their tables."""
_CLUB_NAMES: Final = "SELECT folded, name FROM club_people"
_FORGET_CLUB_NAME: Final = "DELETE FROM club_people WHERE folded = ?"
_DETAILS: Final = "SELECT record, tournament, details FROM result_imports WHERE details IS NOT NULL"
_SET_DETAILS: Final = "UPDATE result_imports SET details = ? WHERE record = ? AND tournament = ?"
_FORGET_LOOK: Final = "DELETE FROM looks WHERE player = ?"
_FORGET_ALIASES: Final = "DELETE FROM aliases WHERE player = ?"
_ALIAS: Final = "INSERT INTO aliases (player, name, folded) VALUES (?, ?, ?)"
_FORGET_REASONS: Final = "UPDATE person_changes SET reason = '-' WHERE player = ? OR person = ?"
_FORGET_NAMES: Final = "UPDATE person_changes SET name = ? WHERE kind = 'renamed' AND player = ?"
_CHANGE: Final = """
INSERT INTO person_changes (kind, player, person, name, merge, at, author, reason)
VALUES (?, ?, ?, NULL, NULL, ?, ?, '-')
"""


class _Person(NamedTuple):
    """A person by the numbers of their ids, the main one first, with what becomes of their names."""

    members: list[int]
    id: str
    names: dict[int, str]
    anonymity: Anonymity


class _Rewritten(NamedTuple):
    """A revision with its content as it was, and with the text of the record as it will be."""

    record: int
    number: int
    content: bytes
    text: bytes


class _Judged(NamedTuple):
    """A revision with its content as it was, and with what it will be, packed for the store."""

    record: int
    number: int
    content: bytes
    judged: JudgedRecord
    packed: PackedTexts


class _Head(NamedTuple):
    """The latest revision of a record, and whether it is withdrawn and has a day."""

    latest: int
    withdrawn: int
    date: int | None

    @property
    def shown(self) -> int:
        """The revision that lists show: the withdrawal is one, too, and has no text."""
        return self.latest - self.withdrawn


class Prepared(NamedTuple):
    """All that becomes of the revisions up to the row `latest`, when people had been made anonymous so many times."""

    player: str
    person: _Person
    ended: int
    latest: int
    judged: list[_Judged]


def preview_anonymity(session: Session, player: str) -> Anonymous:
    """What making a person anonymous would concern. Raises `NoSuchPlayer`, and `StoreDamaged`."""
    person = _find_person(session, player)
    return _told(person, list(_rewritten(session, person)), _entries_of(session, person))


def prepare_anonymity(session: Session, player: str) -> Prepared:
    """Judge anew, before the turn to write, what will be written in it. Raises `NoSuchPlayer` and `StoreDamaged`."""
    person = _find_person(session, player)
    ended, (latest,) = times_ended(session, NAMES_ENDED), session.connection.execute(_LATEST).fetchone()
    return Prepared(player, person, ended, latest, _judge_all(session, _rewritten(session, person)))


def make_anonymous(writing: Transaction, prepared: Prepared, author: Author) -> Anonymous:
    """Make a person anonymous; what that concerned. Raises `NoSuchPlayer`, `TokenRevoked` and `StoreDamaged`."""
    session = writing.session
    require_valid_token(session.connection, author)
    person = _find_person(session, prepared.player)
    judged, entries = _all_judged(session, person, prepared), _entries_of(session, person)
    heads = _heads(session, {one.record for one in judged})
    if person.members:
        main = person.members[0]
        row = (PersonChangeKind.ANONYMOUS, main, main, writing.at, writing.number(author.name))
        writing.connection.execute(_CHANGE, row)
    counted = sorted(record for record, head in heads.items() if head.date is None and not head.withdrawn)
    known = {one: each.judged.tallies for each in judged for one in (each.content, each.judged.content)}
    with session.rewriting_logs(), known_counts(known):
        _count(writing, counted, -1)
        writing.connection.executemany(_FORGET_ALIASES, [(member,) for member in person.members])
        writing.connection.executemany(_FORGET_LOOK, [(member,) for member in person.members])
        also_named = _replace_texts(writing, person)
        _write_aliases(writing, person)
        for one in judged:
            head = heads[one.record]
            writing.connection.execute(SET_TEXTS, (*one.packed, one.judged.content, one.record, one.number))
            if one.number == head.shown:
                show_facts(writing, one.record, head.latest, one.judged, withdrawn=bool(head.withdrawn))
        _write_facts_of(writing, also_named - heads.keys())
        _write_heads(writing, person)
        for tournament, number, at, who, reason, change in entries:
            checksum = entry_checksum(tournament, number, at, who, reason, change)
            writing.connection.execute(_SET_ENTRY, (reason, change, checksum, tournament, number))
        _write_rest(writing, person)
        _count(writing, counted, 1)
    end_signed(writing, NAMES_ENDED)
    return _told(person, judged, entries)


def _all_judged(session: Session, person: _Person, prepared: Prepared) -> list[_Judged]:
    """What was prepared with what was stored since; where names have changed meanwhile, all of it anew."""
    is_same = (person.members, person.names) == (prepared.person.members, prepared.person.names)
    is_like = is_same and person.anonymity.is_like(prepared.person.anonymity)
    if not is_like or times_ended(session, NAMES_ENDED) != prepared.ended:
        return _judge_all(session, _rewritten(session, person))
    rows = session.connection.execute(_REVISIONS_SINCE, (prepared.latest,)).fetchall()
    return [*prepared.judged, *_judge_all(session, _changed(session, person, rows))]


def _judge_all(session: Session, some: Iterable[_Rewritten]) -> list[_Judged]:
    found = []
    for record, number, content, text in some:
        judged = _judged(text)
        packed = session.compressor.pack(judged.record, judged.report)
        found.append(_Judged(record, number, content, judged, packed))
    return found


def _heads(session: Session, records: Iterable[int]) -> dict[int, _Head]:
    """The heads of these records."""
    rows = session.connection.execute(_HEADS_OF_RECORDS, (json.dumps(sorted(records)),)).fetchall()
    return {record: _Head(*head) for record, *head in rows}


def _told(person: _Person, rewritten: Sequence[_Rewritten | _Judged], entries: list[tuple[Any, ...]]) -> Anonymous:
    shared = sorted(set(person.names.values()) - person.anonymity.names)
    records, tournaments = len({one.record for one in rewritten}), len({entry[0] for entry in entries})
    return Anonymous(person.id, person.anonymity.name, records, len(rewritten), tournaments, shared)


def is_known_by_name(session: Session, name: str) -> bool:
    """Whether a tournament or the club has this name for somebody, be it that they have no games."""
    execute, own = session.connection.execute, Anonymity({name: NEUTRAL_ID}, [name], NEUTRAL_NAME, ())
    if any(known == name for _, known in execute(_CLUB_NAMES).fetchall()):
        return True
    changes = (change for *_, change, _ in execute(_ENTRIES).fetchall() if own.may_concern(change))
    plain = map(msgspec.json.decode, changes)
    return any(change.get("change") in {"entered", "renamed"} and change.get("name") == name for change in plain)


def _find_person(session: Session, player: str) -> _Person:
    """A person, whether or not their records are withdrawn, or without any. Raises `NoSuchPlayer`."""
    execute = session.connection.execute
    number = text_number(session.connection, player)
    members: list[int] = []
    if number is not None and execute(_KNOWN, (number,)).fetchone() is not None:
        person = execute(_PERSON, (number,)).fetchone()[0]
        members = [person, *(member for (member,) in execute(_MEMBERS, (person,)).fetchall())]
    elif not is_known_by_name(session, player):
        raise NoSuchPlayer(player)
    texts = dict(execute(_TEXTS).fetchall())
    called = [*execute(_ALIASES).fetchall(), *execute(_GIVEN).fetchall()]
    own = {*members, *(name for one, name in called if one in members)}
    others = {text for one, name in called if one not in members for text in (texts[one], texts[name])}
    taken, place = set(texts.values()), 1
    while {f"{NEUTRAL_NAME} {place}", f"{NEUTRAL_ID}-{place}"} & taken:
        place += 1
    names = {number: texts[number] for number in own}
    called = [texts[member] for member in members] or [player]
    ids = {id: f"{NEUTRAL_ID}-{place}" + (f"-{count}" if count > 1 else "") for count, id in enumerate(called, 1)}
    anonymity = Anonymity(ids, {*called, *names.values()}, f"{NEUTRAL_NAME} {place}", others)
    return _Person(members, ids[called[0]], names, anonymity)


def _rewritten(session: Session, person: _Person) -> Iterator[_Rewritten]:
    """The revisions in which a name of the person is, with their new texts. Raises `StoreDamaged`."""
    (last,) = session.connection.execute(_LAST_RECORD).fetchone()
    for begin in range(0, last, _RECORDS_AT_ONCE):
        rows = session.connection.execute(_REVISIONS, (begin, begin + _RECORDS_AT_ONCE)).fetchall()
        yield from _changed(session, person, rows)


def _changed(session: Session, person: _Person, rows: Iterable[Row]) -> Iterator[_Rewritten]:
    """Those of some revisions whose texts change. Raises `StoreDamaged`."""
    for record, number, content, *packed in rows:
        try:
            text, _ = session.compressor.unpack(*packed)
        except StoreDamaged as error:
            raise RecordDamaged(record, number) from error
        if person.anonymity.may_concern(text.decode()):
            raw = msgspec.json.decode(text)
            person.anonymity.record(raw)
            new = msgspec.json.encode(raw)
            if new != text:
                yield _Rewritten(record, number, content, new)


def _count(writing: Transaction, records: Iterable[int], sign: int) -> None:
    """Take records out of the statistics, or put them in again: without a day they are parted by their contents."""
    for record in records:
        delta = current_delta(writing.session, record)
        if delta is not None:
            writing.deltas.append(delta._replace(sign=sign))


def _replace_texts(writing: Transaction, person: _Person) -> set[int]:
    """Write the texts of the store without the names; the records of others that have one of the texts as a name."""
    execute = writing.connection.execute
    anonymity = person.anonymity
    texts = dict(execute(_TEXTS).fetchall())
    of_others = {
        number
        for one, name in (*execute(_ALIASES).fetchall(), *execute(_GIVEN).fetchall())
        if one not in person.members
        for number in (one, name)
    }
    name = writing.number(anonymity.name)
    also_named: set[int] = set()
    for number, text in texts.items():
        shared = number in of_others
        if number in person.names:
            if number in person.members:
                execute(_SET_TEXT, (anonymity.ids[text], number))
                also_named |= {record for (record,) in execute(_NAMED, (number,)).fetchall()}
            writing.cache(TextNumbers).clear()
            if number in person.members or not shared:
                _move_names(writing, number, writing.number(text) if shared else name)
            if number not in person.members and not shared:
                execute(_DELETE_TEXT, (number,))
        elif not shared and (new := anonymity.text(text)) != text:
            writing.cache(TextNumbers).clear()
            known = writing.known_number(new)
            if known is None:
                execute(_SET_TEXT, (new, number))
            else:
                _move_names(writing, number, known)
                execute(_DELETE_TEXT, (number,))
    writing.cache(TextNumbers).clear()
    writing.names.clear()
    return also_named


def _move_names(writing: Transaction, number: int, to: int) -> None:
    for table, column in _NAME_COLUMNS:
        writing.connection.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (to, number))  # noqa: S608
    writing.deltas[:] = [one._replace(tournament=to) if one.tournament == number else one for one in writing.deltas]


def _write_aliases(writing: Transaction, person: _Person) -> None:
    execute, name = writing.connection.execute, person.anonymity.name
    ids = texts_by_number(writing.connection, person.members)
    for member in person.members:
        for text in (ids[member], name):
            execute(_ALIAS, (member, writing.number(text), fold_name(text)))
        execute(_FORGET_REASONS, (member, member))
        execute(_FORGET_NAMES, (writing.number(name), member))
    rebuild_renames(writing)


def _judged(text: bytes) -> JudgedRecord:
    from daifu.schemas.judgement import judge_json  # noqa: PLC0415 - who only reads a store judges nothing

    return judge_json(text)


def _write_facts_of(writing: Transaction, records: Iterable[int]) -> None:
    """Write the facts of records whose texts stay: a name in them has another number now."""
    for record, head in _heads(writing.session, records).items():
        rows = writing.connection.execute(_REVISIONS, (record - 1, record)).fetchall()
        for _, number, _, *packed in rows:
            if number == head.shown:
                judged = _judged(writing.session.compressor.unpack(*packed)[0])
                show_facts(writing, record, head.latest, judged, withdrawn=bool(head.withdrawn))


def _write_heads(writing: Transaction, person: _Person) -> None:
    """Write the reasons of revisions without the names, and the checksums of those whose author has another number."""
    execute = writing.connection.execute
    name = writing.number(person.anonymity.name)
    for record, number, kind, at, author, reason, checksum in execute(_HEADS, (name,)).fetchall():
        new = None if reason is None else person.anonymity.text(reason)
        due = None if checksum is None else revision_checksum(record, number, kind, at, author, new)
        if (new, due) != (reason, checksum):
            execute(_SET_HEAD, (new, due, record, number))


def _entries_of(session: Session, person: _Person) -> list[tuple[Any, ...]]:
    """The entries of logs in which a name is, as they will be: tournament, number, time, author, reason and change."""
    found = []
    for tournament, number, at, author, reason, change, _ in session.connection.execute(_ENTRIES).fetchall():
        old = (author, reason, change)
        if any(text and person.anonymity.may_concern(text) for text in old):
            plain = person.anonymity.change(msgspec.json.decode(change))
            text = encode_change(decode_change(msgspec.json.encode(plain))).decode()
            new = (person.anonymity.text(author), reason and person.anonymity.text(reason), text)
            if new != old:
                found.append((tournament, number, at, *new))
    return found


def _write_rest(writing: Transaction, person: _Person) -> None:
    """Write what else has free texts: tokens, reasons, jobs, refusals, and house rules with those who stored them."""
    execute, anonymity = writing.connection.execute, person.anonymity
    for table, key, column in _IN_TEXT:
        rows = execute(f"SELECT {key}, {column} FROM {table} WHERE {column} IS NOT NULL").fetchall()  # noqa: S608
        for number, text in rows:
            if (new := anonymity.text(text)) != text:
                execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (new, number))  # noqa: S608
    for record, tournament, details in execute(_DETAILS).fetchall():
        if anonymity.may_concern(details):
            new = json.dumps(anonymity.change(json.loads(details)), ensure_ascii=False, separators=(",", ":"))
            execute(_SET_DETAILS, (new, record, tournament))
    for folded, name in execute(_CLUB_NAMES).fetchall():
        if anonymity.text(name) != name:
            execute(_FORGET_CLUB_NAME, (folded,))
    for number, *kept in execute(_HOUSES).fetchall():
        kept[4:6] = (anonymity.text(text) for text in kept[4:6])
        execute(_SET_HOUSE, (*kept[4:6], house_checksum(*kept), number))
