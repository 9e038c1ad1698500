"""`daifu tournament result`, `remove`, `records`, `land` and `ignore`: results from sheets and from records."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from daifu.api.cli.program.client import AUTHOR, REASON, TARGET, target_options
from daifu.api.cli.program.commands import Command, Option
from daifu.api.cli.program.output import FAILED, CommandError, tell
from daifu.api.cli.tournament.changes import ChangeContext, change_command, field_params, struct_changes, struct_command
from daifu.api.cli.tournament.commands import (
    TOURNAMENT,
    SeatValues,
    find_entrant,
    find_tournament,
    open_tournaments,
    stage_or_last,
)
from daifu.data.tournaments.changes import AnyChange, RecordIgnored, Result, ResultRemoved
from daifu.data.tournaments.state import Seat, State, TableId, find_round, find_table
from daifu.replay.text import Text


def _result_changes(context: ChangeContext, stage: int | None, table: int, **values: Any) -> list[AnyChange]:  # noqa: ANN401
    at = TableId(stage_or_last(context.state, stage), values["round"], table)
    by_seat = {name: _values_by_seat(context.state, at, values.pop(name)) for name in ("places", "points", "titles")}
    return struct_changes(Result, context, stage=at.stage, table=table, **values, **by_seat)


def _values_by_seat(state: State, at: TableId, values: SeatValues[Any] | None) -> tuple[Any, ...] | None:
    """The values in the order of the seats of a table. Raises `CommandError` for people who do not sit there."""
    if not isinstance(values, Mapping):
        return values
    seats = find_table(find_round(state, at), at.table).seats
    by_seat: list[Any] = [None] * len(seats)
    for name, value in values.items():
        by_seat[_find_seat(state, seats, name, at.table)] = value
    return tuple(by_seat)


def _find_seat(state: State, seats: Sequence[Seat], name: str, table: int) -> int:
    """The index of the seat of a guest with this name, or of an entrant with this number, name or id."""
    for index, seat in enumerate(seats):
        if seat.guest is not None and seat.guest.name == name:
            return index
    entrant = find_entrant(state, name)
    for index, seat in enumerate(seats):
        if entrant in (seat.entrant, seat.drawn):
            return index
    raise CommandError(Text(f"{name} does not sit at table {table}", f"「{name}」は{table}卓にいません"))


RESULT: Final = change_command(
    "result",
    Text(
        "Enter the result sheet of a table, or correct it: places, points or both, by seat or by name.",
        "卓の結果を記入する（訂正も同じ）。順位か得点、または両方を、席順か名前で書く。",
    ),
    field_params("result", Result, "ROUND TABLE --places --points --titles --deal --stage"),
    _result_changes,
)
REMOVE: Final = struct_command(
    "remove", Text("Remove a result.", "結果を取り消す。"), ResultRemoved, "ROUND TABLE --deal --stage"
)


def list_records(tournament: str, **call: Any) -> None:  # noqa: ANN401 - as the options say
    """Print the records that could not become results and why, and those that could."""
    with open_tournaments(**target_options(call)) as tournaments:
        problems, unlanded = tournaments.pending_imports(find_tournament(tournaments, tournament))
    for found in problems:
        tell(_problem_text(*found))
    for record in unlanded:
        tell(
            Text(
                f"record {record} is not in the results; it can be taken in now",
                f"棋譜{record}はまだ反映されていませんが、今なら反映できます",
            )
        )
    if not (problems or unlanded):
        tell(
            Text(
                "all records that name the tournament are in its results",
                "この大会の棋譜は、すべて結果に反映されています",
            )
        )


def _problem_text(record: int, revision: int, text: Text) -> Text:
    """A record that could not become a result, and why."""
    return Text(f"record {record}, revision {revision}: {text.en}", f"棋譜{record}の第{revision}版：{text.ja}")


def land_record(
    tournament: str,
    record: int,
    reason: str | None,
    *,
    replace: bool,
    **call: Any,  # noqa: ANN401 - as the options say
) -> int:
    """Take a record as the result of its table; exit with 2 where that is not possible."""
    with open_tournaments(**target_options(call, "author")) as tournaments:
        number = find_tournament(tournaments, tournament)
        if replace:
            tournaments.replace_result(number, record, reason=reason)
            hindered = None
        else:
            hindered = tournaments.import_record(number, record, reason=reason)
    imported = Text(f"record {record} is in the results", f"棋譜{record}の結果を反映しました")
    tell(_problem_text(*hindered) if hindered else imported, err=bool(hindered))
    return FAILED if hindered else 0


def ignore_record(
    tournament: str,
    record: int,
    reason: str | None,
    **call: Any,  # noqa: ANN401 - as the options say
) -> None:
    """Take a record out of the list of those that could not become results."""
    with open_tournaments(**target_options(call, "author")) as tournaments:
        tournaments.ignore_record(find_tournament(tournaments, tournament), record, reason=reason)
    tell(Text(f"record {record}: removed from the list", f"棋譜{record}：一覧から外しました"))


RECORDS: Final = Command(
    "records",
    Text(
        "List the records that name the tournament but are not in its results.",
        "この大会の棋譜のうち、結果に反映されていないものを一覧表示する。",
    ),
    [TOURNAMENT, *TARGET],
    callback=list_records,
)
LAND: Final = Command(
    "land",
    Text("Take a record into the results as if it had just been sent.", "棋譜を、今届いたものとして結果に反映する。"),
    [
        TOURNAMENT,
        *field_params("land", RecordIgnored, "RECORD"),
        Option(
            "--replace",
            Text(
                "Replace a result sheet or another record that differs.",
                "結果用紙やほかの棋譜と食い違っても置き換える。",
            ),
            is_flag=True,
        ),
        REASON,
        AUTHOR,
        *TARGET,
    ],
    callback=land_record,
)
IGNORE: Final = Command(
    "ignore",
    Text("Remove a record from the list of those that are not in the results.", "反映できなかった棋譜を一覧から外す。"),
    [TOURNAMENT, *field_params("ignore", RecordIgnored, "RECORD"), REASON, AUTHOR, *TARGET],
    callback=ignore_record,
)
