"""Compresses records and reports with zstd and a dictionary of what most of them contain.

The dictionary is trained on games of every profile (`python -m tests.support.dictionary`) and copied into each store
under a number. So a store stays readable when a later version brings another dictionary.
"""

from contextlib import suppress
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

from zstandard import (
    FORMAT_ZSTD1_MAGICLESS,
    ZstdCompressionDict,
    ZstdCompressionParameters,
    ZstdCompressor,
    ZstdDecompressor,
    ZstdError,
)

from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.connection import Connection
from daifu.schemas.judged_record import JudgedRecord

COMPRESSION_LEVEL: Final = 3
"""Level 5 takes almost three times as long, and saves 25 of the 720 bytes that a game takes in a store."""
DICTIONARY_NUMBER: Final = 1
"""The number of this version's dictionary."""

_PARAMETERS: Final = ZstdCompressionParameters.from_level(
    COMPRESSION_LEVEL, format=FORMAT_ZSTD1_MAGICLESS, write_dict_id=False, write_checksum=True
)
"""The row names the dictionary, so the frame need not. By its checksum a frame is told from a damaged one."""

_DAMAGE: Final = (ZstdError, MemoryError, TypeError, IndexError)
"""What reading a damaged frame raises: it may seem to be of any size, or not be there."""
HAS_CHECKSUM: Final = 4
"""The bit of a frame's first byte that says that a checksum is at its end; earlier versions wrote none."""

# A store keeps the dictionary that it has under a number, since its texts were packed with that one.
_ADD: Final = "INSERT INTO dictionaries (number, content) VALUES (?, ?) ON CONFLICT DO NOTHING"
_LATEST: Final = "SELECT max(number) FROM dictionaries"
_CONTENT: Final = "SELECT content FROM dictionaries WHERE number = ?"


def bundled_dictionary() -> bytes:
    """The dictionary of this version."""
    return (resources.files("daifu.data") / "store" / "sql" / f"{DICTIONARY_NUMBER}.dictionary").read_bytes()


def has_bundled_dictionary(connection: Connection) -> bool:
    """Whether the store has a dictionary of the same number as this version's."""
    return connection.execute(_CONTENT, (DICTIONARY_NUMBER,)).fetchone() is not None


def add_bundled_dictionary(connection: Connection) -> None:
    """Add this version's dictionary to the store, unless it has one of that number."""
    connection.execute(_ADD, (DICTIONARY_NUMBER, bundled_dictionary()))


class PackedTexts(NamedTuple):
    """A report and its record compressed together: the dictionary, the bytes, and where the report ends."""

    dictionary: int
    packed: bytes
    cut: int


class PackedRecord(NamedTuple):
    """A judged record with its compressed texts."""

    judged: JudgedRecord
    texts: PackedTexts


class Compressor:
    """Compresses and decompresses for one connection, and so in one thread at a time."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._latest: tuple[int, ZstdCompressor] | None = None
        self._decompressors: dict[int, ZstdDecompressor] = {}

    def pack_judged(self, judged: JudgedRecord) -> PackedRecord:
        """A judged record, ready to be stored. This takes time, so it is done before waiting for the turn to write."""
        return PackedRecord(judged, self.pack(judged.record, judged.report))

    def pack(self, record: bytes, report: bytes) -> PackedTexts:
        """Compress a record and its report with the store's latest dictionary."""
        return PackedTexts(*self.compress(report + record), len(report))

    def compress(self, text: bytes) -> tuple[int, bytes]:
        """The number of the store's latest dictionary, and the text compressed with it."""
        if self._latest is None:
            number: int = self._connection.execute(_LATEST).fetchone()[0]
            dictionary = _prepared_dictionary(self._content(number))
            self._latest = number, ZstdCompressor(dict_data=dictionary, compression_params=_PARAMETERS)
        number, compressor = self._latest
        return number, compressor.compress(text)

    def unpack(self, dictionary: int, packed: bytes, cut: int) -> tuple[bytes, bytes]:
        """The record and the report. Raises `StoreDamaged`."""
        texts = self.decompress(dictionary, packed)
        return texts[cut:], texts[:cut]

    def decompress(self, dictionary: int, packed: bytes) -> bytes:
        """A text that was compressed with this dictionary. Raises `StoreDamaged`.

        A text with a checksum is also tried with the dictionary of this version, which is not damaged.
        """
        decompressor = self._decompressors.get(dictionary)
        if decompressor is None:
            decompressor = self._decompressors[dictionary] = _decompressor_with(self._content(dictionary))
        try:
            return decompressor.decompress(packed)
        except _DAMAGE as error:
            with suppress(*_DAMAGE):
                if packed[0] & HAS_CHECKSUM:
                    return _decompressor_with(bundled_dictionary()).decompress(packed)
            raise StoreDamaged from error

    def _content(self, number: int) -> bytes:
        row = self._connection.execute(_CONTENT, (number,)).fetchone()
        if row is None:
            raise StoreDamaged
        content: bytes = row[0]
        return content


def _decompressor_with(dictionary: bytes) -> ZstdDecompressor:
    return ZstdDecompressor(dict_data=_prepared_dictionary(dictionary), format=FORMAT_ZSTD1_MAGICLESS)


@cache
def _prepared_dictionary(content: bytes) -> ZstdCompressionDict:
    """A prepared dictionary, one for all threads of a process."""
    dictionary = ZstdCompressionDict(content)
    dictionary.precompute_compress(compression_params=_PARAMETERS)
    return dictionary
