"""`daifu tournament log`: every change, who made it, when and why."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

import click
import msgspec

from api.cli.commands import Command, Option
from api.cli.language import Language, language_of, say
from api.cli.printable import printable
from api.cli.tournament import wording
from api.cli.tournament.opening import meant, opened, target
from api.cli.tournament.parts import JSON, TARGET, TOURNAMENT
from api.cli.values import Whole
from api.tournaments.log import told_audited, told_change
from data.tournaments.audit import audit
from data.tournaments.log import Entry
from replay.text import Text
from schemas.limits import WHOLE


@click.pass_context
def show_log(context: click.Context, /, tournament: str, after: int, *, as_json: bool, **call: Any) -> None:  # noqa: ANN401
    """Print the entries of a log behind one of them; in JSON each with what it found and what it left, one a line."""
    with opened(context, **target(call)) as books:
        entries = list(books.log(meant(books, tournament)))
    if not as_json:
        for entry in entries[after:]:
            click.echo(line_of(entry, language_of(context)))
        return
    for found in audit(entries):
        if found.entry.number > after:
            click.echo(msgspec.json.encode(told_audited(found)))


def line_of(entry: Entry, language: Language) -> str:
    """The number of an entry, when it was made and by whom, the change in the words of the log, and why."""
    told = dict(told_change(entry.change))
    at = datetime.fromtimestamp(entry.at, UTC).strftime("%Y-%m-%d %H:%M:%SZ")
    why = "" if entry.reason is None else say(wording.because(entry.reason), language)
    what = " ".join([told.pop("change"), *_fields(told)])
    return printable(f"{entry.number}  {at}  {entry.author}  {what}{why}")


def _fields(told: dict[str, Any]) -> Iterator[str]:
    for name, value in told.items():
        yield f"{name}={msgspec.json.encode(value).decode()}"


LOG: Final = Command(
    "log",
    Text(
        "Tell every change of a tournament: who, when, what and why.",
        "大会のすべての変更を、操作者、時刻、内容、理由とともに表示する。",
    ),
    [
        TOURNAMENT,
        Option(
            "--from",
            Text("Only entries behind the one with this number.", "この番号より後の項だけを表示する。"),
            into="after",
            type=Whole(0, WHOLE),
            default=0,
        ),
        JSON,
        *TARGET,
    ],
    callback=show_log,
)
