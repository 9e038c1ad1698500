"""The sentences that several commands share, in both languages."""

from typing import Final

from data.store.values import Difference, StoreCounts
from replay.faults import AS_PASS, FOUL, IGNORED, ILLEGAL, NOTICE, RECORD, STANDS, VOID
from replay.text import Text

SEVERITIES: Final = {
    ILLEGAL: Text("illegal", "反則"),
    FOUL: Text("foul", "反則上がり"),
    RECORD: Text("record", "棋譜の矛盾"),
    NOTICE: Text("notice", "注意"),
}
RESOLUTIONS: Final = {
    STANDS: Text("stands", "有効のまま"),
    VOID: Text("void", "取り消し"),
    AS_PASS: Text("counts as a pass", "パス扱い"),
    IGNORED: Text("ignored", "無視"),
}

LEGAL: Final = Text("legal", "問題なし")
NOT_LEGAL: Final = Text("not legal", "問題あり")
FAULTS: Final = Text("faults", "問題点")
TOTALS: Final = Text("totals", "合計点")

RECORDS: Final = Text("records", "棋譜")
DEALS: Final = Text("deals", "回")
ACTIONS: Final = Text("actions", "行動")
UNREADABLE: Final = Text("unreadable", "読めないもの")
CODE: Final = Text("code", "コード")
SEVERITY: Final = Text("severity", "重さ")
NUMBER: Final = Text("number", "件数")
IN_ALL: Final = Text("In all", "全体")
READING: Final = Text("reading", "読み込み中")

INTERRUPTED: Final = Text("interrupted", "中断しました")
PROCESS_LOST: Final = Text(
    "a worker process ended before its work was done", "処理の途中でプロセスのひとつが終了しました"
)


def unwritable(error: OSError) -> Text:
    """The message that output cannot be written."""
    reason = error.strerror or str(error)
    return Text(f"the output cannot be written: {reason}", f"出力を書き込めません（{reason}）")


def no_temporary_space(error: OSError) -> Text:
    """The message that there is no room for temporary files."""
    reason = error.strerror or str(error)
    return Text(
        f"expected room for temporary files, but the system says: {reason}",
        f"一時ファイルを置く場所が必要ですが、システムのエラーです（{reason}）",
    )


def fault_count(code: str, severity: str, number: int) -> Text:
    """The number of faults of a code."""
    kind = SEVERITIES[severity]
    return Text(f"{number} {code} ({kind.en})", f"{code}（{kind.ja}）{number}件")


def deal(number: int) -> Text:
    """A deal, counted from 1."""
    return Text(f"deal {number}", f"{number}回目")


def action(number: int, text: str) -> Text:
    """An action, counted from 1, as it was recorded."""
    return Text(f"action {number} ({text})", f"{number}番目の行動（{text}）")


def more_faults(number: int) -> Text:
    """The number of faults that are not shown."""
    return Text(f"… and {number} more", f"…ほか{number}件")


def notice(text: Text) -> Text:
    """A notice of an importer."""
    return Text(f"note: {text.en}", f"注意：{text.ja}")


def counted(number: int, what: str) -> str:
    """A number and an English noun, in the plural unless the number is 1."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


COPYING: Final = Text("copying", "複製中")
CHECKING: Final = Text("checking", "検査中")
EXPORTING: Final = Text("exporting", "書き出し中")
UNDERWAY: Final = Text("another export is writing to this folder", "このフォルダーには別の書き出しが進行中です")


def copied(target: str, size: int) -> Text:
    """A copy has been made."""
    return Text(f"{target}: {size:,} bytes", f"{target}：{size:,}バイト")


def exported(table: str, rows: int) -> Text:
    """A table has been written."""
    return Text(f"{table}: {counted(rows, 'row')}", f"{table}：{rows}行")


def not_empty(found: str) -> Text:
    """The message that the folder of an export is not empty."""
    return Text(
        f"expected an empty folder, found {found}; --replace replaces tables of an earlier export",
        f"空のフォルダーが必要ですが、{found}があります。以前に書き出した表を置き換えるには--replaceを付けてください",
    )


def no_table(found: str) -> Text:
    """The message that something other than an exported table is in its place."""
    return Text(
        f"expected only tables of an earlier export, found {found}",
        f"表の場所には以前に書き出したものだけが必要ですが、{found}があります",
    )


def difference_text(difference: Difference) -> Text:
    """A difference that verification found, with its place."""
    text, record, revision = difference
    if record is None:
        return text
    if revision is None:
        return Text(f"record {record}: {text.en}", f"棋譜{record}：{text.ja}")
    return Text(f"record {record}, revision {revision}: {text.en}", f"棋譜{record}の第{revision}版：{text.ja}")


def verified(counts: StoreCounts, found: int) -> Text:
    """The result of verification."""
    en = f"{counted(counts.records, 'record')}, {counted(counts.revisions, 'revision')}: "
    ja = f"棋譜{counts.records}件、版{counts.revisions}件："
    if not found:
        return Text(f"{en}sound", f"{ja}異常なし")
    return Text(f"{en}{counted(found, 'difference')}", f"{ja}相違{found}件")
