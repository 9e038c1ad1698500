"""The sentences of the tournament commands, in both languages."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Final

from daifu.api.views.tournaments.text import repeat_meetings
from daifu.data.tournaments.changes import exact_text
from daifu.replay.faults import SEVERITIES, Fault
from daifu.replay.text import Text

NO_RECORD: Final = Text(
    "all records that name the tournament are in its results", "この大会の棋譜は、すべて結果に反映されています"
)
NO_POINTS: Final = Text(
    "note: this game gives no points of its own, so that only results with points can be scored, and no records; "
    "--worth or --title of `daifu tournament settings` scores places or titles",
    "注意：このゲームには得点がないので、得点を記入した結果しか数えられず、棋譜の結果は反映できません。"
    "daifu tournament settings の--worthか--titleで、順位か身分に点を付けられます",
)
TABLE: Final = Text("table", "卓")
SEATS: Final = Text("seats", "席順")
FINISHED: Final = Text("finished", "終了")

TOURNAMENTS: Final = (
    Text("number", "番号"),
    Text("name", "大会名"),
    Text("game", "ゲーム"),
    Text("state", "状態"),
    Text("entries", "項"),
    Text("changed", "更新"),
)
ENTRANTS: Final = (
    Text("number", "番号"),
    Text("name", "氏名"),
    Text("team", "チーム"),
    Text("ids", "ID"),
    Text("", ""),
)
FAULTS: Final = (
    Text("stage", "ステージ"),
    Text("round", "回戦"),
    Text("table", "卓"),
    Text("deal", "回"),
    Text("action", "行動"),
    Text("seat", "席"),
    Text("entrant", "参加者"),
    Text("fault", "反則"),
)
CONSEQUENCES: Final = (
    Text("stage", "ステージ"),
    Text("round", "回戦"),
    Text("entrant", "参加者"),
    Text("place", "順位"),
    Text("points", "合計"),
    Text("also", "ほか"),
)
TEAMS: Final = (Text("place", "順位"), Text("team", "チーム"), Text("points", "合計"), Text("entrants", "参加者"))
MEETINGS: Final = (Text("entrant", "参加者"), Text("opponent", "相手"), Text("won / meetings", "勝ち数 / 対戦数"))


def changes_made(count: int, version: int) -> Text:
    """Changes were made."""
    if count == 1:
        return Text(f"entry {version} of the log", f"更新{version}として記録しました")
    first = version - count + 1
    return Text(f"entries {first} to {version} of the log", f"記録簿の第{first}〜{version}項に記録しました")


def points(number: Fraction) -> Text:
    """A number of points."""
    text = exact_text(number)
    return Text(f"{text} point" if number == 1 else f"{text} points", f"{text}点")


def created(number: int, name: str) -> Text:
    """A tournament was created."""
    return Text(f"tournament {number}: {name}", f"大会{number}：{name}")


def entered(number: int, name: str) -> Text:
    """An entrant was entered."""
    return Text(f"entrant {number}: {name}", f"参加者{number}：{name}")


def withdrawn(name: str, stage: int, number: int) -> Text:
    """An entrant withdraws from a round on."""
    return Text(
        f"{name} withdraws as of round {number} of stage {stage}",
        f"{name}は第{stage}ステージの{number}回戦から棄権します",
    )


def returned(name: str, stage: int, number: int) -> Text:
    """An entrant returns from a round on."""
    return Text(
        f"{name} returns in round {number} of stage {stage}",
        f"{name}は第{stage}ステージの{number}回戦から復帰します",
    )


def round_of(stage: int, number: int) -> Text:
    """The heading of a round."""
    return Text(f"stage {stage}, round {number}", f"第{stage}ステージ　{number}回戦")


def stage(number: int, name: str) -> Text:
    """The heading of a stage."""
    return Text(f"stage {number}: {name}", f"第{number}ステージ：{name}")


def playing(names: str) -> Text:
    """The field of a stage that is not for everybody."""
    return Text(f"for {names}", f"出場：{names}")


def closed(heading: Text) -> Text:
    """The heading of a round that is closed."""
    return Text(f"{heading.en} (closed)", f"{heading.ja}（確定済み）")


def quality(found: Mapping[str, Any]) -> Text:
    """The quality of a draw."""
    repeats = repeat_meetings(found["repeats"], found["repeats_at_least"])
    most, uneven, byes = found["most_meetings"], found["imbalance"], found["byes_apart"]
    return Text(
        f"{repeats.en}, at most {most} of the same two; seat imbalance: {uneven}; byes apart: {byes}",
        f"{repeats.ja}、同じ2人の対戦は最多{most}回、席の偏り{uneven}、不戦回数の差{byes}",
    )


def seed(number: int) -> Text:
    """The seed of a draw."""
    return Text(f"seed: {number}", f"シード：{number}")


def with_guest(name: str, guest: str) -> Text:
    """An entrant with the guest on their seat."""
    return Text(f"{name} (guest {guest})", f"{name}（代打ち {guest}）")


def fault(code: str, severity: str) -> Text:
    """The code and severity of a fault."""
    kind = SEVERITIES.get(severity, Text(severity, severity))
    return Text(f"{code} ({kind.en})", f"{code}（{kind.ja}）")


def faults_left_open(count: int) -> Text:
    """A round was closed with undecided faults."""
    faults = "1 fault needs" if count == 1 else f"{count} faults need"
    return Text(
        f"{faults} a decision; reopen the round to decide",
        f"裁定を待つ反則が{count}件残っています。裁定するには回戦を再開してください",
    )


def sitting_out(names: str) -> Text:
    """The entrants without a seat in a round."""
    return Text(f"sitting out: {names}", f"不戦：{names}")


def deals_missing(deals: Iterable[int]) -> Text:
    """The deals that a table has not reported."""
    listed = list(map(str, deals))
    return Text(f"missing: deal {', '.join(listed)}", f"未着：{'、'.join(listed)}回目")


def title(name: str, rules: str, version: int) -> Text:
    """The title line of a tournament."""
    return Text(f"{name} ({rules}), entry {version} of the log", f"{name}（{rules}）　更新{version}件")


def award(number: int, name: str, points: Fraction, reason: str, *, cancelled: bool) -> Text:
    """A bonus or a penalty."""
    en = f"award {number}: {name} {_signed(points)} ({reason})"
    ja = f"裁定{number}：{name} {_signed(points)}（{reason}）"
    return Text(f"{en}, cancelled", f"{ja}　取り消し済み") if cancelled else Text(en, ja)


def import_problem(record: int, revision: int, text: Text) -> Text:
    """A record that could not become a result, and why."""
    return Text(
        f"record {record}, revision {revision}: {text.en}",
        f"棋譜{record}の第{revision}版：{text.ja}",
    )


def record_imported(record: int) -> Text:
    """A record became a result."""
    return Text(f"record {record} is in the results", f"棋譜{record}の結果を反映しました")


def retry(why: str, seconds: float) -> Text:
    """A connection broke and is tried again."""
    return Text(f"{why}; trying again in {seconds:g} s", f"{why}。{seconds:g}秒後に接続し直します")


def _signed(points: Fraction) -> str:
    text = exact_text(points)
    return text if points < 0 else f"+{text}"


def doubtful_points(fault: Fault) -> Text:
    """That points which were entered contradict their places, or cannot add up."""
    return Text(
        f"note: {fault.message.en} ({fault.rule}); what was entered is kept",
        f"注意：{fault.message.ja}（{fault.rule}）。記入した値はそのまま残ります",
    )
