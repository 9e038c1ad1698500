"""`daifu tournament records`, `land` and `ignore`: records that name the tournament and did not land there."""

from typing import Any, Final

import click

from api.cli.commands import Argument, Command, Option
from api.cli.language import language_of, say
from api.cli.tally import UNREADABLE
from api.cli.tournament import wording
from api.cli.tournament.opening import meant, opened, target
from api.cli.tournament.parts import AUTHOR, REASON, TARGET, TOURNAMENT
from api.cli.values import Whole
from replay.text import Text
from schemas.limits import WHOLE

_RECORD: Final = Argument(
    "record", Text("The number of the record.", "棋譜の番号。"), type=Whole(1, WHOLE), metavar="RECORD"
)


@click.pass_context
def list_records(context: click.Context, /, tournament: str, **call: Any) -> None:  # noqa: ANN401 - as the options say
    """Print what could not land and why, and what nothing hinders."""
    language = language_of(context)
    with opened(context, **target(call)) as books:
        stranded, unlanded = books.stranded(meant(books, tournament))
    for found in stranded:
        click.echo(say(wording.stranded(*found), language))
    for record in unlanded:
        click.echo(say(wording.unlanded(record), language))
    if not (stranded or unlanded):
        click.echo(say(wording.NO_RECORD, language))


@click.pass_context
def land(
    context: click.Context,
    /,
    tournament: str,
    record: int,
    reason: str | None,
    *,
    replace: bool,
    **call: Any,  # noqa: ANN401 - as the options say
) -> None:
    """Let a record land, and leave with 2 if it cannot."""
    language = language_of(context)
    with opened(context, **target(call, "author")) as books:
        number = meant(books, tournament)
        if replace:
            books.land(number, record, reason)
            hindered = None
        else:
            hindered = books.attempt(number, record, reason)
    click.echo(say(wording.stranded(*hindered) if hindered else wording.landed(record), language), err=bool(hindered))
    context.exit(UNREADABLE if hindered else 0)


@click.pass_context
def ignore(context: click.Context, /, tournament: str, record: int, **call: Any) -> None:  # noqa: ANN401
    """Tell no more why a record could not land."""
    with opened(context, **target(call)) as books:
        books.dismiss(meant(books, tournament), record)
    click.echo(say(wording.dismissed(record), language_of(context)))


RECORDS: Final = Command(
    "records",
    Text(
        "List the records that name the tournament and have not landed.",
        "大会を指しながら結果に反映されていない棋譜を一覧表示する。",
    ),
    [TOURNAMENT, *TARGET],
    callback=list_records,
)
LAND: Final = Command(
    "land",
    Text("Let a record land as if it came now.", "棋譜を、今届いたものとして結果に反映する。"),
    [
        TOURNAMENT,
        _RECORD,
        Option(
            "--replace",
            Text(
                "Even where a sheet or another record says otherwise.", "結果用紙やほかの棋譜と食い違っても置き換える。"
            ),
            is_flag=True,
        ),
        REASON,
        AUTHOR,
        *TARGET,
    ],
    callback=land,
)
IGNORE: Final = Command(
    "ignore",
    Text("Tell no more why a record could not land.", "反映できなかった棋譜を一覧から外す。"),
    [TOURNAMENT, _RECORD, *TARGET],
    callback=ignore,
)
