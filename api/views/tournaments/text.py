"""The words of tournaments: changes and their fields, attendance, and how good a draw is."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import structs

from daifu.replay.text import Text
from daifu.schemas.tournament import Quality

CHANGE_NAMES: Final[Mapping[str, Text]] = {
    "created": Text("tournament created", "大会作成"),
    "settings_changed": Text("settings changed", "設定変更"),
    "entered": Text("entered", "参加登録"),
    "checked_in": Text("checked in", "受付"),
    "renamed": Text("entry changed", "登録変更"),
    "withdrawn": Text("withdrawn", "棄権"),
    "returned": Text("returned", "復帰"),
    "stage_opened": Text("stage opened", "ステージ開始"),
    "stage_changed": Text("stage changed", "ステージの変更"),
    "stage_removed": Text("stage removed", "ステージ削除"),
    "drawn": Text("round drawn", "組み合わせ"),
    "redrawn": Text("round drawn again", "組み直し"),
    "result": Text("result", "結果"),
    "reported": Text("result reported", "結果の申告"),
    "result_removed": Text("result removed", "結果取り消し"),
    "seats_moved": Text("seats corrected", "席の訂正"),
    "substituted": Text("seat given to somebody else", "席の交代"),
    "forfeited": Text("table forfeited", "不戦敗"),
    "forfeit_cancelled": Text("forfeit cancelled", "不戦敗取り消し"),
    "awarded": Text("bonus or penalty", "加点・減点"),
    "cancelled": Text("bonus or penalty cancelled", "加点・減点取り消し"),
    "fault_decided": Text("fault decided", "反則の裁定"),
    "round_closed": Text("round confirmed", "回戦確定"),
    "round_reopened": Text("round reopened", "回戦再開"),
    "lot_drawn": Text("lot drawn", "抽選"),
    "record_ignored": Text("record ignored", "棋譜を一覧から外す"),
    "clock_set": Text("clock set", "時計の設定"),
    "wall_set": Text("wall set", "掲示画面の設定"),
    "finished": Text("tournament finished", "大会終了"),
}
"""The names of changes."""

FIELD_NAMES: Final[Mapping[str, Text]] = {
    "action": Text("action", "行動"),
    "after": Text("stage before", "直前のステージ"),
    "record": Text("record", "棋譜"),
    "award": Text("award", "裁定"),
    "by": Text("by", "方法"),
    "byes": Text("byes", "不戦"),
    "carry": Text("points carried over", "持ち越し"),
    "code": Text("code", "コード"),
    "deal": Text("deal", "回"),
    "decision": Text("decision", "裁定結果"),
    "entrant": Text("entrant", "参加者"),
    "entrants": Text("entrants", "参加者"),
    "faults": Text("faults", "反則"),
    "field": Text("entrants of the stage", "出場者"),
    "here": Text("here", "来ている"),
    "id": Text("number", "番号"),
    "left": Text("seconds left", "残り秒数"),
    "method": Text("method", "組み方"),
    "name": Text("name", "名前"),
    "options": Text("options", "オプション"),
    "pages": Text("pages", "表示する画面"),
    "house": Text("house rules", "ハウスルール"),
    "places": Text("places", "順位"),
    "plan": Text("plan", "進め方"),
    "players": Text("players", "プレイヤー"),
    "points": Text("points", "得点"),
    "quality": Text("quality of the draw", "組み合わせの良さ"),
    "reason": Text("reason", "理由"),
    "round": Text("round", "回戦"),
    "rounds": Text("rounds", "回戦数"),
    "rules": Text("rules", "ゲーム"),
    "seat": Text("seat", "席"),
    "seed": Text("seed", "シード"),
    "settings": Text("settings", "設定"),
    "sizes": Text("sizes of tables", "卓の人数"),
    "stage": Text("stage", "ステージ"),
    "table": Text("table", "卓"),
    "tables": Text("tables", "卓"),
    "team": Text("team", "チーム"),
    "titles": Text("titles", "身分"),
    "waiting": Text("waiting for a place", "空き待ち"),
    "until": Text("until", "終了時刻"),
}
"""The names of the fields of changes."""

YES: Final = Text("yes", "はい")
NO: Final = Text("no", "いいえ")
PART_NAMES: Final[Mapping[str, Text]] = {
    "best": Text("the best", "上位"),
    "bye": Text("for sitting out", "不戦の得点"),
    "confirm": Text("confirmed by others", "別の人の確認"),
    "count": Text("how many", "人数"),
    "deals": Text("deals", "回数"),
    "draw": Text("drawn", "組み方"),
    "drop_worst": Text("worst rounds left out", "除外する回戦"),
    "expected": Text("people expected", "参加予定の人数"),
    "final_rounds": Text("rounds of the final", "決勝の回戦数"),
    "fixed": Text("always at the same table", "いつも同じ卓"),
    "forfeit": Text("for a forfeit", "不戦敗の得点"),
    "groups": Text("not to meet", "当てない"),
    "penalties": Text("penalties", "減点"),
    "revision": Text("revision", "版"),
    "scores": Text("scores", "得点になる"),
    "scoring": Text("scoring", "得点の決め方"),
    "seats": Text("seats", "席"),
    "severity": Text("severity", "重さ"),
    "tie_breaks": Text("ties", "同点の決め方"),
    "wanted": Text("people at a table", "1卓の人数"),
    "who": Text("who", "プレイヤー"),
    "worth": Text("worth", "点"),
}
"""The names of what fields of changes are made of."""
PART_VALUES: Final[Mapping[tuple[str, str], Text]] = {
    ("pages", "standing"): Text("standing", "順位"),
    ("pages", "playing"): Text("tables that are still playing", "対局中の卓"),
    ("pages", "seats"): Text("who sits where", "席の一覧"),
    ("by", "sheet"): Text("a sheet", "結果用紙"),
    ("by", "record"): Text("a game", "棋譜"),
    ("by", "place"): Text("by place", "順位点"),
    ("by", "points"): Text("points of the game", "ゲームの得点"),
    ("by", "title"): Text("by title", "身分の点"),
    ("draw", "balanced"): Text("balanced", "均等"),
    ("draw", "swiss"): Text("Swiss", "スイス式"),
    ("draw", "snake"): Text("snake", "スネーク式"),
    ("method", "balanced"): Text("balanced", "均等"),
    ("method", "swiss"): Text("Swiss", "スイス式"),
    ("method", "snake"): Text("snake", "スネーク式"),
    ("method", "by hand"): Text("by hand", "手作業"),
    ("who", "all"): Text("everybody", "全員"),
    ("who", "best"): Text("the best", "上位"),
    ("who", "listed"): Text("some", "指定した人"),
    ("who", "guest"): Text("a guest", "参加者以外"),
    ("who", "entrant"): Text("an entrant", "参加者"),
}
"""Words that stand in changes, by their fields."""

ATTENDANCE_NAMES: Final[Mapping[str, Text]] = {
    "played": Text("played", "対局"),
    "forfeited": Text("forfeited", "不戦敗"),
    "bye": Text("sat out", "不戦"),
    "waits": Text("no result yet", "結果待ち"),
    "absent": Text("absent", "欠席"),
}
"""How an entrant spends a round."""

_FIGURES: Final = tuple(field.name for field in structs.fields(Quality))


def known_quality(found: Mapping[str, Any]) -> Mapping[str, int] | None:
    """The quality of a draw as a log has it; None where whoever wrote the log left it out."""
    return found if all(isinstance(found.get(name), int) for name in _FIGURES) else None


def quality_sentences(found: Mapping[str, int], *, has_teams: bool) -> Iterator[Text]:
    """What the figures of a draw mean: who meets again, seats, who sits out, and teams."""
    yield repeat_meetings(found["repeats"], found["repeats_at_least"])
    most, uneven, byes = found["most_meetings"], found["imbalance"], found["byes_apart"]
    if most > 1:
        yield Text(f"the same two meet at most {most} times", f"同じ2人の対戦は最多{most}回")
    if uneven > 1:
        yield Text(f"somebody has one seat {uneven} times more often than another", f"席の偏りは最大{uneven}回")
    else:
        yield Text("everybody has all seats as evenly as possible", "席順の偏りなし")
    if byes > 1:
        yield Text(f"somebody sits out {byes} times more often than another", f"不戦の回数の差は最大{byes}回")
    if has_teams:
        mates, least = found["team_meetings"], found["team_meetings_at_least"]
        yield Text(
            f"meetings within a team or a group: {mates} (no draw has fewer than {least})",
            f"同じチームやグループの対戦{mates}回（どう組んでも{least}回以上）",
        )


def is_best(found: Mapping[str, int]) -> bool:
    """Whether it is proven that no draw is better."""
    return bool(
        found["repeats"] == found["repeats_at_least"]
        and found["team_meetings"] == found["team_meetings_at_least"]
        and max(found["imbalance"], found["byes_apart"]) <= 1
    )


def repeat_meetings(count: int, at_least: int) -> Text:
    """The number of repeat meetings of a draw, and what is proven about it."""
    if not count:
        return Text("no repeat meetings", "再戦なし")
    if count == at_least:
        return Text(f"repeat meetings: {count} (no draw has fewer)", f"再戦{count}回（これより少なくは組めません）")
    if at_least:
        return Text(
            f"repeat meetings: {count} (at least {at_least} cannot be avoided)",
            f"再戦{count}回（少なくとも{at_least}回は避けられません）",
        )
    return Text(
        f"repeat meetings: {count} (whether they can all be avoided is not known)",
        f"再戦{count}回（すべて避けられるかどうかは不明です）",
    )


def quality_for_teams(found: Mapping[str, Any]) -> Text:
    """How well a draw keeps teams apart."""
    mates, least = found["team_meetings"], found["team_meetings_at_least"]
    return Text(
        f"meetings of team-mates: {mates} (no draw has fewer than {least})",
        f"同じチームの対戦{mates}回（どう組んでも{least}回以上）",
    )
