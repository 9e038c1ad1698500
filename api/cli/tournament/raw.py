"""`daifu tournament change`: changes as the log has them, from a file."""

from typing import Any, Final

import msgspec

from api.cli.commands import Argument
from api.cli.tournament.changing import Asked, changing
from api.cli.tournament.documents import contents, parsed
from data.tournaments.changes import AnyChange
from data.tournaments.log import read_change
from replay.text import Text

_parts: Final = msgspec.json.Decoder(list[msgspec.Raw]).decode


def _changes(_asked: Asked, file: str) -> list[AnyChange]:
    content = contents(file)
    if not content.lstrip().startswith(b"["):
        return [parsed(file, content, read_change)]
    parts: list[Any] = parsed(file, content, _parts)
    return [parsed(file, bytes(part), read_change, place) for place, part in enumerate(parts)]


CHANGE: Final = changing(
    "change",
    Text(
        "Make changes as the log has them: all of a file, or none.",
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
    _changes,
)
