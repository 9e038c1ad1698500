"""Words and sentences that several commands share: records, faults, players, and places in files."""

import errno
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from daifu.api.cli.program.output import language_of, printable
from daifu.api.languages import Language, comma_separated, say
from daifu.api.views import game_text
from daifu.api.views.game_text import RESOLUTIONS
from daifu.replay.faults import SEVERITIES, Fault, FaultKind
from daifu.replay.text import Text
from daifu.schemas.drawing.words import fault_sentence

if TYPE_CHECKING:  # most runs replay nothing
    from daifu.replay.deal import Number
    from daifu.replay.match import Player
    from daifu.schemas.sources.items import Item, SourceProblem


LEGAL: Final = Text("legal", "問題なし")
NOT_LEGAL: Final = Text("not legal", "問題あり")
FAULTS: Final = Text("faults", "問題点")
TOTALS: Final = Text("totals", "合計点")

DEALS: Final = Text("deals", "回")
ACTIONS: Final = Text("actions", "行動")
CODE: Final = Text("code", "コード")
SENTENCE: Final = Text("sentence", "内容")
NUMBER: Final = Text("number", "件数")
READING: Final = Text("reading", "読み込み中")

PROCESS_LOST: Final = Text(
    "a worker process ended before its work was done", "処理の途中でプロセスのひとつが終了しました"
)


def unwritable(error: OSError) -> Text:
    """The message that output, or the file that the error names, cannot be written."""
    why = error.strerror or str(error)
    reason = Text(why, why)
    if error.errno == errno.ENOENT and error.filename and Path(os.fsdecode(error.filename)).parent.is_dir():
        # Of a folder that takes no new files, the system says that nothing is there.
        reason = Text("its folder takes no new files", "このフォルダーには新しいファイルを作れません")
    if not isinstance(error.filename, str):
        return Text(f"the output cannot be written: {reason.en}", f"出力を書き込めません（{reason.ja}）")
    file = error.filename
    return Text(f"{file} cannot be written: {reason.en}", f"{file}に書き込めません（{reason.ja}）")


def no_temporary_space(error: OSError) -> Text:
    """The message that there is no room for temporary files."""
    reason = error.strerror or str(error)
    return Text(
        f"expected room for temporary files, but the system says: {reason}",
        f"一時ファイルを置く場所が必要ですが、システムのエラーです（{reason}）",
    )


def deal(number: int) -> Text:
    """A deal, counted from 1."""
    return Text(f"deal {number}", f"{number}回目")


def action(number: int, text: str = "") -> Text:
    """An action, counted from 1, as it was recorded."""
    return Text(
        f"action {number}" + (f" ({text})" if text else ""), f"{number}番目の行動" + (f"（{text}）" if text else "")
    )


def more_faults(number: int) -> Text:
    """The number of faults that are not shown."""
    return Text(f"… and {number} more", f"…ほか{number}件")


def notice(text: Text) -> Text:
    """A notice of an importer."""
    return Text(f"note: {text.en}", f"注意：{text.ja}")


def tell_notices(item: "Item", notices: Iterable[Text]) -> None:
    """Print the notices of an importer about a record to standard error."""
    for text in notices:
        click.echo(f"{source_place(item.file, item.line)}: {say(notice(text), language_of())}", err=True)


def points_text(total: "Number | None") -> str:
    """A number of points with all its digits; a dash for none."""
    return "-" if total is None else repr(total).removesuffix(".0")


def counted(number: int, what: str) -> str:
    """A number and an English noun, in the plural unless the number is 1."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def unreadable_line(unread: "SourceProblem", language: Language) -> str:
    """The line that says where and why something cannot be read."""
    place = source_place(unread.file, unread.line)
    pointer = f"{printable(unread.pointer)}: " if unread.pointer else ""
    return f"{place}: {pointer}{printable(say(unread.expected, language))}"


def fault_kind_sentence(kind: FaultKind, language: Language) -> str:
    """The sentence of a kind of faults, with ellipses for the details of a fault."""
    return say(game_text.kind_sentence(kind.sentence), language)


def fault_line(fault: Fault, names: Sequence[str], language: Language) -> str:
    """A fault as a sentence with the names of players, and its code, severity, rule and resolution."""
    marks = fault_marks(fault.code, fault.severity, fault.rule, fault.resolution, language)
    return f"{printable(fault_sentence(fault, names, language))} {marks}"


def fault_marks(code: str, severity: str, rule: str, resolution: str, language: Language) -> str:
    """The code, severity, rule and resolution of a fault, in brackets."""
    marks = (code, say(SEVERITIES[severity], language), rule, say(RESOLUTIONS[resolution], language))
    return f"[{comma_separated(marks, language)}]"


def result_import_failed(record: int, tournament: int, why: Text) -> Text:
    """The notice that a record could not become a result of the tournament that it names."""
    return Text(
        f"record {record} is not in the results of tournament {tournament}: {why.en}",
        f"棋譜{record}は大会{tournament}の結果に反映できませんでした（{why.ja}）",
    )


def source_place(file: str, line: int) -> str:
    """`file:line`, or the file alone where there is no line."""
    return f"{printable(file)}:{line}" if line else printable(file)


def player_names(players: Sequence["Player"]) -> list[str]:
    """The printable name of each player; players of the same name get their ids as well."""
    return list(map(printable, game_text.player_names(players)))


def player_label(player: Mapping[str, str]) -> str:
    """A player of an answer: the name, and the id where it differs."""
    return printable(game_text.name_with_id(player))
