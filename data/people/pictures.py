"""Pictures of people: small files of the kinds that every browser shows, told by their bytes."""

from typing import Final

MOST_PICTURE: Final = 64 << 10
"""The most bytes of a picture: it is shown as high as a line."""

PNG: Final = "image/png"
JPEG: Final = "image/jpeg"
WEBP: Final = "image/webp"
_BEGINNINGS: Final = {b"\x89PNG\r\n\x1a\n": PNG, b"\xff\xd8\xff": JPEG}


def picture_type(picture: bytes) -> str | None:
    """The media type of a picture; None for anything else, and for one that is too large."""
    if len(picture) > MOST_PICTURE:
        return None
    if picture[:4] == b"RIFF" and picture[8:12] == b"WEBP":
        return WEBP
    return next((kind for beginning, kind in _BEGINNINGS.items() if picture.startswith(beginning)), None)
