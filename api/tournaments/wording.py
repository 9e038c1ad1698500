"""The words of the printed standing, in both languages."""

from collections.abc import Mapping
from typing import Final

from data.tournaments.settings import TieBreak
from replay.text import Text

COLUMNS: Final[Mapping[str, Text]] = {
    "place": Text("Place", "順位"),
    "movement": Text("Change", "変動"),
    "entrant": Text("No.", "番号"),
    "name": Text("Name", "氏名"),
    "team": Text("Team", "チーム"),
    "stage": Text("Stage", "ステージ"),
    "points": Text("Points", "合計"),
    "carried": Text("Carried", "持ち越し"),
    "counted": Text("Rounds", "対局"),
    "referee": Text("Referee", "裁定"),
    "deals": Text("Deals", "回数"),
    "firsts": Text("Firsts", "1位"),
    "best_round": Text("Best round", "最高点"),
    "faults": Text("Faults", "反則"),
    "opponents": Text("Opponents", "相手の平均"),
    "dropped": Text("Dropped rounds", "除外した回戦"),
    "head_to_head": Text("Head to head", "直接対決"),
    "lot": Text("Lot", "抽選"),
}
"""The columns of the page, in their order."""

STANDING: Final = Text("Standing", "順位表")
TIE_BREAKS: Final[Mapping[TieBreak, Text]] = {
    TieBreak.POINTS: Text("points", "合計"),
    TieBreak.HEAD_TO_HEAD: Text("head to head", "直接対決"),
    TieBreak.FIRSTS: Text("firsts", "1位の回数"),
    TieBreak.BEST_ROUND: Text("best round", "最高点"),
    TieBreak.FEWEST_FAULTS: Text("fewest faults", "反則の少なさ"),
    TieBreak.STRENGTH_OF_OPPONENTS: Text("strength of opponents", "相手の平均"),
    TieBreak.LOT: Text("lot", "抽選"),
}

NO_STAGE: Final = Text("No stage has been opened yet", "ステージはまだ始まっていません")


def after(stage: str, number: int) -> Text:
    """After which round of a stage a standing is."""
    if not number:
        return Text(f"{stage}, before the first round", f"{stage}　1回戦の前")
    return Text(f"{stage}, after round {number}", f"{stage}　{number}回戦終了時")


def withdrawn(name: str) -> Text:
    """Somebody who plays no more."""
    return Text(f"{name} (withdrawn)", f"{name}（棄権）")


def version(number: int) -> Text:
    """How much of the log a standing covers."""
    return Text(f"Entry {number} of the log", f"記録簿の第{number}項による")
