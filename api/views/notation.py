"""What a text in the hand notation says, as a page shows it: written out, the table, and what is against the rules."""

from typing import NamedTuple

from daifu.replay.position import position_after
from daifu.schemas.drawing.scene import Scene, scene_of
from daifu.schemas.fu.errors import Remark
from daifu.schemas.fu.reader import read
from daifu.schemas.fu.writer import write


class Written(NamedTuple):
    """What was read of a text; `canonical` is empty where there are errors; `scene` is the last table, if any."""

    errors: list[Remark]
    notices: list[Remark]
    canonical: str
    breaches: list[Remark]
    scene: Scene | None


def read_text(text: str) -> Written:
    """What a text says, with its errors, its notices, and what is against the rules."""
    reading = read(text)
    if reading.decoded is None:
        return Written(reading.errors, reading.notices, "", reading.breaches, None)
    record = reading.decoded.record
    number = len(record.deals) - 1
    actions = record.deals[number].actions
    scene = None if actions is None else scene_of(position_after(record, number, len(actions)))
    return Written([], reading.notices, write(reading.decoded), reading.breaches, scene)
