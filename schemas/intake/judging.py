"""An item read and replayed, whatever format it is in."""

from typing import NamedTuple

from replay.match import replay
from replay.record import Record
from replay.report import Report
from replay.text import Text
from schemas.intake.item import Item
from schemas.intake.reading import read_item


class Judgement(NamedTuple):
    """A record, the report on it, and what people should be told about how it was read."""

    record: Record
    report: Report
    notices: list[Text]


def judge_item(item: Item) -> Judgement:
    """The report on the record of an item. Raises `Refused` where it is none."""
    record, notices = read_item(item)
    return Judgement(record, replay(record), notices)
