"""`daifu convert`: a record in another format."""

from typing import Final

import click

from api.cli import wording
from api.cli.commands import Command, Option
from api.cli.language import language_of, say
from api.cli.output import put_bytes
from api.cli.parts import FILE, FORMAT, LINE
from api.cli.summary import where
from api.cli.values import OneOf
from replay.text import Text
from schemas.intake.picking import pick
from schemas.intake.reading import raw_item
from schemas.intake.writing import written
from schemas.sources import FORMATS


@click.pass_context
def convert(context: click.Context, /, file: str, wanted: str, line: int | None, to: str) -> None:
    """Print one record in the format `to`; what its importer has to say goes to standard error."""
    language = language_of(context)
    item = pick(file, wanted, line)
    record, notices = raw_item(item)
    data = written(item, record, to)
    for notice in notices:
        click.echo(f"{where(item.file, item.line)}: {say(wording.notice(notice), language)}", err=True)
    put_bytes([data])


CONVERT: Final = Command(
    "convert",
    Text(
        "Print a record in another format. A log that was read and is written in its own format again comes out byte "
        "for byte; what a format has no words for is refused.",
        "棋譜を別の形式で出力する。ログを読んで同じ形式で書き戻すと、1バイトも違わずに元どおりになる。"
        "その形式で表せない内容があれば拒否する。",
    ),
    [
        FILE,
        Option(
            "--to",
            Text("The format to write; this is needed.", "書き出す形式。必ず指定する。"),
            type=OneOf(FORMATS),
            required=True,
        ),
        FORMAT,
        LINE,
    ],
    callback=convert,
)
