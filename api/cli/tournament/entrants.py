"""`daifu tournament enter`, `check-in`, `rename`, `withdraw`, `return`, `seats`, `substitute` and `forfeit`."""

from collections.abc import Sequence
from typing import Any, Final

from daifu.api.cli.program.commands import Argument, Command, Name, Option
from daifu.api.cli.program.output import CommandError, printable, tell
from daifu.api.cli.tournament.changes import ChangeContext, change_command, field_params, struct_changes
from daifu.api.cli.tournament.commands import TABLE_SEATS, TableSeats, entrant_name, find_entrant, stage_or_last
from daifu.data.tournaments.changes import (
    AnyChange,
    CheckedIn,
    Entered,
    ForfeitCancelled,
    Forfeited,
    Guest,
    Renamed,
    Returned,
    SeatsMoved,
    Sitters,
    Substitute,
    Substituted,
    Withdrawn,
)
from daifu.data.tournaments.state import State
from daifu.replay.text import Text


def _enter_changes(
    _context: ChangeContext, names: Sequence[str], players: tuple[str, ...], team: str | None, *, waiting: bool
) -> list[AnyChange]:
    return [Entered(name=name, players=players, team=team, waiting=waiting) for name in names]


def _check_in_changes(context: ChangeContext, names: Sequence[str], *, away: bool) -> list[AnyChange]:
    return [CheckedIn(entrants=tuple(find_entrant(context.state, name) for name in names), here=not away)]


def _show_entered(state: State, changes: Sequence[AnyChange]) -> None:
    for number, change in enumerate(changes, len(state.entrants) + 1):
        if isinstance(change, Entered):
            name = printable(change.name)
            tell(Text(f"entrant {number}: {name}", f"参加者{number}：{name}"))


def _rename_changes(context: ChangeContext, entrant: str, **values: Any) -> list[AnyChange]:  # noqa: ANN401 - as the options say
    number = find_entrant(context.state, entrant)
    known = context.state.entrants[number - 1 : number]
    before = known[0] if known else None
    return [
        Renamed(
            entrant=number,
            name=values["name"] or (before.name if before else entrant),
            players=values["players"] or (before.players if before else ()),
            team=values["team"] or (before.team if before else None),
        )
    ]


def _participation_command(name: str, text: Text, kind: type[Withdrawn] | type[Returned]) -> Command:
    """A command that makes a change of this kind, by default from the first round that has not begun."""

    def build(context: ChangeContext, **values: Any) -> list[AnyChange]:  # noqa: ANN401 - as the options say
        stages, stage = context.state.stages, stage_or_last(context.state, values["stage"])
        rounds = stages[stage - 1].rounds if stage <= len(stages) else ()
        last = max((number for number, one in enumerate(rounds, 1) if one.has_begun or one.closed), default=0)
        return struct_changes(kind, context, **{**values, "round": values["round"] or last + 1})

    params = field_params("withdraw", kind, "ENTRANT --stage --round")
    return change_command(name, text, params, build, _show_participation)


def _show_participation(state: State, changes: Sequence[AnyChange]) -> None:
    for change in changes:
        if isinstance(change, Withdrawn | Returned):
            name = entrant_name(state, change.entrant)
            leaves = isinstance(change, Withdrawn)
            verb = Text("withdraws as of", "棄権します") if leaves else Text("returns in", "復帰します")
            tell(
                Text(
                    f"{name} {verb.en} round {change.round} of stage {change.stage}",
                    f"{name}は第{change.stage}ステージの{change.round}回戦から{verb.ja}",
                )
            )


ENTER: Final = change_command(
    "enter",
    Text("Enter people, each under the next number.", "参加者を登録する。番号は登録順。"),
    [
        Argument(
            "names", Text("Their names.", "参加者の名前。"), nargs=-1, required=True, type=Name(), metavar="NAME..."
        ),
        *field_params("enter", Entered, "--player=players --team"),
        Option("--waiting", Text("They wait for a free place.", "空きを待つ人として登録する。"), is_flag=True),
    ],
    _enter_changes,
    _show_entered,
)
CHECK_IN: Final = change_command(
    "check-in",
    Text("Note that people are here.", "参加者が来ていることを記録する（受付）。"),
    [
        Argument(
            "names",
            Text("Their numbers or names.", "参加者の番号か名前。"),
            nargs=-1,
            required=True,
            type=Name(),
            metavar="ENTRANT...",
        ),
        Option("--away", Text("They are not here yet.", "まだ来ていないことにする。"), is_flag=True),
    ],
    _check_in_changes,
)
RENAME: Final = change_command(
    "rename",
    Text(
        "Change the name, the ids or the team of an entrant; the rest stays.",
        "参加者の名前、ID、チームを変更する。指定しないものはそのまま。",
    ),
    field_params("rename", Renamed, "ENTRANT --name --player=players --team"),
    _rename_changes,
)
WITHDRAW: Final = _participation_command(
    "withdraw",
    Text(
        "An entrant withdraws; results so far count. `redraw` seats the others again.",
        "参加者が棄権する。それまでの結果は残る。ほかの参加者の席は redraw で組み直す。",
    ),
    Withdrawn,
)
RETURN: Final = _participation_command(
    "return",
    Text("A withdrawn entrant returns, or one who waited gets a place.", "棄権した人や空きを待っていた人が出場する。"),
    Returned,
)


def _seat_changes(context: ChangeContext, tables: tuple[TableSeats, ...], **at: Any) -> list[AnyChange]:  # noqa: ANN401
    def sitter(seat: str) -> int:
        return 0 if seat == "0" else find_entrant(context.state, seat)  # 0 is a guest who scores for nobody

    sitters = tuple(Sitters(table, tuple(map(sitter, seats))) for table, seats in tables)
    return struct_changes(SeatsMoved, context, tables=sitters, **at)


def _substitute_changes(
    context: ChangeContext,
    entrant: str | None,
    name: str | None,
    player: str | None,
    *,
    scores: bool,
    **at: Any,  # noqa: ANN401 - as the options say
) -> list[AnyChange]:
    if (entrant is None) == (name is None):
        raise CommandError(Text("expected either --entrant or --guest", "--entrantか--guestのどちらか一方が必要です"))
    by: Substitute | Guest
    if name is not None:
        by = Guest(name=name, player=player, scores=scores)
    elif player is not None or scores:
        raise CommandError(Text("--player and --scores are for a guest", "--playerと--scoresは代打ちに使います"))
    else:
        by = Substitute(find_entrant(context.state, str(entrant)))
    return struct_changes(Substituted, context, by=by, **at)


def _forfeit_changes(context: ChangeContext, *, cancel: bool, **values: Any) -> list[AnyChange]:  # noqa: ANN401
    return struct_changes(ForfeitCancelled if cancel else Forfeited, context, **values)


SEATS: Final = change_command(
    "seats",
    Text(
        "Correct seats afterwards: name who really sat where, and the results move to them.",
        "席の間違いにあとで気づいたときに、実際に座った人を指定する。結果はまとめてその人に移る。",
    ),
    [
        *field_params("seats", SeatsMoved, "ROUND"),
        Option(
            "--table",
            Text(
                "A table and who sat there, in the order of its results; 0 for a guest. Once per table.",
                "卓と、結果の席順で実際に座った人（代打ちは0）。卓ごとに指定する。",
            ),
            into="tables",
            type=TABLE_SEATS,
            multiple=True,
            required=True,
        ),
        *field_params("seats", SeatsMoved, "--stage"),
    ],
    _seat_changes,
)
SUBSTITUTE: Final = change_command(
    "substitute",
    Text("Put another person on a seat for the whole round.", "回戦の間、別の人がその席に座る。"),
    [
        *field_params("substitute", Substituted, "ROUND TABLE SEAT"),
        *field_params("substitute", Substitute, "--entrant"),
        *field_params("substitute", Guest, "--guest=name --player"),
        Option(
            "--scores",
            Text(
                "The results of the guest count for the entrant drawn there.", "代打ちの結果を元の参加者のものとする。"
            ),
            is_flag=True,
        ),
        *field_params("substitute", Substituted, "--stage"),
    ],
    _substitute_changes,
)
FORFEIT: Final = change_command(
    "forfeit",
    Text("An entrant forfeits a table.", "参加者がその卓を不戦敗とする。"),
    [
        *field_params("forfeit", Forfeited, "ROUND TABLE ENTRANT"),
        Option("--cancel", Text("Cancel the forfeit.", "不戦敗を取り消す。"), is_flag=True),
        *field_params("forfeit", Forfeited, "--stage"),
    ],
    _forfeit_changes,
)
