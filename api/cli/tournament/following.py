"""`daifu tournament follow`: every change as it is made."""

from itertools import chain
from typing import Any, Final

import click
import msgspec

from api.cli.commands import Command, Option
from api.cli.language import language_of
from api.cli.reader import minding_the_reader
from api.cli.tournament.log import line_of
from api.cli.tournament.opening import meant, opened, target
from api.cli.tournament.parts import TARGET, TOURNAMENT
from api.cli.values import Whole
from api.tournaments.log import told_audited
from data.tournaments.audit import audit
from replay.text import Text
from schemas.limits import WHOLE


@click.pass_context
def follow(
    context: click.Context,
    /,
    tournament: str,
    after: int | None,
    *,
    as_json: bool,
    **call: Any,  # noqa: ANN401 - as the options say
) -> None:
    """Print each entry of a log as it comes, until somebody ends that or the reader goes."""
    language = language_of(context)
    with opened(context, **target(call)) as books, minding_the_reader():
        number = meant(books, tournament)
        known = list(books.log(number))
        last = known[-1].number
        for found in audit(chain(known, books.follow(number, last))):
            if found.entry.number > (last if after is None else after):
                click.echo(msgspec.json.encode(told_audited(found)) if as_json else line_of(found.entry, language))


FOLLOW: Final = Command(
    "follow",
    Text(
        "Tell every change of a tournament as it is made, until Ctrl-C.",
        "大会の変更を、行われるたびに表示する。Ctrl-Cで終わる。",
    ),
    [
        TOURNAMENT,
        Option(
            "--from",
            Text(
                "Begin behind the entry with this number; by default with what comes now.",
                "この番号より後の項から表示する。既定値は、これから行われる変更だけ。",
            ),
            into="after",
            type=Whole(0, WHOLE),
        ),
        Option(
            "--json",
            Text("Print a JSON object a line, as `log` does.", "`log` と同じJSONを1行に1つずつ表示する。"),
            into="as_json",
            is_flag=True,
        ),
        *TARGET,
    ],
    callback=follow,
)
