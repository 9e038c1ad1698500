"""`daifu tournament enter`, `rename`, `withdraw`, `return`, `seats`, `substitute` and `forfeit`: who plays where."""

from collections.abc import Sequence
from typing import Any, Final

import click

from api.cli.commands import Argument, Option
from api.cli.errors import CommandError
from api.cli.output import printable
from api.cli.params import Name, WholeNumber
from api.cli.tournament import sentences
from api.cli.tournament.changes import BuildChanges, ChangeContext, change_command
from api.cli.tournament.commands import find_entrant, stage_or_last
from api.cli.tournament.params import ENTRANT, ORDINAL, ROUND, STAGE, TABLE, TABLE_SEATS, TableSeats
from api.cli.tournament.tables import entrant_name
from api.languages import Language, say
from data.tournaments.changes import (
    AnyChange,
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
from data.tournaments.settings import MAX_TABLE_SIZE
from data.tournaments.state import State
from replay.text import Text

_PLAYER: Final = Option(
    "--player",
    Text(
        "An id of the entrant in records, if it is not the name; may be given several times.",
        "棋譜でのプレイヤーID。名前と同じなら不要。何度でも指定できる。",
    ),
    into="players",
    type=Name(),
    multiple=True,
)
_TEAM: Final = Option("--team", Text("The team.", "チーム。"), type=Name())
_FROM_ROUND: Final = Option(
    "--round",
    Text(
        "The first round that this is for; by default the first of the stage that has not begun.",
        "何回戦からか。既定値は、ステージのまだ始まっていない最初の回戦。",
    ),
    into="number",
    type=ORDINAL,
)


def _enter_changes(
    _context: ChangeContext, names: Sequence[str], players: tuple[str, ...], team: str | None
) -> list[AnyChange]:
    return [Entered(name=name, players=players, team=team) for name in names]


def _show_entered(state: State, changes: Sequence[AnyChange], language: Language) -> None:
    for number, change in enumerate(changes, len(state.entrants) + 1):
        if isinstance(change, Entered):
            click.echo(say(sentences.entered(number, printable(change.name)), language))


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


def _participation_changes(kind: type[Withdrawn] | type[Returned]) -> BuildChanges:
    """A function that builds changes of this kind, by default from the first round that has not begun."""

    def build(context: ChangeContext, entrant: str, stage: int | None, number: int | None) -> list[AnyChange]:
        meant = stage_or_last(context.state, stage)
        due = number or _next_round(context.state, meant)
        return [kind(entrant=find_entrant(context.state, entrant), stage=meant, round=due)]

    return build


def _next_round(state: State, stage: int) -> int:
    """The first round of a stage that has not begun."""
    rounds = state.stages[stage - 1].rounds if stage <= len(state.stages) else ()
    return 1 + max((number for number, found in enumerate(rounds, 1) if found.has_begun or found.closed), default=0)


def _show_participation(state: State, changes: Sequence[AnyChange], language: Language) -> None:
    for change in changes:
        if isinstance(change, Withdrawn | Returned):
            sentence = sentences.withdrawn if isinstance(change, Withdrawn) else sentences.returned
            click.echo(say(sentence(entrant_name(state, change.entrant), change.stage, change.round), language))


ENTER: Final = change_command(
    "enter",
    Text("Enter people, each under the next number.", "参加者を登録する。番号は登録順。"),
    [
        Argument(
            "names",
            Text("Their names.", "参加者の名前。"),
            nargs=-1,
            required=True,
            type=Name(),
            metavar="NAME...",
        ),
        _PLAYER,
        _TEAM,
    ],
    _enter_changes,
    _show_entered,
)
RENAME: Final = change_command(
    "rename",
    Text(
        "Change the name, the ids or the team of an entrant; the rest stays.",
        "参加者の名前、ID、チームを変更する。指定しないものはそのまま。",
    ),
    [ENTRANT, Option("--name", Text("The new name.", "新しい名前。"), type=Name()), _PLAYER, _TEAM],
    _rename_changes,
)
WITHDRAW: Final = change_command(
    "withdraw",
    Text(
        "An entrant withdraws; results so far count. `redraw` seats the others again.",
        "参加者が棄権する。それまでの結果は残る。ほかの参加者の席は redraw で組み直す。",
    ),
    [ENTRANT, STAGE, _FROM_ROUND],
    _participation_changes(Withdrawn),
    _show_participation,
)
RETURN: Final = change_command(
    "return",
    Text("A withdrawn entrant returns.", "棄権した参加者が復帰する。"),
    [ENTRANT, STAGE, _FROM_ROUND],
    _participation_changes(Returned),
    _show_participation,
)


NOBODY: Final = 0
"""Stands for a guest who scores for nobody."""


def _seat_changes(
    context: ChangeContext, number: int, tables: tuple[TableSeats, ...], stage: int | None
) -> list[AnyChange]:
    sitters = tuple(Sitters(table, _sitters(context, seats)) for table, seats in tables)
    return [SeatsMoved(stage=stage_or_last(context.state, stage), round=number, tables=sitters)]


def _sitters(context: ChangeContext, seats: Sequence[str]) -> tuple[int, ...]:
    return tuple(NOBODY if seat == str(NOBODY) else find_entrant(context.state, seat) for seat in seats)


def _substitute_changes(
    context: ChangeContext,
    number: int,
    table: int,
    seat: int,
    stage: int | None,
    **values: Any,  # noqa: ANN401 - any values of options
) -> list[AnyChange]:
    by = _substitute(context, **values)
    return [Substituted(stage=stage_or_last(context.state, stage), round=number, table=table, seat=seat, by=by)]


def _substitute(
    context: ChangeContext, entrant: str | None, guest: str | None, player: str | None, *, scores: bool
) -> Substitute | Guest:
    if (entrant is None) == (guest is None):
        raise CommandError(Text("expected either --entrant or --guest", "--entrantか--guestのどちらか一方が必要です"))
    if guest is not None:
        return Guest(name=guest, player=player, scores=scores)
    if player is not None or scores:
        raise CommandError(Text("--player and --scores are for a guest", "--playerと--scoresは代打ちに使います"))
    return Substitute(find_entrant(context.state, str(entrant)))


def _forfeit_changes(
    context: ChangeContext, number: int, table: int, entrant: str, stage: int | None, *, cancel: bool
) -> list[AnyChange]:
    kind = ForfeitCancelled if cancel else Forfeited
    meant = find_entrant(context.state, entrant)
    return [kind(stage=stage_or_last(context.state, stage), round=number, table=table, entrant=meant)]


SEATS: Final = change_command(
    "seats",
    Text(
        "Correct seats afterwards: name who really sat where, and the results move to them.",
        "席の間違いにあとで気づいたときに、実際に座った人を指定する。結果はまとめてその人に移る。",
    ),
    [
        ROUND,
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
        STAGE,
    ],
    _seat_changes,
)
SUBSTITUTE: Final = change_command(
    "substitute",
    Text("Put another person on a seat for the whole round.", "回戦の間、別の人がその席に座る。"),
    [
        ROUND,
        TABLE,
        Argument(
            "seat", Text("The seat, from 1.", "席（1から）。"), type=WholeNumber(1, MAX_TABLE_SIZE), metavar="SEAT"
        ),
        Option(
            "--entrant",
            Text(
                "The entrant who sits there, and for whom the results count.", "座る参加者。結果もその人のものになる。"
            ),
            metavar="ENTRANT",
        ),
        Option("--guest", Text("The name of a guest who sits there.", "座る人（参加者以外）。"), type=Name()),
        Option("--player", Text("The id of the guest in records.", "棋譜での代打ちのID。"), type=Name()),
        Option(
            "--scores",
            Text(
                "The results of the guest count for the entrant drawn there.",
                "代打ちの結果を元の参加者のものとする。",
            ),
            is_flag=True,
        ),
        STAGE,
    ],
    _substitute_changes,
)
FORFEIT: Final = change_command(
    "forfeit",
    Text("An entrant forfeits a table.", "参加者がその卓を不戦敗とする。"),
    [
        ROUND,
        TABLE,
        ENTRANT,
        Option("--cancel", Text("Cancel the forfeit.", "不戦敗を取り消す。"), is_flag=True),
        STAGE,
    ],
    _forfeit_changes,
)
