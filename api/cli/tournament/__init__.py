"""`daifu tournament`: all commands about tournaments, in the order in which an event needs them."""

from typing import Final

from daifu.api.cli.program.commands import CommandGroup, LazyCommands
from daifu.replay.text import Text

_COMMANDS: Final = {
    "list": "overview:LIST",
    "show": "overview:SHOW",
    "standings": "standings:STANDINGS",
    "teams": "standings:TEAMS",
    "meetings": "standings:MEETINGS",
    "log": "log:LOG",
    "follow": "log:FOLLOW",
    "create": "setup:CREATE",
    "settings": "setup:SETTINGS_COMMAND",
    "enter": "entrants:ENTER",
    "check-in": "entrants:CHECK_IN",
    "rename": "entrants:RENAME",
    "withdraw": "entrants:WITHDRAW",
    "return": "entrants:RETURN",
    "stage": "setup:STAGE_COMMAND",
    "change-stage": "setup:CHANGE_STAGE",
    "remove-stage": "setup:REMOVE_STAGE",
    "draw": "rounds:DRAW",
    "redraw": "rounds:REDRAW",
    "result": "results:RESULT",
    "remove": "results:REMOVE",
    "seats": "entrants:SEATS",
    "substitute": "entrants:SUBSTITUTE",
    "forfeit": "entrants:FORFEIT",
    "records": "results:RECORDS",
    "land": "results:LAND",
    "ignore": "results:IGNORE",
    "penalty": "referee:PENALTY",
    "bonus": "referee:BONUS",
    "cancel": "referee:CANCEL",
    "faults": "referee:FAULTS",
    "uphold": "referee:UPHOLD",
    "dismiss": "referee:DISMISS",
    "lot": "referee:LOT",
    "close": "rounds:CLOSE",
    "reopen": "rounds:REOPEN",
    "clock": "rounds:CLOCK",
    "wall": "rounds:WALL",
    "finish": "rounds:FINISH",
    "change": "log:CHANGE",
}
"""The place of each command in this package, as `module:NAME`."""

TOURNAMENT: Final = CommandGroup(
    "tournament",
    Text(
        "Run a tournament in a store on this machine or on a service: entrants, stages, draws, results, the "
        "referee's decisions and standings.",
        "大会の記録をつける。このマシンの保存先にも、サービスにも使える。参加者、ステージ、組み合わせ、結果、裁定、"
        "順位を扱う。",
    ),
    [],
    commands=LazyCommands({name: f"{__name__}.{place}" for name, place in _COMMANDS.items()}),
)
