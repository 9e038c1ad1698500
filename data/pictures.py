"""Pictures of people: small files of the kinds that every browser shows, without what a camera wrote beside them.

A picture is told by its bytes. Only the parts that draw it are kept: others say where, when and with which camera it
was taken, and have small copies of what it was before it was cut. How a JPEG is turned is said there, too, and stays.
"""

import struct
from collections.abc import Callable, Iterator
from typing import Final, Literal

MOST_PICTURE: Final = 64 << 10
"""The most bytes of a picture: it is shown as high as a line."""

PNG: Final = "image/png"
JPEG: Final = "image/jpeg"
WEBP: Final = "image/webp"
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_JPEG: Final = b"\xff\xd8"
_WEBP_HEAD: Final = 12
_PNG_CHUNKS: Final = frozenset(
    (b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"acTL", b"fcTL", b"fdAT")
)
_WEBP_CHUNKS: Final = frozenset((b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF"))
_PROFILE_EXIF_XMP: Final = 0b101100
"""The flags by which the head of a WebP says that it has a colour profile, EXIF and XMP."""
_MARKER: Final = 0xFF
"""With which each segment of a JPEG begins."""
_END_OF_JPEG: Final = 0xD9
_START_OF_SCAN: Final = 0xDA
_JFIF: Final = 0xE0
_JFIF_BYTES: Final = 18
"""The length of the segment that says how large a dot is, where it has no small copy of the picture."""
_EXIF: Final = 0xE1
_EXIF_HEAD: Final = b"Exif\0\0"
_ORIENTATION: Final = 0x0112
_ORIENTATIONS: Final = range(2, 9)
"""How a picture is turned or mirrored; 1 is neither."""
_ADOBE: Final = 0xEE
"""A segment by which colours are read right."""
_NOTES: Final = frozenset((*range(0xE0, 0xF0), 0xFE)) - {_ADOBE}
_NO_MARKERS: Final = frozenset((0x00, *range(0xD0, 0xD8)))
"""What stands behind such a byte within the dots."""


def picture_type(picture: bytes) -> str | None:
    """The media type of a picture; None for anything else, and for one that is too large."""
    if len(picture) > MOST_PICTURE:
        return None
    if picture[:4] == b"RIFF" and picture[8:12] == b"WEBP":
        return WEBP
    if picture.startswith(_PNG):
        return PNG
    return JPEG if picture.startswith(_JPEG) else None


def bare_picture(picture: bytes) -> bytes | None:
    """The picture with nothing but what draws it; None for what is no whole picture, or is too large."""
    kind = picture_type(picture)
    if kind is None:
        return None
    try:
        return b"".join(_PARTS[kind](picture)) or None
    except (IndexError, ValueError):
        return None


def _png(picture: bytes) -> Iterator[bytes]:
    yield _PNG
    place, kind = len(_PNG), b""
    while kind != b"IEND":
        kind = picture[place + 4 : place + 8]
        chunk = _whole(picture, place, 12 + int.from_bytes(picture[place : place + 4]))
        if kind in _PNG_CHUNKS:
            yield chunk
        place += len(chunk)


def _jpeg(picture: bytes) -> Iterator[bytes]:
    yield _JPEG
    place = len(_JPEG)
    while (marker := _marker(picture, place)) != _END_OF_JPEG:
        segment = _whole(picture, place, 2 + int.from_bytes(picture[place + 2 : place + 4]))
        if marker not in _NOTES or (marker == _JFIF and len(segment) == _JFIF_BYTES):
            yield segment
        elif marker == _EXIF and (turned := _orientation(segment[4:])) in _ORIENTATIONS:
            yield _turned(turned)
        place += len(segment)
        if marker == _START_OF_SCAN:
            end = place
            while picture[end] != _MARKER or picture[end + 1] in _NO_MARKERS:
                end += 1
            yield picture[place:end]
            place = end
    yield bytes((_MARKER, _END_OF_JPEG))


def _orientation(exif: bytes) -> int:
    """How these notes of a camera say that the picture is turned; 0 where they do not, or cannot be read."""
    notes = exif.removeprefix(_EXIF_HEAD)
    order: Literal["little", "big"] = "little" if notes[:2] == b"II" else "big"
    first = int.from_bytes(notes[4:8], order)
    for entry in range(int.from_bytes(notes[first : first + 2], order)):
        tag = notes[first + 2 + 12 * entry : first + 14 + 12 * entry]
        if int.from_bytes(tag[:2], order) == _ORIENTATION:
            return int.from_bytes(tag[8:10], order)
    return 0


def _turned(orientation: int) -> bytes:
    """Notes that say nothing but how the picture is turned."""
    notes = struct.pack("<2sHLHHHLHHL", b"II", 42, 8, 1, _ORIENTATION, 3, 1, orientation, 0, 0)
    return struct.pack(">BBH", _MARKER, _EXIF, 2 + len(_EXIF_HEAD) + len(notes)) + _EXIF_HEAD + notes


def _marker(picture: bytes, place: int) -> int:
    if picture[place] != _MARKER:
        raise ValueError
    return picture[place + 1]


def _webp(picture: bytes) -> Iterator[bytes]:
    chunks = list(_webp_chunks(picture))
    yield b"RIFF" + (4 + sum(map(len, chunks))).to_bytes(4, "little") + b"WEBP"
    yield from chunks


def _webp_chunks(picture: bytes) -> Iterator[bytes]:
    place, end = _WEBP_HEAD, 8 + int.from_bytes(picture[4:8], "little")
    while place < end:
        kind, size = picture[place : place + 4], int.from_bytes(picture[place + 4 : place + 8], "little")
        chunk = _whole(picture, place, 8 + size + size % 2)
        if kind == b"VP8X":
            chunk = chunk[:8] + bytes((chunk[8] & ~_PROFILE_EXIF_XMP,)) + chunk[9:]
        if kind in _WEBP_CHUNKS:
            yield chunk
        place += len(chunk)


def _whole(picture: bytes, place: int, length: int) -> bytes:
    """A part of a picture. Raises ValueError where the picture ends before."""
    part = picture[place : place + length]
    if len(part) < length:
        raise ValueError
    return part


_PARTS: Final[dict[str, Callable[[bytes], Iterator[bytes]]]] = {PNG: _png, JPEG: _jpeg, WEBP: _webp}
