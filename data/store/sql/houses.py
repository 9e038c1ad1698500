"""The table of house rules: documents that are never changed, each version of which can be withdrawn from lists."""

from collections.abc import Generator, Iterator
from typing import Any, Final

from daifu.data.store.errors import HouseDamaged, HouseOfAnother, HouseVersionTaken, NoSuchHouse
from daifu.data.store.sql.columns import MAX_INTEGER, from_timestamp, house_checksum
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.tokens import require_valid_token
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.sql.write_queue import Subject
from daifu.data.store.values import Author, HouseDocument, HousePage, StoredHouse
from daifu.replay.text import Text

_KEPT: Final = "slug, version, hash, toml, document, flattened, at, author, token, withdrawn"
_ROWS: Final = f"""
SELECT text, {_KEPT}, checksum, id FROM house_rules JOIN texts ON texts.number = author
"""  # noqa: S608 - names of columns
_FIND: Final = f"{_ROWS} WHERE slug = ? AND version = ?"
_LATEST: Final = f"{_ROWS} WHERE slug = ? AND withdrawn = 0 ORDER BY version DESC LIMIT 1"
_VERSIONS: Final = f"{_ROWS} WHERE slug = ? ORDER BY version DESC"
_EACH: Final = f"{_ROWS} ORDER BY id"
_PAGE: Final = f"""{_ROWS} WHERE withdrawn = 0 AND id < ? AND NOT EXISTS (
    SELECT 1 FROM house_rules AS later
    WHERE later.slug = house_rules.slug AND later.version > house_rules.version AND later.withdrawn = 0)
ORDER BY id DESC LIMIT ?
"""  # noqa: S608 - likewise
_OWNER: Final = "SELECT token FROM house_rules WHERE slug = ? ORDER BY id LIMIT 1"
_HIGHEST: Final = "SELECT max(version) FROM house_rules WHERE slug = ?"
_ADD: Final = f"""
INSERT INTO house_rules ({_KEPT}, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""  # noqa: S608 - names of columns
_WITHDRAW: Final = "UPDATE house_rules SET withdrawn = 1, checksum = ? WHERE slug = ? AND version = ?"


class Houses(Subject):
    """House rules as documents. A document is never changed or deleted; a version of it can be withdrawn from lists.

    An id belongs to the token that stored it first: only that token, and who may do everything, add higher versions
    and withdraw.
    """

    def add(self, document: HouseDocument, author: Author, *, as_admin: bool = False) -> StoredHouse:
        """Store a document. Raises `HouseVersionTaken`, `HouseOfAnother` and `TokenRevoked`."""
        slug, version = document.slug, document.version
        with self._queue.transaction() as writing:
            _require_owner(writing, slug, author, as_admin=as_admin)
            (highest,) = writing.connection.execute(_HIGHEST, (slug,)).fetchone()
            if highest is not None and version <= highest:
                raise HouseVersionTaken(slug, version, highest)
            kept = (slug, version, document.hash, int(document.is_toml), document.text, document.flattened)
            row = (*kept, writing.at, writing.number(author.name), author.token, 0)
            writing.connection.execute(_ADD, (*row, house_checksum(*row)))
            return StoredHouse(document, from_timestamp(writing.at), author.name, withdrawn=False)

    def find(self, slug: str, version: int | None = None) -> StoredHouse:
        """A version of house rules, by default the highest that is not withdrawn. Raises `NoSuchHouse`."""
        asked = (_LATEST, (slug,)) if version is None else (_FIND, (slug, min(version, MAX_INTEGER)))
        row = self._row(*asked)
        if row is None:
            raise NoSuchHouse
        return _house_of_row(row)

    def versions(self, slug: str) -> list[StoredHouse]:
        """All versions of house rules, the highest first, withdrawn ones included. Raises `NoSuchHouse`."""
        rows = self._rows(_VERSIONS, (slug,))
        if not rows:
            raise NoSuchHouse
        return list(map(_house_of_row, rows))

    def page(self, after: int | None = None, limit: int = 50) -> HousePage:
        """At most `limit` house rules, each in its highest version that is not withdrawn, the latest stored first."""
        before = MAX_INTEGER if after is None else min(after, MAX_INTEGER)
        rows = self._rows(_PAGE, (before, limit + 1))
        return HousePage(list(map(_house_of_row, rows[:limit])), rows[limit - 1][-1] if len(rows) > limit else None)

    def withdraw(self, slug: str, version: int, author: Author, *, as_admin: bool = False) -> None:
        """Take a version out of all lists, if it is not yet. Raises what `add` raises, and `NoSuchHouse`."""
        with self._queue.transaction() as writing:
            _require_owner(writing, slug, author, as_admin=as_admin)
            row = writing.connection.execute(_FIND, (slug, min(version, MAX_INTEGER))).fetchone()
            if row is None:
                raise NoSuchHouse
            _house_of_row(row)
            writing.connection.execute(_WITHDRAW, (house_checksum(*row[1:-3], 1), slug, version))

    def each(self) -> Generator[StoredHouse, None, None]:
        """All documents in the order in which they were stored."""
        with self._sessions.separate() as session, session.snapshot():
            yield from map(_house_of_row, session.stream(_EACH))


def _require_owner(writing: Transaction, slug: str, author: Author, *, as_admin: bool) -> None:
    """Check that an author may add to house rules. Raises `HouseOfAnother` and `TokenRevoked`."""
    require_valid_token(writing.connection, author)
    found = writing.connection.execute(_OWNER, (slug,)).fetchone()
    if found is not None and not as_admin and (author.token is None or found[0] != author.token):
        raise HouseOfAnother(slug)


def _house_of_row(row: tuple[Any, ...]) -> StoredHouse:
    """The document of a row. Raises `HouseDamaged`."""
    author, *kept, checksum, _ = row
    slug, version, hash_, toml, text, flattened, at, _, _, withdrawn = kept
    if checksum != house_checksum(*kept):
        raise HouseDamaged(slug, version)
    document = HouseDocument(slug, version, hash_, bool(toml), text, flattened)
    return StoredHouse(document, from_timestamp(at), author, bool(withdrawn))


def house_differences(session: Session) -> Iterator[Text]:
    """The house rules that are not as they were written, within a snapshot."""
    for row in session.stream(_EACH):
        try:
            _house_of_row(row)
        except HouseDamaged as damaged:
            yield damaged.text
