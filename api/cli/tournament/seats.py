"""`daifu tournament seats`, `substitute` and `forfeit`: who sits on a seat, and for whom it counts."""

from typing import Any, Final

from api.cli.commands import Argument, Option
from api.cli.errors import CommandError
from api.cli.params import Name, WholeNumber
from api.cli.tournament.change_command import ChangeContext, change_command
from api.cli.tournament.lookup import find_entrant, stage_or_last
from api.cli.tournament.params import ENTRANT, ROUND, STAGE, TABLE, TABLE_SEATS, TableSeats
from data.tournaments.changes import (
    AnyChange,
    ForfeitCancelled,
    Forfeited,
    Guest,
    SeatsMoved,
    Sitters,
    Substitute,
    Substituted,
)
from data.tournaments.settings import MAX_TABLE_SIZE
from replay.text import Text


def _seat_changes(
    context: ChangeContext, number: int, tables: tuple[TableSeats, ...], stage: int | None
) -> list[AnyChange]:
    sitters = tuple(Sitters(*sitting) for sitting in tables)
    return [SeatsMoved(stage=stage_or_last(context.state, stage), round=number, tables=sitters)]


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
