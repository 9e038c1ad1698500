"""`daifu tournament result`, `remove`, `records`, `land` and `ignore`: results from sheets and from records."""

from typing import Any, Final

import click

from api.cli.client import AUTHOR, REASON, TARGET, target_options
from api.cli.commands import Argument, Command, Option
from api.cli.errors import FAILED
from api.cli.output import language_of
from api.cli.params import WholeNumber
from api.cli.tournament import wording
from api.cli.tournament.commands import ChangeContext, change_command, find_tournament, open_tournaments, stage_or_last
from api.cli.tournament.params import ORDINAL, PLACES, ROUND, SCORES, STAGE, TABLE, TITLES, TOURNAMENT
from api.languages import say
from data.tournaments.changes import AnyChange, Result, ResultRemoved
from replay.text import Text
from schemas.record.limits import LARGEST_INTEGER

_DEAL: Final = Option(
    "--deal",
    Text(
        "The deal of the table; by default the whole table, or deal 1 if a table plays one deal.",
        "卓の何回目か。既定値は卓全体（1卓が1回だけ行うなら1回目）。",
    ),
    type=ORDINAL,
)


def _result_changes(
    context: ChangeContext,
    number: int,
    table: int,
    stage: int | None,
    **values: Any,  # noqa: ANN401 - any values of options
) -> list[AnyChange]:
    return [Result(stage=stage_or_last(context.state, stage), round=number, table=table, **values)]


def _remove_changes(
    context: ChangeContext, number: int, table: int, stage: int | None, deal: int | None
) -> list[AnyChange]:
    return [ResultRemoved(stage=stage_or_last(context.state, stage), round=number, table=table, deal=deal)]


RESULT: Final = change_command(
    "result",
    Text(
        "Enter the result sheet of a table, or correct it: places, points or both, in the order of the seats.",
        "卓の結果を記入する（訂正も同じ）。順位か得点、または両方を席順に書く。",
    ),
    [
        ROUND,
        TABLE,
        Option("--places", Text("The place of each seat.", "席順の順位。"), type=PLACES),
        Option(
            "--points",
            Text("The points of each seat; - where there are none.", "席順の得点。ない席は - 。"),
            type=SCORES,
        ),
        Option(
            "--titles",
            Text(
                "The title of each seat, if it does not follow from its place.",
                "席順の身分。順位から決まるなら不要。",
            ),
            type=TITLES,
        ),
        _DEAL,
        STAGE,
    ],
    _result_changes,
)
REMOVE: Final = change_command(
    "remove", Text("Remove a result.", "結果を取り消す。"), [ROUND, TABLE, _DEAL, STAGE], _remove_changes
)

_RECORD: Final = Argument(
    "record", Text("The number of the record.", "棋譜の番号。"), type=WholeNumber(1, LARGEST_INTEGER), metavar="RECORD"
)


@click.pass_context
def list_records(context: click.Context, /, tournament: str, **call: Any) -> None:  # noqa: ANN401 - as the options say
    """Print the records that could not become results and why, and those that could."""
    language = language_of(context)
    with open_tournaments(context, **target_options(call)) as tournaments:
        problems, unlanded = tournaments.pending_imports(find_tournament(tournaments, tournament))
    for found in problems:
        click.echo(say(wording.import_problem(*found), language))
    for record in unlanded:
        click.echo(say(wording.importable_record(record), language))
    if not (problems or unlanded):
        click.echo(say(wording.NO_RECORD, language))


@click.pass_context
def land_record(
    context: click.Context,
    /,
    tournament: str,
    record: int,
    reason: str | None,
    *,
    replace: bool,
    **call: Any,  # noqa: ANN401 - as the options say
) -> None:
    """Take a record as the result of its table; exit with 2 where that is not possible."""
    language = language_of(context)
    with open_tournaments(context, **target_options(call, "author")) as tournaments:
        number = find_tournament(tournaments, tournament)
        if replace:
            tournaments.replace_result(number, record, reason=reason)
            hindered = None
        else:
            hindered = tournaments.import_record(number, record, reason=reason)
    click.echo(
        say(wording.import_problem(*hindered) if hindered else wording.record_landed(record), language),
        err=bool(hindered),
    )
    context.exit(FAILED if hindered else 0)


@click.pass_context
def ignore_record(context: click.Context, /, tournament: str, record: int, **call: Any) -> None:  # noqa: ANN401
    """Take a record out of the list of those that could not become results."""
    with open_tournaments(context, **target_options(call)) as tournaments:
        tournaments.ignore_record(find_tournament(tournaments, tournament), record)
    click.echo(say(wording.record_ignored(record), language_of(context)))


RECORDS: Final = Command(
    "records",
    Text(
        "List the records that name the tournament but are not in its results.",
        "大会を指しながら結果に反映されていない棋譜を一覧表示する。",
    ),
    [TOURNAMENT, *TARGET],
    callback=list_records,
)
LAND: Final = Command(
    "land",
    Text("Take a record into the results as if it had just been sent.", "棋譜を、今届いたものとして結果に反映する。"),
    [
        TOURNAMENT,
        _RECORD,
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
    [TOURNAMENT, _RECORD, *TARGET],
    callback=ignore_record,
)
