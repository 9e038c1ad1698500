"""`daifu tournament create`, `settings` and `stage`: what is played, by whom, and how it is scored."""

import json
from typing import Any, Final

import click
import msgspec
from msgspec import UNSET

from api.cli.commands import Argument, Command, Option
from api.cli.language import language_of, say
from api.cli.printable import printable
from api.cli.tournament import wording
from api.cli.tournament.changing import Asked, changing, checked
from api.cli.tournament.documents import document
from api.cli.tournament.opening import begun, target
from api.cli.tournament.parts import AUTHOR, ORDINAL, REASON, TARGET
from api.cli.tournament.settings import SETTINGS, settings_from
from api.cli.tournament.unable import Unable
from api.cli.tournament.values import AMOUNT, ENTRANTS, SIZES
from api.cli.values import Name, OneOf, Whole
from data.tournaments.changes import AnyChange, Created, SettingsChanged, StageOpened
from data.tournaments.exact import read_exact
from data.tournaments.settings import MOST_ENTRANTS, Best, Everybody, Field, Listed, Settings
from data.tournaments.state import State
from replay.games.catalogue import PROFILES
from replay.text import Text

_read: Final = msgspec.json.Decoder(Created, dec_hook=read_exact).decode


@click.pass_context
def create(context: click.Context, /, reason: str | None, **call: Any) -> None:  # noqa: ANN401 - as the options say
    """Begin a tournament and print its number."""
    with begun(context, **target(call, "author")) as books:
        change = _created(**call)
        number = books.create(change, reason)
        click.echo(say(wording.created(number, printable(change.name)), language_of(context)))


def _created(name: str | None, rules: str | None, file: str | None, options: tuple[str, ...], **told: Any) -> Created:  # noqa: ANN401
    settings = settings_from(told)
    if file is not None:
        if name or rules or options or settings:
            raise Unable(
                Text("--file stands alone: the file says everything", "--fileを使うときは、ほかの指定はできません")
            )
        return document(file, _read)
    if not (name and rules):
        raise Unable(Text("NAME and --rules are missing, or --file", "NAMEと--rules、または--fileが必要です"))
    chosen = dict(map(_option, options))
    return checked(Created(name=name, rules=rules, options=chosen, settings=settings or Settings()))


def _option(text: str) -> tuple[str, Any]:
    """An option of the game: its value as JSON has it, or else as a word."""
    name, equals, value = text.partition("=")
    if not equals:
        raise Unable(
            Text(f"--set: expected NAME=VALUE, found {text}", f"--set：NAME=VALUEが必要ですが、{text}とあります")
        )
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _settings_changed(asked: Asked, name: str | None, stage: int | None, **told: Any) -> list[AnyChange]:  # noqa: ANN401
    settings = settings_from(told, _settings_before(asked.state, stage))
    if name is None and settings is None:
        return []
    return [SettingsChanged(stage=stage, name=name or UNSET, settings=settings or UNSET)]


def _settings_before(state: State, stage: int | None) -> Settings:
    """The settings that a change is to begin with: those of a stage, or the tournament's."""
    return state.settings if stage is None or stage > len(state.stages) else state.settings_of(stage)


def _stage_opened(asked: Asked, name: str, **told: Any) -> list[AnyChange]:  # noqa: ANN401 - as the options say
    settings = settings_from(told, asked.state.settings)
    change = StageOpened(
        name=name,
        field=_field(told["best"], told["only"]),
        after=told["after"],
        rounds=told["rounds"],
        sizes=told["sizes"],
        settings=settings,
    )
    return [change if told["carry"] is None else msgspec.structs.replace(change, carry=told["carry"])]


def _field(best: int | None, only: tuple[int, ...] | None) -> Field:
    if best is not None and only is not None:
        raise Unable(Text("--best and --only exclude each other", "--bestと--onlyは同時に指定できません"))
    if best is not None:
        return Best(best)
    return Everybody() if only is None else Listed(only)


CREATE: Final = Command(
    "create",
    Text(
        "Begin a tournament: its name, its game, and how it is scored unless a stage says otherwise.",
        "大会を作る。大会名、ゲーム、採点方法（ステージごとに変えられる）を決める。",
    ),
    [
        Argument(
            "name",
            Text("What it is called; records name it so.", "大会名。棋譜もこの名前で指す。"),
            type=Name(),
            required=False,
            metavar="NAME",
        ),
        Option(
            "--rules",
            Text(f"The game: {', '.join(PROFILES)}.", f"ゲーム：{', '.join(PROFILES)}。"),
            type=OneOf(tuple(PROFILES)),
            metavar="RULES",
        ),
        Option(
            "--set",
            Text(
                "An option of the game as NAME=VALUE; may be given several times.",
                "ゲームのオプション（NAME=VALUE）。何度でも指定できる。",
            ),
            into="options",
            multiple=True,
            metavar="NAME=VALUE",
        ),
        Option(
            "--file",
            Text(
                "A JSON file that says all of this, or - for standard input.",
                "すべてを書いたJSONファイル。-は標準入力。",
            ),
            metavar="FILE",
        ),
        *SETTINGS,
        REASON,
        AUTHOR,
        *TARGET,
    ],
    callback=create,
)
SETTINGS_COMMAND: Final = changing(
    "settings",
    Text(
        "Rename the tournament, or score it otherwise; scoring changes only before the first result.",
        "大会名や採点方法を変更する。採点方法を変えられるのは最初の結果が入るまで。",
    ),
    [
        Option("--name", Text("What it is called.", "大会名。"), type=Name()),
        Option(
            "--stage", Text("The stage whose own settings these are.", "このステージだけの設定にする。"), type=ORDINAL
        ),
        *SETTINGS,
    ],
    _settings_changed,
)
STAGE_COMMAND: Final = changing(
    "stage",
    Text(
        "Open a stage: who plays in it, and what they bring along.",
        "ステージを始める。だれが出るか、得点をどれだけ持ち越すかを決める。",
    ),
    [
        Argument("name", Text("What it is called.", "ステージの名前。"), type=Name(), metavar="NAME"),
        Option(
            "--best",
            Text("Only the first so many of the stage before.", "前のステージの上位N人だけが出る。"),
            type=Whole(2, MOST_ENTRANTS),
        ),
        Option("--only", Text("Only these entrants.", "指定した参加者だけが出る。"), type=ENTRANTS),
        Option(
            "--carry",
            Text("The part of their points that they bring along: 0 to 1.", "持ち越す得点の割合（0〜1）。"),
            type=AMOUNT,
        ),
        Option(
            "--after",
            Text(
                "The stage that they bring it from; the one before by default.",
                "どのステージから持ち越すか。既定値は直前のステージ。",
            ),
            type=ORDINAL,
        ),
        Option(
            "--rounds",
            Text("How many rounds it has; open by default.", "何回戦まで行うか。既定値は未定。"),
            type=ORDINAL,
        ),
        Option(
            "--sizes",
            Text(
                "The sizes that its tables may have; any that the game allows by default.",
                "卓の人数。既定値はゲームで認められるすべて。",
            ),
            type=SIZES,
        ),
        *SETTINGS,
    ],
    _stage_opened,
)
