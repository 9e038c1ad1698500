"""Encodings of text other than UTF-8: which are read, and which one a text is probably in."""

import codecs
import io
import re
from typing import TYPE_CHECKING, Final, Protocol

from daifu.replay.text import Text

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

UTF_8: Final = "utf-8"
SHIFT_JIS: Final = "shift_jis"
EUC_JP: Final = "euc-jp"
ISO_2022_JP: Final = "iso-2022-jp"
UTF_16: Final = "utf-16"
ENCODINGS: Final = (UTF_8, SHIFT_JIS, EUC_JP, ISO_2022_JP, UTF_16)
"""The names of the encodings that are read. `find_codec` knows their other names, too."""

_CODECS: Final = {
    "utf-8": UTF_8,
    "shift_jis": "cp932",  # what Windows writes has more characters, and the same where both have one
    "cp932": "cp932",
    "euc_jp": "euc_jp",
    "iso2022_jp": "iso2022_jp",
    "utf-16": "utf-16",
    "utf-16-le": "utf-16-le",
    "utf-16-be": "utf-16-be",
}
_UTF_16_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
LONGEST_MARK: Final = 4
_BLOCK: Final = 1 << 16

_JAPANESE: Final = re.compile("[\u3000-\u30ff\u4e00-\u9fff\uff01-\uff5e]")

_MARK_NO_TEXT: Final = "daifu-no-text"
"""The name by which codecs know `_mark_no_text`."""
_NO_TEXT: Final = "\udcff"
"""What stands for a byte that is no text in its encoding. It becomes the byte 0xff, by which its line is refused."""


def _mark_no_text(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return _NO_TEXT * (error.end - error.start), error.end


codecs.register_error(_MARK_NO_TEXT, _mark_no_text)


def find_codec(name: str) -> str | None:
    """Python's codec for an encoding that is read, by any of its names, such as sjis or CP932; None for others."""
    try:
        return _CODECS.get(codecs.lookup(name).name)
    except (LookupError, ValueError):
        return None


def codec_of(begin: bytes, codec: str) -> str:
    """The codec of a text that begins so: by its byte order mark, and `codec` for one without."""
    if begin.startswith(codecs.BOM_UTF8):
        return UTF_8
    if begin.startswith(codecs.BOM_UTF32_LE):
        return codec
    return UTF_16 if begin.startswith(_UTF_16_MARKS) else codec


def as_utf8(text: bytes, codec: str) -> bytes:
    """A text in UTF-8 that is in this codec, or in UTF-16 by its mark; what is no text in it becomes the byte 0xff."""
    codec = codec_of(text[:LONGEST_MARK], codec)
    return text if codec == UTF_8 else text.decode(codec, _MARK_NO_TEXT).encode(errors="surrogateescape")


class EagerSource(Protocol):
    """A source of bytes that gives what it has, as buffered readers do."""

    def read1(self, size: int, /) -> bytes:
        """At most `size` bytes, as soon as some are available; none only at the end."""
        ...


class Utf8Reader(io.RawIOBase):
    """A stream of text in a codec as UTF-8; what is no text in it becomes the byte 0xff."""

    def __init__(self, stream: EagerSource, codec: str) -> None:
        self._stream = stream
        self._decode = codecs.getincrementaldecoder(codec)(_MARK_NO_TEXT).decode
        self._ahead = b""
        self._ended = False

    def readable(self) -> bool:
        """True: `io.BufferedReader` asks for this."""
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        """Read the next bytes into the buffer. Returns their number."""
        room = memoryview(buffer)
        while not self._ahead and not self._ended:
            data = self._stream.read1(_BLOCK)
            self._ended = not data
            self._ahead = self._decode(data, self._ended).encode(errors="surrogateescape")
        count = min(len(room), len(self._ahead))
        room[:count] = self._ahead[:count]
        self._ahead = self._ahead[count:]
        return count


def likely_encoding(data: bytes) -> str | None:
    """The encoding in which bytes that are not UTF-8 are probably text; None if none is likely."""
    if data.startswith(codecs.BOM_UTF32_LE):
        return None
    if b"\0" in data[:2]:
        return "utf-16be" if data.startswith(b"\0") else "utf-16le"
    likely = max((SHIFT_JIS, EUC_JP), key=lambda name: _japanese_share(data, name))
    return likely if _japanese_share(data, likely) > 0 else None


def _japanese_share(data: bytes, name: str) -> float:
    """How much the characters beyond ASCII look Japanese in an encoding, from -1 to 1; -1 if they are no text in it.

    Half-width katakana count against it: EUC-JP that is read as Shift_JIS consists of them.
    """
    try:
        text = data.rstrip(b"\n").decode(_CODECS[codecs.lookup(name).name])
    except UnicodeDecodeError:
        return -1
    others = [char for char in text if char > "\x7f"]
    good = sum(map(bool, map(_JAPANESE.match, others)))
    return (2 * good - len(others)) / len(others) if others else -1


def encoding_hint(data: bytes) -> Text:
    """The end of a sentence about bytes that are not UTF-8: what they probably are, and the way out."""
    likely = likely_encoding(data)
    if likely is None:
        return Text("", "")
    return Text(
        f"; this looks like {likely}: read it with --encoding {likely} (over HTTP with charset={likely} in "
        f"Content-Type), or convert it with iconv -f {likely.upper()} -t UTF-8",
        f"。{likely}のようです。--encoding {likely}（HTTPではContent-Typeのcharset={likely}）で読めます。"
        f"iconv -f {likely.upper()} -t UTF-8で変換することもできます",
    )
