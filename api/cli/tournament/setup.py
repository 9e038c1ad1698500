"""`daifu tournament create`, `settings` and `stage`: what is played, by whom, and how it is scored."""

import json
from typing import Any, Final

import click
import msgspec
from msgspec import UNSET, structs

from daifu.api.cli.program.client import AUTHOR, REASON, TARGET, target_options
from daifu.api.cli.program.commands import Argument, Command, Name, OneOf, Option, WholeNumber
from daifu.api.cli.program.files import read_document
from daifu.api.cli.program.output import CommandError, printable, tell
from daifu.api.cli.program.rule_choice import HOUSE, OPTIONS, other_rules
from daifu.api.cli.tournament.changes import (
    ChangeContext,
    change_command,
    field_params,
    struct_changes,
    struct_command,
    validate_change,
)
from daifu.api.cli.tournament.commands import AMOUNTS, NAMED_POINTS, find_entrants, open_tournaments
from daifu.data.tournaments.changes import (
    AnyChange,
    Created,
    SettingsChanged,
    StageChanged,
    StageOpened,
    StageRemoved,
    decode_fraction,
)
from daifu.data.tournaments.game_rules import lacks_points
from daifu.data.tournaments.settings import (
    MAX_DEALS,
    Best,
    ByPlace,
    ByTitle,
    Everybody,
    Listed,
    Settings,
    TieBreak,
)
from daifu.data.tournaments.state import State
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Options
from daifu.replay.rules import Profile
from daifu.replay.text import Text, expected
from daifu.schemas.record.model import HouseShape
from daifu.schemas.record.rules import check_options
from daifu.schemas.record.struct_reader import StructReader

_TIE_BREAKS: Final = Text(", ".join(TieBreak), "、".join(TieBreak))

SETTINGS: Final[list[click.Parameter]] = [
    Option(
        "--worth",
        Text(
            "The points for the places at a table, best first; once for each size of table. Without this and --title, "
            "the points of the game count.",
            "順位点（1位から順に）。卓の人数ごとに指定する。これも--titleもなければ、ゲームの得点で数える。",
        ),
        type=AMOUNTS,
        multiple=True,
    ),
    Option(
        "--title",
        Text("The points for a title; may be given several times.", "身分の点。何度でも指定できる。"),
        into="titles",
        type=NAMED_POINTS,
        multiple=True,
    ),
    *field_params("settings", Settings, "--tie=tie_breaks --drop=drop_worst"),
    Option(
        "--deals",
        Text(
            "The deals of a table in a round; 1 by default, 0 for any number.",
            "1回戦で1卓が行う回数。既定値は1。0なら何回でもよい。",
        ),
        type=WholeNumber(0, MAX_DEALS),
    ),
    *field_params("settings", Settings, "--penalty=penalties --bye --forfeit --confirm"),
]


def settings_from_options(values: dict[str, Any], before: Settings | None = None) -> Settings | None:
    """The settings from the options, which are removed from `values`; others as in `before`. None without options."""
    worth, titles = values.pop("worth"), dict(values.pop("titles"))
    if worth and titles:
        raise CommandError(Text("--worth and --title exclude each other", "--worthと--titleは同時に指定できません"))
    found: dict[str, Any] = {
        "scoring": ByPlace(worth) if worth else ByTitle(titles) if titles else None,
        "tie_breaks": _tie_breaks(values.pop("tie_breaks")),
        "penalties": dict(values.pop("penalties")) or None,
        **{name: values.pop(name) for name in ("drop_worst", "bye", "forfeit", "confirm")},
    }
    given = {name: value for name, value in found.items() if value is not None}
    deals = values.pop("deals")
    if deals is not None:
        given["deals"] = deals or None
    return structs.replace(before or Settings(), **given) if given else None


def _tie_breaks(words: tuple[str, ...] | None) -> tuple[TieBreak, ...] | None:
    if words is None:
        return None
    for word in words:
        if word not in list(TieBreak):
            text = expected(f"one of {_TIE_BREAKS.en}", f"{_TIE_BREAKS.ja}のどれか", word)
            raise CommandError(Text(f"--tie: {text.en}", f"--tie：{text.ja}"))
    return tuple(map(TieBreak, words))


_read_creation: Final = StructReader[Created](Created, decode_fraction).read


_NO_POINTS: Final = Text(
    "note: this game gives no points of its own, so that only results with points can be scored, and no records; "
    "--worth or --title of `daifu tournament settings` scores places or titles",
    "注意：このゲームには得点がないので、得点を記入した結果しか数えられず、棋譜の結果は反映できません。"
    "daifu tournament settings の--worthか--titleで、順位か身分に点を付けられます",
)


def create_tournament(reason: str | None, **call: Any) -> None:  # noqa: ANN401 - as the options say
    """Create a tournament and print its number."""
    target = target_options(call, "author")
    with open_tournaments(**target, create=True) as tournaments:
        change = _creation(target, **call)
        number = tournaments.create(change, reason=reason)
        name = printable(change.name)
        tell(Text(f"tournament {number}: {name}", f"大会{number}：{name}"))
        if lacks_points(State(change.name, change.rules, change.options, change.settings)):
            tell(_NO_POINTS, err=True)


def _creation(
    target: dict[str, Any],
    *,
    name: str | None,
    file: str | None,
    options: tuple[str, ...],
    **values: Any,  # noqa: ANN401
) -> Created:
    settings = settings_from_options(values)
    other = other_rules(values, db=target["db"], url=target["url"], token=target["token"])
    if file is not None:
        if name or other or options or settings:
            raise CommandError(
                Text(
                    "--file excludes the other options: the file has everything",
                    "--fileを使うときは、ほかの指定はできません",
                )
            )
        return read_document(file, _read_creation)
    if not (name and other and other.rules):
        raise CommandError(
            Text(
                "NAME and --rules or --house are missing, or --file", "NAMEと、--rulesか--house、または--fileが必要です"
            )
        )
    if other.house is not None and options:
        raise CommandError(Text("--house and --set exclude each other", "--houseと--setは同時に指定できません"))
    profile = PROFILES[other.rules]
    chosen = {**(other.options(profile) if other.options else {}), **dict(map(_game_option, options))}
    _check_game_options(profile, chosen)
    house = None if other.house is None else msgspec.convert(other.house, HouseShape)
    change = Created(name=name, rules=other.rules, options=chosen, house=house, settings=settings or Settings())
    return validate_change(change)


def _check_game_options(profile: Profile, chosen: Options) -> None:
    """Check the options of a game. Raises `CommandError` with everything that is wrong with them."""
    wrong = [finding.problem for finding in check_options(profile, chosen)]
    if wrong:
        en = "; ".join(f"{one.pointer.lstrip('/')}: {one.expected.en}" for one in wrong)
        ja = "。".join(f"{one.pointer.lstrip('/')}：{one.expected.ja}" for one in wrong)
        raise CommandError(
            Text(
                f"--set: {en.removeprefix(': ')}; `daifu rules {profile.name}` lists the options",
                f"--set：{ja.removeprefix('：')}。オプションの一覧は daifu rules {profile.name} で表示できます",
            )
        )


def _game_option(text: str) -> tuple[str, Any]:
    """An option of the game from `NAME=VALUE`; the value is JSON, or else a string."""
    name, equals, value = text.partition("=")
    if not equals:
        raise CommandError(
            Text(f"--set: expected NAME=VALUE, found {text}", f"--set：NAME=VALUEが必要ですが、{text}とあります")
        )
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _settings_changes(context: ChangeContext, name: str | None, stage: int | None, **values: Any) -> list[AnyChange]:  # noqa: ANN401
    state = context.state
    before = state.settings if stage is None or stage > len(state.stages) else state.settings_of(stage)
    settings = settings_from_options(values, before)
    if name is None and settings is None:
        return []
    return [SettingsChanged(stage=stage, name=name or UNSET, settings=settings or UNSET)]


def _stage_changes(
    context: ChangeContext,
    count: int | None,
    entrants: tuple[str, ...] | None,
    **values: Any,  # noqa: ANN401 - as the options say
) -> list[AnyChange]:
    if count is not None and entrants is not None:
        raise CommandError(Text("--best and --only exclude each other", "--bestと--onlyは同時に指定できません"))
    values["settings"] = settings_from_options(values, context.state.settings)
    if count is not None:
        values["field"] = Best(count)
    else:
        values["field"] = Everybody() if entrants is None else Listed(find_entrants(context.state, entrants))
    return struct_changes(StageOpened, context, **values)


CREATE: Final = Command(
    "create",
    Text(
        "Create a tournament: its name, its game, and how it is scored unless a stage says otherwise.",
        "大会を作る。大会名、ゲーム、採点方法（ステージごとに変えられる）を決める。",
    ),
    [
        Argument(
            "name",
            Text("The name, by which records refer to it.", "大会名。棋譜のeventにもこの名前を書く。"),
            type=Name(),
            required=False,
            metavar="NAME",
        ),
        Option(
            "--rules",
            Text(f"The game: {', '.join(PROFILES)}.", f"ゲーム：{'、'.join(PROFILES)}。"),
            type=OneOf(tuple(PROFILES)),
            metavar="RULES",
        ),
        OPTIONS,
        HOUSE,
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
                "A JSON file with all of this, or - for standard input.",
                "ここで決める内容をすべて書いたJSONファイル。-は標準入力。",
            ),
            metavar="FILE",
        ),
        *SETTINGS,
        REASON,
        AUTHOR,
        *TARGET,
    ],
    callback=create_tournament,
)
SETTINGS_COMMAND: Final = change_command(
    "settings",
    Text(
        "Rename the tournament or change its scoring; after the first result only the tie-breaks and --confirm.",
        "大会名や採点方法を変更する。最初の結果が入ったあとに変えられるのは、同点の決め方と--confirmだけ。",
    ),
    [*field_params("settings", SettingsChanged, "--name --stage"), *SETTINGS],
    _settings_changes,
)
STAGE_COMMAND: Final = change_command(
    "stage",
    Text(
        "Open a stage: who plays in it, and the points they carry over.",
        "ステージを始める。だれが出るか、得点をどれだけ持ち越すかを決める。",
    ),
    [
        *field_params("stage", StageOpened, "NAME"),
        *field_params("stage", Best, "--best=count"),
        *field_params("stage", Listed, "--only=entrants"),
        *field_params("stage", StageOpened, "--carry --after --rounds --sizes"),
        *SETTINGS,
    ],
    _stage_changes,
)
CHANGE_STAGE: Final = struct_command(
    "change-stage",
    Text(
        "Change the name of a stage, its number of rounds, or the sizes of the tables that are drawn next.",
        "ステージの名前、回戦の数、これから組む卓の人数を変更する。",
    ),
    StageChanged,
    "--name --rounds --sizes --stage",
)
REMOVE_STAGE: Final = struct_command(
    "remove-stage",
    Text(
        "Remove the last stage, as long as nothing has been played in it.",
        "最後のステージを取り除く。そこでまだ何も行われていないときに限る。",
    ),
    StageRemoved,
    "--stage",
)
