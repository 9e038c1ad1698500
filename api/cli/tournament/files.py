"""Files that commands write."""

from pathlib import Path
from typing import Final

from api.cli.output import put_bytes
from api.cli.tournament.unable import Unable
from replay.text import Text
from schemas.intake.streams import STDIN

STDOUT: Final = STDIN
"""What stands for standard output where a file is named."""


def put_file(file: str, content: bytes) -> None:
    """Write a file, or to standard output. Raises `Unable`."""
    if file == STDOUT:
        put_bytes([content])
        return
    try:
        Path(file).write_bytes(content)
    except OSError as error:
        reason = error.strerror or str(error)
        text = Text(f"{file} cannot be written: {reason}", f"{file}に書き込めません（{reason}）")
        raise Unable(text) from error
