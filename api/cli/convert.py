"""`daifu convert`: print a record in another format."""

from typing import Final

import click

from api.cli import sentences
from api.cli.commands import Command, Option
from api.cli.files import STDOUT, write_file
from api.cli.output import language_of
from api.cli.params import ENCODING, FILE, FORMAT, LINE, OneOf
from api.cli.sentences import source_place
from api.languages import say
from replay.text import Text
from schemas.sources.conversion import read_raw_item, write_record
from schemas.sources.files import pick_item
from schemas.sources.items import FORMATS
from schemas.sources.log_parts import read_log
from schemas.sources.losses import find_losses, losses_text


@click.pass_context
def convert_record(
    context: click.Context, /, file: str, source_format: str, codec: str, line: int | None, to: str, output: str
) -> None:
    """Print one record in the format `to`, and the notices of its importer to standard error."""
    language = language_of(context)
    item = pick_item(file, source_format, line, codec)
    record, notices = read_log(item, read_raw_item)
    data = write_record(item, record, to)
    if losses := find_losses(record, data, to):
        notices = [*notices, losses_text(losses)]
    for notice in notices:
        click.echo(f"{source_place(item.file, item.line)}: {say(sentences.notice(notice), language)}", err=True)
    write_file(output, data)


CONVERT: Final = Command(
    "convert",
    Text(
        "Print a record in another format. A log that is written in its own format again stays the same byte for byte; "
        "what else has no place in the format is left out and named, and a record whose play it cannot express is "
        "refused.",
        "棋譜を別の形式で出力する。ログを読んで同じ形式で書き戻すと、1バイトも違わずに元どおりになる。"
        "その形式に書く場所のない内容は省いて知らせ、経過を表せない棋譜は拒否する。",
    ),
    [
        FILE,
        Option(
            "--to",
            Text("The format to write; required.", "書き出す形式。必ず指定する。"),
            short="-t",
            type=OneOf(FORMATS),
            required=True,
        ),
        Option(
            "--output",
            Text("The file to write; by default standard output.", "書き出すファイル。既定では標準出力。"),
            short="-o",
            metavar="FILE",
            default=STDOUT,
        ),
        FORMAT,
        ENCODING,
        LINE,
    ],
    callback=convert_record,
)
