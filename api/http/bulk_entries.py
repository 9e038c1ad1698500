"""What an upload in bulk is taken apart into, within the limits for one."""

from collections.abc import Iterator

from api.http import kinds
from api.http.bodies import Lined
from api.http.problems import HttpProblem
from api.settings import Settings
from data.judging.batches import PAUSE, Pause
from replay.text import Text
from schemas.intake import wording
from schemas.intake.formats import format_of
from schemas.intake.item import AUTO, DAIFU, Item, Log, Unread
from schemas.intake.lines import Lines
from schemas.intake.splitting import each_line, split
from schemas.intake.streams import STDIN


def entries(body: Lined, wanted: str, settings: Settings) -> Iterator[Item | Log | Unread | Pause]:
    """The records of a body in the format `wanted`, or in the one that it begins like, and where they do not come yet.

    What begins like nothing that is known is taken as a record a line, so that each line is told what it lacks. Raises
    `too-large` behind as many records as the settings allow, and what reading the body raises.
    """
    lines = Lines(body, longest=settings.decompressed_bytes)
    for number, entry in enumerate(_split(lines, wanted)):
        if number == settings.bulk_records:
            raise too_many(number)
        if isinstance(entry, Item) and len(entry.data) > settings.decompressed_bytes:
            yield Unread(entry.file, entry.line, wording.too_long(settings.decompressed_bytes))
        else:
            yield entry
        if body.waits(lines.number):
            yield PAUSE


def too_many(most: int) -> HttpProblem:
    """The problem that more records were sent than are taken at once."""
    detail = Text(
        f"expected at most {most} records at once, found more",
        f"一度に{most}件以下の棋譜が必要ですが、それを超えています",
    )
    return HttpProblem(kinds.TOO_LARGE, detail, limit=most)


def _split(lines: Lines, wanted: str) -> Iterator[Item | Log | Unread]:
    if wanted == DAIFU or (wanted == AUTO and format_of(lines) is None):
        return each_line(STDIN, lines)
    return split(STDIN, lines, wanted)
