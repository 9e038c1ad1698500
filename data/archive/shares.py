"""What an archive is made of: files, taken apart into shares of about equal size that are read independently.

A share has several small files, or one file, or those lines of a large plain file that begin in a range of bytes.
Shares are in the order of the names of their files, so that they do not depend on the order of the inputs.

Every record of a share is decoded, and goes into its run by game and month; what is refused is listed. A run is a file
of compressed blocks. Each block has records of one partition; the places of the blocks are at the end.
"""

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import msgspec
from zstandard import ZstdCompressor, ZstdDecompressor

from daifu.data.archive.work_folder import WorkFolder, new_file
from daifu.data.export import partition_folder
from daifu.data.ratings.timeline import moment_of
from daifu.replay.text import Text
from daifu.schemas.encodings import UTF_8
from daifu.schemas.judgement import decode_item
from daifu.schemas.record.header import day_of_date, time_of_date
from daifu.schemas.record.identity import canonical_json, content_hash, opening_hash
from daifu.schemas.sources.compression import BrokenStream
from daifu.schemas.sources.conversion import log_parts
from daifu.schemas.sources.files import printable_path, read_items
from daifu.schemas.sources.items import (
    AUTO,
    DAIFU,
    ForeignLog,
    Item,
    SourceProblem,
    SourceRefused,
    detect_format,
    has_record_per_line,
    log_items,
    split_lines,
)
from daifu.schemas.sources.messages import system_error
from daifu.schemas.sources.streams import (
    AddressRefused,
    FileLines,
    is_address,
    is_plain,
    open_part,
    open_stream,
    size_and_version,
)

SHARE_BYTES: Final = 32 << 20
"""Bytes of a share, compressed or not: a minute of work at most."""


class Piece(NamedTuple):
    """A file, or those lines of it that begin from the byte `begin` up to `end`; `version` changes with the file."""

    path: str
    version: str
    begin: int = 0
    end: int | None = None

    @property
    def first(self) -> int:
        """The number of its first line. That of a part inside a file is not known; it is not 1, which may be marked."""
        return 2 if self.begin else 1


class Share(NamedTuple):
    """Pieces that are read by one task, and how many bytes they have together."""

    pieces: tuple[Piece, ...]
    size: int

    @property
    def id(self) -> str:
        """A text that changes with its pieces and their content."""
        return blake2b(repr(self.pieces).encode(), digest_size=12).hexdigest()


class Inputs(NamedTuple):
    """The shares of an archive, and what cannot be found of its inputs."""

    shares: list[Share]
    problems: list[SourceProblem]


def find_shares(files: Iterable[str | SourceProblem], wanted: str, codec: str, share_bytes: int) -> Inputs:
    """The shares of files in the format `wanted` and a codec, and the problems among the files and with them."""
    found = list(files)
    problems = [one for one in found if isinstance(one, SourceProblem)]
    shares: list[Share] = []
    small: list[Piece] = []
    held = 0
    for path in sorted({one for one in found if isinstance(one, str)}):
        try:
            size, version = _size_and_version(path)
        except BrokenStream as broken:
            problems.append(SourceProblem(printable_path(path), 0, broken.expected))
            continue
        ranges = _ranges(path, size, wanted, share_bytes) if codec == UTF_8 else []
        if small and (ranges or held + size > share_bytes):
            shares.append(Share(tuple(small), held))
            small, held = [], 0
        if ranges:
            shares += [Share((Piece(path, version, begin, end),), end - begin) for begin, end in ranges]
        else:
            small.append(Piece(path, version))
            held += size
    if small:
        shares.append(Share(tuple(small), held))
    return Inputs(shares, sorted(set(problems)))


def _size_and_version(path: str) -> tuple[int, str]:
    """The bytes of a file, and a text that changes with its content. Raises `BrokenStream`."""
    try:
        if is_address(path):
            return size_and_version(path)
        state = os.stat(path)  # noqa: PTH116 - a name is bytes to the system, not a Path
    except AddressRefused as refused:
        raise BrokenStream(refused.args[0]) from refused
    except (OSError, ValueError) as error:
        raise BrokenStream(system_error(error if isinstance(error, OSError) else OSError(str(error)))) from error
    return state.st_size, f"{state.st_size} {state.st_mtime_ns}"


def _ranges(path: str, size: int, wanted: str, share_bytes: int) -> list[tuple[int, int]]:
    """The ranges into which a large file is cut; none if it is small, compressed, or not of a record a line."""
    if size <= share_bytes or wanted not in {AUTO, DAIFU} or not _can_be_cut(path):
        return []
    count = -(-size // share_bytes)
    places = [size * number // count for number in range(count + 1)]
    return list(pairwise(places))


def _can_be_cut(path: str) -> bool:
    """Whether a file can be cut between any two lines. What cannot be read is reported by the task that reads it."""
    try:
        if not is_plain(path):
            return False
        with open_stream(path, lambda _count: None) as stream:
            lines = FileLines(stream)
            lines.skip_blank()
            return detect_format(lines) == DAIFU and has_record_per_line(path, lines)
    except BrokenStream:
        return False


class PieceReader:
    """Reads a piece; `lines` is the number of its lines once it has been read, if it is a part of a file."""

    def __init__(self, piece: Piece, wanted: str, codec: str) -> None:
        self._piece = piece
        self._wanted = wanted
        self._codec = codec
        self.lines = 0

    def entries(self) -> Iterator[Item | SourceProblem]:
        """The records of the piece, and a `SourceProblem` for what cannot be read."""
        if self._piece.end is not None:
            yield from self._part(self._piece.end)
            return
        for entry in read_items([self._piece.path], self._wanted, lambda _count: None, self._codec):
            yield from log_items(entry) if isinstance(entry, ForeignLog) else (entry,)

    def _part(self, end: int) -> Iterator[Item | SourceProblem]:
        file, first = printable_path(self._piece.path), self._piece.first
        lines: FileLines | None = None
        try:
            with open_part(self._piece.path, self._piece.begin, end) as stream:
                lines = FileLines(stream, first)
                yield from split_lines(file, lines)
                self.lines = lines.number - first
        except BrokenStream as broken:
            yield SourceProblem(file, lines.number if lines else first, broken.expected)


BLOCK_BYTES: Final = 1 << 20
"""Bytes of text of a block."""
HELD_BYTES: Final = 64 << 20
"""Bytes of text that a task holds before it writes blocks of all partitions."""
_LEVEL: Final = 1
_COPY_BYTES: Final = 8


class RunRecord(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """A record in the order of an archive: by the day and the time of its event, its opening and its content.

    `day` is an ISO day or empty, `moment` is the time in it: records without one come last. `date` is as written, and
    `copy` a hash of the text, by which records that differ only in their source are ordered.
    """

    day: str
    moment: int
    date: str
    opening: bytes
    content: bytes
    copy: bytes
    text: bytes

    @property
    def key(self) -> "RecordKey":
        """Its place in the order."""
        return RecordKey(self.day, self.moment, self.date, self.opening, self.content, self.copy)


class RecordKey(NamedTuple):
    """The place of a record in the order of an archive: see `RunRecord`."""

    day: str
    moment: int
    date: str
    opening: bytes
    content: bytes
    copy: bytes


class Refusal(msgspec.Struct, array_like=True, frozen=True):
    """Why a record was refused: see `SourceProblem`. `piece` is the number of the piece in its share."""

    piece: int
    file: str
    line: int
    pointer: str
    expected: tuple[str, str]


class RunSummary(msgspec.Struct, frozen=True):
    """What a share had: records by partition, refused entries, and the number of lines of each of its pieces."""

    records: dict[str, int]
    refused: int
    lines: list[int]


_blocks: Final = msgspec.msgpack.Decoder(list[RunRecord])
_places: Final = msgspec.msgpack.Decoder(dict[str, list[tuple[int, int]]])
_refusals: Final = msgspec.msgpack.Decoder(list[Refusal])
encode: Final = msgspec.msgpack.Encoder().encode


class BlockFile:
    """Writes blocks of records, each of one partition, to a file."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._places: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        self._held: defaultdict[str, list[RunRecord]] = defaultdict(list)
        self._sizes: Counter[str] = Counter()
        self._size = 0
        self._compress = ZstdCompressor(_LEVEL).compress

    def add(self, partition: str, record: RunRecord) -> None:
        """Write a record."""
        self._held[partition].append(record)
        self._sizes[partition] += len(record.text)
        self._size += len(record.text)
        if self._sizes[partition] >= BLOCK_BYTES:
            self._write(partition)
        elif self._size >= HELD_BYTES:
            for each in list(self._held):
                self._write(each)

    def close(self) -> None:
        """Write what is held, and the places of all blocks."""
        for partition in list(self._held):
            self._write(partition)
        places = encode(self._places)
        self._file.write(places + len(places).to_bytes(8, "little"))

    def _write(self, partition: str) -> None:
        block = self._compress(encode(self._held.pop(partition)))
        self._places[partition].append((self._file.tell(), len(block)))
        self._file.write(block)
        self._size -= self._sizes.pop(partition)


def read_blocks(path: Path, partition: str) -> Iterator[list[RunRecord]]:
    """The records of a partition in a file of blocks, block by block."""
    decompress = ZstdDecompressor().decompress
    with path.open("rb") as file:
        file.seek(-8, os.SEEK_END)  # the places of the blocks, and their length, are at the end
        size = int.from_bytes(file.read(8), "little")
        file.seek(-8 - size, os.SEEK_END)
        for place, length in _places.decode(file.read(size)).get(partition, []):
            file.seek(place)
            yield _blocks.decode(decompress(file.read(length)))


def read_share(work: WorkFolder, share: Share, wanted: str, codec: str) -> RunSummary:
    """Read a share into its run, and what is refused of it into a file beside that."""
    reading = _ShareReader()
    with new_file(work.run(share.id)) as file:
        blocks = BlockFile(file)
        for number, piece in enumerate(share.pieces):
            reading.take(number, PieceReader(piece, wanted, codec), blocks)
        blocks.close()
    with new_file(work.refusals(share.id)) as file:
        file.write(encode(reading.refusals))
    return RunSummary(dict(reading.records), reading.refused, reading.lines)


class _ShareReader:
    """Reads the pieces of a share."""

    def __init__(self) -> None:
        self.records: Counter[str] = Counter()
        self.refusals: list[Refusal] = []
        self.refused = 0
        self.lines: list[int] = []

    def take(self, number: int, reading: PieceReader, blocks: BlockFile) -> None:
        """Read a piece."""
        for entry in reading.entries():
            self._take(number, entry, blocks)
        self.lines.append(reading.lines)

    def _take(self, piece: int, entry: Item | SourceProblem, blocks: BlockFile) -> None:
        if isinstance(entry, SourceProblem):
            self._refuse(piece, [entry])
            return
        try:
            partition, record = run_record(entry)
        except SourceRefused as refused:
            parts = log_parts(entry)
            for part in parts:
                self._take(piece, part, blocks)
            if not parts:
                self._refuse(piece, refused.reasons)
        else:
            blocks.add(partition, record)
            self.records[partition] += 1

    def _refuse(self, piece: int, reasons: Iterable[SourceProblem]) -> None:
        self.refused += 1
        self.refusals += [
            Refusal(piece, one.file, one.line, one.pointer, (one.expected.en, one.expected.ja)) for one in reasons
        ]


def run_record(item: Item) -> tuple[str, RunRecord]:
    """A record with its partition. Raises `SourceRefused`."""
    decoded, _notices = decode_item(item, strict=True)
    date = str((decoded.shape.event or {}).get("date") or "")
    day = day_of_date(date) or ""
    text = canonical_json(decoded.shape)
    content, opening = content_hash(decoded.shape, text), opening_hash(decoded.shape)
    copy = blake2b(text, digest_size=_COPY_BYTES).digest()
    record = RunRecord(day, moment_of(0, time_of_date(date)), date, opening, content, copy, text)
    return partition_folder(decoded.shape.rules, day), record


def read_refusals(
    work: WorkFolder, share: Share, before: dict[str, int], summary: RunSummary
) -> Iterator[SourceProblem]:
    """What was refused of a share, with the lines of the files.

    `before` is the number of lines of each file in the shares before, to which those of this share are added.
    """
    for one in _refusals.decode(work.refusals(share.id).read_bytes()):
        piece = share.pieces[one.piece]
        line = one.line - piece.first + 1 + before.get(piece.path, 0) if piece.end is not None else one.line
        yield SourceProblem(one.file, line, Text(*one.expected), one.pointer)
    for piece, lines in zip(share.pieces, summary.lines, strict=True):
        before[piece.path] = before.get(piece.path, 0) + lines
