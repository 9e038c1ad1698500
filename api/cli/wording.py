"""The words of the command line in both languages."""

from typing import Final

from api.cli.tally import Tally
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
    "one of the processes ended before its work was done", "処理の途中でプロセスのひとつが終了しました"
)


def unwritable(error: OSError) -> Text:
    """The output cannot be written."""
    reason = error.strerror or str(error)
    return Text(f"the output cannot be written: {reason}", f"出力を書き込めません（{reason}）")


def no_room(error: OSError) -> Text:
    """What is to be said about a record cannot be kept until it is printed."""
    reason = error.strerror or str(error)
    return Text(
        f"expected room for temporary files, but the system says: {reason}",
        f"一時ファイルを置く場所が必要ですが、システムのエラーです（{reason}）",
    )


def verdict(rules: str, players: int, tally: Tally, *, legal: bool) -> Text:
    """The first line on a record: what it is, how long, and whether it is legal."""
    verdict = LEGAL if legal else NOT_LEGAL
    sizes = f"{_many(players, 'player')}, {_many(tally.deals, 'deal')}, {_many(tally.actions, 'action')}"
    return Text(
        f"{rules}, {sizes}: {verdict.en}",
        f"{rules}、{players}人、{tally.deals}回、行動{tally.actions}件：{verdict.ja}",
    )


def fault_count(code: str, severity: str, number: int) -> Text:
    """How often a fault was found."""
    kind = SEVERITIES[severity]
    return Text(f"{number} {code} ({kind.en})", f"{code}（{kind.ja}）{number}件")


def deal(number: int) -> Text:
    """A deal, counted from 1."""
    return Text(f"deal {number}", f"{number}回目")


def action(number: int, text: str) -> Text:
    """An action, counted from 1, as it was recorded."""
    return Text(f"action {number} ({text})", f"{number}番目の行動（{text}）")


def more(number: int) -> Text:
    """Faults that are not shown."""
    return Text(f"… and {number} more", f"…ほか{number}件")


def notice(text: Text) -> Text:
    """Something that an importer wants people to know."""
    return Text(f"note: {text.en}", f"注意：{text.ja}")


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
