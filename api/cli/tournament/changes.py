"""Commands that change a tournament, made of the structs of the changes, and previews of what changes would do."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar, cast

import click
import msgspec
from msgspec import inspect

from daifu.api.cli.program.client import AUTHOR, REASON, TARGET, target_options
from daifu.api.cli.program.commands import Argument, Command, Name, OneOf, Option, WholeNumber
from daifu.api.cli.program.output import CommandError, language_of, tell
from daifu.api.cli.tournament.commands import (
    AMOUNT,
    ENTRANTS,
    NAMED_POINTS,
    PLACES,
    PREVIEW,
    SCORES,
    SIZES,
    TITLES,
    TOURNAMENT,
    WORDS,
    find_entrant,
    find_tournament,
    open_tournaments,
    show_table,
    stage_or_last,
)
from daifu.api.client.tournaments import Tournaments, TournamentVersion
from daifu.api.languages import Language, comma_separated, say
from daifu.api.views.tournaments.standings import COLUMN_HEADINGS, cell_text, cell_value
from daifu.data.tournaments.changes import AnyChange
from daifu.data.tournaments.consequences import find_consequences, find_doubts
from daifu.data.tournaments.log import apply_all, encode_change, read_change
from daifu.data.tournaments.settings import TieBreak
from daifu.data.tournaments.state import State
from daifu.replay.text import Text
from daifu.schemas.record.struct_reader import StructRefused
from daifu.schemas.standings import Consequence, Line

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


class ChangeContext(NamedTuple):
    """What a command builds its changes from: the state of the tournament, and the reason given."""

    state: State
    reason: str | None


Made = TypeVar("Made", bound=AnyChange)
BuildChanges = Callable[..., Sequence[AnyChange]]
"""Returns the changes for a `ChangeContext` and the values of the command's own options and arguments."""
ShowChanges = Callable[[State, Sequence[AnyChange]], None]


def show_nothing(_state: State, _changes: Sequence[AnyChange]) -> None:
    """Print nothing about the changes."""


def change_command(
    name: str, text: Text, params: list[click.Parameter], build: BuildChanges, show: ShowChanges = show_nothing
) -> Command:
    """A command that makes the changes that `build` returns; `show` prints them, also in a preview."""

    def run(tournament: str, reason: str | None, *, preview: bool, **call: Any) -> None:  # noqa: ANN401
        language = language_of()
        with open_tournaments(**target_options(call, "author")) as tournaments:
            number = find_tournament(tournaments, tournament)
            current = tournaments.present(number)
            # As they are read from the log: what its bounds refuse is refused here, before anything is sent.
            changes = [validate_change(change) for change in build(ChangeContext(current.state, reason), **call)]
            if preview:
                found = find_consequences(current.state, *changes)
                show(current.state, changes)
                # Print the lines of the standings that would change, or that none would.
                rows = [row for one in found for row in _consequence_row(one, language)]
                if rows:
                    heads = (
                        Text("stage", "ステージ"),
                        Text("round", "回戦"),
                        Text("entrant", "参加者"),
                        Text("place", "順位"),
                        Text("points", "合計"),
                        Text("also", "ほか"),
                    )
                    show_table(heads, rows)
                else:
                    tell(Text("nobody's place or points would change", "だれの順位も得点も変わりません"))
            else:
                made = _append_changes(tournaments, number, current, changes, reason)
                show(current.state, changes)
                tell(made)
            for _result, fault in find_doubts(current.state, changes):
                doubt = Text(
                    f"note: {fault.message.en} ({fault.rule}); what was entered is kept",
                    f"注意：{fault.message.ja}（{fault.rule}）。記入した値はそのまま残ります",
                )
                tell(doubt, err=True)

    arguments = [param for param in params if isinstance(param, click.Argument)]
    options = [param for param in params if isinstance(param, click.Option)]
    return Command(name, text, [TOURNAMENT, *arguments, *options, REASON, PREVIEW, AUTHOR, *TARGET], callback=run)


def struct_command(
    name: str, text: Text, kind: type[AnyChange], spellings: str = "", show: ShowChanges = show_nothing
) -> Command:
    """A command that makes one change of this kind, of its own fields as `field_params` takes them."""
    return change_command(name, text, field_params(name, kind, spellings), partial(struct_changes, kind), show)


def struct_changes(kind: type[AnyChange], context: ChangeContext, **values: Any) -> list[AnyChange]:  # noqa: ANN401
    """The change with these values: the entrant is found by number or name, and the last stage is meant by default."""
    given = {name: value for name, value in values.items() if value is not None}
    if "stage" in values:
        given["stage"] = stage_or_last(context.state, values["stage"])
    if "entrant" in given:
        given["entrant"] = find_entrant(context.state, given["entrant"])
    return [kind(**given)]


def validate_change(change: Made) -> Made:
    """The change as a log holds it. Raises `CommandError` where its values are out of bounds."""
    try:
        return cast("Made", read_change(encode_change(change)))
    except StructRefused as refused:
        problems = refused.problems
        en = "; ".join(f"{problem.pointer}: {problem.expected.en}" for problem in problems)
        ja = "。".join(f"{problem.pointer}：{problem.expected.ja}" for problem in problems)
        raise CommandError(Text(en, ja)) from refused


def _append_changes(
    tournaments: Tournaments, number: int, current: TournamentVersion, changes: Sequence[AnyChange], reason: str | None
) -> Text:
    """Make the changes; the sentence that says so."""
    if not changes:
        return Text("nothing to do: the tournament stays as it is", "変更するものはありません")
    if len(changes) > 1:
        apply_all(current.state, changes)  # an error names the change that it is about
    last = tournaments.change(number, changes, expected=current.version, reason=reason)
    if len(changes) == 1:
        return Text(f"entry {last} of the log", f"更新{last}として記録しました")
    first = last - len(changes) + 1
    return Text(f"entries {first} to {last} of the log", f"記録簿の第{first}〜{last}項に記録しました")


_ARROW: Final = " → "
_OTHER_FIELDS: Final = ("name", "team", "carried", "referee", "deals", "firsts", "best_round", "faults", "dropped")
"""The other columns of a preview; those left out depend only on other entrants."""


def _consequence_row(found: Consequence, language: Language) -> Iterator[list[object]]:
    """The row of a line, if anything in it would change."""
    before, after = found.before, found.after
    changed = [
        field for field in _OTHER_FIELDS if before and after and cell_value(before, field) != cell_value(after, field)
    ]
    always = [_before_and_after(before, after, field, language) for field in ("place", "points")]
    if changed or any(_ARROW in step for step in always):
        others = [
            f"{say(COLUMN_HEADINGS[field], language)} {_before_and_after(before, after, field, language)}"
            for field in changed
        ]
        line = after or before
        name = f"{found.entrant} {line.name if line else ''}"
        yield [found.stage, found.round, name, *always, comma_separated(others, language)]


def _before_and_after(before: Line | None, after: Line | None, field: str, language: Language) -> str:
    """The text of a column, as `before → after` where it changes."""
    found = [((cell_text(line, field, language) or "-") if line else "-") for line in (before, after)]
    return _ARROW.join(dict.fromkeys(found))
