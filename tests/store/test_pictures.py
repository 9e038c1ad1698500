"""Pictures of people are kept without what a camera wrote beside them, and look as before."""

from io import BytesIO
from typing import Any

import pytest
from PIL import ExifTags, Image
from PIL.PngImagePlugin import PngInfo

from daifu.data.pictures import bare_picture
from tests.support.pages import small_picture

SECRET = "35.6586N 139.7454E"


def with_notes(kind: str) -> bytes:
    """A picture that says where it was taken, in all ways in which its kind may."""
    exif, text = Image.Exif(), PngInfo()
    exif[0x010E] = SECRET
    text.add_text("Comment", SECRET)
    text.add_itxt("XML:com.adobe.xmp", SECRET)
    more: dict[str, dict[str, Any]] = {
        "PNG": {"pnginfo": text},
        "JPEG": {"comment": SECRET.encode(), "xmp": SECRET.encode(), "progressive": True},
        "WEBP": {"xmp": SECRET.encode(), "lossless": True},
    }
    return small_picture(kind, exif=exif, icc_profile=SECRET.encode(), **more[kind]) + SECRET.encode()


def dots(picture: bytes) -> bytes:
    return Image.open(BytesIO(picture)).convert("RGB").tobytes()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_what_a_camera_wrote_is_left_out_and_the_picture_looks_as_before(kind: str) -> None:
    sent = with_notes(kind)
    bare = bare_picture(sent)
    assert bare is not None
    assert sent.count(SECRET.encode()) > 2
    assert SECRET.encode() not in bare
    assert not Image.open(BytesIO(bare)).getexif()
    assert dots(bare) == dots(sent)
    assert bare_picture(bare) == bare


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_that_ends_too_early_is_none(kind: str) -> None:
    whole = small_picture(kind)
    assert [end for end in range(len(whole) - 1) if bare_picture(whole[:end]) is not None] == []


@pytest.mark.parametrize("endian", ["<", ">"])
@pytest.mark.parametrize("turned", range(2, 9))
def test_a_photo_of_a_phone_that_was_held_upright_stays_upright(turned: int, endian: str) -> None:
    exif = Image.Exif()
    exif.endian = endian
    exif[0x010E], exif[ExifTags.Base.Orientation] = SECRET, turned
    bare = bare_picture(small_picture("JPEG", exif=exif))
    assert bare is not None
    assert SECRET.encode() not in bare
    assert dict(Image.open(BytesIO(bare)).getexif()) == {ExifTags.Base.Orientation: turned}
    assert bare_picture(bare) == bare


@pytest.mark.parametrize("notes", [b"", b"II*\0", b"MM\0*\0\0\0\x08\xff\xff" + bytes(12), b"II*\0\xff\xff\xff\xff"])
def test_notes_that_cannot_be_read_are_left_out(notes: bytes) -> None:
    plain = small_picture("JPEG")
    segment = b"Exif\0\0" + notes
    sent = plain[:2] + b"\xff\xe1" + (2 + len(segment)).to_bytes(2) + segment + plain[2:]
    assert bare_picture(sent) == plain
