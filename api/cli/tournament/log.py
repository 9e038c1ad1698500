"""`daifu tournament log`, `follow` and `change`: print the log, follow it, and append changes from a file."""

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import chain
from typing import Any, Final

import click
import msgspec

from daifu.api.cli.program.client import TARGET, target_options
from daifu.api.cli.program.commands import Argument, Command, Option, WholeNumber
from daifu.api.cli.program.files import read_documents
from daifu.api.cli.program.output import language_of, printable, stop_when_reader_leaves
from daifu.api.cli.tournament.changes import ChangeContext, change_command
from daifu.api.cli.tournament.commands import JSON, TOURNAMENT, find_tournament, open_tournaments
from daifu.api.client import ClientError
from daifu.api.languages import Language, say
from daifu.api.views.tournaments.text import CHANGE_NAMES, FIELD_NAMES
from daifu.api.views.tournaments.tournaments import audited_entry_view, change_view
from daifu.api.views.values import encode_json
from daifu.data.tournaments.changes import AnyChange
from daifu.data.tournaments.consequences import audit
from daifu.data.tournaments.log import Entry, read_change
from daifu.replay.text import Text
from daifu.schemas.record.limits import LARGEST_INTEGER


def show_log(tournament: str, after: int, *, as_json: bool, **call: Any) -> None:  # noqa: ANN401
    """Print the entries after one of them; as JSON, a line each, with the values before and after."""
    with open_tournaments(**target_options(call)) as tournaments:
        entries = list(tournaments.log(find_tournament(tournaments, tournament)))
    if not as_json:
        for entry in entries[after:]:
            click.echo(entry_line(entry, language_of()))
        return
    for found in audit(entries):
        if found.entry.number > after:
            click.echo(encode_json(audited_entry_view(found)))


def entry_line(entry: Entry, language: Language) -> str:
    """The line of an entry: number, time, author, the change with its fields, and the reason."""
    fields = dict(change_view(entry.change))
    at = datetime.fromtimestamp(entry.at, UTC).strftime("%Y-%m-%d %H:%M:%SZ")
    why = "" if entry.reason is None else say(Text(f" ({entry.reason})", f"（{entry.reason}）"), language)
    change = _name_of(CHANGE_NAMES, fields.pop("change"), language)
    values = (
        f"{_name_of(FIELD_NAMES, name, language)}={msgspec.json.encode(value).decode()}"
        for name, value in fields.items()
    )
    what = " ".join([change, *values])
    return printable(f"{entry.number}  {at}  {entry.author}  {what}{why}")


def _name_of(names: Mapping[str, Text], word: str, language: Language) -> str:
    """The word of the log in the language; in English it is the word itself."""
    return names[word].ja if language == "ja" and word in names else word


LOG: Final = Command(
    "log",
    Text(
        "Show every change of a tournament: number, time, author, change and reason.",
        "大会のすべての変更を、操作者、時刻、内容、理由とともに表示する。",
    ),
    [
        TOURNAMENT,
        Option(
            "--from",
            Text("Only entries after the one with this number.", "この番号より後の項だけを表示する。"),
            into="after",
            type=WholeNumber(0, LARGEST_INTEGER),
            default=0,
        ),
        JSON,
        *TARGET,
    ],
    callback=show_log,
)


def follow_log(
    tournament: str,
    after: int | None,
    *,
    as_json: bool,
    **call: Any,  # noqa: ANN401 - as the options say
) -> None:
    """Print each entry of a log as it is made, until the command is interrupted or the reader goes."""
    language = language_of()

    def tell_pause(error: ClientError, seconds: float) -> None:
        text = Text(f"{error}; trying again in {seconds:g} s", f"{error}。{seconds:g}秒後に接続し直します")
        click.echo(f"daifu: {printable(say(text, language))}", err=True)

    with open_tournaments(**target_options(call)) as tournaments, stop_when_reader_leaves():
        number = find_tournament(tournaments, tournament)
        known = list(tournaments.log(number))
        last = known[-1].number
        for found in audit(chain(known, tournaments.follow(number, after=last, on_pause=tell_pause))):
            if found.entry.number > (last if after is None else after):
                click.echo(encode_json(audited_entry_view(found)) if as_json else entry_line(found.entry, language))


FOLLOW: Final = Command(
    "follow",
    Text(
        "Show every change of a tournament as it is made, until Ctrl-C.",
        "大会の変更を、行われるたびに表示する。Ctrl-Cで終わる。",
    ),
    [
        TOURNAMENT,
        Option(
            "--from",
            Text(
                "Begin after the entry with this number; by default with the next change.",
                "この番号より後の項から表示する。既定値は、これから行われる変更だけ。",
            ),
            into="after",
            type=WholeNumber(0, LARGEST_INTEGER),
        ),
        Option(
            "--json",
            Text("Print one JSON object per line, as `log` does.", "`log` と同じJSONを1行に1つずつ表示する。"),
            into="as_json",
            is_flag=True,
        ),
        *TARGET,
    ],
    callback=follow_log,
)


def _changes_of_file(_context: ChangeContext, file: str) -> list[AnyChange]:
    return read_documents(file, read_change)


CHANGE: Final = change_command(
    "change",
    Text(
        "Make the changes in a file, in the form of the log: all of them, or none.",
        "記録簿と同じ形で書いた変更を、ファイルからまとめて行う。1つでも不可能なら何も変更しない。",
    ),
    [
        Argument(
            "file",
            Text(
                "A JSON file with a change or a list of them, or - for standard input.",
                "変更、またはその配列のJSONファイル。-は標準入力。",
            ),
            metavar="FILE",
        )
    ],
    _changes_of_file,
)
