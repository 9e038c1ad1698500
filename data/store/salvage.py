"""Makes a sound store of what can be read of a damaged one.

Texts, people, tokens and the logs of tournaments are copied row by row. What follows from them is made anew: what lists
show, the ways to records, statistics and ratings. Each record that is left out is named.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import cached_property
from typing import Any, Final, NamedTuple

from daifu.data.store.copy import StoreCopy
from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.columns import revision_checksum
from daifu.data.store.sql.compression import DICTIONARY_NUMBER, HAS_CHECKSUM, add_bundled_dictionary
from daifu.data.store.sql.maintenance import check_messages as wording
from daifu.data.store.sql.maintenance.repair import UNKNOWN
from daifu.data.store.sql.schema import TABLES, Table
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.sql.uploads import ADD_REVISION, restore_facts
from daifu.data.store.token_secrets import new_signing_key
from daifu.data.store.values import Difference, RevisionKind
from daifu.replay.text import Text
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.record.identity import has_content

RECORDS_AT_ONCE: Final = 64
"""How many records are written in one transaction."""

_LOST: Final = Text("its text was damaged and is not in the copy", "本文が壊れていたため、複製には含まれません")
_AFTER_RECORDS: Final = (
    "person_changes",
    "merges",
    "given_names",
    "tokens",
    "endings",
    "tournaments",
    "tournament_names",
    "entries",
    "result_imports",
    "house_rules",
    "club",
    "club_people",
    "club_changes",
    "seasons",
    "hook_calls",
    "looks",
)
"""The tables whose rows are copied, each behind those that it refers to.

Phones that are told of seats are left out: they know the key of the store, and the copy gets another one.
"""
_REVISION_COLUMNS: Final = ("kind", "at", "author", "reason", "checksum", "content", "dictionary", "packed", "cut")
_REVISION: Final = f"SELECT {', '.join(_REVISION_COLUMNS)} FROM revisions WHERE rowid = ?"  # noqa: S608 - names of columns
_KINDS: Final = "SELECT number, text FROM texts WHERE number = ?"
_NO_TEXTS: Final = (None, None, None, None)
"""The content, the dictionary, the packed texts and the cut of a withdrawal."""
_NOT_COUNTED: Final = "INSERT INTO statistics_progress (version, record) VALUES (0, 0)"
_NOT_JUDGED: Final = "INSERT INTO judging_progress (version, record) VALUES (0, NULL)"
_SIGNING_KEY: Final = "INSERT INTO signing_key (key) VALUES (?)"


class _Place(NamedTuple):
    """Where a revision is: its number, its row, and whether its texts can be read; a withdrawal has none to read."""

    number: int
    row: int
    is_readable: bool
    is_withdrawal: bool


def salvage(copy: StoreCopy, errors: AbstractContextManager[None], advance: Callable[[int], None]) -> list[Difference]:
    """Fill the copy with what can be read of its source; what cannot.

    `errors` raises errors of the store in place of those of the database. `advance` is called with 1 for each revision.
    """
    with copy.source.separate_session() as source:
        return _Salvage(copy, source, errors, advance).run()


class _Salvage:
    def __init__(
        self,
        copy: StoreCopy,
        source: Session,
        errors: AbstractContextManager[None],
        advance: Callable[[int], None],
    ) -> None:
        self._copy = copy
        self._source = source
        self._errors = errors
        self._advance = advance
        self._found: list[Difference] = []

    def run(self) -> list[Difference]:
        """Copy everything; what could not be copied."""
        with self._copy.writing():
            connection = self._copy.session.connection
            keys = [key for (key,) in self._rows(TABLES["signing_key"])]
            # Without its key, sessions of before are no longer valid.
            connection.execute(_SIGNING_KEY, (keys[0] if keys else new_signing_key(),))
            add_bundled_dictionary(connection)
            connection.execute(_NOT_COUNTED)
            connection.execute(_NOT_JUDGED)
            for name in ("texts", "aliases"):
                self._copy_rows(TABLES[name])
        places = self._find_revisions()
        records = sorted(places)
        for begin in range(0, len(records), RECORDS_AT_ONCE):
            with self._copy.writing():
                writing = Transaction(self._copy.session)
                for record in records[begin : begin + RECORDS_AT_ONCE]:
                    self._copy_record(writing, record, places[record])
                writing.write_rows()
        for record in self._listed - places.keys():
            self._found.append(Difference(_LOST, record))
        with self._copy.writing():
            for name in _AFTER_RECORDS:
                self._copy_rows(TABLES[name])
            self._copy_analyses()
        return self._found

    def _rows(self, wanted: Table) -> Iterator[tuple[Any, ...]]:
        """The rows of a table that can be read. Where some cannot, that is noted."""
        yield from self._source.readable_rows(wanted.name, wanted.columns, lambda: self._note_loss(wanted.name))

    def _note_loss(self, name: str) -> None:
        loss = Difference(Text(f"some rows of {name} cannot be read", f"{name}に読めない行があります"))
        if loss not in self._found:
            self._found.append(loss)

    def _copy_rows(self, wanted: Table) -> None:
        for row in self._rows(wanted):
            if not self._copy.insert_if_sound(wanted, row):
                self._note_loss(wanted.name)

    def _find_revisions(self) -> dict[int, list[_Place]]:
        """The revisions of each record in their order."""
        wanted = TABLES["revisions"]._replace(columns=("rowid", *TABLES["revisions"].columns))
        places: defaultdict[int, dict[int, _Place]] = defaultdict(dict)
        for row, record, number, kind, at, author, reason, *packed, checksum in self._rows(wanted):
            self._advance(1)
            readable = self._read(*packed) is not None
            owner = self._owner(record, number, (kind, at, author, reason), checksum)
            places[owner][number] = _Place(number, row, readable, self._text(kind) == RevisionKind.WITHDRAWN)
        return {record: sorted(found.values()) for record, found in places.items()}

    def _owner(self, record: int, number: int, head: tuple[Any, ...], checksum: int | None) -> int:
        """The record of which a row is: where its number is damaged, the one that gives the checksum of the row."""
        if checksum in (None, revision_checksum(record, number, *head)):
            return record
        others = (other for other in self._listed if revision_checksum(other, number, *head) == checksum)
        return next(others, record)

    @cached_property
    def _listed(self) -> set[int]:
        """The records of which both the lists and the players know: the number in one of them may be damaged."""
        listed = {record for (record,) in self._rows(TABLES["records"]._replace(columns=("id",)))}
        return listed & {record for _, record in self._rows(TABLES["record_players"])}

    def _text(self, number: int) -> str | None:
        """The text of a number, as the copy has it."""
        row = self._copy.session.connection.execute(_KINDS, (number,)).fetchone()
        return None if row is None else row[1]

    def _read(self, content: bytes | None, dictionary: int, packed: bytes | None, cut: int) -> JudgedRecord | None:
        """A revision judged, with its report as it is; None where it has no text, or none that is sound."""
        from daifu.schemas.judgement import judge_json  # noqa: PLC0415 - as other commands do not judge

        if not packed:
            return None
        try:
            record, report = self._unpack(dictionary, packed, cut or 0)
            judged = judge_json(record)
        except (StoreDamaged, RecordRefused):
            return None
        is_sound = report.endswith(b"}") and (packed[0] & HAS_CHECKSUM or has_content(record, content or b""))
        return judged._replace(record=record, report=report) if is_sound else None

    def _unpack(self, dictionary: int, packed: bytes, cut: int) -> tuple[bytes, bytes]:
        try:
            with self._errors:
                return self._source.compressor.unpack(dictionary, packed, cut)
        except StoreDamaged:
            return self._copy.session.compressor.unpack(DICTIONARY_NUMBER, packed, cut)

    def _copy_record(self, writing: Transaction, record: int, places: list[_Place]) -> None:
        """Copy the revisions of a record. Where one cannot be read, the record counts as withdrawn there."""
        readable = [place.number for place in places if place.is_readable]
        damaged = [place.number for place in places if not place.is_readable and not place.is_withdrawal]
        self._found.extend(Difference(_LOST, record, number) for number in damaged)
        if not readable:
            return
        by_number = {place.number: place for place in places}
        last = max(readable)
        numbers = range(1, last + 2 if last < max(by_number) else last + 1)
        latest: JudgedRecord | None = None
        rows = []
        for number in numbers:
            head, texts, judged = self._revision(writing, (record, number), by_number.get(number))
            rows.append((*head, revision_checksum(*head), *texts))
            latest = judged or latest
        if latest is not None:
            restore_facts(writing, record, numbers[-1], latest, withdrawn=numbers[-1] != last)
        writing.connection.executemany(ADD_REVISION, rows)

    def _revision(
        self, writing: Transaction, key: tuple[int, int], place: _Place | None
    ) -> tuple[tuple[Any, ...], tuple[Any, ...], JudgedRecord | None]:
        """The columns of a revision that say how it came about, those of its texts, and its record if it has one."""
        withdrawal = RevisionKind.WITHDRAWN.value
        if place is None:
            head = (writing.number(withdrawal), writing.at, writing.number(UNKNOWN), _LOST.en)
            return (*key, *head), _NO_TEXTS, None
        with self._errors:
            found = self._source.connection.execute(_REVISION, (place.row,)).fetchone()
            if found is None:  # the damaged tree of the table no longer leads to the row, though it is there
                wanted = TABLES["revisions"]._replace(columns=("rowid", *_REVISION_COLUMNS))
                found = next(rest for number, *rest in self._rows(wanted) if number == place.row)
        kind, at, author, reason, checksum, *packed = found
        is_sure = checksum in (None, revision_checksum(*key, kind, at, author, reason))
        if not is_sure:
            self._found.append(Difference(wording.HEAD, *key))
        who = author if is_sure and self._text(author) is not None else writing.number(UNKNOWN)
        judged = self._read(*packed)
        if judged is None:
            told = reason if place.is_withdrawal else _LOST.en
            return (*key, writing.number(withdrawal), at, who, told), _NO_TEXTS, None
        known = {kind.value for kind in RevisionKind} - {withdrawal}
        named = self._text(kind)
        kind = named if named in known else (RevisionKind.CREATED if key[1] == 1 else RevisionKind.CORRECTED).value
        texts = self._copy.session.compressor.pack(judged.record, judged.report)
        return (*key, writing.number(kind), at, who, reason), (judged.content, *texts), judged

    def _copy_analyses(self) -> None:
        """Copy the analyses of revisions that are in the copy."""
        wanted = TABLES["analyses"]
        for record, revision, method, dictionary, packed in self._rows(wanted):
            try:
                with self._errors:
                    analysis = self._source.compressor.decompress(dictionary, packed)
            except StoreDamaged:
                self._found.append(Difference(wording.ANALYSIS, record, revision))
                continue
            row = (record, revision, method, *self._copy.session.compressor.compress(analysis))
            if not self._copy.insert_if_sound(wanted, row):
                self._note_loss(wanted.name)
