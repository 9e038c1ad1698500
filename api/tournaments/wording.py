"""The words of the printed standing, in both languages."""

from collections.abc import Mapping
from typing import Final

from replay.text import Text

COLUMNS: Final[Mapping[str, Text]] = {
    "place": Text("Place", "順位"),
    "movement": Text("Up or down", "変動"),
    "name": Text("Name", "氏名"),
    "team": Text("Team", "チーム"),
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
PLACE_OF_IT: Final = Text("{stage}, after round {round}", "{stage}　{round}回戦終了時")
BEFORE_THE_FIRST: Final = Text("{stage}, before the first round", "{stage}　1回戦の前")
NO_STAGE: Final = Text("No stage has been opened yet", "ステージはまだ始まっていません")
WITHDRAWN: Final = Text("withdrawn", "棄権")
VERSION: Final = Text("Entry {version} of the log", "記録簿の第{version}項による")
