"""The fields of changes and draws as arguments and options: what they take follows from the structs."""

from collections.abc import Mapping
from typing import Any, Final

import click
import msgspec
from msgspec import inspect

from daifu.api.cli.program.commands import Argument, Option
from daifu.api.cli.program.params import Name, OneOf, WholeNumber
from daifu.api.cli.tournament.params import AMOUNT, ENTRANTS, NAMED_POINTS, PLACES, SCORES, SIZES, TITLES, WORDS
from daifu.data.tournaments.settings import TieBreak
from daifu.replay.text import Text

TEXTS: Final[Mapping[str, Text]] = {
    "ENTRANT": Text("The number or name of the entrant.", "参加者の番号か名前。"),
    "ROUND": Text("The round of the stage.", "ステージの何回戦か。"),
    "TABLE": Text("The table of the round.", "回戦の何卓か。"),
    "SEAT": Text("The seat, from 1.", "席（1から）。"),
    "POINTS": Text("How many points.", "点数。"),
    "AWARD": Text("The number of the award.", "裁定の番号。"),
    "RECORD": Text("The number of the record.", "棋譜の番号。"),
    "stage NAME": Text("The name.", "ステージの名前。"),
    "--stage": Text("The stage; the last one by default.", "どのステージか。既定値は最後のステージ。"),
    "settings --stage": Text("Change the settings of this stage.", "このステージだけの設定にする。"),
    "change-stage --name": Text("The name.", "ステージの名前。"),
    "settings --name": Text("The name.", "大会名。"),
    "rename --name": Text("The new name.", "新しい名前。"),
    "--player": Text(
        "An id of the entrant in records, if it is not the name; may be given several times.",
        "棋譜でのプレイヤーID。名前と同じなら不要。何度でも指定できる。",
    ),
    "--team": Text("The team.", "チーム。"),
    "withdraw --round": Text(
        "The first round that this is for; by default the first of the stage that has not begun.",
        "何回戦からか。既定値は、ステージのまだ始まっていない最初の回戦。",
    ),
    "penalty --round": Text("The round; the whole stage by default.", "どの回戦か。既定値はステージ全体。"),
    "substitute --entrant": Text(
        "The entrant who sits there, and for whom the results count.", "座る参加者。結果もその人のものになる。"
    ),
    "--guest": Text("The name of a guest who sits there.", "座る人（参加者以外）。"),
    "substitute --player": Text("The id of the guest in records.", "棋譜での代打ちのID。"),
    "--places": Text("The place of each seat, in their order or by name.", "各席の順位。席順か、名前=順位で書く。"),
    "--points": Text(
        "The points of each seat, in their order or by name; - where there are none.",
        "各席の得点。席順か、名前=得点で書く。ない席は - 。",
    ),
    "uphold --points": Text(
        "The points to take instead; --reason says why.", "設定の代わりに引く点数。--reasonが必要。"
    ),
    "--titles": Text(
        "The title of each seat, in their order or by name, if it does not follow from its place.",
        "各席の身分。席順か、名前=身分で書く。順位から決まるなら不要。",
    ),
    "--deal": Text(
        "The deal of the table; by default the whole table, or deal 1 if a table plays one deal.",
        "卓の何回目か。既定値は卓全体（1卓が1回だけ行うなら1回目）。",
    ),
    "uphold --deal": Text("The deal, if it is needed to identify the fault.", "反則のあった回（区別に必要なとき）。"),
    "--seat": Text("The seat, from 1.", "席（1から）。"),
    "--code": Text("The code of the fault.", "反則のコード。"),
    "--seed": Text(
        "The same seed gives the same draw; by default one is chosen and shown.",
        "同じシードなら同じ組み合わせになる。省略時は選んで表示する。",
    ),
    "lot --seed": Text(
        "The seed of the lot; by default one is chosen and shown.", "抽選のシード。省略時は選んで表示する。"
    ),
    "--work": Text("The length of the search, in exchanges to try.", "探索の長さ（試す交換の数）。"),
    "--apart": Text(
        "teams: members of a team meet only where it cannot be avoided, even if more others meet again.",
        "teamsなら、同じチームの人をなるべく同卓にしない。そのために再戦が増えることがある。",
    ),
    "--group": Text(
        "Entrants who should not meet, such as a family; may be given several times.",
        "なるべく同卓にしない参加者（家族など）。何度でも指定できる。",
    ),
    "--wanted": Text(
        "The preferred size of tables; the largest by default.", "なるべくこの人数の卓にする。既定値は最大の人数。"
    ),
    "draw --rounds": Text("The number of rounds to draw together; 1 by default.", "まとめて組む回戦の数。既定値は1。"),
    "draw --table": Text(
        "A table fixed by hand, in the order of its seats; once for each table.",
        "手で決めた卓（席順）。卓ごとに指定する。",
    ),
    "--byes": Text("Who sits out, with tables that are fixed by hand.", "手で組むときの不戦の参加者。"),
    "--best": Text("Only the best N of the previous stage.", "前のステージの上位N人だけが出る。"),
    "--only": Text("Only these entrants.", "指定した参加者だけが出る。"),
    "--carry": Text("The share of their points that they carry over: 0 to 1.", "持ち越す得点の割合（0〜1）。"),
    "--after": Text(
        "The stage to carry points over from; the previous one by default.",
        "どのステージから持ち越すか。既定値は直前のステージ。",
    ),
    "--rounds": Text("The number of rounds; open by default.", "何回戦まで行うか。既定値は未定。"),
    "--sizes": Text(
        "The sizes of its tables; by default any that the game allows.",
        "卓の人数。既定値はゲームで認められるすべて。",
    ),
    "--tie": Text(
        f"The criteria for places, in order, out of {', '.join(TieBreak)}.",
        f"順位の決め方（{'、'.join(TieBreak)}）の順番。",
    ),
    "--drop": Text("The number of worst rounds that do not count.", "成績の悪い回戦をいくつ数えないか。"),
    "--penalty": Text(
        "The points for an upheld fault, by code or severity; may be given several times.",
        "認めた反則の減点。反則のコードか重さごとに、何度でも指定できる。",
    ),
    "--bye": Text("The points for sitting out.", "不戦の得点。"),
    "--forfeit": Text("The points for a forfeited table.", "不戦敗の得点。"),
    "--confirm": Text(
        "Whether a result entered by phone waits until another player of the table confirms it.",
        "スマートフォンから入力された結果を、同じ卓の別の人が確認するまで待たせるか。",
    ),
}
"""What fields mean, by their spelling; after the name of a command where they mean something else there."""


def field_params(command: str, kind: type[msgspec.Struct], spellings: str) -> list[click.Parameter]:
    """The arguments and options of a command for fields of a struct.

    `ROUND` is the argument for the field `round`, `--deal` the option for `deal`, and `--tie=tie_breaks` that for
    `tie_breaks`.
    """
    types = {field.name: inspect.type_info(field.type) for field in msgspec.structs.fields(kind)}
    found: list[click.Parameter] = []
    for word in spellings.split():
        spelling, _, named = word.partition("=")
        field = named or spelling.lstrip("-").lower()
        text = TEXTS.get(f"{command} {spelling}") or TEXTS[spelling]
        takes = {"metavar": "ENTRANT"} if field == "entrant" else _takes(_without_none(types[field]))
        if spelling.startswith("--"):
            found.append(Option(spelling, text, into=field, **takes))
        else:
            found.append(Argument(field, text, **{**takes, "metavar": spelling}))
    return found


_SIMPLE: Final[Mapping[type[inspect.Type], Mapping[str, Any]]] = {
    inspect.StrType: {"type": Name()},
    inspect.BoolType: {"type": bool},
    inspect.CustomType: {"type": AMOUNT},
    inspect.DictType: {"type": NAMED_POINTS, "multiple": True},
}
"""What parameters are made with for values of these types. The only type of ours is that of fractions."""


def _takes(kind: inspect.Type) -> Mapping[str, Any]:
    """What a parameter for a value of this type is made with."""
    match kind:
        case inspect.IntType(ge=int(least), le=int(most)):
            return {"type": WholeNumber(least, most)}
        case inspect.LiteralType(values=words):
            return {"type": OneOf([*map(str, words)])}
        case inspect.VarTupleType(item_type=item):
            return _takes_list(item)
        case _:
            return _SIMPLE[type(kind)]


_BY_SEAT: Final = {inspect.IntType: PLACES, inspect.StrType: TITLES, inspect.CustomType: SCORES}
"""The types of lists that have a value, or none, for each seat."""


def _takes_list(item: inspect.Type) -> Mapping[str, Any]:
    """The same for a list: of what each seat has, of tables, of entrants, of sizes, of ids, or of words."""
    if isinstance(item, inspect.UnionType):
        return {"type": _BY_SEAT[type(_without_none(item))]}
    match _without_none(item):
        case inspect.VarTupleType():
            return {"type": ENTRANTS, "multiple": True}
        case inspect.IntType(ge=2):
            return {"type": SIZES}
        case inspect.IntType():
            return {"type": ENTRANTS}
        case inspect.StrType():
            return {"type": Name(), "multiple": True}
        case _:
            return {"type": WORDS}


def _without_none(kind: inspect.Type) -> inspect.Type:
    """The type without its metadata, and without null and what may be left out."""
    if isinstance(kind, inspect.Metadata):
        return _without_none(kind.type)
    if isinstance(kind, inspect.UnionType):
        [kind] = (one for one in kind.types if not isinstance(one, inspect.NoneType))
        return _without_none(kind)
    return kind
