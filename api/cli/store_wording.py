"""The words of the commands that look after the store, in both languages."""

from typing import Final

from data.store.asked import Counts
from data.store.checking import Difference
from replay.text import Text

COPYING: Final = Text("copying", "複製中")
CHECKING: Final = Text("checking", "検査中")
EXPORTING: Final = Text("exporting", "書き出し中")
UNDERWAY: Final = Text("another export is writing into this folder", "このフォルダーには別の書き出しが進行中です")


def copied(target: str, size: int) -> Text:
    """A copy has been made."""
    return Text(f"{target}: {size:,} bytes", f"{target}：{size:,}バイト")


def exported(table: str, rows: int) -> Text:
    """A table has been written."""
    return Text(f"{table}: {_many(rows, 'row')}", f"{table}：{rows}行")


def not_empty(found: str) -> Text:
    """Something stands in the folder of an export."""
    return Text(
        f"expected an empty folder, found {found}; --replace lets tables of an earlier export be replaced",
        f"空のフォルダーが必要ですが、{found}があります。以前に書き出した表を置き換えるには--replaceを付けてください",
    )


def no_table(found: str) -> Text:
    """Something stands in the place of a table that no export has put there."""
    return Text(
        f"expected nothing but an earlier export in the place of a table, found {found}",
        f"表の場所には以前に書き出したものだけが必要ですが、{found}があります",
    )


def told(difference: Difference) -> Text:
    """Something that is not as it should be, and where."""
    text, record, revision = difference
    if record is None:
        return text
    if revision is None:
        return Text(f"record {record}: {text.en}", f"棋譜{record}：{text.ja}")
    return Text(f"record {record}, revision {revision}: {text.en}", f"棋譜{record}の第{revision}版：{text.ja}")


def verified(counts: Counts, found: int) -> Text:
    """What has been looked at, and whether it is sound."""
    en = f"{_many(counts.records, 'record')}, {_many(counts.revisions, 'revision')}: "
    ja = f"棋譜{counts.records}件、版{counts.revisions}件："
    if not found:
        return Text(f"{en}sound", f"{ja}異常なし")
    return Text(f"{en}{_many(found, 'difference')}", f"{ja}相違{found}件")


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
