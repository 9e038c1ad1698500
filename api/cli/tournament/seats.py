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
    asked: ChangeContext, number: int, tables: tuple[TableSeats, ...], stage: int | None
) -> list[AnyChange]:
    sitters = tuple(Sitters(*sitting) for sitting in tables)
    return [SeatsMoved(stage=stage_or_last(asked.state, stage), round=number, tables=sitters)]


def _substitute_changes(
    asked: ChangeContext,
    number: int,
    table: int,
    seat: int,
    stage: int | None,
    **told: Any,  # noqa: ANN401 - what click has read
) -> list[AnyChange]:
    by = _substitute(asked, **told)
    return [Substituted(stage=stage_or_last(asked.state, stage), round=number, table=table, seat=seat, by=by)]


def _substitute(
    asked: ChangeContext, entrant: str | None, guest: str | None, player: str | None, *, scores: bool
) -> Substitute | Guest:
    if (entrant is None) == (guest is None):
        raise CommandError(Text("expected either --entrant or --guest", "--entrantか--guestのどちらか一方が必要です"))
    if guest is not None:
        return Guest(name=guest, player=player, scores=scores)
    if player is not None or scores:
        raise CommandError(Text("--player and --scores are for a guest", "--playerと--scoresは代打ちに使います"))
    return Substitute(find_entrant(asked.state, str(entrant)))


def _forfeit_changes(
    asked: ChangeContext, number: int, table: int, entrant: str, stage: int | None, *, cancel: bool
) -> list[AnyChange]:
    kind = ForfeitCancelled if cancel else Forfeited
    meant = find_entrant(asked.state, entrant)
    return [kind(stage=stage_or_last(asked.state, stage), round=number, table=table, entrant=meant)]


SEATS: Final = change_command(
    "seats",
    Text(
        "Wrong seats were noticed later: say who really sat where, and the results go over to them in one step.",
        "席の間違いにあとで気づいたときに、実際に座った人を指定する。結果はまとめてその人に移る。",
    ),
    [
        ROUND,
        Option(
            "--table",
            Text(
                "A table and who sat there, in the order of its results; 0 for a guest. Once for each table.",
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
    Text("Somebody else takes a seat for the whole round.", "回戦の間、別の人がその席に座る。"),
    [
        ROUND,
        TABLE,
        Argument(
            "seat", Text("The seat, from 1.", "席（1から）。"), type=WholeNumber(1, MAX_TABLE_SIZE), metavar="SEAT"
        ),
        Option(
            "--entrant",
            Text("The entrant who sits there; it counts for him.", "座る参加者。結果もその人のものになる。"),
            metavar="ENTRANT",
        ),
        Option("--guest", Text("The guest who sits there, and is no entrant.", "座る人（参加者以外）。"), type=Name()),
        Option("--player", Text("The id by which records know the guest.", "棋譜での代打ちのID。"), type=Name()),
        Option(
            "--scores",
            Text(
                "What the guest plays counts for the entrant who was drawn there.",
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
    Text("An entrant does not play out a table.", "参加者がその卓を不戦敗とする。"),
    [
        ROUND,
        TABLE,
        ENTRANT,
        Option("--cancel", Text("He had not forfeited after all.", "不戦敗を取り消す。"), is_flag=True),
        STAGE,
    ],
    _forfeit_changes,
)
