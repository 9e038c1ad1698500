"""Messages about sources that cannot be read, in both languages."""

import errno
from typing import Final

from daifu.replay.text import Text, expected
from daifu.schemas.encodings import encoding_hint
from daifu.schemas.foreign_log import LogError

NUL_IN_PATH: Final = Text("expected a path without a NUL character", "NUL文字のないパスが必要です")
NOTHING: Final = Text("expected games, found nothing", "棋譜が必要ですが、何も書かれていません")
TRUNCATED_GZIP: Final = Text(
    "expected more of this gzip file, found its end", "gzipファイルの続きが必要ですが、途中で終わっています"
)
TRUNCATED_ZSTD: Final = Text(
    "expected more of this zstd file, found its end", "zstdファイルの続きが必要ですが、途中で終わっています"
)
TRUNCATED_BZIP2: Final = Text(
    "expected more of this bzip2 file, found its end", "bzip2ファイルの続きが必要ですが、途中で終わっています"
)
TRUNCATED_XZ: Final = Text(
    "expected more of this xz file, found its end", "xzファイルの続きが必要ですが、途中で終わっています"
)
LIST_OF_RECORDS: Final = Text(
    "expected one record, found a list; several are sent together in bulk",
    "棋譜は1件だけのはずですが、配列になっています。複数の棋譜は一括アップロードで送れます",
)
LIST_GOES_ON: Final = Text(
    "expected the end of the list of records (]), found the end of the text",
    "棋譜の配列の終わり（]）が必要ですが、文書がそこで終わっています",
)

_SYSTEM: Final = {
    errno.ENOENT: Text(
        "expected a file or folder, found nothing of this name",
        "ファイルかフォルダーが必要ですが、この名前のものはありません",
    ),
    errno.EACCES: Text(
        "expected a file or folder that can be read, found no permission to read it",
        "読み取れるファイルかフォルダーが必要ですが、読み取りの許可がありません",
    ),
    errno.EISDIR: Text("expected a file, found a folder", "ファイルが必要ですが、フォルダーです"),
}

NO_FSSPEC: Final = Text(
    "expected the library fsspec to read this address; try: pip install 'daifu[cluster]'",
    "このアドレスを読むにはライブラリーfsspecが必要です。例：pip install 'daifu[cluster]'",
)

NO_RECORD: Final = Text("expected a record that begins here, found none", "ここから始まる棋譜が必要ですが、ありません")
SEVERAL_RECORDS: Final = Text(
    "expected one record in this file, found another; name the line of the one that is meant (--line)",
    "棋譜は1件だけのはずですが、ほかにもあります。--lineで行を指定してください",
)


def too_long(most: int) -> Text:
    """The problem of a record of more than `most` bytes."""
    size = f"{most >> 20} MiB" if most % (1 << 20) == 0 else f"{most} B"
    return Text(
        f"expected a record of at most {size}, found a longer one",
        f"{size}以下の棋譜が必要ですが、それより長くなっています",
    )


def no_games(endings: tuple[str, ...]) -> Text:
    """The problem of a folder without a file of these endings."""
    return Text(
        f"expected a folder with games ({', '.join(endings)}, each maybe with .gz, .zst, .bz2 or .xz), found none",
        f"棋譜（{'、'.join(endings)}、それぞれ.gz、.zst、.bz2、.xzも可）のあるフォルダーが必要ですが、ひとつもありません",
    )


def unknown_address(error: Exception) -> Text:
    """The problem of an address that fsspec cannot read on this machine."""
    return Text(f"expected an address that fsspec can read: {error}", f"fsspecで読めるアドレスが必要です（{error}）")


def no_format(line: bytes) -> Text:
    """The problem of a file that begins like none of the formats."""
    return expected(
        "a record ({ …), a UECda log (%-----%…), a FujiGokoro file (player …) or the hand notation (fu/1 …)",
        "棋譜（{ …）、UECdaのログ（%-----%…）、FujiGokoroのファイル（player …）、手書きの記法（fu/1 …）のどれか",
        line[:200].decode("utf-8", "replace").strip(),
    )


GZIP: Final = b"\x1f\x8b"
ZSTD: Final = b"\x28\xb5\x2f\xfd"
BZIP2: Final = b"BZh"
XZ: Final = b"\xfd7zXZ\0"
_ZIP: Final = b"PK\x03\x04"
_TAR: Final = b"ustar"
_TAR_PLACE: Final = 257
_UNPACKED_FIRST: Final = {
    _ZIP: Text("a zip archive", "zipアーカイブ"),
    b"PK\x05\x06": Text("an empty zip archive", "空のzipアーカイブ"),
    b"7z\xbc\xaf\x27\x1c": Text("a 7z archive", "7zアーカイブ"),
    b"Rar!": Text("a RAR archive", "RARアーカイブ"),
    GZIP: Text("gzip data", "gzipデータ"),
    ZSTD: Text("zstd data", "zstdデータ"),
    BZIP2: Text("bzip2 data", "bzip2データ"),
    XZ: Text("xz data", "xzデータ"),
}
"""How containers begin that are not opened, and data that was compressed twice, or in a way that is not read here."""


def packed(begin: bytes) -> Text | None:
    """The problem of a text that is a container of others; None if it does not begin like one."""
    kind = next((kind for start, kind in _UNPACKED_FIRST.items() if begin.startswith(start)), None)
    if kind is None and begin.startswith(_TAR, _TAR_PLACE):
        kind = Text("a tar archive", "tarアーカイブ")
    if kind is None:
        return None
    return Text(
        f"expected records or a log, found {kind.en}; unpack it first, then name its files or their folder",
        f"棋譜かログが必要ですが、{kind.ja}です。先に展開して、中のファイルかフォルダーを指定してください",
    )


def long_gzip_header(most: int) -> Text:
    """The problem of gzip data with a very long name or comment in its header."""
    return Text(
        f"expected a gzip header with a name of at most {most >> 10} KiB, found a longer one",
        f"{most >> 10} KiB以下の名前を持つgzipのヘッダーが必要ですが、それより長くなっています",
    )


def broken_data(kind: str, error: object) -> Text:
    """The problem of damaged data of a kind of compression."""
    return Text(
        f"expected sound {kind} data, found damage ({error})",
        f"正しい{kind}データが必要ですが、壊れています（{error}）",
    )


def not_utf8(error: UnicodeDecodeError) -> Text:
    """The problem of a line that is not UTF-8: its first byte that is none, and what the line probably is."""
    byte = f"0x{error.object[error.start]:02x}"
    hint = encoding_hint(error.object)
    return Text(
        f"expected UTF-8, found the byte {byte}{hint.en}", f"UTF-8が必要ですが、{byte}のバイトがあります{hint.ja}"
    )


def too_many_places(most: int) -> Text:
    """The problem of the rest of a log that is broken in very many places."""
    return Text(
        f"expected a log with less than {most} broken places, found as many before this line; the rest is not read",
        f"壊れた箇所が{most}か所未満のログが必要ですが、この行までにそれだけあります。残りは読みません",
    )


def log_error_text(error: LogError) -> Text:
    """The message of the reader of a foreign log, without the line."""
    return error.problem or Text(
        f"expected {error.expected.en}: {error.what.en}", f"{error.expected.ja}が必要です：{error.what.ja}"
    )


def not_writable(name: str, reason: Text) -> Text:
    """The problem of a record that a format cannot hold."""
    return Text(
        f"expected a record that the format {name} can hold: {reason.en}",
        f"形式{name}で表せる棋譜が必要です：{reason.ja}",
    )


def system_error(error: OSError) -> Text:
    """The message of the operating system about a file that cannot be read."""
    return _SYSTEM.get(error.errno or 0) or Text(
        f"expected a file or folder that can be read, found a system error: {error.strerror or error}",
        f"読み取れるファイルかフォルダーが必要ですが、システムのエラーが起きました（{error.strerror or error}）",
    )
