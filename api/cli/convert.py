"""`daifu convert`: print a record in another format."""

from typing import Final

from daifu.api.cli.program.commands import ENCODING, FILE, FORMAT, LINE, Command, OneOf, Option
from daifu.api.cli.program.files import STDOUT, write_file
from daifu.api.cli.program.output import UsageError, language_of
from daifu.api.cli.program.sentences import tell_notices
from daifu.api.languages import Language
from daifu.replay.text import Text
from daifu.schemas.record.decode import decode_raw
from daifu.schemas.record.model import RawRecord
from daifu.schemas.sources.conversion import find_losses, losses_text, read_log, read_raw_item, write_record
from daifu.schemas.sources.files import pick_item
from daifu.schemas.sources.items import FORMATS, FU


def convert_record(
    file: str, source_format: str, codec: str, line: int | None, to: str, output: str, **notation: bool
) -> None:
    """Print one record in the format `to`, and the notices of its importer to standard error."""
    language = language_of()
    if any(notation.values()) and to != FU:
        raise UsageError(
            Text(
                "--exact, --full and --aids are for the hand notation (--to fu)",
                "--exact、--full、--aidsは手書きの記法（--to fu）のためのものです",
            )
        )
    item = pick_item(file, source_format, line, codec)
    record, notices = read_log(item, read_raw_item)
    data = _notation(record, language, **notation) if any(notation.values()) else write_record(item, record, to)
    if losses := find_losses(record, data, to):
        notices = [*notices, losses_text(losses)]
    tell_notices(item, notices)
    write_file(output, data)


def _notation(record: RawRecord, language: Language, *, exact: bool, full: bool, aids: bool) -> bytes:
    """The record in the hand notation."""
    from daifu.schemas.fu.writer import write  # noqa: PLC0415 - other formats need nothing of it

    return write(decode_raw(record), exact=exact, full=full, aids=language if aids else None).encode()


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
        Option(
            "--exact",
            Text(
                "fu: also write what its normal form leaves out, so that the same JSON is read again.",
                "fu：標準の形では省かれることも書き、まったく同じJSONに読み戻せるようにする。",
            ),
            is_flag=True,
        ),
        Option(
            "--full",
            Text("fu: name every player and every pass.", "fu：すべての行動にプレイヤーを書き、パスもすべて書く。"),
            is_flag=True,
        ),
        Option(
            "--aids",
            Text(
                "fu: say between the acts what changed at the table, such as a lock; it is not read again.",
                "fu：縛りなど場の変化を行動の間に書き添える。読み戻すときには無視される。",
            ),
            is_flag=True,
        ),
        FORMAT,
        ENCODING,
        LINE,
    ],
    callback=convert_record,
)
