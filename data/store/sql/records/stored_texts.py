"""Reads the texts of a revision, and tells the texts that were stored from others, such as those of a damaged disk.

A row is found by an index and names its dictionary, the packed texts and where they are cut, any of which may be
damaged. What is packed has a checksum, and the record has the hash that the row has as its content.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from daifu.data.store.errors import FactsDamaged, RecordDamaged, StoreDamaged
from daifu.data.store.sql.columns import revision_checksum
from daifu.data.store.sql.compression import HAS_CHECKSUM
from daifu.data.store.sql.sessions import Session
from daifu.schemas.record.identity import has_content


class PackedRevision(NamedTuple):
    """The texts of a revision as its row has them, and the hash of the record: `dictionary, packed, cut, content`."""

    dictionary: int
    packed: bytes
    cut: int
    content: bytes


class Texts(NamedTuple):
    """The texts of a revision: the record and its report."""

    record: bytes
    report: bytes


def check_head(record: int, number: int, *head: Any) -> None:  # noqa: ANN401 - columns
    """Check what a revision says beside its texts: `kind, at, author, reason, checksum`. Raises `FactsDamaged`."""
    *columns, checksum = head
    if checksum is not None and checksum != revision_checksum(record, number, *columns):
        raise FactsDamaged(record)


def read_texts(session: Session, record: int, revision: int, row: PackedRevision) -> Texts:
    """The texts of a revision of a record. Raises `RecordDamaged`."""
    texts = _unpack(session, record, revision, row)
    if not has_content(texts.record, row.content):
        raise RecordDamaged(record, revision)
    return texts


def read_present_texts(session: Session, record: int, revision: int, columns: Sequence[Any]) -> Texts | None:
    """The same of the columns of a row; None where the revision withdrew the record and has no texts."""
    _, packed, *_ = columns
    return None if packed is None else read_texts(session, record, revision, PackedRevision(*columns))


def read_checked_texts(session: Session, record: int, revision: int, row: PackedRevision) -> Texts:
    """The same, where the checksum is enough: many records are read, each under the number that its row has."""
    texts = _unpack(session, record, revision, row)
    if not row.packed[0] & HAS_CHECKSUM and not has_content(texts.record, row.content):
        raise RecordDamaged(record, revision)
    return texts


def _unpack(session: Session, record: int, revision: int, row: PackedRevision) -> Texts:
    try:
        texts = Texts(
            *session.compressor.unpack(row.dictionary, row.packed, row.cut or 0)
        )  # a damaged row may have none
    except StoreDamaged as error:
        raise RecordDamaged(record, revision) from error
    if not (texts.report.endswith(b"}") and texts.record.startswith(b"{") and texts.record.endswith(b"}")):
        raise RecordDamaged(record, revision)
    return texts
